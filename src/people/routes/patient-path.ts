import { findUser, type User } from '../../accounts/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Params } from '../../platform/http/route.ts';
import { requireCareOf, requireLastingCareOf } from '../access.ts';
import { notWardLead, requireLeadOf } from '../wards/access.ts';

/** Resolves `/patients/:id`; 404 for the id of a user who is not a patient. */
export const patientAt = (q: Queryable, { params }: { readonly params: Params }): Promise<User> =>
  found('Patient', params.id, async (id) => {
    const user = await findUser(q, id);
    return user?.role === 'PATIENT' ? user : undefined;
  });

/** For the patient, the care team or an admin; routes closed to patients declare it with `access`. */
export async function patientInCareAt(
  q: Queryable,
  call: { readonly principal: Principal; readonly params: Params },
): Promise<User> {
  const user = await patientAt(q, call);
  await requireCareOf(q, call.principal, user.id);
  return user;
}

/** For admins and the care team, without those who help with a fall. */
export async function patientToChangeAt(
  q: Queryable,
  call: { readonly principal: Principal; readonly params: Params },
): Promise<User> {
  const user = await patientAt(q, call);
  await requireLastingCareOf(q, call.principal, user.id);
  return user;
}

/** For admins and the leads of the patient's ward. */
export async function patientLedAt(
  q: Queryable,
  call: { readonly principal: Principal; readonly params: Params },
): Promise<User> {
  const user = await patientAt(q, call);
  if (user.wardId !== null) await requireLeadOf(q, call.principal, user.wardId);
  else if (call.principal.role !== 'ADMIN') throw notWardLead();
  return user;
}
