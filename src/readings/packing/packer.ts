import { setTimeout as delay } from 'node:timers/promises';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeptConnection } from '../../platform/database/kept-connection.ts';
import {
  type Day,
  type DayTables,
  daysOf,
  oldestSnapshot,
  reclaimDay,
  tablesOfDay,
} from '../../platform/database/schema/partitions.ts';
import { holdSessionLock, type SessionLock } from '../../platform/database/session-lock.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { devicesIn, devicesInHour, packHour } from './store.ts';

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
/** Packing a day of thousands of wearables takes hours. */
const MAX_RUN_MS = DAY_MS;
const HOURS = 24;
/** In times of the work before it. */
const REST = 3;
/** An old transaction may stay open for hours, and VACUUM reads the whole day. */
const RETRY_MS = HOUR_MS;
const UNDEFINED_TABLE = '42P01';

interface DueDay {
  readonly day: Day;
  readonly tables: DayTables;
  /** Devices with readings that are not packed. */
  readonly keys: readonly number[];
}

/**
 * docs/operations.md, "Packed days": packs the readings of past days, each hour of a device in a transaction. One instance
 * does it. It rests after each hour, so that readings are stored nearly as quickly beside it. All devices' first hours come
 * first, then their second ones: readings lie on the disk as they came, and a page is changed many times in one go.
 */
export class Packer {
  readonly #deps: PackerDeps;
  readonly #lock: SessionLock;
  readonly #periodic: Periodic;
  /** Hours that cannot be packed, as "device hour". */
  readonly #left = new Set<string>();
  /** Days whose space cannot be given back yet: when to try again. */
  readonly #kept = new Map<Day, number>();
  #waiting = 0;
  #vacuuming: number | undefined;
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
      maxRunMs: MAX_RUN_MS,
      now,
      work: () => this.#packAll(),
      failed: (error) => this.#failed(error),
    });
  }

  /** Days that are due and not packed yet; undefined on an instance that does not pack. */
  get daysWaiting(): number | undefined {
    return this.#lock.isHeld() ? this.#waiting : undefined;
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#vacuuming !== undefined)
      await this.#deps.db.run('SELECT pg_cancel_backend($1)', [this.#vacuuming]).catch(() => {});
    await this.#periodic.close();
    await this.#lock.close();
  }

  get #mustStop(): boolean {
    return this.#closing || !this.#lock.isHeld();
  }

  #failed(error: unknown, day?: Day): void {
    const { log } = this.#deps;
    if (this.#closing) return;
    if (error instanceof Unavailable)
      log.warn({ day, reason: error.message }, 'packing: failed, retrying in 10 minutes');
    else log.error({ day, err: error }, 'packing: failed, retrying in 10 minutes');
  }

  async #packAll(): Promise<void> {
    const due = await this.#dueDays();
    this.#waiting = due.filter(({ keys }) => keys.length > 0).length;
    for (const one of due) {
      if (this.#mustStop) return;
      try {
        if (one.keys.length > 0) {
          const isAll = await this.#packDay(one);
          if (this.#mustStop) return;
          this.#waiting -= 1;
          if (!isAll) continue;
        }
        await this.#reclaim(one);
      } catch (error) {
        // Its retention may have ended.
        if ((error as { code?: string }).code !== UNDEFINED_TABLE) this.#failed(error, one.day);
      }
    }
  }

  async #dueDays(): Promise<DueDay[]> {
    const { db, afterDays, trustedNow, daysToLoad, now } = this.#deps;
    const at = this.#lock.isHeld() ? await trustedNow() : undefined;
    if (at === undefined) return [];
    const first = new Date(at - afterDays * DAY_MS).toISOString().slice(0, 10);
    const toLoad = new Set(await daysToLoad());
    const due: DueDay[] = [];
    for (const day of await daysOf(db, 'sensor_readings')) {
      if (day >= first || toLoad.has(day) || now() < (this.#kept.get(day) ?? 0)) continue;
      const tables = await tablesOfDay(db, day);
      if (tables !== undefined) due.push({ day, tables, keys: await devicesIn(db, tables.sensor_readings) });
    }
    return due;
  }

  /** False if some hours cannot be packed. */
  async #packDay({ day, tables, keys }: DueDay): Promise<boolean> {
    const { db, log } = this.#deps;
    let [readings, isAll] = [0, true];
    for (let n = 0; n < HOURS; n++) {
      const hour = new Date(Date.parse(day) + n * HOUR_MS);
      for (const deviceKey of await devicesInHour(db, tables.sensor_readings, keys, hour)) {
        const name = `${deviceKey} ${hour.getTime()}`;
        if (!this.#left.has(name)) {
          const began = performance.now();
          const packed = await packHour(db, tables, { deviceKey, hour });
          if (packed < 0) this.#left.add(name);
          else readings += packed;
          await delay(REST * (performance.now() - began));
        }
        if (this.#left.has(name)) isAll = false;
        if (this.#mustStop) return false;
      }
    }
    if (readings > 0) log.info({ day, readings }, 'packing: readings packed');
    return isAll;
  }

  async #reclaim({ day, tables }: DueDay): Promise<void> {
    const { db, log, now } = this.#deps;
    const isDone = await reclaimDay(db, tables, (pid) => {
      this.#vacuuming = pid;
    });
    if (isDone) {
      this.#kept.delete(day);
      return;
    }
    this.#kept.set(day, now() + RETRY_MS);
    const oldest = await oldestSnapshot(db);
    // Without one, a late backlog or a session that used the day was in the way.
    if (oldest === undefined) return;
    log.warn({ day, oldest }, 'packing: a transaction keeps the space of a packed day, retrying in an hour');
  }
}
