import type { IncidentReport } from '../../api/records.ts';
import { report as text } from '../../text/en/report.ts';
import type { ZonedTimes } from '../../text/zoned.ts';

/** What the report shows, a row for each. */
export const WRITTEN = [
  'injury',
  'location',
  'injuries',
  'treatment',
  'witnesses',
  'doctorInformedAt',
  'familyInformed',
  'measures',
] as const;

type Row = (typeof WRITTEN)[number];

/** The answers that stand in the rows of their details. */
const ANSWER = { doctorInformedAt: 'isDoctorInformed', familyInformed: 'isFamilyInformed' } as const;

export type Content = Pick<IncidentReport, Row | (typeof ANSWER)[keyof typeof ANSWER]>;

const hasAnswer = (row: Row): row is keyof typeof ANSWER => Object.hasOwn(ANSWER, row);

/** The rows that a change is about. */
export const rowsOf = (changes: object): readonly Row[] =>
  WRITTEN.filter(
    (row) => Object.hasOwn(changes, row) || (hasAnswer(row) && Object.hasOwn(changes, ANSWER[row])),
  );

/** What people have written, as amended until now. */
export function contentOf(report: IncidentReport): Content {
  const { isDoctorInformed, isFamilyInformed } = report;
  const written = Object.fromEntries(WRITTEN.map((row) => [row, report[row]]));
  return Object.assign(
    { ...written, isDoctorInformed, isFamilyInformed },
    ...report.amendments.map(({ by: _, at: __, ...changes }) => changes),
  );
}

/** A row in words; empty if it is not filled in. */
export function shownIn(row: Row, content: Partial<Content>, times: ZonedTimes): string {
  switch (row) {
    case 'injury':
      return content.injury ? text.injury[content.injury] : '';
    case 'doctorInformedAt':
      return content.doctorInformedAt
        ? times.dateAndTime(content.doctorInformedAt)
        : answered(content.isDoctorInformed);
    case 'familyInformed': {
      const family = content.familyInformed;
      return family
        ? text.written.family(family.name, times.dateAndTime(family.at))
        : answered(content.isFamilyInformed);
    }
    default:
      return content[row] ?? '';
  }
}

const answered = (answer: boolean | null | undefined): string =>
  answer === true ? text.yes : answer === false ? text.no : '';
