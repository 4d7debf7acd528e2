import type { FallReportRow } from '../../api/records.ts';
import { reports } from '../../text/en/reports.ts';
import { number } from '../../text/words.ts';

const { summary } = reports;

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
    { name: summary.movedOn, value: total.movedOn },
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
