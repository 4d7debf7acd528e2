// One Vigil per embedded database: the holder of this advisory lock owns the folder. PostgreSQL releases it when the
// holder's connection ends, so that a killed process leaves no lock behind.

import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../errors.ts';
import { type Connection, createConnector } from '../connection.ts';

/** "vigil" in ASCII; any number works as long as it never changes. */
const LOCK_KEY = 0x766967696c;
/** The connection of a process that was killed a moment ago may linger. */
const LINGER_MS = 2_000;
const RETRY_MS = 100;

/** Excludes the sessions of commands such as a backup, which may run beside the service. */
const END_SESSIONS = `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
  WHERE application_name IN ('vigil', 'vigil migrate') AND pid <> pg_backend_pid()`;

export class FolderTaken extends CannotStart {}

export interface FolderLock {
  /**
   * Ends the sessions of a killed Vigil: PostgreSQL notices that a client is gone only when it sends to it, and the
   * client's statement holds its locks until then.
   */
  endSessionsOfKilled(): Promise<void>;
  /** From now on the connection may break without a call of `onLoss`: the server is being stopped. */
  expectLoss(): void;
  release(): Promise<void>;
}

export async function lockFolder(o: {
  readonly url: string;
  readonly directory: string;
  /** The connection broke: the server died, or cut every connection because one of its processes crashed. */
  readonly onLoss: () => void;
}): Promise<FolderLock> {
  let lossExpected = false;
  const client = await createConnector(o.url).connect({ application_name: 'vigil folder lock' });
  try {
    const deadline = Date.now() + LINGER_MS;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline)
        throw new FolderTaken(
          `another Vigil is running on ${o.directory}: stop it, or set DATA_DIR to another folder.`,
        );
      await sleep(RETRY_MS);
    }
  } catch (error) {
    await client.close();
    throw error;
  }
  client.once('end', () => {
    if (!lossExpected) o.onLoss();
  });
  // The lock must not keep the process alive.
  client.socket.unref();
  return {
    async endSessionsOfKilled() {
      client.socket.ref();
      await client.query(END_SESSIONS).finally(() => client.socket.unref());
    },
    expectLoss() {
      lossExpected = true;
    },
    async release() {
      lossExpected = true;
      // Keeps the process alive until the connection is closed, so that another Vigil finds the folder free.
      client.socket.ref();
      await client.close();
    },
  };
}

async function tryLock(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}
