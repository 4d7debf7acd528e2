import type { Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import { instantsOf, keptSince, type Period } from '../../platform/period.ts';
import { dayOf } from '../../platform/zone.ts';
import { SHIFTS, timeGroups } from './groupings.ts';
import { residentDays } from './resident-days.ts';
import { inspectedShifts, staysAndAbsences } from './store.ts';

interface InspectionRequest {
  readonly period: Period;
  readonly wardId: string | undefined;
  readonly patientId: string | undefined;
  /** Of the reader, for labels. */
  readonly language: Language;
  readonly fallsRetentionDays: number | undefined;
  readonly now: number;
}

/** docs/home.md, "For an inspector". */
export async function inspectionReport(
  db: Database,
  { period, wardId, patientId, language, fallsRetentionDays, now }: InspectionRequest,
) {
  // A day whose falls are deleted is no day without falls.
  const keptFrom = dayOf(keptSince(fallsRetentionDays, now), period.zone);
  const kept = { ...period, from: keptFrom > period.from ? keptFrom : period.from };
  const groups = timeGroups('shift', kept, language);
  const counted = { ...instantsOf(kept), wardId, patientId };
  const found = new Map(
    (await inspectedShifts(db, counted, groups)).map(({ shift, ...falls }) => [shift, falls]),
  );
  const shifts = SHIFTS.map((_, number) => ({ ...groups.groupOf(number), ...countsOf(found.get(number)) }));
  const sum = (of: (shift: (typeof shifts)[number]) => number) =>
    shifts.reduce((total, shift) => total + of(shift), 0);
  const { stays, absences } = await staysAndAbsences(db, counted);
  const days = residentDays(stays, absences, kept, new Date(now));
  const falls = sum((shift) => shift.falls);
  return {
    residentDays: days,
    fallsPerThousandDays: days === 0 ? null : Math.round((100_000 * falls) / days) / 100,
    falls,
    injured: sum((shift) => shift.injured),
    notHurt: sum((shift) => shift.notHurt),
    minor: sum((shift) => shift.minor),
    serious: sum((shift) => shift.serious),
    notStated: sum((shift) => shift.notStated),
    shifts,
  };
}

export type InspectionReport = Awaited<ReturnType<typeof inspectionReport>>;

const countsOf = ({ falls, notHurt, minor, serious } = { falls: 0, notHurt: 0, minor: 0, serious: 0 }) => ({
  falls,
  injured: minor + serious,
  notHurt,
  minor,
  serious,
  notStated: falls - notHurt - minor - serious,
});
