import { Forbidden } from '../errors.ts';
import { isAssigned } from '../storage/assignments.ts';
import type { Queryable } from '../storage/database.ts';
import type { Principal } from './sessions.ts';

/** Who may look at a person's health data: they themselves, a caregiver assigned to them, an admin. */
export async function requireCareOf(q: Queryable, principal: Principal, userId: string): Promise<void> {
  if (principal.userId === userId || principal.role === 'ADMIN') return;
  if (principal.role === 'CAREGIVER' && (await isAssigned(q, principal.userId, userId))) return;
  throw new Forbidden();
}
