import type { HistoryPoint, ListedFall, LowScore } from '../../api/records.ts';
import { levelledOf, levelWords } from '../../components/level-badge.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { healthOf } from '../../state/health.ts';
import { patient as text } from '../../text/en/patient.ts';
import { dateAndTime, dayAndMonth, today } from '../../text/words.ts';
import { signWords } from './health.tsx';

const { history } = text;
/** docs/contract.md, "Health score": falls count for seven days. */
const FALLS_COUNT_MS = 7 * 86_400_000;
const MOST_DAYS = 10;

interface Props {
  readonly deviceId: string;
  readonly points: readonly HistoryPoint[];
  readonly falls: readonly ListedFall[];
}

/** The days on which the health score was low, newest first, and what lowered it. */
export function LowDays({ points, ...props }: Props) {
  const hours = lowestOfDays(points).slice(0, MOST_DAYS);
  return hours.length === 0 ? <p>{history.neverLow}</p> : <LowScores points={hours} {...props} />;
}

function LowScores({ deviceId, points, falls }: Props) {
  const { data, failure, reload } = useLoad('/device/{id}/low-scores', {
    path: { id: deviceId },
    query: { hours: points.map(({ timestamp }) => timestamp).join() },
  });
  if (data === undefined) return <Loading failure={failure} retry={reload} />;
  return (
    <>
      <p>{history.lowDays}</p>
      <ul class="sentences">
        {[...data].reverse().map((low) => (
          <li key={low.timestamp}>
            <b>{history.lowDay(dayAndMonth(low.timestamp), low.healthScore)}</b>{' '}
            {causesOf(low, falls).join(' ') || history.unknownCause}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The hour with the lowest score of each day on which it was not good, newest first. */
export function lowestOfDays(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const lowest = new Map<string, HistoryPoint>();
  for (const point of points) {
    if (healthOf(point.healthScore).word === 'good') continue;
    const day = today(Date.parse(point.timestamp));
    const before = lowest.get(day);
    if (before === undefined || point.healthScore < before.healthScore) lowest.set(day, point);
  }
  return [...lowest.values()].reverse();
}

const causesOf = (low: LowScore, falls: readonly ListedFall[]): readonly string[] =>
  low.causes.flatMap(({ factor }) =>
    factor === 'FALLS' ? fallsBefore(low.timestamp, falls) : (signWords(low)[factor] ?? []),
  );

/** A fall is recorded a moment after the reading that shows it. */
const RECORDED_WITHIN_MS = 60_000;

const fallsBefore = (timestamp: string, falls: readonly ListedFall[]): readonly string[] =>
  falls
    .filter(({ createdAt, response }) => {
      const since = Date.parse(timestamp) - Date.parse(createdAt);
      return response !== null && since < FALLS_COUNT_MS && since > -RECORDED_WITHIN_MS;
    })
    .map((fall) => history.fallOf(levelWords(levelledOf(fall)), dateAndTime(fall.createdAt)));
