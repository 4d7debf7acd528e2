import { Forbidden } from '../errors.ts';
import type { Role } from '../schemas/accounts.ts';
import { assignedAmong } from '../storage/assignments.ts';
import type { Queryable } from '../storage/database.ts';

/** Who asks: the account behind a session, a socket or an MQTT connection. */
export interface Viewer {
  readonly userId: string;
  readonly role: Role;
}

/** Whether the viewer may see a person; `assigned`: that person is in the viewer's care. */
export type Rule = (viewer: Viewer, personId: string, assigned: boolean) => boolean;

export const isSelf = (viewer: Viewer, personId: string): boolean => viewer.userId === personId;

/** Care is given by caregivers alone, and only where an assignment says so. */
export const caresFor: Rule = ({ role }, _patientId, assigned) => role === 'CAREGIVER' && assigned;

/** docs/contract.md, "Roles and who may see whom": live readings and device topics, for oneself and assigned caregivers. */
export const mayWatch: Rule = (viewer, personId, assigned) =>
  isSelf(viewer, personId) || caresFor(viewer, personId, assigned);

/** Stored health data: as mayWatch, and admins. */
export const maySeeHealthOf: Rule = (viewer, personId, assigned) =>
  mayWatch(viewer, personId, assigned) || viewer.role === 'ADMIN';

/** docs/response.md, "Endpoints": who goes to somebody who fell, and says what came of it. */
export const mayRespondTo: Rule = (viewer, personId, assigned) =>
  caresFor(viewer, personId, assigned) || viewer.role === 'ADMIN';

/** docs/response.md, "Endpoints": whoever holds the claim, and admins. */
export const mayGiveUpClaimOf = (viewer: Viewer, holderId: string): boolean =>
  isSelf(viewer, holderId) || viewer.role === 'ADMIN';

/** Caregivers; and admins, where nobody looks after somebody or nobody can be reached (docs/response.md, "The ladder"). */
export const mayBeAlerted = ({ role }: Viewer): boolean => role === 'CAREGIVER' || role === 'ADMIN';

/** Alerts are for the caregiver for whom they were raised. */
export const mayHearAlertsOf = (viewer: Viewer, caregiverId: string): boolean =>
  viewer.role === 'CAREGIVER' && isSelf(viewer, caregiverId);

/** A caregiver's own record, alerts and patients (docs/contract.md, "Roles and who may see whom"). */
export const maySeeCaregiver = (viewer: Viewer, caregiverId: string): boolean =>
  isSelf(viewer, caregiverId) || viewer.role === 'ADMIN';

/** "I'm OK" and "I need help": whoever wears the device, whatever their role; without one, patients. */
export const mayAnswerAsWearer = (
  viewer: Viewer,
  device: { readonly userId: string } | undefined,
): boolean => (device === undefined ? viewer.role === 'PATIENT' : isSelf(viewer, device.userId));

/** Where somebody is reached is their own business, an admin's neither. */
export const mayUseChannelsOf = (viewer: Viewer, ownerId: string): boolean => isSelf(viewer, ownerId);

/** docs/contract.md, "Second factor": throws for whoever must set a second factor up before anything else. */
export function requireSecondFactor({ lacksSecondFactor }: { readonly lacksSecondFactor: boolean }): void {
  if (!lacksSecondFactor) return;
  const message = 'Set up a second factor first: POST /profile/totp';
  throw new Forbidden(message, { code: 'TOTP_SETUP_REQUIRED', details: { totp: 'must be set up first' } });
}

/** Those of some people whom the rule allows; the database is asked only where an assignment decides. */
export async function allowedAmong(
  q: Queryable,
  rule: Rule,
  viewer: Viewer,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const undecided = personIds.filter((id) => rule(viewer, id, true) && !rule(viewer, id, false));
  const assigned = undecided.length > 0 ? await assignedAmong(q, viewer.userId, undecided) : new Set();
  return new Set(personIds.filter((id) => rule(viewer, id, assigned.has(id))));
}

export const isAllowed = async (
  q: Queryable,
  rule: Rule,
  viewer: Viewer,
  personId: string,
): Promise<boolean> => (await allowedAmong(q, rule, viewer, [personId])).has(personId);

/** Throws unless the viewer may see the person's health data. */
export async function requireCareOf(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, maySeeHealthOf, viewer, personId))) throw new Forbidden();
}

/** Throws unless the viewer may answer for the person's falls. */
export async function requireResponderTo(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, mayRespondTo, viewer, personId))) throw new Forbidden();
}
