import type { IncidentReport } from '../../api/records.ts';
import { report as text } from '../../text/en/report.ts';
import type { ZonedTimes } from '../../text/zoned.ts';

export const WRITTEN = [
  'location',
  'injuries',
  'treatment',
  'witnesses',
  'doctorInformedAt',
  'familyInformed',
  'measures',
] as const;

export type Content = Pick<IncidentReport, (typeof WRITTEN)[number]>;

/** What people have written, as amended until now. */
export function contentOf(report: IncidentReport): Content {
  const { location, injuries, treatment, witnesses, doctorInformedAt, familyInformed, measures } = report;
  const signed = { location, injuries, treatment, witnesses, doctorInformedAt, familyInformed, measures };
  return Object.assign(signed, ...report.amendments.map(({ by: _, at: __, ...changes }) => changes));
}

/** A field in words; empty if it is not filled in. */
export function shownIn(field: keyof Content, content: Partial<Content>, times: ZonedTimes): string {
  if (field === 'familyInformed') {
    const family = content.familyInformed;
    return family ? text.written.family(family.name, times.dateAndTime(family.at)) : '';
  }
  const value = content[field] ?? '';
  return field === 'doctorInformedAt' && value !== '' ? times.dateAndTime(value) : value;
}
