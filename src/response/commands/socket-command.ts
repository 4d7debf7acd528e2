import { type Command, frameOf, identifierIn, recordAuditLine } from '../../live/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { findAlert } from '../alerts/store.ts';
import {
  type AcknowledgeDeps,
  acknowledge,
  acknowledgedAuditLine,
  acknowledgement,
  requireOwnAlert,
} from './acknowledge.ts';

interface AcknowledgeCommandDeps extends AcknowledgeDeps {
  readonly db: Database;
  readonly audit: AuditTrail;
  readonly now: () => number;
}

/** `acknowledge` frames of the live socket. */
export const acknowledgeCommand =
  (deps: AcknowledgeCommandDeps): Command =>
  async (socket, frame) => {
    const { db, audit, now } = deps;
    const alert = await findAlert(db, identifierIn(frame, 'alertId'));
    if (alert === undefined) throw new NotFound('Alert');
    await requireOwnAlert(db, alert, socket.principal);
    socket.acknowledging ??= new Map();
    socket.acknowledging.set(alert.id, frame.ref);
    try {
      const done = await acknowledge(deps, alert, socket.userId, new Date(now()));
      if (done === undefined) throw new NotFound('Alert');
    } catch (error) {
      socket.acknowledging.delete(alert.id);
      throw error;
    }
    recordAuditLine(audit, socket, acknowledgedAuditLine(alert));
    // The event was the reply, unless the alert had been acknowledged before and there was no event.
    if (!socket.acknowledging.delete(alert.id)) return;
    const by = alert.acknowledgedBy ?? (alert.acknowledged ? null : socket.userId);
    const data = acknowledgement(alert, by, alert.acknowledgedAt ?? new Date(now()));
    socket.send(frameOf({ type: 'alert.acknowledged', ref: frame.ref, data }));
  };
