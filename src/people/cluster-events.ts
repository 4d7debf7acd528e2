import { defineEvent } from '../platform/cluster/events.ts';
import { isId } from '../platform/cluster/messages.ts';

/** The caregiver has left the patient's care team. */
export const CARE_ENDED = defineEvent<{ readonly caregiverId: string; readonly patientId: string }>(
  'care.ended',
  { caregiverId: isId, patientId: isId },
);
