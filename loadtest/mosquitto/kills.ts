import { setTimeout as delay } from 'node:timers/promises';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { doing } from '../progress.ts';
import type { SeededDevice } from '../seed.ts';
import { AcknowledgedReadings } from './acknowledged-readings.ts';
import { readingsSince, type StoredTable, storedSince } from './tables.ts';

export interface Killed {
  readonly name: string;
  readonly acknowledged: number;
  /** Acknowledged readings that are not in the table after the recovery, when no more rows arrive. */
  readonly lost: number;
}

export interface Kill {
  readonly name: string;
  readonly port: number;
  readonly kill: () => Promise<unknown>;
  readonly restart: () => Promise<unknown>;
  readonly table: StoredTable;
  readonly databaseUrl: string;
  readonly devices: readonly SeededDevice[];
  readonly window: number;
  readonly seconds: number;
}

/** After this time without a new row, all retained readings are stored. */
const QUIET_MS = 2_000;
const PATIENCE_MS = 60_000;
/** Difference between the clocks of the database and this process. */
const CLOCKS_DIFFER_MS = 5_000;

/** Kills under load. */
export async function killUnderLoad(parts: Kill): Promise<Killed> {
  const { name, port, kill, restart, table, databaseUrl, devices, window, seconds } = parts;
  const since = new Date(Date.now() - CLOCKS_DIFFER_MS);
  const ledger = new AcknowledgedReadings();
  const links = await openMqttLinks(port, devices, { acknowledged: ledger.add });
  const load = closedLoop(links, window, 2 * seconds);
  await delay(seconds * 1000);
  await kill();
  await load;
  for (const link of links) link.close();
  doing('restarting, and waiting for retained readings');
  await restart();
  await settled(() => storedSince(databaseUrl, table, since));
  const stored = await readingsSince(databaseUrl, table, since);
  return { name, acknowledged: ledger.count, lost: ledger.missingAmong(stored) };
}

async function settled(ask: () => Promise<{ readonly count: number }>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let before = -1; performance.now() < deadline; await delay(QUIET_MS)) {
    const { count } = await ask();
    if (count === before) return;
    before = count;
  }
  throw new Error('timed out while rows were still arriving');
}
