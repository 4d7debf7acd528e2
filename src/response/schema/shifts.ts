import { shownName } from '../../accounts/schema.ts';
import { id, record, time, timestamp, vocabulary } from '../../platform/schema/primitives.ts';
import { DUTY_VIA } from '../vocabulary.ts';

export const NewShift = record('NewShift', 'New shift', {
  until: time('End of the shift: in the future, at most 24 hours ahead', '2026-03-01T14:00:00Z'),
});

export const OnDuty = record('OnDuty', 'Caregivers on duty', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
  until: timestamp('End of the shift'),
  via: vocabulary('DutyVia', 'Reason: the roster of a ward, or a shift that the caregiver started', DUTY_VIA),
});
