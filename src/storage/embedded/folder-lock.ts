// One Vigil per embedded database: whoever holds this advisory lock has the folder. PostgreSQL lets go of it
// when the holder's connection ends, so that a killed process leaves no lock behind.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { type Connection, createConnector } from '../connection.ts';

/** "vigil" in ASCII; any number does as long as it never changes. */
const LOCK_KEY = 0x766967696c;
/** The connection of a process that was killed a moment ago may linger. */
const LINGER_MS = 2_000;
const RETRY_MS = 100;
const REGAIN_MS = 1_000;

export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';
}

export interface FolderLock {
  /** From now on the connection may break without a word: the server is being stopped. */
  expectLoss(): void;
  release(): Promise<void>;
}

export async function holdFolder(o: { url: string; directory: string; log: Log }): Promise<FolderLock> {
  let lossExpected = false;
  let holder = await acquire(o.url, o.directory, onLoss);

  function onLoss(): void {
    if (lossExpected) return;
    o.log.warn(
      { directory: o.directory },
      'the lock on the embedded PostgreSQL is lost, trying to regain it',
    );
    void regain();
  }

  // One backend that crashes makes PostgreSQL cut every connection and recover by itself. The service goes
  // on with new connections, and must be alone on the folder as before.
  async function regain(): Promise<void> {
    for (;;) {
      await sleep(REGAIN_MS, undefined, { ref: false });
      if (lossExpected) return;
      try {
        holder = await acquire(o.url, o.directory, onLoss);
        if (lossExpected) await end(holder);
        else o.log.info({ directory: o.directory }, 'the lock on the embedded PostgreSQL is regained');
        return;
      } catch (error) {
        // While the server recovers, or is dead, there is nothing new to say.
        if (error instanceof FolderTaken) o.log.warn({ directory: o.directory }, error.message);
      }
    }
  }

  return {
    expectLoss() {
      lossExpected = true;
    },
    async release() {
      lossExpected = true;
      await end(holder);
    },
  };
}

async function acquire(url: string, directory: string, onLoss: () => void): Promise<Connection> {
  const client = await createConnector(url).connect({ application_name: 'vigil folder lock' });
  try {
    const deadline = Date.now() + LINGER_MS;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) throw new FolderTaken(`another Vigil is running on ${directory}`);
      await sleep(RETRY_MS);
    }
  } catch (error) {
    await client.close();
    throw error;
  }
  client.once('end', onLoss);
  // The lock alone is no reason for the process to stay.
  client.socket.unref();
  return client;
}

/** Waited for, so that another Vigil finds the folder free. */
async function end(client: Connection): Promise<void> {
  client.socket.ref();
  await client.close();
}

async function tryLock(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}
