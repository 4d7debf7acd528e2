import { useState } from 'preact/hooks';
import type { FalseAlarmsOfWearable } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { now } from '../../../state/clock.ts';
import { fleet } from '../../../text/en/admin/wearables.ts';
import { calendarRange, today } from '../../../text/words.ts';
import { weeksBetween } from '../../reports/iso-weeks.ts';
import { addDays, mondayOf } from '../../roster/days.ts';

const text = fleet.falseAlarms;

const WEEKS = 6;

/** False alarms by wearable, one column for each of the last weeks. */
export function FalseAlarms({ wardId }: { readonly wardId: string }) {
  const [{ from, to }] = useState(() => {
    const at = now.peek();
    return { from: addDays(mondayOf(at), -7 * (WEEKS - 1)), to: today(at) };
  });
  const { data, failure, reload } = useLoad('/reports/false-alarms', { query: { from, to, wardId } });
  const columns: readonly Column<FalseAlarmsOfWearable>[] = [
    { title: fleet.name, cell: ({ name }) => <b>{name}</b> },
    ...weeksBetween(from, to).map(
      ({ key, monday, sunday }): Column<FalseAlarmsOfWearable> => ({
        title: calendarRange(monday, sunday),
        cell({ weeks }) {
          const counted = weeks.find(({ week }) => week === key);
          return counted === undefined ? '–' : text.of(counted.falseAlarms, counted.falls);
        },
      }),
    ),
    { title: text.total, cell: ({ falseAlarms, falls }) => text.of(falseAlarms, falls) },
  ];
  return (
    <Card title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.wearables.length > 0 && <p class="hint">{text.hint}</p>}
          <Table
            caption={text.title}
            columns={columns}
            rows={data.wearables}
            keyOf={({ id }) => id}
            empty={text.none(WEEKS)}
          />
        </>
      )}
    </Card>
  );
}
