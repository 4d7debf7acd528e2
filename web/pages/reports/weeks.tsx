import type { FallReportRow } from '../../api/records.ts';
import { Table } from '../../components/table.tsx';
import { reports } from '../../text/en/reports.ts';
import { calendarRange, exactDuration } from '../../text/words.ts';
import { Bar } from './bar.tsx';
import type { Scope } from './filters.tsx';
import { GoalLines } from './goal-lines.tsx';
import { weeksBetween } from './iso-weeks.ts';

const { weeks: text, summary } = reports;

interface Week {
  readonly key: string;
  readonly label: string;
  readonly monday: string;
  readonly row: FallReportRow | undefined;
}

/** Every week of the period, also those without falls: a gap in time must not look like none. */
export function Weeks({
  rows,
  scope: { from, to },
  goalSeconds,
}: {
  readonly rows: readonly FallReportRow[];
  readonly scope: Scope;
  readonly goalSeconds: number;
}) {
  const found = new Map(rows.map((row) => [row.key, row]));
  const weeks = weeksBetween(from, to).map(
    ({ key, monday, sunday }): Week => ({
      key,
      label: calendarRange(monday, sunday),
      monday,
      row: found.get(key),
    }),
  );
  const most = Math.max(1, ...rows.map(({ falls }) => falls));
  const bar = (count: number, isFaint = false) => (
    <Bar count={count} share={count / most} isFaint={isFaint} />
  );
  const time = (seconds: number | null): string => {
    const shown = exactDuration(seconds);
    return seconds !== null && seconds > goalSeconds ? text.late(shown) : shown;
  };
  return (
    <>
      <GoalLines weeks={weeks} goalSeconds={goalSeconds} />
      <Table
        caption={text.title}
        columns={[
          { title: text.week, cell: ({ label }) => label },
          { title: text.falls, cell: ({ row }) => bar(row?.falls ?? 0) },
          { title: text.falseAlarms, cell: ({ row }) => bar(row?.falseAlarms ?? 0, true) },
          { title: text.movedOn, cell: ({ row }) => row?.movedOn ?? 0, numeric: true },
          { title: text.claim, cell: ({ row }) => time(row?.timeToClaim.p50 ?? null), numeric: true },
          { title: text.p90, cell: ({ row }) => time(row?.timeToClaim.p90 ?? null), numeric: true },
          {
            title: text.within,
            cell: ({ row }) =>
              row === undefined ? '–' : summary.share(row.withinGoal, row.falls - row.cancelled),
            numeric: true,
          },
        ]}
        rows={weeks}
        keyOf={({ key }) => key}
        empty={reports.none}
      />
    </>
  );
}
