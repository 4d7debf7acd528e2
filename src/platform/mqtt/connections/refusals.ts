import type { AuditTrail } from '../../http/audit.ts';
import type { Log } from '../../log.ts';
import { MINUTE_MS } from '../../time.ts';
import type { Connection } from './connection.ts';

export type RecordRefusal = (connection: Connection, what: string) => void;

interface RefusalDeps {
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly log: Log;
}

/** A client that keeps retrying must not fill the audit log. */
const PER_MINUTE_AND_ACCOUNT = 10;

/** docs/mqtt.md, "Topics": a refused subscription and a refused publish are logged. */
export function createRefusalRecord({ audit, now, log }: RefusalDeps): RecordRefusal {
  let minute = 0;
  const counts = new Map<string, number>();
  return ({ identity, address }, what) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts.clear();
    minute = current;
    const count = (counts.get(identity.userId) ?? 0) + 1;
    counts.set(identity.userId, count);
    if (count > PER_MINUTE_AND_ACCOUNT) return;
    log.warn({ userId: identity.userId, ip: address }, `MQTT: ${what} refused`);
    void audit.recordAuditLine({
      action: 'access.refused',
      outcome: 'refused',
      message: `MQTT: ${what}`,
      actorId: identity.userId,
      token: identity.token,
      ip: address,
    });
  };
}
