import { randomUUID } from 'node:crypto';
import { randomMac, resting } from '../helpers/readings.ts';
import { WORLD_PASSWORD, type World } from './world.ts';

/**
 * Every operation, its call, and the status for each caller, by docs/contract.md, "Roles and access", and
 * docs/response.md, "Endpoints". Written by hand, independent of the service's own route table.
 *
 *   who          owner    the patient of the path (of messages: the sender)
 *                stranger another patient
 *                assigned the caregiver assigned to the owner (of caregiver paths: that caregiver; of messages: the recipient)
 *                other    a caregiver who is not assigned
 *                admin
 *              and, in `ward`:
 *                lead     a lead of the owner's ward
 *                member   of the owner's ward
 *                former   a former member
 *                expired  a member whose time is over
 * The token of the owner's device opens rows with `device` only.
 * Without a token, with an expired one, deactivated or deleted: 401, except on `open` rows.
 */
type Answers = readonly [number, number, number, number, number];
type WardAnswers = readonly [number, number, number, number];

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in the OpenAPI document. */
  readonly path: string;
  readonly call: (world: World) => { readonly path: string; readonly body?: unknown };
  /** owner, stranger, assigned, other, admin. */
  readonly answers: Answers;
  /** The statuses with CAREGIVERS_SEE=team, where they differ. */
  readonly inTeams?: Answers;
  /**
   * Lead, member, former, expired. By default members are answered as assigned caregivers, and those who have left as
   * caregivers who are not assigned.
   */
  readonly ward?: WardAnswers;
  /** A ward is the same in every world: the next call takes place a minute later. */
  readonly onceAMinute?: true;
  /** The status with the token of the owner's device; missing: 403 NOT_FOR_DEVICE_TOKENS. */
  readonly device?: number;
  /** Needs no token; every caller gets this status. */
  readonly open?: number;
  /**
   * Permitted callers get 403 REAUTHENTICATE long after their login; a function gives the body for that case.
   */
  readonly recent?: true | ((world: World) => object);
}

export const WHO = ['owner', 'stranger', 'assigned', 'unassigned', 'admin'] as const;
const STAFF = ['lead', 'member', 'former', 'expired'] as const;

type Who = (typeof WHO)[number] | (typeof STAFF)[number];

/**
 * Who is asked, and the expected status. Members of the ward are asked where the care team or the ward decides, and
 * leads also where caregivers are refused.
 */
export function expectedOf({ answers, ward, inTeams }: Operation, mode: 'all' | 'team'): [Who, number][] {
  const statuses = mode === 'team' ? (inTeams ?? answers) : answers;
  const [, , assigned, unassigned] = statuses;
  const staff = ward ?? [assigned, assigned, unassigned, unassigned];
  const isAsked = (who: Who, index: number): boolean =>
    (STAFF as readonly Who[]).includes(who)
      ? ward !== undefined || assigned !== unassigned || (who === 'lead' && assigned === 403)
      : // The mode applies to caregivers; for others it matters only where the table says so.
        mode === 'all' || inTeams !== undefined || index === 2 || index === 3;
  return [...WHO, ...STAFF]
    .map((who, index): [Who, number] => [who, [...statuses, ...staff][index] ?? 0])
    .filter(([who], index) => isAsked(who, index));
}

const at = (path: string, body?: unknown) => () => ({ path, body });
const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'New', lastName: 'Comer' });
const newEmail = () => ({ email: `${randomUUID()}@example.net` });
const everybody = (status: number) => [status, status, status, status, status] as const;
const admins = [403, 403, 403, 403, 200] as const;
const owners = [200, 403, 403, 403, 403] as const;
/** The path names the assigned caregiver, or what is theirs alone. */
const refused = [403, 403, 403, 403] as const;
const leads = [200, 403, 403, 403] as const;
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };

