import type { Viewer } from '../../accounts/permissions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import { findMember, findWard, type Ward } from './store.ts';

const wardAt = (q: Queryable, wardId: string | undefined): Promise<Ward> =>
  found('Ward', wardId, (id) => findWard(q, id));

/** For admins and the leads of the ward (docs/home.md, "Wards"). 404 for an unknown ward. */
export async function requireLeadOf(q: Queryable, viewer: Viewer, wardId: string | undefined): Promise<Ward> {
  const ward = await wardAt(q, wardId);
  if (!(await leads(q, viewer, ward.id))) throw notWardLead();
  return ward;
}

/** For admins; with a ward also for its leads. */
export async function requireLead(q: Queryable, viewer: Viewer, wardId: string | null): Promise<void> {
  if (wardId !== null) await requireLeadOf(q, viewer, wardId);
  else if (viewer.role !== 'ADMIN') throw new Forbidden('Give the wardId of a ward that you lead');
}

/** For admins and the members of the ward, leads included. 404 for an unknown ward. */
export async function requireMemberOf(
  q: Queryable,
  viewer: Viewer,
  wardId: string | undefined,
): Promise<Ward> {
  const ward = await wardAt(q, wardId);
  if (!(await belongsTo(q, viewer, ward.id))) throw notWardMember();
  return ward;
}

/** A service account acts as a lead of its wards: its scopes say what it may change there. */
async function leads(q: Queryable, { role, userId, service }: Viewer, wardId: string): Promise<boolean> {
  if (role === 'ADMIN') return true;
  if (service !== undefined) return service.wardIds?.includes(wardId) ?? true;
  return (await findMember(q, wardId, userId))?.lead ?? false;
}

export async function belongsTo(q: Queryable, viewer: Viewer, wardId: string): Promise<boolean> {
  if (viewer.role === 'ADMIN' || viewer.service !== undefined) return leads(q, viewer, wardId);
  return (await findMember(q, wardId, viewer.userId)) !== undefined;
}

export const notWardLead = (): Forbidden =>
  new Forbidden('You are not a lead of this ward', { code: 'NOT_WARD_LEAD' });

export const notWardMember = (): Forbidden =>
  new Forbidden('You are not a member of this ward', { code: 'NOT_WARD_MEMBER' });
