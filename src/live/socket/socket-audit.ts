import type { Forbidden } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { actorOf } from '../../platform/http/audit-lines.ts';
import type { ClientFrameType } from './frame-types.ts';
import type { LiveSocket } from './live-socket.ts';

/** Records an action of the user of this socket. */
export function recordAuditLine(
  audit: AuditTrail,
  { principal, ip, requestId }: LiveSocket,
  entry: { action: string; message: string; outcome?: 'refused'; subjectId?: string },
): void {
  void audit.recordAuditLine({ ...entry, ...actorOf(principal), ip, requestId });
}

/** Records a frame that the user was not allowed to send. */
export function recordFrameRefusal(
  audit: AuditTrail,
  socket: LiveSocket,
  type: ClientFrameType,
  error: Forbidden,
): void {
  const message = `live socket, ${type}: ${error.message}`;
  recordAuditLine(audit, socket, { action: 'access.refused', outcome: 'refused', message });
}
