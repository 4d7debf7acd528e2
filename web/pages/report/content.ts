import type { IncidentReport } from '../../api/records.ts';

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
