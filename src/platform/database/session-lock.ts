import { startPeriodic } from '../batching/periodic.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';
import type { KeptConnection } from './kept-connection.ts';

interface SessionLockDeps {
  readonly connection: Pick<KeptConnection, 'use' | 'onLost'>;
  /** The advisory lock. */
  readonly key: number;
  readonly onHeld: () => void;
  readonly onLost: () => void;
  readonly now: () => number;
  readonly log: Log;
}

export interface SessionLock {
  isHeld(): boolean;
  close(): Promise<void>;
}

const CHECK_MS = SECOND_MS;

/**
 * Work that exactly one instance does: the one that holds this lock. PostgreSQL frees the lock when the instance's
 * connection ends, and another instance gets it.
 */
export function holdSessionLock({ connection, key, onHeld, onLost, now, log }: SessionLockDeps): SessionLock {
  let isHeld = false;

  async function tryLock(): Promise<void> {
    if (isHeld) return;
    const result = await connection.use((client) =>
      client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key]),
    );
    isHeld = result?.rows[0]?.locked === true;
    if (isHeld) onHeld();
  }

  connection.onLost(() => {
    if (!isHeld) return;
    isHeld = false;
    onLost();
  });

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: tryLock,
    failed: (error) => log.warn({ err: error, key }, 'database: a lock could not be asked for, retrying'),
  });
  periodic.wake();

  return {
    isHeld: () => isHeld,
    async close() {
      await periodic.close();
      if (!isHeld) return;
      isHeld = false;
      onLost();
      await connection
        .use((client) => client.query('SELECT pg_advisory_unlock($1)', [key]))
        .catch((error: unknown) => log.warn({ err: error, key }, 'database: a lock could not be freed'));
    },
  };
}
