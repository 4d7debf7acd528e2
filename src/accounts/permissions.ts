import type { Role, ServiceAccount } from '../platform/http/principal.ts';

/** The account behind a session, a socket or an MQTT connection. */
export interface Viewer {
  readonly userId: string;
  readonly role: Role;
  /** The station at which the user acts: only for patients of its ward. */
  readonly station?: { readonly wardId: string | null } | undefined;
  /** A service account; without wards it serves all patients. */
  readonly service?: ServiceAccount | undefined;
}

/**
 * Whether the viewer may see a person; `inCare`: the viewer is in that person's care team (people/care-team.ts), or a
 * service account that serves them.
 */
export type PermissionRule = (viewer: Viewer, personId: string, inCare: boolean) => boolean;

/** CAREGIVERS_SEE: caregivers see the names of all patients, or only of patients of their own care teams. */
export type CaregiversSee = 'all' | 'team';

export const isSelf = (viewer: Viewer, personId: string): boolean => viewer.userId === personId;

/** Only caregivers give care, and only to patients whose care team they are in; service accounts see what they see. */
export const caresFor: PermissionRule = ({ role, service }, _patientId, inCare) =>
  (role === 'CAREGIVER' || service !== undefined) && inCare;

/** docs/contract.md, "Roles and access": live readings and device topics, for the person and their care team. */
export const mayWatch: PermissionRule = (viewer, personId, inCare) =>
  isSelf(viewer, personId) || caresFor(viewer, personId, inCare);

/** Stored health data: the same as mayWatch, plus admins. */
export const maySeeHealthOf: PermissionRule = (viewer, personId, inCare) =>
  mayWatch(viewer, personId, inCare) || viewer.role === 'ADMIN';

/** docs/response.md, "Endpoints": who may respond to a fall and record its outcome. */
export const mayRespondTo: PermissionRule = (viewer, personId, inCare) =>
  caresFor(viewer, personId, inCare) || viewer.role === 'ADMIN';

/** docs/sensors.md, "Events": the patient, the care team and admins may send what a sensor noticed about a patient. */
export const maySendSensorEventsOf: PermissionRule = maySeeHealthOf;

/** docs/response.md, "Endpoints": the holder of the claim, and admins. */
export const mayGiveUpClaimOf = (viewer: Viewer, holderId: string): boolean =>
  isSelf(viewer, holderId) || viewer.role === 'ADMIN';

/**
 * Caregivers; and admins, when a patient has no care team or none of the caregivers can be reached
 * (docs/response.md, "Escalation policy").
 */
export const mayBeAlerted = ({ role, service }: Viewer): boolean =>
  service === undefined && (role === 'CAREGIVER' || role === 'ADMIN');

/** Alerts go to the caregiver for whom they were raised. */
export const mayReceiveAlertsOf = (viewer: Viewer, caregiverId: string): boolean =>
  viewer.role === 'CAREGIVER' && viewer.service === undefined && isSelf(viewer, caregiverId);

/** A caregiver's own record, alerts and patients (docs/contract.md, "Roles and access"). */
export const maySeeCaregiver = (viewer: Viewer, caregiverId: string): boolean =>
  isSelf(viewer, caregiverId) || viewer.role === 'ADMIN';

/** "I'm OK" and "I need help": the wearer of the device, whatever their role; without a device, patients. */
export const maySignalAsWearer = (
  viewer: Viewer,
  device: { readonly userId: string } | undefined,
): boolean => (device === undefined ? viewer.role === 'PATIENT' : isSelf(viewer, device.userId));

/** Notification channels are private to their owner; admins cannot use them either. */
export const mayUseChannelsOf = (viewer: Viewer, ownerId: string): boolean => isSelf(viewer, ownerId);

/** docs/contract.md, "Messages"; `inCare`: one of the two is in the other's care team. */
export function mayWriteTo(see: CaregiversSee, sender: Viewer, recipient: Viewer, inCare: boolean): boolean {
  if (see === 'all' || sender.role === 'ADMIN' || recipient.role === 'ADMIN') return true;
  return inCare || (sender.role === 'CAREGIVER' && recipient.role === 'CAREGIVER');
}

/**
 * docs/contract.md, "Changing an e-mail address": a user who can change the address can take over the account. Routes
 * let only caregivers of the patient's care team reach this check.
 */
export const mayChangeEmailOf = (
  viewer: Viewer,
  account: { readonly id: string; readonly hasOwnPassword: boolean },
): boolean =>
  isSelf(viewer, account.id) ||
  viewer.role === 'ADMIN' ||
  (viewer.role === 'CAREGIVER' && !account.hasOwnPassword);
