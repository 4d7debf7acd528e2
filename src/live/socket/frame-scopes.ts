import { Forbidden } from '../../platform/errors.ts';
import {
  notForDeviceTokens,
  type Principal,
  requireScope,
  type Scope,
} from '../../platform/http/principal.ts';
import type { ClientFrameType } from './frame-types.ts';

/** docs/tokens.md, "Scopes". */
const SCOPES = {
  reading: 'ingest',
  backlog: 'ingest',
  answer: 'ingest',
  paused: 'ingest',
  acknowledge: 'respond',
  seen: 'read',
  subscribe: 'read',
  unsubscribe: 'read',
  ping: 'read',
} as const satisfies Readonly<Record<ClientFrameType, Scope>>;

/** docs/live-socket.md, "With a device token". */
const OF_DEVICES: ReadonlySet<ClientFrameType> = new Set(['reading', 'backlog', 'answer', 'paused', 'ping']);

/** Throws unless the socket's user, device or access token may send such a frame. A service account has no wearable and no alerts. */
export function requireFrameScope(principal: Principal, type: ClientFrameType): void {
  if (principal.device !== undefined && !OF_DEVICES.has(type)) throw notForDeviceTokens();
  if (principal.scopes === undefined) return;
  requireScope(principal, SCOPES[type]);
  if (principal.service !== undefined && SCOPES[type] !== 'read')
    throw new Forbidden('This is not available to a service account', { code: 'NOT_FOR_SERVICE_ACCOUNTS' });
}
