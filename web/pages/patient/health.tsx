import type { HealthSummary, ListedFall } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { Card } from '../../components/card.tsx';
import { now } from '../../state/clock.ts';
import { patient as text } from '../../text/en/patient.ts';

const { health: words } = text;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Sentences, because a number alone does not tell a caregiver what to do. */
export function Health({
  health,
  falls,
}: {
  readonly health: HealthSummary;
  readonly falls: readonly ListedFall[];
}) {
  const { healthScore, isHighRisk, vitals, lastUpdate } = health;
  const { heartRate, oxygenSaturation: spo2 } = vitals;
  const recent = falls.filter(
    ({ createdAt, response }) => response !== null && now.peek() - Date.parse(createdAt) < WEEK_MS,
  ).length;
  return (
    <Card title={words.title}>
      {lastUpdate === null ? (
        <p>{words.notKnown}</p>
      ) : (
        <p>
          <span class="big">{words.score(healthScore)}</span>{' '}
          <b>{isHighRisk ? words.highRisk : overall(healthScore)}</b>
        </p>
      )}
      <ul class="sentences">
        {lastUpdate !== null && heartRate === null && spo2 === null && <li>{words.unknown}</li>}
        {heartRate !== null && <li>{words.heartRate(heartRate, heartRateWord(heartRate))}</li>}
        {spo2 !== null && <li>{words.spo2(spo2, spo2Word(spo2))}</li>}
        <li>{words.falls(recent)}</li>
      </ul>
      {lastUpdate !== null && (
        <p class="empty">
          {words.updated} <Ago at={lastUpdate} />
        </p>
      )}
    </Card>
  );
}

const overall = (score: number): string =>
  score >= 90 ? words.good : score >= 60 ? words.watch : words.poor;

/** The thresholds of the health score (docs/contract.md, "Health score"). */
function heartRateWord(bpm: number): string {
  if (bpm < 40) return words.veryLow;
  if (bpm < 50) return words.low;
  if (bpm > 140) return words.veryHigh;
  return bpm > 110 ? words.high : words.normal;
}

function spo2Word(percent: number): string {
  if (percent < 88) return words.veryLow;
  return percent < 95 ? words.low : words.normal;
}
