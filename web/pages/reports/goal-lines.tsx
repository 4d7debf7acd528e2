import type { FallReportRow } from '../../api/records.ts';
import { Chart } from '../../components/chart.tsx';
import { goalLines as text } from '../../text/en/goal-lines.ts';
import { exactDuration, reader } from '../../text/words.ts';
import { timesIn } from '../../text/zoned.ts';

interface Week {
  /** `2026-11-16` */
  readonly monday: string;
  readonly row: FallReportRow | undefined;
}

const HEIGHT = 120;
/** A line through one point shows nothing. */
const FEWEST = 2;

/** By week: the median time until somebody takes over beside the goal, and how often the goal was met. */
export function GoalLines({
  weeks,
  goalSeconds,
}: {
  readonly weeks: readonly Week[];
  readonly goalSeconds: number;
}) {
  const { times, median, share } = linesOf(weeks, reader.value.timeZone);
  if (median.filter((seconds) => seconds !== null).length < FEWEST) return null;
  return (
    <div class="goal-lines">
      <Chart
        label={text.median}
        times={times}
        series={[
          { label: text.ofWeek, values: median },
          { label: text.goal, values: times.map(() => goalSeconds), colour: '--confirmed' },
        ]}
        format={(seconds) => exactDuration(Math.round(seconds))}
        atLeast={[0, goalSeconds]}
        height={HEIGHT}
      />
      <Chart
        label={text.share}
        times={times}
        series={[{ label: text.ofWeek, values: share }]}
        format={text.percent}
        atLeast={[0, 100]}
        height={HEIGHT}
      />
    </div>
  );
}

function linesOf(weeks: readonly Week[], timeZone: string) {
  const { fromField } = timesIn(timeZone);
  return {
    times: weeks.map(({ monday }) => Date.parse(fromField(`${monday}T00:00`))),
    median: weeks.map(({ row }) => row?.timeToClaim.p50 ?? null),
    share: weeks.map(({ row }) => {
      const answerable = row === undefined ? 0 : row.falls - row.cancelled;
      return row === undefined || answerable === 0 ? null : (100 * row.withinGoal) / answerable;
    }),
  };
}
