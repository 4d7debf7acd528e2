import type { WearableToCharge } from '../../../api/records.ts';
import { Ago } from '../../../components/ago.tsx';
import { Card } from '../../../components/card.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { fleet } from '../../../text/en/admin/wearables.ts';
import { common } from '../../../text/en/common.ts';
import { dayAndTime } from '../../../text/words.ts';
import { Battery } from './battery.tsx';

const text = fleet.charge;

const COLUMNS: readonly Column<WearableToCharge>[] = [
  { title: fleet.name, cell: ({ name }) => <b>{name}</b> },
  {
    title: fleet.wearer,
    cell: ({ wearer: { id, name, room } }) => (
      <span>
        <a href={`/patients/${id}`}>{name}</a>
        {room !== null && <span class="address">{common.room(room)}</span>}
      </span>
    ),
  },
  {
    title: fleet.battery,
    cell: ({ batteryLevel, charging }) => (
      <span>
        <Battery level={batteryLevel} />
        {charging && <span class="address">{text.charging}</span>}
      </span>
    ),
  },
  { title: fleet.lastReading, cell: ({ batteryAt }) => <Ago at={batteryAt} calm /> },
  {
    title: text.perDay,
    cell: ({ perDay }) => (perDay === null ? common.unknown : text.percent(perDay)),
  },
  {
    title: text.emptyAt,
    cell: ({ emptyAt }) => (emptyAt === null ? common.unknown : dayAndTime(emptyAt)),
  },
];

/** The wearables whose battery does not last until tomorrow evening. */
export function ChargeTonight({ wardId }: { readonly wardId: string }) {
  const { data, failure, reload } = useLoad('/reports/charging', { query: { wardId } });
  return (
    <Card title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.wearables.length > 0 && <p class="hint">{text.hint(dayAndTime(data.until))}</p>}
          <Table
            caption={text.title}
            columns={COLUMNS}
            rows={data.wearables}
            keyOf={({ id }) => id}
            empty={data.checked === 0 ? text.unknown : text.nothing(data.checked, dayAndTime(data.until))}
          />
        </>
      )}
    </Card>
  );
}
