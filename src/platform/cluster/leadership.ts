import type { Connection } from '../database/connection.ts';
import type { KeptConnection } from '../database/kept-connection.ts';

/** Which of several instances does a work that only one may do: PostgreSQL's advisory lock, which ends with its connection. */
export interface Leadership {
  isHeld(): boolean;
  /** Becomes the leader if no other instance is; true for the leader. */
  seek(): Promise<boolean>;
  onLost(listener: () => void): void;
  resign(): Promise<void>;
}

/** Class of the advisory locks; each lock is on the number of a work. */
const LOCK_CLASS = 0x7669_6c64;

/** One number for each work. */
const WORKS = { 'home broker': 1 } as const;

export function createLeadership(
  connection: Pick<KeptConnection, 'use' | 'onLost'>,
  work: keyof typeof WORKS,
): Leadership {
  const lock = [LOCK_CLASS, WORKS[work]];
  const listeners: (() => void)[] = [];
  let isHeld = false;
  connection.onLost(() => {
    isHeld = false;
    for (const listener of listeners) listener();
  });
  return {
    isHeld: () => isHeld,
    async seek() {
      // A session that takes the lock twice would have to release it twice.
      isHeld ||= (await connection.use((client) => tryLock(client, lock))) ?? false;
      return isHeld;
    },
    onLost: (listener) => void listeners.push(listener),
    async resign() {
      if (!isHeld) return;
      isHeld = false;
      await connection.use((client) => client.query('SELECT pg_advisory_unlock($1, $2)', lock));
    },
  };
}

async function tryLock(client: Pick<Connection, 'query'>, lock: readonly number[]): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    ...lock,
  ]);
  return rows[0]?.locked === true;
}
