import type { FallReportRow } from '../../api/records.ts';
import { Table } from '../../components/table.tsx';
import { reports } from '../../text/en/reports.ts';
import { number } from '../../text/words.ts';

const { summary, times } = reports;

export function Summary({
  total,
  goalMinutes,
}: {
  readonly total: FallReportRow;
  readonly goalMinutes: number;
}) {
  const shown = [
    { name: summary.falls, value: total.falls },
    { name: summary.emergencies, value: total.emergencies },
    { name: summary.falseAlarms, value: total.falseAlarms },
    { name: summary.cancelled, value: total.cancelled },
    { name: summary.unanswered, value: total.unanswered },
    {
      name: summary.goal(goalMinutes),
      value: summary.share(total.withinGoal, total.falls - total.cancelled),
    },
  ];
  return (
    <dl class="vitals">
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="big">{typeof value === 'number' ? number(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Times({ total }: { readonly total: FallReportRow }) {
  const rows = [
    { name: times.notify, time: total.timeToNotify },
    { name: times.claim, time: total.timeToClaim },
    { name: times.resolve, time: total.timeToResolve },
  ];
  return (
    <>
      <Table
        caption={times.title}
        columns={[
          { title: times.what, cell: ({ name }) => name },
          { title: times.median, cell: ({ time }) => times.seconds(time.p50), numeric: true },
          { title: times.p90, cell: ({ time }) => times.seconds(time.p90), numeric: true },
          { title: times.max, cell: ({ time }) => times.seconds(time.max), numeric: true },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        empty=""
      />
      <p class="hint">{times.hint}</p>
    </>
  );
}
