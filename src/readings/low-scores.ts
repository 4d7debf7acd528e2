import Type from 'typebox';
import { heartRate, spo2 } from '../devices/schema.ts';
import { type RecentLevel, recentLevels } from '../falls/index.ts';
import { type HealthCause, type HealthEvidence, healthCauses, jitterAfter } from '../people/health-score.ts';
import { HealthCauses, healthScore } from '../people/health-score-schema.ts';
import type { Database } from '../platform/database/database.ts';
import { InvalidInput } from '../platform/errors.ts';
import { fallLevel, isAtLeast } from '../platform/fall-levels.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Params, type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import * as t from '../platform/schema/primitives.ts';
import { RECENT_FALLS_MS } from './registry/device.ts';
import { type LowestReading, lowestReadings } from './store/lowest.ts';

interface LowScoresRouteDeps {
  readonly db: Database;
  readonly deviceInCare: (call: {
    readonly principal: Principal;
    readonly params: Params;
  }) => Promise<{ readonly key: number; readonly userId: string }>;
}

const MOST_HOURS = 31;
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?Z';
const SOME_HOURS = '2026-01-30T03:00:00Z,2026-01-31T17:00:00Z';

const LowScore = t.record('LowScore', 'Lowest health score of an hour', {
  timestamp: t.timestamp('Time of the reading, the earliest of equals'),
  healthScore: healthScore(),
  causes: HealthCauses,
  heartRate: t.nullable(heartRate()),
  spo2: t.nullable(spo2()),
});

/** docs/contract.md, "Health score". */
export const lowScoresRoute = ({ db, deviceInCare }: LowScoresRouteDeps): Route =>
  route({
    operation: 'listLowScores',
    at: 'GET /device/:id/low-scores',
    access: 'signed-in',
    summary:
      'List the lowest health score of each of some hours, and what lowered it. Every call is audited.',
    target: deviceInCare,
    query: Type.Object({
      hours: Type.String({
        pattern: `^${TIME}(?:,${TIME}){0,${MOST_HOURS - 1}}$`,
        description: `Starts of the hours in UTC, separated by commas; at most ${MOST_HOURS}`,
        examples: [SOME_HOURS],
        'x-message': `must be 1 to ${MOST_HOURS} times such as ${SOME_HOURS}`,
      }),
    }),
    reply: success(
      Type.Array(LowScore, { description: 'In ascending order; hours without readings are left out' }),
    ),
    async handle({ target, query, principal, record }) {
      const hours = query.hours.split(',').map((hour) => new Date(hour));
      if (hours.some((hour) => !isStorable(hour)))
        throw new InvalidInput({ hours: 'must be times that exist' });
      recordHealthRead({ principal, record }, 'the low health scores of a patient', target.userId);
      const earliest = Math.min(...hours.map((hour) => hour.getTime()));
      const [readings, falls] = await Promise.all([
        lowestReadings(db, target.key, hours),
        recentLevels(db, [target.userId], new Date(earliest - RECENT_FALLS_MS)),
      ]);
      return { data: readings.map((reading) => lowScoreOf(reading, falls)) };
    },
  });

/** The year 0 is none for PostgreSQL. */
const isStorable = (time: Date): boolean => time.getTime() >= Date.UTC(1970, 0);

/** By the rules of the score, from the readings before it and the falls of its week. */
export function lowScoreOf(
  { at, healthScore, confidence, signs }: LowestReading,
  falls: readonly Pick<RecentLevel, 'level' | 'at'>[],
) {
  const end = at.getTime();
  const recorded = falls
    .filter((fall) => fall.at.getTime() <= end && fall.at.getTime() > end - RECENT_FALLS_MS)
    .map(({ level }) => level);
  // The reading's own fall counts before it is recorded.
  const own = fallLevel(confidence);
  const evidence: HealthEvidence = {
    ...signsOf(signs),
    recentFalls: isAtLeast(own, 'POTENTIAL') && !recorded.includes(own) ? [...recorded, own] : recorded,
  };
  const causes: readonly HealthCause[] = healthCauses(evidence);
  return { timestamp: at, healthScore, causes, heartRate: evidence.heartRate, spo2: evidence.spo2 };
}

/** Each sign as it was sent last. */
function signsOf(signs: LowestReading['signs']): Omit<HealthEvidence, 'recentFalls'> {
  let known: Omit<HealthEvidence, 'recentFalls'> = {
    heartRate: null,
    heartRateJitter: null,
    spo2: null,
    batteryLevel: null,
    sensorsInitialized: null,
  };
  for (const { heartRate, spo2, batteryLevel, sensorsInitialized } of signs)
    known = {
      heartRateJitter: jitterAfter(known.heartRateJitter, known.heartRate, heartRate),
      heartRate: heartRate ?? known.heartRate,
      spo2: spo2 ?? known.spo2,
      batteryLevel: batteryLevel ?? known.batteryLevel,
      sensorsInitialized: sensorsInitialized ?? known.sensorsInitialized,
    };
  return known;
}
