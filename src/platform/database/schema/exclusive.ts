// For operations that must not run beside the service: no other client may be connected, and no Vigil may start.

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart } from '../../errors.ts';
import { LOCK_KEY } from './migrate.ts';

/** The server needs a moment to notice a closed connection. */
const DISCONNECT_MS = 3_000;
const CHECK_MS = 50;

/**
 * Holds until the connection ends. Takes the lock that every starting Vigil needs: one that starts now waits, then
 * gives up.
 */
export async function lockOutOtherInstances(client: pg.Client): Promise<void> {
  if (!(await comesTrue(() => takeLock(client))))
    throw new CannotStart('another Vigil is migrating this database just now.');
  if (!(await comesTrue(async () => !(await isInstanceConnected(client)))))
    throw new CannotStart('a Vigil is connected to this database: stop every instance first.');
}

async function comesTrue(check: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + DISCONNECT_MS;
  while (!(await check())) {
    if (performance.now() > deadline) return false;
    await delay(CHECK_MS);
  }
  return true;
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}

async function isInstanceConnected(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vigil' LIMIT 1`,
  );
  return rowCount === 1;
}
