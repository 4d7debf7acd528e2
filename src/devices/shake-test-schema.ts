import Type from 'typebox';
import { boolean, nullable, oneOf, record, string, timestamp } from '../platform/schema/primitives.ts';
import { SHAKE_CHECKS, SHAKE_STATES, SHAKE_STEPS } from './shake-test.ts';

export const shakeTestState = () =>
  oneOf(SHAKE_STATES, '`waiting`: no reading yet; `timed_out`: not finished within 30 seconds');

const ShakeCheck = record('ShakeCheck', 'One check of a shake test', {
  name: oneOf(SHAKE_CHECKS, 'What was checked'),
  ok: boolean('True if it is right'),
  says: string('Result for people: the measured value and, if it is wrong, what to do', 'At rest 9.8 m/s².'),
});

export const ShakeTest = record('ShakeTest', 'Shake test of a wearable', {
  state: shakeTestState(),
  step: nullable(
    oneOf(SHAKE_STEPS, 'What to do now: leave the wearable still, or shake it; null after the end'),
  ),
  startedAt: timestamp('Time of the start'),
  endsAt: timestamp('Time at which the test ends by itself; until then its readings raise no alert'),
  checks: Type.Array(ShakeCheck, { description: 'Results so far' }),
});
