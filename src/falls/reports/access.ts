import { patientInCareAt, requireLeadOf } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';

interface Scope {
  readonly wardId: string | null;
  readonly patientId: string | null;
}

/** Every id that is given must be one that the caller may report on; only admins need none. */
export async function requireReportOf(q: Queryable, principal: Principal, { wardId, patientId }: Scope) {
  if (wardId !== null) await requireLeadOf(q, principal, wardId);
  if (patientId !== null) await patientInCareAt(q, { principal, params: { id: patientId } });
  if (principal.role !== 'ADMIN' && wardId === null && patientId === null)
    throw new Forbidden(
      'Give the wardId of a ward that you lead, or the patientId of a patient in your care',
    );
}
