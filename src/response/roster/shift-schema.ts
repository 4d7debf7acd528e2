import { shownName } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';
import { DUTY_VIA } from '../vocabulary.ts';

export const NewShift = t.record('NewShift', 'New shift', {
  until: t.time('End of the shift: in the future, at most 24 hours ahead', '2026-03-01T14:00:00Z'),
});

export const OnDuty = t.record('OnDuty', 'Caregivers on duty', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
  until: t.timestamp('End of the shift'),
  via: t.vocabulary(
    'DutyVia',
    'Reason: the roster of a ward, or a shift that the caregiver started',
    DUTY_VIA,
  ),
});
