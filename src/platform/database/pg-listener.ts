import type { Queryable } from './database.ts';
import type { KeptConnection } from './kept-connection.ts';

/**
 * What PostgreSQL tells every instance at a commit: there is something to look at. `vigil_revoked` names the person whose
 * sessions were ended from outside, by the command line; `vigil_live` whose numbered events there are, and up to which number;
 * `vigil_cluster` is what instances tell each other beside Redis.
 */
const PG_TOPICS = ['vigil_ladder', 'vigil_outbox', 'vigil_revoked', 'vigil_live', 'vigil_cluster'] as const;
export type PgTopic = (typeof PG_TOPICS)[number];

/** PostgreSQL takes less than 8000 bytes. */
const MAX_PAYLOAD = 7_900;

export interface PgListener {
  /** Called without a payload whenever listening begins, since notices may have been missed. */
  on(notice: PgTopic, listener: (payload?: string) => void): void;
}

/** Tells all instances, this one included; an error where it is too long. */
export async function pgNotify(q: Queryable, notice: PgTopic, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD) throw new RangeError(`${notice}: too long for a notice`);
  await q.run('SELECT pg_notify($1, $2)', [notice, payload]);
}

/** While the connection is broken notices are lost: a listener looks by itself, too. */
export function createPgListener(connection: Pick<KeptConnection, 'onOpen'>): PgListener {
  const listeners = new Map<string, ((payload?: string) => void)[]>();
  const call = (notice: string, payload?: string): void => {
    for (const listener of listeners.get(notice) ?? []) listener(payload);
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
