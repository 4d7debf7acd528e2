import {
  type CaregiversSee,
  mayRespondTo,
  maySeeHealthOf,
  mayWriteTo,
  type PermissionRule,
  type Viewer,
} from '../accounts/permissions.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Forbidden } from '../platform/errors.ts';
import {
  careAmong,
  isLastingMember,
  type PatientsOf,
  patientsInCareAmong,
  patientsServedAmong,
} from './care-team.ts';
import { patientsOfWardsAmong } from './stations/store.ts';

/** The patients who appear in the viewer's lists (docs/contract.md, "Roles and access"). */
export const patientsShownTo = (see: CaregiversSee, viewer: Viewer): PatientsOf =>
  viewer.role === 'CAREGIVER' && viewer.service === undefined && see === 'all'
    ? 'everybody'
    : patientsInCareOf(viewer);

/** The patients of the viewer's care teams, or wards; all for admins and for service accounts without wards. */
function patientsInCareOf({ role, userId, service }: Viewer): PatientsOf {
  if (role === 'ADMIN') return 'everybody';
  return service === undefined ? { caregiverId: userId } : { serviceAccountId: userId };
}

/** The given users to whom the sender may write. */
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

/** The given people whom the rule allows; queries the database only where the care team decides. */
export async function allowedAmong(
  q: Queryable,
  rule: PermissionRule,
  viewer: Viewer,
  among: readonly string[],
): Promise<ReadonlySet<string>> {
  const wardId = viewer.station?.wardId;
  const personIds = wardId ? [...(await patientsOfWardsAmong(q, [wardId], among))] : among;
  const undecided = personIds.filter((id) => rule(viewer, id, true) && !rule(viewer, id, false));
  const inCare = undecided.length > 0 ? await inCareAmong(q, viewer, undecided) : new Set<string>();
  return new Set(personIds.filter((id) => rule(viewer, id, inCare.has(id))));
}

const inCareAmong = (q: Queryable, { userId, service }: Viewer, ids: readonly string[]) =>
  service === undefined ? patientsInCareAmong(q, userId, ids) : patientsServedAmong(q, service, ids);

export const isAllowed = async (
  q: Queryable,
  rule: PermissionRule,
  viewer: Viewer,
  personId: string,
): Promise<boolean> => (await allowedAmong(q, rule, viewer, [personId])).has(personId);

/** Throws unless the viewer may see the person's health data. */
export async function requireCareOf(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, maySeeHealthOf, viewer, personId))) throw withoutCare(viewer);
}

/** Throws unless the viewer may change the person's record. */
export async function requireLastingCareOf(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  await requireCareOf(q, viewer, personId);
  const isCaregiver = viewer.role === 'CAREGIVER' && viewer.service === undefined;
  if (isCaregiver && !(await isLastingMember(q, { caregiverId: viewer.userId, patientId: personId })))
    throw withoutCare(viewer);
}

/** Throws unless the viewer may respond to the person's falls. */
export async function requireResponderTo(q: Queryable, viewer: Viewer, personId: string): Promise<void> {
  if (!(await isAllowed(q, mayRespondTo, viewer, personId))) throw withoutCare(viewer);
}

const withoutCare = ({ role }: Viewer): Forbidden =>
  role === 'CAREGIVER'
    ? new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' })
    : new Forbidden();
