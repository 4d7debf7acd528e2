import { setTimeout as delay } from 'node:timers/promises';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeptConnection } from '../../platform/database/kept-connection.ts';
import { type Day, daysOf, reclaimDay } from '../../platform/database/schema/partitions.ts';
import { holdSessionLock, type SessionLock } from '../../platform/database/session-lock.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { type DeviceHour, nextHour, packHour } from './store.ts';

interface PackerDeps {
  readonly db: Database;
  readonly connection: Pick<KeptConnection, 'use' | 'onLost'>;
  /** Days are packed when all of their readings are at least this old. */
  readonly afterDays: number;
  /** Undefined while the clock is in doubt: readings of today must not be taken for old ones. */
  readonly trustedNow: () => Promise<number | undefined>;
  /** Days that a restore still has to load: their rows go into the table. */
  readonly daysToLoad: () => Promise<readonly Day[]>;
  readonly now: () => number;
  readonly log: Log;
}

const PACKING_LOCK = 0x7667_706b;
const INTERVAL_MS = 10 * MINUTE_MS;
/** Shorter than a periodic run may take. */
const BUDGET_MS = 2 * MINUTE_MS;

/**
 * docs/operations.md, "Packed days": packs the readings of past days, each hour of a device in a transaction. One instance
 * does it. It rests after each hour as long as the hour took, so that readings are stored as quickly beside it.
 */
export class Packer {
  readonly #deps: PackerDeps;
  readonly #lock: SessionLock;
  readonly #periodic: Periodic;
  /** Hours that cannot be packed, as "device hour". */
  readonly #left = new Set<string>();
  #closing = false;

  constructor(deps: PackerDeps) {
    this.#deps = deps;
    const { connection, now, log } = deps;
    this.#lock = holdSessionLock({
      connection,
      key: PACKING_LOCK,
      onHeld() {},
      onLost() {},
      now,
      log,
    });
    this.#periodic = startPeriodic({
      everyMs: INTERVAL_MS,
      now,
      work: () => this.#packAll(),
      failed: (error) => {
        if (error instanceof Unavailable)
          log.warn({ reason: error.message }, 'packing: failed, retrying in 10 minutes');
        else log.error({ err: error }, 'packing: failed, retrying in 10 minutes');
      },
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#periodic.close();
    await this.#lock.close();
  }

  async #packAll(): Promise<void> {
    const { db, afterDays, trustedNow, daysToLoad, log } = this.#deps;
    const at = this.#lock.isHeld() ? await trustedNow() : undefined;
    if (at === undefined) return;
    const first = new Date(at - afterDays * DAY_MS).toISOString().slice(0, 10);
    const toLoad = new Set(await daysToLoad());
    const ends = performance.now() + BUDGET_MS;
    for (const day of await daysOf(db, 'sensor_readings')) {
      if (day >= first || toLoad.has(day)) continue;
      const readings = await this.#packDay(day, ends);
      if (readings > 0) log.info({ day, readings }, 'packing: readings packed');
      if (this.#mustStop(ends)) return this.#closing ? undefined : this.#periodic.wake();
      await reclaimDay(db, day);
    }
  }

  /** Returns the number of packed readings. */
  async #packDay(day: Day, ends: number): Promise<number> {
    const { db } = this.#deps;
    let readings = 0;
    let one: DeviceHour | undefined;
    for (;;) {
      one = await nextHour(db, day, one);
      if (one === undefined) return readings;
      const name = `${one.deviceKey} ${one.hour.getTime()}`;
      if (this.#left.has(name)) continue;
      const began = performance.now();
      const packed = await packHour(db, one);
      if (packed < 0) this.#left.add(name);
      else readings += packed;
      if (this.#mustStop(ends)) return readings;
      await delay(performance.now() - began);
    }
  }

  #mustStop(ends: number): boolean {
    return this.#closing || !this.#lock.isHeld() || performance.now() >= ends;
  }
}
