import { Forbidden } from '../platform/errors.ts';
import type { Role } from './schema.ts';
import { careAmong, type PatientsOf, patientsInCareAmong } from '../people/store/assignments.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Whether somebody uses a temporary password and must choose one; their wearables may be exempt. */
export type PasswordChange = 'none' | 'devices exempt' | 'required';

/** Who asks: the account behind a session, a socket or an MQTT connection. */
export interface Viewer {
  readonly userId: string;
  readonly role: Role;
}

/** Whether the viewer may see a person; `inCare`: the viewer is in that person's care team (people/store/assignments.ts). */
export type Rule = (viewer: Viewer, personId: string, inCare: boolean) => boolean;

/** CAREGIVERS_SEE: the names of all patients, or of those of their own care teams alone. */
export type CaregiversSee = 'all' | 'team';

export const isSelf = (viewer: Viewer, personId: string): boolean => viewer.userId === personId;

/** Care is given by caregivers alone, and only to patients whose care team they are in. */
export const caresFor: Rule = ({ role }, _patientId, inCare) => role === 'CAREGIVER' && inCare;

/** docs/contract.md, "Roles and who may see whom": live readings and device topics, for oneself and the care team. */
export const mayWatch: Rule = (viewer, personId, inCare) =>
  isSelf(viewer, personId) || caresFor(viewer, personId, inCare);

/** Stored health data: as mayWatch, and admins. */
export const maySeeHealthOf: Rule = (viewer, personId, inCare) =>
  mayWatch(viewer, personId, inCare) || viewer.role === 'ADMIN';

/** docs/response.md, "Endpoints": who goes to somebody who fell, and says what came of it. */
export const mayRespondTo: Rule = (viewer, personId, inCare) =>
  caresFor(viewer, personId, inCare) || viewer.role === 'ADMIN';

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

/** Of whom lists show that they are there (docs/contract.md, "Roles and who may see whom"). */
export const patientsShownTo = (see: CaregiversSee, { role, userId }: Viewer): PatientsOf =>
  role === 'ADMIN' || (role === 'CAREGIVER' && see === 'all') ? 'everybody' : { caregiverId: userId };

/** docs/contract.md, "Messages"; `inCare`: one of the two is in the other's care team. */
export function mayWriteTo(see: CaregiversSee, sender: Viewer, recipient: Viewer, inCare: boolean): boolean {
  if (see === 'all' || sender.role === 'ADMIN' || recipient.role === 'ADMIN') return true;
  return inCare || (sender.role === 'CAREGIVER' && recipient.role === 'CAREGIVER');
}

/** Those of some people whom the sender may write to. */
export async function writableAmong(
  q: Queryable,
  see: CaregiversSee,
  sender: Viewer,
  people: readonly Viewer[],
): Promise<ReadonlySet<string>> {
  const undecided = people.filter(
    (person) => person.role !== sender.role && !mayWriteTo(see, sender, person, false),
  );
  const isCaregiver = sender.role === 'CAREGIVER';
  const pairs = undecided.map(({ userId }) =>
    isCaregiver
      ? { caregiverId: sender.userId, patientId: userId }
      : { caregiverId: userId, patientId: sender.userId },
  );
  const care = pairs.length > 0 ? await careAmong(q, pairs) : new Map<string, ReadonlySet<string>>();
  const inCare = ({ userId }: Viewer): boolean =>
    (isCaregiver ? care.get(sender.userId)?.has(userId) : care.get(userId)?.has(sender.userId)) ?? false;
  const writable = people.filter((person) => mayWriteTo(see, sender, person, inCare(person)));
  return new Set(writable.map(({ userId }) => userId));
}

/** docs/contract.md, "Second factor": throws for whoever must set a second factor up before anything else. */
export function requireSecondFactor({ lacksSecondFactor }: { readonly lacksSecondFactor: boolean }): void {
  if (!lacksSecondFactor) return;
  const message = 'Set up a second factor first: POST /profile/totp';
  throw new Forbidden(message, { code: 'TOTP_SETUP_REQUIRED', details: { totp: 'must be set up first' } });
}

/**
 * docs/contract.md, "Changing an e-mail address": whoever could change it could take the account over. Of caregivers those alone
 * who look after the patient get so far.
 */
export const mayChangeEmailOf = (
  viewer: Viewer,
  account: { readonly id: string; readonly hasOwnPassword: boolean },
): boolean =>
  isSelf(viewer, account.id) ||
  viewer.role === 'ADMIN' ||
  (viewer.role === 'CAREGIVER' && !account.hasOwnPassword);

/**
 * docs/contract.md, "Temporary passwords": throws for whoever must choose a password first. `open`: what may be done all the same,
 * by everybody or by wearables.
 */
export function requireOwnPassword(
  { passwordChange }: { readonly passwordChange: PasswordChange },
  open?: 'everybody' | 'devices',
): void {
  if (passwordChange === 'none' || open === 'everybody') return;
  if (passwordChange === 'devices exempt' && open === 'devices') return;
  throw new Forbidden('Choose a password of your own first', { code: 'PASSWORD_CHANGE_REQUIRED' });
}

/** Those of some people whom the rule allows; the database is asked only where the care team decides. */
export async function allowedAmong(
  q: Queryable,
  rule: Rule,
  viewer: Viewer,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const undecided = personIds.filter((id) => rule(viewer, id, true) && !rule(viewer, id, false));
  const inCare =
    undecided.length > 0 ? await patientsInCareAmong(q, viewer.userId, undecided) : new Set<string>();
  return new Set(personIds.filter((id) => rule(viewer, id, inCare.has(id))));
}

export const isAllowed = async (
  q: Queryable,
  rule: Rule,
  viewer: Viewer,
  personId: string,
): Promise<boolean> => (await allowedAmong(q, rule, viewer, [personId])).has(personId);

/** Throws unless the viewer may see the person's health data. */
export async function requireCareOf(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, maySeeHealthOf, viewer, personId))) throw withoutCare(viewer);
}

/** Throws unless the viewer may answer for the person's falls. */
export async function requireResponderTo(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, mayRespondTo, viewer, personId))) throw withoutCare(viewer);
}

const withoutCare = ({ role }: Viewer): Forbidden =>
  role === 'CAREGIVER'
    ? new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' })
    : new Forbidden();
