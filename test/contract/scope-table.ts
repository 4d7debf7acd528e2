import type { Operation } from './contract-table.ts';

type Scope = 'read' | 'respond' | 'ingest' | 'manage' | 'operations';

/**
 * The scope of each operation that is not a GET, by docs/tokens.md, "Scopes". Written by hand, as the contract's table;
 * operations that are missing are closed to access tokens.
 */
const OF_CHANGES: Readonly<Record<Exclude<Scope, 'read' | 'operations'>, readonly string[]>> = {
  respond: [
    'POST /falls/{id}/claim',
    'POST /falls/{id}/assist',
    'POST /falls/{id}/release',
    'POST /falls/{id}/hand-off',
    'POST /falls/{id}/hand-off/decline',
    'POST /falls/{id}/resolve',
    'PUT /falls/{id}/outcome',
    'POST /caregivers/alerts/{id}/acknowledge',
    'POST /morning-questions/{id}/answer',
    'POST /messages',
    'POST /messages/{id}/read',
    'POST /conversations/{id}/read',
  ],
  ingest: [
    'POST /device/sensor-stream',
    'POST /device/{id}/answer',
    'POST /device/{id}/backlog',
    'POST /device/{id}/pause',
    'POST /falls',
    'POST /falls/{id}/ok',
    'POST /help',
    'POST /patients/me/check-in',
    'POST /sensors/events',
  ],
  manage: [
    'POST /sensors',
    'DELETE /sensors/{id}',
    'PUT /patients/{id}/sensor-rules',
    'POST /patients',
    'PUT /patients/{id}',
    'DELETE /patients/{id}',
    'POST /patients/{id}/devices',
    'PUT /patients/{id}/limits',
    'DELETE /patients/{id}/limits',
    'PUT /patients/{id}/check-in',
    'DELETE /patients/{id}/check-in',
    'PUT /patients/{id}/absence',
    'DELETE /patients/{id}/absence',
    'PUT /patients/{id}/escalation',
    'DELETE /patients/{id}/escalation',
    'DELETE /patients/{id}/detector',
    'POST /caregivers/{id}/patients',
    'DELETE /caregivers/{id}/patients/{patientId}',
    'DELETE /device/{id}',
    'POST /device/{id}/token',
    'POST /device/{id}/move',
    'POST /device/{id}/shake-test',
    'PUT /falls/{id}/report',
    'POST /falls/{id}/report/sign',
    'POST /profile/channels',
    'DELETE /profile/channels/{id}',
    'POST /profile/channels/{id}/verify',
    'POST /profile/channels/{id}/test',
    'POST /profile/channels/{id}/test-result',
    'POST /wards',
    'PUT /wards/{id}',
    'DELETE /wards/{id}',
    'PUT /wards/{id}/caregivers/{caregiverId}',
    'DELETE /wards/{id}/caregivers/{caregiverId}',
    'PUT /wards/{id}/limits',
    'PUT /wards/{id}/plan',
    'PUT /wards/{id}/escalation',
    'DELETE /wards/{id}/escalation',
    'POST /wards/{id}/handover',
    'POST /wards/{id}/handover/confirm',
    'PUT /wards/{id}/roster',
    'POST /wards/{id}/roster/exceptions',
    'DELETE /wards/{id}/roster/exceptions/{exceptionId}',
    'POST /wards/{id}/roster/moves',
    'POST /wards/{id}/roster/copy-week',
    'POST /wards/{id}/roster/swaps',
    'POST /wards/{id}/roster/swaps/{swapId}/accept',
    'POST /wards/{id}/roster/swaps/{swapId}/decline',
    'POST /wards/{id}/calendar/feed',
    'POST /caregivers/me/calendar/feed',
    'POST /caregivers/me/shift',
    'DELETE /caregivers/me/shift',
  ],
};

/** Operations that concern the caller as a person: closed to service accounts, whatever their scopes. */
const PERSONAL = new Set([
  'POST /device/sensor-stream',
  'POST /device/{id}/answer',
  'POST /device/{id}/backlog',
  'POST /device/{id}/pause',
  'POST /device/{id}/shake-test',
  'POST /falls',
  'POST /falls/{id}/assist',
  'POST /falls/{id}/ok',
  'PUT /falls/{id}/report',
  'POST /falls/{id}/report/sign',
  'POST /help',
  'GET /messages',
  'POST /messages',
  'GET /messages/{id}',
  'POST /messages/{id}/read',
  'GET /conversations',
  'POST /conversations/{id}/read',
  'GET /patients/me',
  'POST /patients',
  'POST /patients/me/check-in',
  'GET /caregivers/me',
  'GET /caregivers/alerts',
  'POST /caregivers/alerts/{id}/acknowledge',
  'POST /caregivers/me/shift',
  'DELETE /caregivers/me/shift',
  'GET /caregivers/me/calendar/feed',
  'POST /caregivers/me/calendar/feed',
  'GET /wards/{id}/calendar/feed',
  'POST /wards/{id}/calendar/feed',
  'POST /wards/{id}/roster/swaps',
  'POST /wards/{id}/roster/swaps/{swapId}/accept',
  'POST /wards/{id}/roster/swaps/{swapId}/decline',
  'POST /stations/me/test',
]);

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/** A scope that is enough as well. */
export const furtherScopeOf = (row: Pick<Operation, 'method' | 'path'>): Scope | undefined =>
  nameOf(row) === 'GET /reports/coverage' ? 'operations' : undefined;

/** Undefined: closed to tokens. */
export function scopeOf(row: Pick<Operation, 'method' | 'path'>): Scope | undefined {
  if (['GET /admin/path', 'GET /admin/operations'].includes(nameOf(row))) return 'operations';
  if (row.path.startsWith('/admin/') || row.path.startsWith('/stations/me')) return undefined;
  if (row.method === 'GET') return 'read';
  const name = nameOf(row);
  return (['respond', 'ingest', 'manage'] as const).find((scope) => OF_CHANGES[scope].includes(name));
}

export const isPersonal = (row: Pick<Operation, 'method' | 'path'>): boolean =>
  row.path.startsWith('/profile/') || PERSONAL.has(nameOf(row));

/** Every name in the tables above. */
export const NAMED: readonly string[] = [...Object.values(OF_CHANGES).flat(), ...PERSONAL];
