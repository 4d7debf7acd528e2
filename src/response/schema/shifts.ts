import { shownName } from '../../accounts/schema.ts';
import { id, record, time, timestamp } from '../../platform/schema/primitives.ts';

export const NewShift = record('NewShift', 'That somebody is on duty', {
  until: time('When the shift ends: in the future, at most 24 hours ahead', '2026-03-01T14:00:00Z'),
});

export const OnDuty = record('OnDuty', 'Caregivers on duty', {
  id: id('Of the caregiver'),
  name: shownName('the caregiver'),
  until: timestamp('When the shift ends'),
});
