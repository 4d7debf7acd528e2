import * as t from '../../platform/schema/primitives.ts';
import { LOWEST_OFFSET } from './sensitivity.ts';

export const WearerDetector = t.record('WearerDetector', 'What the detector has learned about a patient', {
  offset: t.number(
    LOWEST_OFFSET,
    0,
    'log-odds',
    "Offset that is added to the detector's confidence now; 0 for the standard sensitivity",
    -0.45,
  ),
  lowestOffset: t.measured('log-odds', 'Bound of the offset', LOWEST_OFFSET),
  halfLifeDays: t.integer(1, 365, 'days', 'Time in which the offset halves without new outcomes', 30),
  alertThreshold: t.number(
    0,
    1,
    'fraction',
    "The detector's own confidence above which caregivers are alerted; 0.5 is the standard",
    0.61,
  ),
  falseAlarms: t.count('Number of false alarms that count', 3),
  realFalls: t.count('Number of real falls that count', 0),
  since: t.nullable(t.timestamp('Time of the first outcome that counts; null without one')),
  updatedAt: t.nullable(t.timestamp('Time of the last change; null without one')),
  resetAt: t.nullable(t.timestamp('Time of the last reset; null without one')),
  summary: t.string('State in words', 'Less sensitive after 3 false alarms'),
  meaning: t.string(
    'Effect in words',
    'Caregivers are alerted from a confidence of 61 % instead of 50 %. Emergencies are not affected.',
  ),
});
