import type { HistoryPoint, ListedFall } from '../../api/records.ts';
import { levelledOf, levelWords } from '../../components/level-badge.tsx';
import { healthOf } from '../../state/health.ts';
import { patient as text } from '../../text/en/patient.ts';
import { dateAndTime, dayAndMonth, today } from '../../text/words.ts';
import { heartRateWord, spo2Word } from './health.tsx';

const { health, history } = text;
/** docs/contract.md, "Health score": falls count for seven days, batteries below 20 %. */
const FALLS_COUNT_MS = 7 * 86_400_000;
const LOW_BATTERY = 20;
const MOST_DAYS = 10;

/** The days on which the health score was low, newest first, and what lowered it. */
export function LowDays({
  points,
  falls,
}: {
  readonly points: readonly HistoryPoint[];
  readonly falls: readonly ListedFall[];
}) {
  const days = lowestOfDays(points);
  if (days.length === 0) return <p>{history.neverLow}</p>;
  return (
    <>
      <p>{history.lowDays}</p>
      <ul class="sentences">
        {days.slice(0, MOST_DAYS).map((point) => (
          <li key={point.timestamp}>
            <b>{history.lowDay(dayAndMonth(point.timestamp), point.healthScore)}</b>{' '}
            {causesOf(point, falls).join(' ') || history.unknownCause}
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

/** What of an hour costs points; a value that lasted for less than the hour may not show in its mean. */
function causesOf(
  { timestamp, heartRate, spo2, batteryLevel }: HistoryPoint,
  falls: readonly ListedFall[],
): readonly string[] {
  const at = Date.parse(timestamp);
  const pulse = heartRate === null ? health.normal : heartRateWord(heartRate);
  const oxygen = spo2 === null ? health.normal : spo2Word(spo2);
  return [
    ...falls
      .filter(({ createdAt, response }) => {
        const since = at - Date.parse(createdAt);
        return response !== null && since < FALLS_COUNT_MS && since > -3_600_000;
      })
      .map((fall) => history.fallOf(levelWords(levelledOf(fall)), dateAndTime(fall.createdAt))),
    ...(heartRate !== null && pulse !== health.normal ? [health.heartRate(heartRate, pulse)] : []),
    ...(spo2 !== null && oxygen !== health.normal ? [health.spo2(spo2, oxygen)] : []),
    ...(batteryLevel !== null && batteryLevel < LOW_BATTERY ? [health.battery] : []),
  ];
}
