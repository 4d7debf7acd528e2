import type { Statistics } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { query } from '../../../components/query.ts';
import { type Column, Table } from '../../../components/table.tsx';
import { stats } from '../../../text/en/admin/stats.ts';

const { detector: text, days } = stats;
type Worst = Statistics['outcomesByDevice'][number];

const COLUMNS: readonly Column<Worst>[] = [
  { title: text.device, cell: ({ deviceName }) => deviceName },
  {
    title: text.wearer,
    cell: ({ userId, wearer }) => <a href={`/admin/users${query({ user: userId })}`}>{wearer}</a>,
  },
  { title: days.falseAlarms, numeric: true, cell: ({ falseAlarms }) => falseAlarms },
  { title: days.real, numeric: true, cell: ({ confirmedFalls }) => confirmedFalls },
];

/** Outcomes that caregivers recorded, compared with the falls detected. */
export function Detector({
  stats: { falseAlarms, confirmedFalls, outcomesByDevice },
}: {
  readonly stats: Statistics;
}) {
  const judged = falseAlarms + confirmedFalls;
  const worst = outcomesByDevice.filter((device) => device.falseAlarms > 0);
  return (
    <Card title={text.title}>
      {judged === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <p class="sentence">{text.sentence(judged, confirmedFalls)}</p>
      )}
      {worst.length > 0 && (
        <>
          <h3 class="subtitle">{text.devices}</h3>
          <p class="hint">{text.devicesHint}</p>
          <Table
            caption={text.devices}
            columns={COLUMNS}
            rows={worst}
            keyOf={({ deviceId }) => deviceId}
            empty=""
          />
        </>
      )}
    </Card>
  );
}
