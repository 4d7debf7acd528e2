import { callEach } from '../call-each.ts';
import type { Log } from '../log.ts';
import type { Queryable } from './database.ts';
import type { KeptConnection } from './kept-connection.ts';

/**
 * PostgreSQL's NOTIFY channels, which reach every instance at a commit. `vigil_revoked` names the user whose sessions
 * the command line has ended; `vigil_live` names the recipient of numbered events, and the highest number;
 * `vigil_cluster` carries messages between instances beside Redis; `vigil_window` names an instance and the device whose
 * earlier readings it has stored; `vigil_station` names a station that was removed, `vigil_ward` a ward whose patients
 * have changed (sql/037). `vigil_pager` names a fall that was claimed or resolved while pagers rang, `vigil_home` says
 * that a resident of the smart home has changed (sql/046), `vigil_plan` names a ward whose floor plan has changed, `vigil_escalation` that a response is due (sql/071), `vigil_receipts` names falls with new
 * receipts, `vigil_firmware` says that a wearable reports another firmware, or which wearables' offers have changed (sql/150).
 */
const PG_TOPICS = [
  'vigil_escalation',
  'vigil_receipts',
  'vigil_outbox',
  'vigil_revoked',
  'vigil_live',
  'vigil_cluster',
  'vigil_window',
  'vigil_station',
  'vigil_ward',
  'vigil_plan',
  'vigil_pager',
  'vigil_home',
  'vigil_firmware',
] as const;
type PgTopic = (typeof PG_TOPICS)[number];

/** PostgreSQL accepts less than 8000 bytes. */
const MAX_PAYLOAD = 7_900;

export interface PgListener {
  /** Called without a payload whenever listening starts, since notifications may have been missed. */
  on(notice: PgTopic, listener: (payload?: string) => void): void;
}

/** Notifies all instances, this one included; throws if the payload is too long. */
export async function pgNotify(q: Queryable, notice: PgTopic, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD) throw new RangeError(`${notice}: too long for a notice`);
  await q.run('SELECT pg_notify($1, $2)', [notice, payload]);
}

/** Notifications are lost while the connection is broken, so each listener also polls. */
export function createPgListener(connection: Pick<KeptConnection, 'onOpen'>, log: Log): PgListener {
  const listeners = new Map<string, ((payload?: string) => void)[]>();
  const call = (notice: string, payload?: string): void => {
    callEach(
      listeners.get(notice) ?? [],
      (listener) => listener(payload),
      (error) => log.error({ err: error, notice }, 'database: listener of a notice failed'),
    );
  };

  connection.onOpen(async (client) => {
    client.on('notification', ({ channel, payload }) => call(channel, payload ?? ''));
    await client.query(PG_TOPICS.map((notice) => `LISTEN ${notice}`).join('; '));
    for (const notice of PG_TOPICS) call(notice);
  });

  return {
    on(notice, listener) {
      listeners.set(notice, [...(listeners.get(notice) ?? []), listener]);
    },
  };
}
