import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';
import { SHAKE_CHECKS, SHAKE_STATES, SHAKE_STEPS } from './shake-test.ts';

export const shakeTestState = () =>
  t.oneOf(SHAKE_STATES, '`waiting`: no reading yet; `timed_out`: not finished within 30 seconds');

const ShakeCheck = t.record('ShakeCheck', 'One check of a shake test', {
  name: t.oneOf(SHAKE_CHECKS, 'What was checked'),
  ok: t.boolean('True if it is right'),
  says: t.string(
    'Result for people: the measured value and, if it is wrong, what to do',
    'At rest 9.8 m/s².',
  ),
});

export const ShakeTest = t.record('ShakeTest', 'Shake test of a wearable', {
  state: shakeTestState(),
  step: t.nullable(
    t.oneOf(SHAKE_STEPS, 'What to do now: leave the wearable still, or shake it; null after the end'),
  ),
  startedAt: t.timestamp('Time of the start'),
  endsAt: t.timestamp('Time at which the test ends by itself; until then its readings raise no alert'),
  checks: Type.Array(ShakeCheck, { description: 'Results so far' }),
});
