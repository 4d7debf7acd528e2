import Type from 'typebox';
import { MAX_DAYS } from '../../platform/period.ts';
import * as t from '../../platform/schema/primitives.ts';
import { sensitivity } from '../../response/limits/schema.ts';
import { GROUPINGS, SHIFTS } from './groupings.ts';

/** Of four digits that PostgreSQL and Intl agree on; nobody fell in other years. */
const day = (description: string) =>
  Type.String({
    format: 'date',
    pattern: '^[12]',
    description,
    examples: ['2026-10-01'],
    'x-message': 'must be a date such as 2026-10-01',
  });

export const reportQuery = Type.Object({
  from: day("First day, in the organisation's time zone"),
  to: day(`Last day, inclusive; not before from, and at most ${MAX_DAYS} days in all`),
  groupBy: t.oneOf(
    GROUPINGS,
    'What the falls of a row have in common. Keys: 2026-11-16, 2026-W47 (ISO 8601), 2026-11; 0 to 23, 1 (Monday) to 7, 1-13; ' +
      'EARLY (from 06:00), LATE (from 14:00), NIGHT (from 22:00); an ID, a room or a word, NONE without one',
  ),
  wardId: t.optional(t.id('Only patients who are in this ward now; required for leads')),
  patientId: t.optional(t.id('Only this patient; required for caregivers who are not leads')),
});

/** PostgreSQL's largest integer, 68 years. */
const LONGEST_S = 2_147_483_647;

const wholeSeconds = (description: string, example: number) =>
  t.nullable(t.integer(0, LONGEST_S, 's', description, example));

const Durations = t.record('Durations', 'Durations from the falls of a group on; null if none has one', {
  p50: wholeSeconds('Half of the falls took at most this long', 42),
  p90: wholeSeconds('Nine of ten falls took at most this long', 180),
  max: wholeSeconds('The longest', 600),
});

const FallReportRow = t.record('FallReportRow', 'The falls of one group', {
  key: t.string('Key of the group, such as 2026-W47, 1-13, an ID or a word; NONE without one', '2026-W47'),
  label: t.string('Name of the group in the language of the reader', '16–22 Nov 2026'),
  falls: t.count(
    'Falls of level POTENTIAL and above, with calls for help and missed check-ins, without `movedOn`',
    12,
  ),
  emergencies: t.count('Falls of level CONFIRMED', 3),
  falseAlarms: t.count('Falls that a caregiver has judged a false alarm', 2),
  cancelled: t.count('Falls that the patient has cancelled', 1),
  movedOn: t.count('Detected falls whose wearer had moved on, so that no one was called', 4),
  unanswered: t.count('Falls that were neither acknowledged, claimed, resolved nor cancelled', 0),
  withinGoal: t.count("Falls that were claimed within the organisation's goal", 9),
  /** To the first delivery to a person, on any channel or socket. */
  timeToNotify: Durations,
  /** To the first claim. */
  timeToClaim: Durations,
  /** To the resolution, or to the patient's "I'm OK". */
  timeToResolve: Durations,
});

export const FallReport = t.record('FallReport', 'Falls and response times of a period', {
  rows: Type.Array(FallReportRow, { description: 'Groups with at least one fall' }),
  total: FallReportRow,
});

const { groupBy: _, ...responseFilter } = reportQuery.properties;

export const responseQuery = Type.Object(responseFilter);

const StageTimes = t.record('StageTimes', 'Times from the impact to a stage', {
  p50: t.integer(0, LONGEST_S, 's', 'Half of the falls took at most this long', 12),
  p90: t.integer(0, LONGEST_S, 's', 'Nine of ten falls took at most this long', 40),
  max: t.integer(0, LONGEST_S, 's', 'The longest', 95),
});

const stage = (description: string) =>
  t.nullable(StageTimes, `${description}; null if no fall of the period reached it`);

export const ResponseReport = t.record(
  'ResponseReport',
  'Times from the impact to each stage of the response, of the falls of a period',
  {
    falls: t.count('Falls of level POTENTIAL and above, as in the report of falls', 12),
    stages: t.record('ReportedStages', 'Stages', {
      raised: stage('To the start of the response'),
      notified: stage('To the first delivery to a person'),
      received: stage("To the first receipt of a notified person's device"),
      claimed: stage('To the first claim'),
      resolved: stage('To the resolution'),
    }),
  },
);

export const sensitivityQuery = Type.Object({
  wardId: t.optional(t.id('Only patients who are in this ward now; required for leads')),
  patientId: t.optional(t.id('Only this patient; required for caregivers who are not leads')),
});

const Rung = (name: string, description: string) =>
  t.record(name, description, {
    rung: t.count('Number of those for which phones would have rung', 3),
    all: t.count('Number of all', 3),
  });

const evaluated = (name: string, description: string) =>
  t.record(name, description, {
    fallsPercent: t.number(0, 100, '%', 'Falls that ring, of those whose wearers stay down', 90.5),
    falseAlarmsPerShift: t.measured(
      'count',
      'False alarms that ring on a ward of 25 residents in a shift of 8 hours',
      2.5,
    ),
  });

const SensitivityEvaluation = t.record(
  'SensitivityEvaluation',
  'What a sensitivity means in recordings of volunteers who acted falls, and of ordinary life (docs/detection.md)',
  {
    reading: evaluated('EvaluatedReading', 'For wearables that send one reading per second'),
    parts: evaluated('EvaluatedParts', 'For wearables that send `parts` or `samples`'),
  },
);

const SensitivityEffect = t.record('SensitivityEffect', 'What a sensitivity means, and would have meant', {
  sensitivity: sensitivity(),
  rung: t.count('Detected falls for which phones would have rung', 8),
  realFalls: Rung('RealFallsRung', 'Detected falls that caregivers have judged real'),
  falseAlarms: Rung('FalseAlarmsRung', 'Detected falls that caregivers have judged false alarms'),
  evaluation: SensitivityEvaluation,
});

export const SensitivityReport = t.record(
  'SensitivityReport',
  'What each sensitivity means in the evaluation, and would have meant for the detected falls of the last days',
  {
    days: t.integer(1, 365, 'days', 'Days that were replayed', 30),
    recordedHours: t.measured(
      'hours',
      'Recorded ordinary life behind the false alarms of the evaluation',
      22,
    ),
    choices: Type.Array(SensitivityEffect, { description: 'One for each sensitivity' }),
  },
);

const INSPECTED = {
  falls: t.count('Falls, without false alarms, cancelled ones and those whose wearer had moved on', 12),
  injured: t.count('Falls with a minor or serious injury, as incident reports say', 3),
  notHurt: t.count('Falls without an injury', 8),
  minor: t.count('Falls with a minor injury', 2),
  serious: t.count('Falls with a serious injury', 1),
  notStated: t.count('Falls whose incident report does not say', 1),
};

const InspectedShift = t.record('InspectedShift', 'The falls of a shift', {
  key: t.oneOf(SHIFTS, 'Shift'),
  label: t.string('Name and hours of the shift in the language of the reader', 'Early shift, 06:00–14:00'),
  ...INSPECTED,
});

export const InspectionReport = t.record('InspectionReport', 'Falls of a period, as an inspector asks', {
  residentDays: t.count('Days that residents lived in the home and were not away, summed', 3650),
  fallsPerThousandDays: t.nullable(
    t.measured('count', 'Falls per 1,000 resident days; null without a resident day', 3.29),
  ),
  ...INSPECTED,
  shifts: Type.Array(InspectedShift, { description: 'Early, late and night shift' }),
});
