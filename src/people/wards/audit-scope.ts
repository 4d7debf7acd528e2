import type { Viewer } from '../../accounts/permissions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/database/list.ts';
import { notWardLead, requireLeadOf } from './access.ts';
import { residentsAndMembers } from './store.ts';

/**
 * docs/home.md, "Wards": the entries of the audit log that a viewer may read. With a ward, those about its patients and
 * members: they are the subject, or they acted and nobody else is the subject. Without one, all, for admins.
 */
export async function auditScope(
  q: Queryable,
  viewer: Viewer,
  wardId: string | null | undefined,
): Promise<readonly Condition[]> {
  if (!wardId) {
    if (viewer.role !== 'ADMIN') throw notWardLead();
    return [];
  }
  const ward = await requireLeadOf(q, viewer, wardId);
  const people = await residentsAndMembers(q, ward.id);
  return [
    [
      `(subject_id = ANY($?) OR subject_ids && $?::uuid[]
        OR (subject_id IS NULL AND subject_ids IS NULL AND actor_id = ANY($?)))`,
      people,
      people,
      people,
    ],
  ];
}
