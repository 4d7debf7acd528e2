import { shownName } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';

const MAX_REASON_LENGTH = 120;
const reason = () => t.line(MAX_REASON_LENGTH, 'Reason', 'With her daughter');

export const NewAbsence = t.record('NewAbsence', 'New absence of a patient', {
  until: t.time('End: in the future, at most 30 days ahead', '2026-03-01T14:00:00Z'),
  reason: t.optional(reason()),
});

const AbsenceAuthor = t.record('AbsenceAuthor', 'User who set an absence', {
  id: t.id('ID of the account'),
  name: shownName('the user'),
});

const fields = {
  until: t.timestamp('End'),
  reason: t.nullable(t.string('Reason; null if none was given', 'With her daughter')),
  by: t.nullable(AbsenceAuthor, 'User who set it last; null if the account was deleted'),
};

/** docs/home.md, "Absence". */
export const Absence = t.record('Absence', 'Absence of a patient', fields);

export const PastAbsence = t.record('PastAbsence', 'Absence of a patient, also one that is over', {
  id: t.id('ID of the absence'),
  beganAt: t.timestamp('Start'),
  ...fields,
  endedAt: t.nullable(t.timestamp('Time it was over: `until`, or earlier; null while it lasts')),
});

/** Fields of a patient on a board. */
export const shownAbsence = {
  absence: t.nullable(Absence, 'Absence; null while the patient is here'),
  absenceEndedAt: t.nullable(t.timestamp('End of the last absence, for 15 minutes; null otherwise')),
};

export const AbsenceChange = t.record('AbsenceChange', 'Absence of a patient that began, changed or ended', {
  patientId: t.id('ID of the patient'),
  ...shownAbsence,
});
