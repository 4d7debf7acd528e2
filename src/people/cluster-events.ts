import { defineEvent } from '../platform/cluster/events.ts';
import { isId } from '../platform/cluster/messages.ts';

/** The caregiver is no longer assigned to the patient. */
export const CARE_ENDED = defineEvent<{ readonly caregiverId: string; readonly patientId: string }>(
  'care.ended',
  { caregiverId: isId, patientId: isId },
);