export const CONTRACT: readonly Operation[] = [
  // Authentication
  {
    method: 'POST',
    path: '/auth/signup',
    call: () => ({ path: '/auth/signup', body: { ...newcomer(), password: 'Secret!123' } }),
    answers: everybody(201),
    open: 201,
  },
  {
    method: 'POST',
    path: '/auth/login',
    call: (w) => ({ path: '/auth/login', body: { email: w.owner.email, password: WORLD_PASSWORD } }),
    answers: everybody(200),
    open: 200,
  },
  {
    method: 'POST',
    path: '/auth/forgot',
    call: (w) => ({ path: '/auth/forgot', body: { email: w.owner.email } }),
    // No mail server is configured.
    answers: everybody(409),
    open: 409,
  },
  {
    method: 'POST',
    path: '/auth/reset',
    call: at('/auth/reset', { token: 'x', newPassword: 'Brand*New1' }),
    answers: everybody(409),
    open: 409,
  },
  { method: 'POST', path: '/auth/renew', call: at('/auth/renew'), answers: everybody(200) },
  {
    method: 'POST',
    path: '/auth/reauthenticate',
    call: at('/auth/reauthenticate', { password: WORLD_PASSWORD }),
    answers: everybody(200),
  },
  { method: 'POST', path: '/auth/logout', call: at('/auth/logout'), answers: everybody(200) },

  // Devices
  {
    method: 'POST',
    path: '/device/sensor-stream',
    call: () => ({ path: '/device/sensor-stream', body: resting(randomMac()) }),
    answers: everybody(200),
    // It names another device.
    device: 403,
  },
  {
    method: 'GET',
    path: '/device/{id}',
    call: (w) => ({ path: `/device/${w.deviceId}` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/device/{id}/status',
    call: (w) => ({ path: `/device/${w.mac}/status` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/device/{id}/logs',
    call: (w) => ({ path: `/device/${w.deviceId}/logs` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/device/{id}/readings',
    call: (w) => ({ path: `/device/${w.deviceId}/readings` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/device/{id}/low-scores',
    call: (w) => ({ path: `/device/${w.deviceId}/low-scores?hours=2026-01-31T03:00:00Z` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'DELETE',
    path: '/device/{id}',
    call: (w) => ({ path: `/device/${w.deviceId}` }),
    answers: [204, 403, 403, 403, 403],
  },

  // Device tokens
  {
    method: 'POST',
    path: '/device/{id}/token',
    call: (w) => ({ path: `/device/${w.deviceId}/token` }),
    answers: [200, 403, 200, 403, 200],
  },

  // docs/contract.md, "Shake test"
  {
    method: 'POST',
    path: '/device/{id}/shake-test',
    call: (w) => ({ path: `/device/${w.deviceId}/shake-test` }),
    answers: [201, 403, 201, 403, 201],
  },
  {
    method: 'GET',
    path: '/device/{id}/shake-test',
    call: (w) => ({ path: `/device/${w.deviceId}/shake-test` }),
    answers: [404, 403, 404, 403, 404],
  },

  // docs/contract.md, "Provisioning"
  {
    method: 'POST',
    path: '/patients/{id}/devices',
    call: (w) => ({ path: `/patients/${w.owner.id}/devices`, body: { macAddress: randomMac() } }),
    answers: [201, 403, 201, 403, 201],
  },
  {
    method: 'POST',
    path: '/device/{id}/move',
    // The stranger has no caregiver.
    call: (w) => ({ path: `/device/${w.deviceId}/move`, body: { patientId: w.stranger.id } }),
    answers: [403, 403, 403, 403, 200],
  },

  // Firmware
  {
    method: 'GET',
    path: '/device/{id}/updates',
    call: (w) => ({ path: `/device/${w.deviceId}/updates` }),
    answers: [200, 403, 200, 403, 200],
    device: 200,
  },
  {
    method: 'POST',
    path: '/device/{id}/updates/state',
    call: (w) => ({
      path: `/device/${w.deviceId}/updates/state`,
      body: { version: '1.5.0', state: 'loading' },
    }),
    // It is not offered.
    answers: [409, 403, 403, 403, 403],
    device: 409,
  },
  {
    method: 'POST',
    path: '/firmware',
    // Any 64 bytes.
    call: at(`/firmware?version=1.5.0&signature=${'A'.repeat(86)}==`, {}),
    answers: [403, 403, 403, 403, 400],
    recent: true,
  },
  { method: 'GET', path: '/firmware', call: at('/firmware'), answers: admins },
  { method: 'GET', path: '/firmware/versions', call: at('/firmware/versions'), answers: admins },
  {
    method: 'POST',
    path: '/firmware/{id}/rollout',
    call: (w) => ({ path: `/firmware/${w.firmwareId}/rollout`, body: { share: 0, wardId: w.wardId } }),
    answers: admins,
    recent: true,
  },
  {
    method: 'GET',
    path: '/firmware/{id}/devices',
    call: (w) => ({ path: `/firmware/${w.firmwareId}/devices` }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/firmware/{id}/image',
    call: (w) => ({ path: `/firmware/${w.firmwareId}/image` }),
    // The wearable is offered it no longer, if it ever was.
    answers: admins,
    device: 403,
  },
  {
    method: 'DELETE',
    path: '/firmware/{id}',
    call: (w) => ({ path: `/firmware/${w.firmwareId}` }),
    answers: [403, 403, 403, 403, 204],
  },

  // Response: the wearer's answers
  {
    method: 'POST',
    path: '/device/{id}/answer',
    call: (w) => ({ path: `/device/${w.deviceId}/answer`, body: { answer: 'help' } }),
    // Raises the caller's unresolved fall, or records one if there is none.
    answers: [200, 403, 403, 403, 403],
    device: 200,
  },
  {
    method: 'GET',
    path: '/device/{id}/fall',
    call: (w) => ({ path: `/device/${w.deviceId}/fall` }),
    answers: [200, 403, 200, 403, 200],
    device: 200,
  },
  {
    method: 'POST',
    path: '/device/{id}/pause',
    call: (w) => ({ path: `/device/${w.mac}/pause`, body: { reason: 'screen_off' } }),
    answers: [200, 403, 403, 403, 403],
    device: 200,
  },
  {
    method: 'POST',
    path: '/device/{id}/backlog',
    call: (w) => ({
      path: `/device/${w.deviceId}/backlog`,
      body: { readings: [{ ...resting(w.mac), recorded_at: new Date(Date.now() - 60_000).toISOString() }] },
    }),
    answers: [200, 403, 403, 403, 403],
    device: 200,
  },
  { method: 'POST', path: '/help', call: at('/help'), answers: [200, 201, 403, 403, 403] },

  // Fall events
  { method: 'POST', path: '/falls', call: at('/falls', { confidence: 0.6 }), answers: everybody(201) },
  { method: 'GET', path: '/falls', call: at('/falls'), answers: everybody(200) },
  { method: 'GET', path: '/falls/recent', call: at('/falls/recent'), answers: [403, 403, 200, 200, 200] },
  {
    method: 'GET',
    path: '/falls/{id}',
    call: (w) => ({ path: `/falls/${w.fallId}` }),
    answers: [200, 403, 200, 403, 200],
  },

  // The console: its first page
  { method: 'GET', path: '/board', call: at('/board'), answers: [403, 403, 200, 200, 200] },
  // docs/response.md, "Morning questions"
  {
    method: 'GET',
    path: '/morning-questions',
    call: at('/morning-questions'),
    answers: [403, 403, 200, 200, 200],
  },
  {
    method: 'POST',
    path: '/morning-questions/{id}/answer',
    call: (w) => ({ path: `/morning-questions/${w.questionId}/answer`, body: { answer: 'well' } }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/patients/{id}/overview',
    call: (w) => ({ path: `/patients/${w.owner.id}/overview` }),
    answers: [403, 403, 200, 403, 200],
  },

  // docs/response.md, "Endpoints"
  {
    method: 'POST',
    path: '/falls/{id}/claim',
    call: (w) => ({ path: `/falls/${w.fallId}/claim`, body: { etaMinutes: 5 } }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'POST',
    path: '/falls/{id}/assist',
    call: (w) => ({ path: `/falls/${w.fallId}/assist`, body: {} }),
    answers: [403, 403, 409, 200, 409],
  },
  {
    method: 'POST',
    path: '/falls/{id}/release',
    call: (w) => ({ path: `/falls/${w.claimedFallId}/release` }),
    answers: [403, 403, 200, 403, 200],
    ward: refused,
  },
  {
    method: 'POST',
    path: '/falls/{id}/hand-off',
    call: (w) => ({ path: `/falls/${w.claimedFallId}/hand-off`, body: { caregiverId: w.colleague.id } }),
    answers: [403, 403, 200, 403, 200],
    ward: refused,
  },
  {
    method: 'POST',
    path: '/falls/{id}/hand-off/decline',
    call: (w) => ({ path: `/falls/${w.offeredFallId}/hand-off/decline` }),
    answers: [403, 403, 200, 403, 409],
    ward: [409, 409, 403, 403],
  },
  {
    method: 'POST',
    path: '/falls/{id}/resolve',
    call: (w) => ({ path: `/falls/${w.fallId}/resolve`, body: { outcome: 'HELPED' } }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'PUT',
    path: '/falls/{id}/outcome',
    call: (w) => ({ path: `/falls/${w.fallId}/outcome`, body: { outcome: 'HELPED' } }),
    answers: [403, 403, 409, 403, 409],
  },
  {
    method: 'POST',
    path: '/falls/{id}/ok',
    call: (w) => ({ path: `/falls/${w.fallId}/ok` }),
    answers: [200, 403, 403, 403, 403],
  },
  {
    method: 'GET',
    path: '/falls/{id}/timeline',
    call: (w) => ({ path: `/falls/${w.fallId}/timeline` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/falls/{id}/deliveries',
    call: (w) => ({ path: `/falls/${w.fallId}/deliveries` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'POST',
    path: '/receipts',
    call: at('/receipts', { receipt: 'unknown', state: 'received' }),
    answers: everybody(204),
    open: 204,
  },

  // docs/home.md, "Reports"
  {
    method: 'GET',
    path: '/reports/falls',
    call: (w) => ({
      path: `/reports/falls?from=2026-01-01&to=2026-12-31&groupBy=week&patientId=${w.owner.id}`,
    }),
    answers: [403, 403, 200, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/response',
    call: (w) => ({ path: `/reports/response?from=2026-01-01&to=2026-12-31&patientId=${w.owner.id}` }),
    answers: [403, 403, 200, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/inspection',
    call: (w) => ({ path: `/reports/inspection?from=2026-01-01&to=2026-12-31&patientId=${w.owner.id}` }),
    answers: [403, 403, 200, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/workbook',
    call: (w) => ({ path: `/reports/workbook?from=2026-01-01&to=2026-12-31&patientId=${w.owner.id}` }),
    answers: [403, 403, 200, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/coverage',
    call: (w) => ({ path: `/reports/coverage?from=2026-01-01&to=2026-12-31&patientId=${w.owner.id}` }),
    answers: [403, 403, 200, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/sensitivity',
    call: (w) => ({ path: `/reports/sensitivity?patientId=${w.owner.id}` }),
    answers: [403, 403, 200, 403, 200],
  },

  // docs/home.md, "The ledger"
  {
    method: 'GET',
    path: '/reports/detector',
    call: at('/reports/detector'),
    answers: [403, 403, 403, 403, 200],
  },

  {
    method: 'GET',
    path: '/reports/charging',
    call: at('/reports/charging'),
    answers: [403, 403, 403, 403, 200],
  },
  {
    method: 'GET',
    path: '/reports/false-alarms',
    call: at('/reports/false-alarms?from=2026-01-01&to=2026-12-31'),
    answers: [403, 403, 403, 403, 200],
  },

  // docs/home.md, "Incident reports"
  {
    method: 'GET',
    path: '/falls/{id}/report',
    call: (w) => ({ path: `/falls/${w.fallId}/report` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'PUT',
    path: '/falls/{id}/report',
    call: (w) => ({ path: `/falls/${w.fallId}/report`, body: { measures: 'Non-slip mat' } }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'POST',
    path: '/falls/{id}/report/sign',
    call: (w) => ({
      path: `/falls/${w.fallId}/report/sign`,
      body: { measures: 'Non-slip mat', revision: null },
    }),
    answers: [403, 403, 200, 403, 200],
  },

  // Patients
  { method: 'GET', path: '/patients', call: at('/patients'), answers: [403, 403, 200, 200, 200] },
  {
    method: 'POST',
    path: '/patients',
    call: () => ({ path: '/patients', body: { ...newcomer(), wardId: null } }),
    answers: [403, 403, 201, 201, 403],
  },
  {
    method: 'GET',
    path: '/patients/{id}',
    call: (w) => ({ path: `/patients/${w.owner.id}` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'PUT',
    path: '/patients/{id}',
    call: (w) => ({ path: `/patients/${w.owner.id}`, body: { phone: '12', wardId: w.wardId } }),
    answers: [403, 403, 200, 403, 200],
    recent: newEmail,
  },
  {
    method: 'DELETE',
    path: '/patients/{id}',
    call: (w) => ({ path: `/patients/${w.owner.id}` }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/patients/{id}/falls',
    call: (w) => ({ path: `/patients/${w.owner.id}/falls` }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'POST',
    path: '/patients/{id}/falls',
    call: (w) => ({
      path: `/patients/${w.owner.id}/falls`,
      body: { confidence: 0.6, happenedAt: new Date(Date.now() - 60_000).toISOString() },
    }),
    answers: [403, 403, 201, 403, 201],
  },
  {
    method: 'GET',
    path: '/patients/{id}/health',
    call: (w) => ({ path: `/patients/${w.owner.id}/health` }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'GET',
    path: '/patients/{id}/devices',
    call: (w) => ({ path: `/patients/${w.owner.id}/devices` }),
    answers: [403, 403, 200, 403, 200],
  },
  { method: 'GET', path: '/patients/me', call: at('/patients/me'), answers: [200, 200, 403, 403, 403] },

  // Caregivers
  { method: 'GET', path: '/caregivers', call: at('/caregivers'), answers: admins },
  {
    method: 'POST',
    path: '/caregivers',
    call: () => ({ path: '/caregivers', body: newcomer() }),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'GET',
    path: '/caregivers/{id}',
    call: (w) => ({ path: `/caregivers/${w.assigned.id}` }),
    answers: [403, 403, 200, 403, 200],
    ward: refused,
  },
  {
    method: 'PUT',
    path: '/caregivers/{id}',
    call: (w) => ({ path: `/caregivers/${w.assigned.id}`, body: { specialization: 'Falls' } }),
    answers: [403, 403, 200, 403, 200],
    ward: refused,
    recent: newEmail,
  },
  {
    method: 'DELETE',
    path: '/caregivers/{id}',
    call: (w) => ({ path: `/caregivers/${w.assigned.id}` }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/caregivers/{id}/patients',
    call: (w) => ({ path: `/caregivers/${w.assigned.id}/patients` }),
    answers: [403, 403, 200, 403, 200],
    ward: refused,
  },
  {
    method: 'POST',
    path: '/caregivers/{id}/patients',
    call: (w) => ({
      path: `/caregivers/${w.assigned.id}/patients`,
      body: { patientId: w.stranger.id, relationship: 'son' },
    }),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'DELETE',
    path: '/caregivers/{id}/patients/{patientId}',
    call: (w) => ({ path: `/caregivers/${w.assigned.id}/patients/${w.owner.id}` }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/caregivers/alerts',
    call: at('/caregivers/alerts'),
    answers: [403, 403, 200, 200, 403],
  },
  {
    method: 'POST',
    path: '/caregivers/alerts/{id}/acknowledge',
    call: (w) => ({ path: `/caregivers/alerts/${w.alertId}/acknowledge` }),
    answers: [403, 403, 200, 403, 403],
    ward: refused,
  },
  { method: 'GET', path: '/caregivers/me', call: at('/caregivers/me'), answers: [403, 403, 200, 200, 403] },

  // Admin
  { method: 'GET', path: '/admin/users', call: at('/admin/users'), answers: admins },
  {
    method: 'GET',
    path: '/admin/users/{id}',
    call: (w) => ({ path: `/admin/users/${w.owner.id}` }),
    answers: admins,
  },
  {
    method: 'PUT',
    path: '/admin/users/{id}',
    call: (w) => ({ path: `/admin/users/${w.owner.id}`, body: { status: 'inactive' } }),
    answers: admins,
    recent: newEmail,
  },
  {
    method: 'DELETE',
    path: '/admin/users/{id}',
    call: (w) => ({ path: `/admin/users/${w.owner.id}` }),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/users/{id}/password-reset',
    call: (w) => ({ path: `/admin/users/${w.owner.id}/password-reset` }),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/users/{id}/role',
    call: (w) => ({ path: `/admin/users/${w.owner.id}/role`, body: { role: 'CAREGIVER' } }),
    answers: admins,
  },
  { method: 'GET', path: '/admin/directory', call: at('/admin/directory'), answers: admins },
  { method: 'GET', path: '/admin/sign-on', call: at('/admin/sign-on'), answers: admins },
  // No provider is configured.
  {
    method: 'POST',
    path: '/admin/sign-on/trial',
    call: at('/admin/sign-on/trial', {}),
    answers: [403, 403, 403, 403, 409],
  },
  {
    method: 'GET',
    path: '/admin/users/{id}/directory',
    call: (w) => ({ path: `/admin/users/${w.assigned.id}/directory` }),
    answers: [403, 403, 403, 403, 404],
  },
  {
    method: 'POST',
    path: '/admin/users/{id}/directory',
    call: (w) => ({ path: `/admin/users/${w.assigned.id}/directory`, body: {} }),
    answers: admins,
    recent: true,
  },
  {
    method: 'DELETE',
    path: '/admin/users/{id}/directory',
    call: (w) => ({ path: `/admin/users/${w.assigned.id}/directory` }),
    answers: [403, 403, 403, 403, 404],
    recent: true,
  },
  {
    method: 'POST',
    path: '/admin/patients',
    call: () => ({ path: '/admin/patients', body: { firstName: 'New', lastName: 'Comer', wardId: null } }),
    answers: [403, 403, 403, 403, 201],
  },
  { method: 'GET', path: '/admin/organisation', call: at('/admin/organisation'), answers: admins },
  {
    method: 'PUT',
    path: '/admin/organisation',
    call: at('/admin/organisation', { responseGoalMinutes: 5 }),
    answers: admins,
  },
  { method: 'GET', path: '/admin/stats', call: at('/admin/stats'), answers: admins },
  { method: 'GET', path: '/admin/setup', call: at('/admin/setup'), answers: admins },
  // Leads need `wardId` (test/people/wards.test.ts).
  { method: 'GET', path: '/admin/logs', call: at('/admin/logs'), answers: admins },
  { method: 'GET', path: '/admin/devices', call: at('/admin/devices'), answers: admins },
  {
    method: 'POST',
    path: '/admin/devices/{id}/disable',
    call: (w) => ({ path: `/admin/devices/${w.deviceId}/disable` }),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/devices/{id}/enable',
    call: (w) => ({ path: `/admin/devices/${w.deviceId}/enable` }),
    answers: admins,
  },
  { method: 'GET', path: '/admin/falls', call: at('/admin/falls'), answers: admins },
  { method: 'GET', path: '/admin/path', call: at('/admin/path'), answers: admins },
  { method: 'GET', path: '/admin/operations', call: at('/admin/operations'), answers: admins },
  { method: 'GET', path: '/admin/test-alerts', call: at('/admin/test-alerts'), answers: admins },
  {
    method: 'POST',
    path: '/admin/test-alerts',
    call: at('/admin/test-alerts', {}),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'POST',
    path: '/admin/falls/{id}/investigate',
    call: (w) => ({ path: `/admin/falls/${w.fallId}/investigate`, body: { note: 'why?' } }),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/maintenance',
    call: at('/admin/maintenance', { task: 'purge_sessions', options: { dryRun: true } }),
    answers: admins,
  },

  // Profile
  { method: 'GET', path: '/profile/me', call: at('/profile/me'), answers: everybody(200) },
  { method: 'PUT', path: '/profile/me', call: at('/profile/me', { phone: '34' }), answers: everybody(200) },
  {
    method: 'PUT',
    path: '/profile/email',
    call: () => ({ path: '/profile/email', body: newEmail() }),
    answers: everybody(200),
    recent: true,
  },
  ...(['POST', 'PUT'] as const).map((method) => ({
    method,
    path: '/profile/password',
    call: at('/profile/password', {
      currentPassword: WORLD_PASSWORD,
      newPassword: 'Brand*New1',
      confirmPassword: 'Brand*New1',
    }),
    answers: everybody(200),
  })),
  {
    method: 'DELETE',
    path: '/profile/me',
    call: at('/profile/me', { confirmation: true }),
    answers: everybody(200),
    recent: true,
  },

  // docs/contract.md, "Export"
  { method: 'GET', path: '/profile/me/export', call: at('/profile/me/export'), answers: everybody(200) },
  {
    method: 'GET',
    path: '/patients/{id}/export',
    call: (w) => ({ path: `/patients/${w.owner.id}/export` }),
    answers: admins,
  },

  // docs/contract.md, "Audit log"; the caller's sessions
  {
    method: 'GET',
    path: '/profile/me/access-log',
    call: at('/profile/me/access-log'),
    answers: everybody(200),
  },
  { method: 'GET', path: '/profile/sessions', call: at('/profile/sessions'), answers: everybody(200) },
  {
    method: 'DELETE',
    path: '/profile/sessions/{id}',
    call: (w) => ({ path: `/profile/sessions/${w.sessionId}` }),
    answers: owners,
  },

  // docs/contract.md, "Second factor"
  { method: 'GET', path: '/profile/totp', call: at('/profile/totp'), answers: everybody(200) },
  { method: 'POST', path: '/profile/totp', call: at('/profile/totp'), answers: everybody(200), recent: true },
  {
    method: 'POST',
    path: '/profile/totp/confirm',
    call: at('/profile/totp/confirm', { code: '123456' }),
    // No enrolment has started.
    answers: everybody(409),
    recent: true,
  },
  {
    method: 'DELETE',
    path: '/profile/totp',
    call: at('/profile/totp', { password: WORLD_PASSWORD }),
    answers: everybody(404),
    recent: true,
  },

  // docs/home.md, "Passkeys"
  {
    method: 'POST',
    path: '/profile/passkeys/options',
    call: at('/profile/passkeys/options'),
    answers: everybody(200),
    recent: true,
  },
  {
    method: 'POST',
    path: '/profile/passkeys',
    call: at('/profile/passkeys', {
      name: 'Phone',
      response: {
        ...credential,
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    }),
    // It answers no challenge.
    answers: everybody(400),
    recent: true,
  },
  { method: 'GET', path: '/profile/tokens', call: at('/profile/tokens'), answers: everybody(200) },
  {
    method: 'POST',
    path: '/profile/tokens',
    call: at('/profile/tokens', { name: 'Script', scopes: ['read'], expiresInDays: 30 }),
    answers: everybody(201),
    recent: true,
  },
  {
    method: 'DELETE',
    path: '/profile/tokens/{id}',
    call: (w) => ({ path: `/profile/tokens/${w.accessTokenId}` }),
    answers: owners,
  },
  {
    method: 'GET',
    path: '/admin/service-accounts',
    call: at('/admin/service-accounts'),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/service-accounts',
    call: (w) => ({
      path: '/admin/service-accounts',
      body: { name: randomUUID(), scopes: ['read'], wardIds: [w.wardId] },
    }),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'POST',
    path: '/admin/service-accounts/{id}/token',
    call: (w) => ({ path: `/admin/service-accounts/${w.serviceAccountId}/token` }),
    answers: admins,
  },
  {
    method: 'DELETE',
    path: '/admin/service-accounts/{id}',
    call: (w) => ({ path: `/admin/service-accounts/${w.serviceAccountId}` }),
    answers: admins,
  },
  { method: 'GET', path: '/profile/passkeys', call: at('/profile/passkeys'), answers: everybody(200) },
  {
    method: 'DELETE',
    path: '/profile/passkeys/{id}',
    call: (w) => ({ path: `/profile/passkeys/${w.passkeyId}` }),
    answers: owners,
    recent: true,
  },
  // docs/single-sign-on.md; no provider is configured.
  { method: 'GET', path: '/auth/oidc', call: at('/auth/oidc'), answers: everybody(200), open: 200 },
  {
    method: 'GET',
    path: '/auth/oidc/login',
    call: at('/auth/oidc/login'),
    answers: everybody(302),
    open: 302,
  },
  {
    method: 'GET',
    path: '/auth/oidc/callback',
    call: at('/auth/oidc/callback?code=x&state=y'),
    answers: everybody(302),
    open: 302,
  },
  {
    method: 'POST',
    path: '/auth/oidc/link',
    call: at('/auth/oidc/link', { password: WORLD_PASSWORD }),
    answers: everybody(409),
    open: 409,
  },
  {
    method: 'POST',
    path: '/auth/oidc/backchannel-logout',
    call: at('/auth/oidc/backchannel-logout', { logout_token: 'x' }),
    answers: everybody(409),
    open: 409,
  },
  { method: 'GET', path: '/profile/identities', call: at('/profile/identities'), answers: everybody(200) },
  {
    method: 'DELETE',
    path: '/profile/identities/{id}',
    call: (w) => ({ path: `/profile/identities/${w.identityId}` }),
    answers: owners,
    recent: true,
  },
  {
    method: 'POST',
    path: '/auth/passkey/options',
    call: at('/auth/passkey/options', {}),
    answers: everybody(200),
    open: 200,
  },
  {
    method: 'POST',
    path: '/auth/passkey',
    call: at('/auth/passkey', {
      response: {
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
      },
    }),
    // Nobody has this passkey.
    answers: everybody(401),
    open: 401,
  },

  // Messages
  { method: 'GET', path: '/messages', call: at('/messages'), answers: everybody(200) },
  {
    method: 'POST',
    path: '/messages',
    call: (w) => ({ path: '/messages', body: { recipientId: w.peer.id, content: 'Hi' } }),
    answers: everybody(201),
    // To a patient that none of them is assigned to.
    inTeams: [403, 403, 403, 403, 201],
  },
  {
    method: 'GET',
    path: '/messages/{id}',
    call: (w) => ({ path: `/messages/${w.messageId}` }),
    answers: [200, 403, 200, 403, 403],
    ward: refused,
  },
  {
    method: 'POST',
    path: '/messages/{id}/read',
    call: (w) => ({ path: `/messages/${w.messageId}/read` }),
    answers: [403, 403, 200, 403, 403],
    ward: refused,
  },
  { method: 'GET', path: '/conversations', call: at('/conversations'), answers: everybody(200) },
  {
    method: 'POST',
    path: '/conversations/{id}/read',
    call: (w) => ({ path: `/conversations/${w.peer.id}/read` }),
    answers: everybody(200),
    inTeams: [403, 403, 403, 403, 200],
  },

  // Response: what the detector learns from outcomes
  {
    method: 'GET',
    path: '/patients/{id}/detector',
    call: (w) => ({ path: `/patients/${w.owner.id}/detector` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'DELETE',
    path: '/patients/{id}/detector',
    call: (w) => ({ path: `/patients/${w.owner.id}/detector` }),
    answers: [403, 403, 200, 403, 200],
  },

  // Response: channels, escalation policies, shifts
  { method: 'GET', path: '/profile/channels', call: at('/profile/channels'), answers: everybody(200) },
  {
    method: 'GET',
    path: '/profile/channel-kinds',
    call: at('/profile/channel-kinds'),
    answers: everybody(200),
  },
  {
    method: 'POST',
    path: '/profile/channels',
    call: at('/profile/channels', { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'ward' }),
    answers: everybody(201),
  },
  {
    method: 'DELETE',
    path: '/profile/channels/{id}',
    call: (w) => ({ path: `/profile/channels/${w.channelId}` }),
    answers: owners,
  },
  {
    method: 'POST',
    path: '/profile/channels/{id}/verify',
    call: (w) => ({ path: `/profile/channels/${w.addressId}/verify`, body: { code: '123456' } }),
    answers: owners,
  },
  {
    method: 'POST',
    path: '/profile/channels/{id}/test',
    call: (w) => ({ path: `/profile/channels/${w.channelId}/test` }),
    answers: owners,
  },
  {
    method: 'POST',
    path: '/profile/channels/{id}/test-result',
    call: (w) => ({
      path: `/profile/channels/${w.channelId}/test-result`,
      body: { rang: true, silent: true },
    }),
    answers: owners,
  },
  { method: 'GET', path: '/push/key', call: at('/push/key'), answers: everybody(200) },
  { method: 'GET', path: '/admin/webhooks', call: at('/admin/webhooks'), answers: admins },
  {
    method: 'POST',
    path: '/admin/webhooks',
    call: at('/admin/webhooks', { url: 'https://hooks.example.org/', events: ['fall.raised'] }),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'DELETE',
    path: '/admin/webhooks/{id}',
    call: (w) => ({ path: `/admin/webhooks/${w.webhookId}` }),
    answers: admins,
  },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/test',
    call: (w) => ({ path: `/admin/webhooks/${w.webhookId}/test` }),
    answers: admins,
  },
  { method: 'GET', path: '/admin/limits', call: at('/admin/limits'), answers: admins },
  { method: 'PUT', path: '/admin/limits', call: at('/admin/limits', { verify: true }), answers: admins },
  {
    method: 'GET',
    path: '/wards/{id}/limits',
    call: (w) => ({ path: `/wards/${w.wardId}/limits` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/wards/{id}/limits',
    call: (w) => ({ path: `/wards/${w.wardId}/limits`, body: { sensitivity: 'standard' } }),
    answers: admins,
    ward: leads,
  },
  { method: 'GET', path: '/admin/escalation', call: at('/admin/escalation'), answers: admins },
  {
    method: 'PUT',
    path: '/admin/escalation',
    call: at('/admin/escalation', { repeats: { everySeconds: 180, times: 5 } }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/patients/{id}/escalation',
    call: (w) => ({ path: `/patients/${w.owner.id}/escalation` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/patients/{id}/escalation',
    call: (w) => ({
      path: `/patients/${w.owner.id}/escalation`,
      body: { repeats: { everySeconds: 60, times: 3 } },
    }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'DELETE',
    path: '/patients/{id}/escalation',
    call: (w) => ({ path: `/patients/${w.owner.id}/escalation` }),
    answers: admins,
    ward: leads,
  },
  // docs/contract.md, "Silence and battery"
  {
    method: 'GET',
    path: '/patients/{id}/limits',
    call: (w) => ({ path: `/patients/${w.owner.id}/limits` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/patients/{id}/limits',
    call: (w) => ({ path: `/patients/${w.owner.id}/limits`, body: { batteryLowPercent: 20 } }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'DELETE',
    path: '/patients/{id}/limits',
    call: (w) => ({ path: `/patients/${w.owner.id}/limits` }),
    // There is none.
    answers: [403, 403, 403, 403, 404],
    ward: [404, 403, 403, 403],
  },
  // docs/home.md, "Check-in": there is none at first.
  {
    method: 'GET',
    path: '/patients/{id}/check-in',
    call: (w) => ({ path: `/patients/${w.owner.id}/check-in` }),
    answers: [403, 403, 404, 403, 404],
  },
  {
    method: 'PUT',
    path: '/patients/{id}/check-in',
    call: (w) => ({
      path: `/patients/${w.owner.id}/check-in`,
      body: { from: '07:00', until: '10:00', weekdays: [1, 7] },
    }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'DELETE',
    path: '/patients/{id}/check-in',
    call: (w) => ({ path: `/patients/${w.owner.id}/check-in` }),
    answers: [403, 403, 404, 403, 404],
  },
  // docs/home.md, "Absence": there is none at first.
  {
    method: 'GET',
    path: '/patients/{id}/absences',
    call: (w) => ({ path: `/patients/${w.owner.id}/absences` }),
    answers: [200, 403, 200, 403, 200],
  },
  {
    method: 'PUT',
    path: '/patients/{id}/absence',
    call: (w) => ({
      path: `/patients/${w.owner.id}/absence`,
      body: { until: new Date(Date.now() + 3_600_000).toISOString() },
    }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'DELETE',
    path: '/patients/{id}/absence',
    call: (w) => ({ path: `/patients/${w.owner.id}/absence` }),
    answers: [403, 403, 404, 403, 404],
  },
  {
    method: 'POST',
    path: '/patients/me/check-in',
    call: at('/patients/me/check-in'),
    answers: [404, 404, 403, 403, 403],
  },
  {
    method: 'POST',
    path: '/caregivers/me/shift',
    call: () => ({
      path: '/caregivers/me/shift',
      body: { until: new Date(Date.now() + 3_600_000).toISOString() },
    }),
    answers: [403, 403, 201, 201, 403],
  },
  {
    method: 'DELETE',
    path: '/caregivers/me/shift',
    call: at('/caregivers/me/shift'),
    answers: [403, 403, 200, 404, 403],
    ward: [404, 404, 404, 404],
  },
  {
    method: 'GET',
    path: '/caregivers/on-duty',
    call: at('/caregivers/on-duty'),
    answers: [403, 403, 200, 200, 200],
  },
  {
    method: 'GET',
    path: '/caregivers/reachability',
    call: (w) => ({ path: `/caregivers/reachability?wardId=${w.wardId}` }),
    answers: [403, 403, 403, 403, 200],
    ward: leads,
  },
  {
    method: 'POST',
    path: '/wards/{id}/ring',
    call: (w) => ({ path: `/wards/${w.wardId}/ring` }),
    answers: [403, 403, 403, 403, 200],
    ward: leads,
    onceAMinute: true,
  },
  {
    method: 'GET',
    path: '/wards/{id}/ring',
    call: (w) => ({ path: `/wards/${w.wardId}/ring` }),
    answers: [403, 403, 403, 403, 200],
    ward: leads,
  },
  {
    method: 'GET',
    path: '/caregivers/unreached',
    call: (w) => ({ path: `/caregivers/unreached?wardId=${w.wardId}` }),
    answers: [403, 403, 403, 403, 200],
    ward: leads,
  },
  {
    method: 'GET',
    path: '/escalation/reach',
    call: (w) => ({ path: `/escalation/reach?wardId=${w.wardId}` }),
    answers: [403, 403, 403, 403, 200],
    ward: leads,
  },

  // docs/home.md, "Wards"
  { method: 'GET', path: '/wards', call: at('/wards'), answers: [403, 403, 200, 200, 200] },
  {
    method: 'POST',
    path: '/wards',
    call: () => ({ path: '/wards', body: { name: randomUUID() } }),
    answers: [403, 403, 403, 403, 201],
  },
  {
    method: 'PUT',
    path: '/wards/{id}',
    call: (w) => ({ path: `/wards/${w.wardId}`, body: { name: randomUUID() } }),
    answers: admins,
  },
  {
    method: 'DELETE',
    path: '/wards/{id}',
    call: (w) => ({ path: `/wards/${w.emptyWardId}` }),
    answers: admins,
  },
  {
    method: 'GET',
    path: '/wards/{id}/caregivers',
    call: (w) => ({ path: `/wards/${w.wardId}/caregivers` }),
    answers: [403, 403, 403, 403, 200],
    ward: [200, 200, 403, 403],
  },
  {
    method: 'GET',
    path: '/wards/{id}/candidates',
    call: (w) => ({ path: `/wards/${w.wardId}/candidates` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/wards/{id}/caregivers/{caregiverId}',
    call: (w) => ({ path: `/wards/${w.wardId}/caregivers/${w.unassigned.id}`, body: { until: null } }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'DELETE',
    path: '/wards/{id}/caregivers/{caregiverId}',
    call: (w) => ({ path: `/wards/${w.wardId}/caregivers/${w.colleague.id}` }),
    answers: admins,
    ward: leads,
  },

  // docs/home.md, "Floor plan"
  {
    method: 'GET',
    path: '/wards/{id}/plan',
    call: (w) => ({ path: `/wards/${w.wardId}/plan` }),
    answers: admins,
    ward: [200, 200, 403, 403],
  },
  // Nobody has uploaded one.
  {
    method: 'GET',
    path: '/wards/{id}/plan/picture',
    call: (w) => ({ path: `/wards/${w.wardId}/plan/picture` }),
    answers: [403, 403, 403, 403, 404],
    ward: [404, 404, 403, 403],
  },
  // One change of a revision succeeds, so callers who may change it name one that is not there.
  {
    method: 'PUT',
    path: '/wards/{id}/plan',
    call: (w) => ({ path: `/wards/${w.wardId}/plan`, body: { revision: 7, rooms: [] } }),
    answers: [403, 403, 403, 403, 409],
    ward: [409, 403, 403, 403],
  },
  { method: 'GET', path: '/stations/me/plan', call: at('/stations/me/plan'), answers: everybody(403) },
  {
    method: 'GET',
    path: '/stations/me/plan/picture',
    call: at('/stations/me/plan/picture'),
    answers: everybody(403),
  },

  // docs/home.md, "Rosters"
  {
    method: 'GET',
    path: '/wards/{id}/roster',
    call: (w) => ({ path: `/wards/${w.wardId}/roster` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/wards/{id}/roster',
    call: (w) => ({ path: `/wards/${w.wardId}/roster`, body: { shifts: [] } }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'POST',
    path: '/wards/{id}/roster/exceptions',
    call: (w) => ({
      path: `/wards/${w.wardId}/roster/exceptions`,
      body: {
        shiftId: w.shiftId,
        date: '2030-01-07',
        caregiverId: w.colleague.id,
        replacedBy: w.lead.id,
      },
    }),
    answers: [403, 403, 403, 403, 201],
    ward: [201, 403, 403, 403],
  },
  {
    method: 'DELETE',
    path: '/wards/{id}/roster/exceptions/{exceptionId}',
    call: (w) => ({ path: `/wards/${w.wardId}/roster/exceptions/${w.exceptionId}` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'POST',
    path: '/wards/{id}/roster/moves',
    // On that day, the colleague is absent.
    call: (w) => ({
      path: `/wards/${w.wardId}/roster/moves`,
      body: {
        shiftId: w.shiftId,
        date: '2030-01-07',
        caregiverId: w.colleague.id,
        toDate: '2030-01-08',
        toCaregiverId: w.colleague.id,
      },
    }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'POST',
    path: '/wards/{id}/roster/copy-week',
    call: (w) => ({ path: `/wards/${w.wardId}/roster/copy-week`, body: { from: '2030-01-07' } }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'GET',
    path: '/wards/{id}/roster/swaps',
    call: (w) => ({ path: `/wards/${w.wardId}/roster/swaps` }),
    answers: admins,
    ward: [200, 200, 403, 403],
  },
  {
    method: 'POST',
    path: '/wards/{id}/roster/swaps',
    // For the member's own slot.
    call: (w) => ({
      path: `/wards/${w.wardId}/roster/swaps`,
      body: { shiftId: w.shiftId, date: '2030-01-07', caregiverId: w.member.id, replacedBy: w.lead.id },
    }),
    answers: [403, 403, 403, 403, 403],
    ward: [403, 201, 403, 403],
  },
  ...(['accept', 'decline'] as const).map((word) => ({
    method: 'POST' as const,
    path: `/wards/{id}/roster/swaps/{swapId}/${word}`,
    // The lead is asked.
    call: (w: World) => ({ path: `/wards/${w.wardId}/roster/swaps/${w.swapId}/${word}` }),
    answers: [403, 403, 403, 403, 403] as const,
    ward: [200, 403, 403, 403] as const,
  })),
  {
    method: 'GET',
    path: '/wards/{id}/calendar',
    call: (w) => ({ path: `/wards/${w.wardId}/calendar?from=2030-01-07&to=2030-01-08` }),
    answers: admins,
    ward: [200, 200, 403, 403],
  },
  ...(['GET', 'POST'] as const).flatMap((method) => [
    {
      method,
      path: '/wards/{id}/calendar/feed',
      call: (w: World) => ({ path: `/wards/${w.wardId}/calendar/feed` }),
      answers: admins,
      ward: [200, 200, 403, 403] as const,
    },
    {
      method,
      path: '/caregivers/me/calendar/feed',
      call: at('/caregivers/me/calendar/feed'),
      answers: [403, 403, 200, 200, 403] as const,
    },
  ]),
  {
    method: 'GET',
    path: '/calendars/{token}',
    call: (w) => ({ path: `/calendars/${w.calendarToken}.ics` }),
    answers: everybody(200),
    open: 200,
  },

  // docs/home.md, "Escalation" and "Handover"
  {
    method: 'GET',
    path: '/wards/{id}/escalation',
    call: (w) => ({ path: `/wards/${w.wardId}/escalation` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'PUT',
    path: '/wards/{id}/escalation',
    call: (w) => ({
      path: `/wards/${w.wardId}/escalation`,
      body: { steps: [{ afterSeconds: 0, targets: ['ward'], channels: ['sms'] }] },
    }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'DELETE',
    path: '/wards/{id}/escalation',
    call: (w) => ({ path: `/wards/${w.emptyWardId}/escalation` }),
    // It has none, and nobody leads it.
    answers: [403, 403, 403, 403, 404],
    ward: [403, 403, 403, 403],
  },
  {
    method: 'GET',
    path: '/wards/{id}/handover',
    call: (w) => ({ path: `/wards/${w.wardId}/handover` }),
    answers: admins,
    ward: [200, 200, 403, 403],
  },
  ...(['handovers', 'night'] as const).map((word) => ({
    method: 'GET' as const,
    path: `/wards/{id}/${word}`,
    call: (w: World) => ({ path: `/wards/${w.wardId}/${word}` }),
    answers: admins,
    ward: [200, 200, 403, 403] as const,
  })),
  {
    method: 'POST',
    path: '/wards/{id}/handover',
    call: (w) => ({ path: `/wards/${w.wardId}/handover`, body: { note: 'A quiet night' } }),
    answers: [403, 403, 403, 403, 201],
    ward: [201, 201, 403, 403],
  },
  {
    method: 'POST',
    path: '/wards/{id}/handover/confirm',
    call: (w) => ({ path: `/wards/${w.emptyWardId}/handover/confirm` }),
    // It has none, and no members.
    answers: [403, 403, 403, 403, 404],
    ward: [403, 403, 403, 403],
  },

  // docs/sensors.md
  { method: 'GET', path: '/sensors', call: at('/sensors'), answers: admins, ward: leads },
  {
    method: 'POST',
    path: '/sensors',
    call: (w) => ({ path: '/sensors', body: { name: 'Bed mat', patientId: w.owner.id, wardId: w.wardId } }),
    answers: [403, 403, 403, 403, 201],
    ward: [201, 403, 403, 403],
  },
  {
    method: 'DELETE',
    path: '/sensors/{id}',
    call: (w) => ({ path: `/sensors/${w.sensorId}` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'POST',
    path: '/sensors/events',
    call: (w) => ({
      path: '/sensors/events',
      body: { sensorId: w.sensorId, type: 'DOOR', patientId: w.owner.id, at: new Date().toISOString() },
    }),
    answers: [201, 403, 201, 403, 201],
  },
  {
    method: 'GET',
    path: '/patients/{id}/sensor-rules',
    call: (w) => ({ path: `/patients/${w.owner.id}/sensor-rules` }),
    answers: [403, 403, 200, 403, 200],
  },
  {
    method: 'PUT',
    path: '/patients/{id}/sensor-rules',
    call: (w) => ({ path: `/patients/${w.owner.id}/sensor-rules`, body: { rules: [{ type: 'BED_EXIT' }] } }),
    answers: [403, 403, 200, 403, 200],
  },

  // docs/home.md, "Stations"
  {
    method: 'POST',
    path: '/stations',
    call: (w) => ({ path: '/stations', body: { name: 'Office', wardId: w.wardId } }),
    answers: [403, 403, 403, 403, 201],
    ward: [201, 403, 403, 403],
  },
  { method: 'GET', path: '/stations', call: at('/stations'), answers: admins, ward: leads },
  {
    method: 'DELETE',
    path: '/stations/{id}',
    call: (w) => ({ path: `/stations/${w.stationId}` }),
    answers: admins,
    ward: leads,
  },
  {
    method: 'POST',
    path: '/stations/enrol',
    // Ten wrong codes would be the limit of the address.
    call: at('/stations/enrol', { code: 'no code' }),
    answers: everybody(400),
    open: 400,
  },
  // At a station alone.
  {
    method: 'POST',
    path: '/stations/me/test',
    call: at('/stations/me/test', { passed: true }),
    answers: everybody(403),
  },
  { method: 'GET', path: '/tests', call: at('/tests'), answers: admins, ward: leads },
  {
    method: 'GET',
    path: '/tests/history',
    call: (w) => ({ path: `/tests/history?subjectId=${w.deviceId}` }),
    answers: admins,
    ward: leads,
  },
  // For stations alone.
  { method: 'GET', path: '/stations/me', call: at('/stations/me'), answers: everybody(403) },
  { method: 'GET', path: '/stations/me/board', call: at('/stations/me/board'), answers: everybody(403) },
  {
    method: 'POST',
    path: '/stations/me/unlock',
    call: (w) => ({ path: '/stations/me/unlock', body: { caregiverId: w.assigned.id, pin: '4711' } }),
    answers: everybody(403),
  },
  {
    method: 'PUT',
    path: '/profile/pin',
    call: at('/profile/pin', { pin: '4711' }),
    answers: [403, 403, 200, 200, 200],
    recent: true,
  },

  // Health, current user and API descriptions
  { method: 'GET', path: '/health', call: at('/health'), answers: everybody(200), open: 200 },
  { method: 'GET', path: '/me', call: at('/me'), answers: everybody(200) },
  { method: 'GET', path: '/openapi.json', call: at('/openapi.json'), answers: everybody(200), open: 200 },
  { method: 'GET', path: '/asyncapi.json', call: at('/asyncapi.json'), answers: everybody(200), open: 200 },
];
