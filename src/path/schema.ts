import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';
import { STAGES } from './rules.ts';

const ms = (description: string, example: number) =>
  t.nullable(t.integer(0, Number.MAX_SAFE_INTEGER, 'ms', description, example));

const PathStages = t.record(
  'PathStages',
  'Time of each stage since the start of the test; null if not reached',
  {
    published: ms('Reading sent to the MQTT listener', 12),
    acknowledged: ms('Reading acknowledged', 31),
    raised: ms('Fall raised', 29),
    queued: ms('Alert written by the escalation', 48),
    delivered: ms('Alert arrived at the receiver', 71),
    received: ms('Delivery recorded', 83),
  },
);

export const PathFailure = t.record('PathFailure', 'Failure of the path test', {
  stage: t.oneOf(
    ['prepared', ...STAGES],
    'First stage that was not reached; prepared: the database did not store the test',
  ),
  since: t.timestamp('Start of the first test that failed'),
  reason: t.string('What went wrong, for the operator', 'not within 10 s'),
});

export const PathReport = t.record('PathReport', 'Results of the path tests', {
  ok: t.nullable(t.boolean('True if the last test passed; null before the first test')),
  lastOkAt: t.nullable(t.timestamp('Start of the last test that passed; null without one in the last day')),
  failing: t.nullable(PathFailure),
  tests: Type.Array(
    t.record('PathTest', 'Path test', {
      at: t.timestamp('Start'),
      ok: t.boolean('True if every stage was reached in time'),
      stages: PathStages,
    }),
    { description: 'The last 100 tests, newest first' },
  ),
});
