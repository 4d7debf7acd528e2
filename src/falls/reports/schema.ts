import Type from 'typebox';
import {
  count,
  id,
  integer,
  nullable,
  oneOf,
  optional,
  record,
  string,
} from '../../platform/schema/primitives.ts';
import { GROUPINGS } from './groupings.ts';
import { MAX_DAYS } from './period.ts';

/** Of four digits that PostgreSQL and Intl agree on; nobody fell in other years. */
const day = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^[12]',
    description,
    examples: ['2026-10-01'],
    'x-says': 'must be a date such as 2026-10-01',
  });

export const reportQuery = Type.Object({
  from: day("First day, in the organisation's time zone"),
  to: day(`Last day, inclusive; not before from, and at most ${MAX_DAYS} days in all`),
  groupBy: oneOf(GROUPINGS, 'What the falls of a row have in common'),
  wardId: optional(id('Only patients who are in this ward now; required for leads')),
  patientId: optional(id('Only this patient; required for caregivers who are not leads')),
});

/** PostgreSQL's largest integer, 68 years. */
const LONGEST_S = 2_147_483_647;

const wholeSeconds = (description: string, example: number) =>
  nullable(integer(0, LONGEST_S, 's', description, example));

const Durations = record('Durations', 'Durations from the falls of a group on; null if none has one', {
  p50: wholeSeconds('Half of the falls took at most this long', 42),
  p90: wholeSeconds('Nine of ten falls took at most this long', 180),
  max: wholeSeconds('The longest', 600),
});

const FallReportRow = record('FallReportRow', 'The falls of one group', {
  key: string('Key of the group, such as 2026-W47, 1-13, an ID or a word; NONE without one', '2026-W47'),
  label: string('Name of the group in the language of the reader', '16–22 Nov 2026'),
  falls: count('Falls of level POTENTIAL and above, with calls for help and missed check-ins', 12),
  emergencies: count('Falls of level CONFIRMED', 3),
  falseAlarms: count('Falls that a caregiver has judged a false alarm', 2),
  cancelled: count('Falls that the patient has cancelled', 1),
  unanswered: count('Falls that were neither acknowledged, claimed, resolved nor cancelled', 0),
  withinGoal: count("Falls that were claimed within the organisation's goal", 9),
  /** To the first delivery to a person, on any channel or socket. */
  timeToNotify: Durations,
  /** To the first claim. */
  timeToClaim: Durations,
  /** To the resolution, or to the patient's "I'm OK". */
  timeToResolve: Durations,
});

export const FallReport = record('FallReport', 'Falls and response times of a period', {
  rows: Type.Array(FallReportRow, { description: 'Groups with at least one fall' }),
  total: FallReportRow,
});
