import { shownName } from '../accounts/schema.ts';
import { CHANNEL_KINDS } from '../notify/index.ts';
import * as t from '../platform/schema/primitives.ts';
import { Person } from '../response/schema.ts';
import { TEST_KINDS, TEST_RESULTS } from './vocabulary.ts';

const kind = () =>
  t.vocabulary(
    'TestKind',
    'What was tested: FALL_TEST: a wearable, by shaking it; HELP_BUTTON: its button; CHANNEL: a notification channel; STATION: a shared tablet; PATH: the path of an alert',
    TEST_KINDS,
  );

const result = () => t.vocabulary('TestBookResult', 'Result of a test', TEST_RESULTS);

const channel = () =>
  t.nullable(
    t.record('TestedChannel', 'Notification channel that was tested', {
      id: t.id('ID of the channel; it may be deleted since'),
      kind: t.oneOf(CHANNEL_KINDS, 'Channel kind'),
    }),
    'Channel of the person; null for other kinds of tests',
  );

const by = () => t.nullable(Person, 'User who tested it; null without one, and if the account was deleted');

export const TestBookEntry = t.record('TestBookEntry', 'What is to be tested, with its last test', {
  kind: kind(),
  subject: t.record('TestSubject', 'Wearable, person, station or the path', {
    id: t.id('ID of the wearable, person or station; a fixed one for the path'),
    name: shownName('the wearable, person or station'),
  }),
  wearer: t.nullable(Person, 'Owner of the wearable; null for other kinds of tests'),
  channel: channel(),
  lastAt: t.nullable(t.timestamp('Time of the last test; null without one')),
  lastResult: t.nullable(result(), 'Result of the last test; null without one'),
  by: by(),
  dueAt: t.nullable(t.timestamp('Time at which the next test is due; null: never')),
  overdue: t.boolean('True once `dueAt` has passed', false),
});

export const testFilter = {
  kind: t.optional(kind()),
  wardId: t.optional(t.id('Only tests of this ward')),
  overdue: t.optional(t.boolean('True: only tests that are overdue; false: only others')),
};

export const PastTest = t.record('PastTest', 'Test that was made', {
  kind: kind(),
  channel: channel(),
  at: t.timestamp('Time of the test'),
  result: result(),
  by: by(),
});

export const historyFilter = { subjectId: t.id('ID of the wearable, person, station or path') };

export const StationTest = t.record('StationTest', 'Test of a station', {
  passed: t.boolean('True if the alarm was seen and heard'),
});
