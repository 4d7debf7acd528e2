// One Vigil per embedded database: whoever holds this advisory lock has the folder. PostgreSQL lets go of it
// when the holder's connection ends, so that a killed process leaves no lock behind.

import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../../log.ts';

/** "vigil" in ASCII; any number does as long as it never changes. */
const LOCK_KEY = 0x766967696c;
/** The connection of a process that was killed a moment ago may linger. */
const LINGER_MS = 2_000;
const RETRY_MS = 100;
const REGAIN_MS = 1_000;

export class FolderTaken extends Error {
  override readonly name = 'FolderTaken';
}

interface Holder {
  readonly client: Client;
  readonly socket: Socket;
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

async function acquire(url: string, directory: string, onLoss: () => void): Promise<Holder> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    application_name: 'vigil folder lock',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // An 'error' without a listener would end the process; what matters comes with 'end'.
  client.on('error', () => {});
  await client.connect();
  try {
    const deadline = Date.now() + LINGER_MS;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) throw new FolderTaken(`another Vigil is running on ${directory}`);
      await sleep(RETRY_MS);
    }
  } catch (error) {
    await end({ client, socket });
    throw error;
  }
  client.once('end', onLoss);
  // The lock alone is no reason for the process to stay.
  socket.unref();
  return { client, socket };
}

async function end({ client, socket }: Holder): Promise<void> {
  socket.ref();
  await client.end().catch(() => {});
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}
