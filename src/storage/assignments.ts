import type { Queryable } from './database.ts';

export const isAssigned = async (q: Queryable, caregiverId: string, patientId: string): Promise<boolean> =>
  (await q.row('SELECT 1 FROM assignments WHERE caregiver_id = $1 AND patient_id = $2', [
    caregiverId,
    patientId,
  ])) !== undefined;
