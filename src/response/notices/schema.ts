import * as t from '../../platform/schema/primitives.ts';
import { STAFF_NOTICE_KINDS } from '../vocabulary.ts';

/** docs/home.md, "Notices to leads and admins". */
export const StaffNotice = t.record('StaffNotice', 'Notice to a lead or an admin', {
  id: t.id('ID of the notice'),
  kind: t.vocabulary('StaffNoticeKind', 'Subject of a notice', STAFF_NOTICE_KINDS),
  subject: t.string(
    'What the notice is about; a later notice with the same subject replaces it',
    'roster-gap 3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4 2026-11-16',
  ),
  wardId: t.nullable(t.id('ID of the ward; null if the notice concerns no ward')),
  title: t.string('Headline', 'No caregiver on the roster: Ward 1, Night, 16 Nov 2026, 22:00'),
  body: t.string('Text', 'Please add a caregiver to this shift.'),
  timestamp: t.timestamp('Time of the notice'),
  shownUntil: t.timestamp('Time at which the board stops showing it'),
});
