import type { HealthSummary, ListedFall } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { Card } from '../../components/card.tsx';
import { now } from '../../state/clock.ts';
import { hasOpenAlert, healthOf } from '../../state/health.ts';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

const { health: words } = text;
type Factor = HealthSummary['causes'][number]['factor'];

/** Also while they cost nothing. */
const ALWAYS_SAID = ['HEART_RATE', 'SPO2', 'FALLS'] as const;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Sentences, because a number alone does not tell a caregiver what to do. */
export function Health({
  health,
  falls,
}: {
  readonly health: HealthSummary;
  readonly falls: readonly ListedFall[];
}) {
  const { patientId, healthScore, vitals, lastUpdate, causes } = health;
  const { heartRate, oxygenSaturation: spo2 } = vitals;
  const recent = falls.filter(
    ({ createdAt, response }) => response !== null && now.peek() - Date.parse(createdAt) < WEEK_MS,
  ).length;
  const sentences: Readonly<Record<Factor, string | null>> = {
    ...signWords({ heartRate, spo2 }),
    FALLS: words.falls(recent),
  };
  const others = ALWAYS_SAID.filter((one) => causes.every(({ factor }) => factor !== one));
  return (
    <Card title={words.title}>
      {hasOpenAlert.value.has(patientId) ? (
        <p class="big concern-great">{common.health.alert}</p>
      ) : lastUpdate === null ? (
        <p>{words.notKnown}</p>
      ) : (
        <p>
          <span class="big">{words.score(healthScore)}</span>{' '}
          <b>{common.health[healthOf(healthScore).word]}</b>
        </p>
      )}
      {causes.length > 0 && (
        <>
          <p>{words.loweredBy}</p>
          <ul class="sentences">
            {causes.map(({ factor, points }) => (
              <li key={factor}>
                <b>{words.cause(sentences[factor] ?? '', points)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul class="sentences">
        {lastUpdate !== null && heartRate === null && spo2 === null && <li>{words.unknown}</li>}
        {others.map((factor) => sentences[factor] !== null && <li key={factor}>{sentences[factor]}</li>)}
      </ul>
      {lastUpdate !== null && (
        <p class="empty">
          {words.updated} <Ago at={lastUpdate} />
        </p>
      )}
    </Card>
  );
}

/** What a factor says, falls apart: their sentence needs their number or their names. */
export const signWords = ({
  heartRate,
  spo2,
}: {
  readonly heartRate: number | null;
  readonly spo2: number | null;
}): Readonly<Record<Exclude<Factor, 'FALLS'>, string | null>> => ({
  HEART_RATE: heartRate === null ? null : words.heartRate(heartRate, heartRateWord(heartRate)),
  HEART_RATE_JITTER: words.heartRateJumps,
  SPO2: spo2 === null ? null : words.spo2(spo2, spo2Word(spo2)),
  BATTERY: words.battery,
  SENSORS: words.sensors,
});

/** The thresholds of the health score (docs/contract.md, "Health score"). */
export function heartRateWord(bpm: number): string {
  if (bpm < 40) return words.veryLow;
  if (bpm < 50) return words.low;
  if (bpm > 140) return words.veryHigh;
  return bpm > 110 ? words.high : words.normal;
}

export function spo2Word(percent: number): string {
  if (percent < 88) return words.veryLow;
  return percent < 95 ? words.low : words.normal;
}
