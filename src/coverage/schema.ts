import Type from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { responseQuery } from '../falls/reports/schema.ts';
import * as t from '../platform/schema/primitives.ts';

/** With hours, a report is fifteen times as long. */
export const MAX_DAYS_WITH_HOURS = 31;

export const coverageQuery = Type.Object({
  ...responseQuery.properties,
  by: t.optional(
    t.oneOf(
      ['day', 'hour'],
      `With \`hour\`, days also have their hours, and at most ${MAX_DAYS_WITH_HOURS} days are allowed`,
    ),
  ),
});

const DAY_MINUTES = 24 * 60;
const minutes = (most: number) => (description: string, example: number) =>
  t.integer(0, most, 'minutes', description, Math.min(most, example));

const kinds = (count: ReturnType<typeof minutes>) => ({
  connectedMinutes: count('With a reading that arrived at its time', 812),
  wornMinutes: count('Connected, and the wearable was worn', 790),
  blindMinutes: count('Without a reading', 76),
  lateMinutes: count('With readings that arrived later only, such as those of a backlog', 12),
  absentMinutes: count('In which the patient was away; none of the others', 0),
});

const longest = () => t.integer(0, DAY_MINUTES, 'minutes', 'The longest time without a reading', 45);

const CoverageHour = t.record('CoverageHour', 'Minutes of an hour', {
  hour: t.integer(0, 23, 'hours', "Hour of the clock, in the organisation's time zone", 7),
  ...kinds(minutes(60)),
});

const CoverageDay = t.record('CoverageDay', 'Waking minutes of a day, from 07:00 to 22:00', {
  date: t.string("Day, in the organisation's time zone", '2026-11-16'),
  ...kinds(minutes(DAY_MINUTES)),
  longestBlindMinutes: longest(),
  hours: Type.Optional(Type.Array(CoverageHour, { description: 'The waking hours; with `by=hour`' })),
});

const PatientCoverage = t.record('PatientCoverage', "Coverage of a patient's waking minutes", {
  patientId: t.id('ID of the patient'),
  name: Type.Optional({
    ...shownName('the patient'),
    description: 'Name of the patient; left out for a token with the scope `operations` alone',
  }),
  wardId: t.nullable(t.id('ID of the ward in which the patient lives; null without one')),
  days: Type.Array(CoverageDay, {
    description: 'From the day on which the patient was created; today until now',
  }),
  totals: t.record('CoverageTotals', 'Sums of the days', {
    ...kinds(minutes(400 * DAY_MINUTES)),
    longestBlindMinutes: longest(),
  }),
});

export const CoverageReport = Type.Array(PatientCoverage, { description: 'Patients by name' });
