import type { Role } from '../platform/http/principal.ts';

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

/** docs/contract.md, "Roles and access": live readings and device topics, for oneself and the care team. */
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

/** Caregivers; and admins, where nobody looks after somebody or nobody can be reached (docs/response.md, "Escalation policy"). */
export const mayBeAlerted = ({ role }: Viewer): boolean => role === 'CAREGIVER' || role === 'ADMIN';

/** Alerts are for the caregiver for whom they were raised. */
export const mayHearAlertsOf = (viewer: Viewer, caregiverId: string): boolean =>
  viewer.role === 'CAREGIVER' && isSelf(viewer, caregiverId);

/** A caregiver's own record, alerts and patients (docs/contract.md, "Roles and access"). */
export const maySeeCaregiver = (viewer: Viewer, caregiverId: string): boolean =>
  isSelf(viewer, caregiverId) || viewer.role === 'ADMIN';

/** "I'm OK" and "I need help": whoever wears the device, whatever their role; without one, patients. */
export const maySignalAsWearer = (
  viewer: Viewer,
  device: { readonly userId: string } | undefined,
): boolean => (device === undefined ? viewer.role === 'PATIENT' : isSelf(viewer, device.userId));

/** Where somebody is reached is their own business, an admin's neither. */
export const mayUseChannelsOf = (viewer: Viewer, ownerId: string): boolean => isSelf(viewer, ownerId);

/** docs/contract.md, "Messages"; `inCare`: one of the two is in the other's care team. */
export function mayWriteTo(see: CaregiversSee, sender: Viewer, recipient: Viewer, inCare: boolean): boolean {
  if (see === 'all' || sender.role === 'ADMIN' || recipient.role === 'ADMIN') return true;
  return inCare || (sender.role === 'CAREGIVER' && recipient.role === 'CAREGIVER');
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
