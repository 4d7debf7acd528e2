import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import { callEach } from '../../platform/call-each.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type PgListener, pgNotify } from '../../platform/database/pg-listener.ts';
import type { Log } from '../../platform/log.ts';
import { lately, MINUTE_MS } from '../../platform/time.ts';
import { WINDOW_CHANGED } from '../cluster-events.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { WINDOW_LENGTH } from '../scoring/window.ts';
import { lastReadings, newestTimes, type WindowReading } from '../store/readings.ts';
import type { Device } from './device.ts';
import type { HeldReading } from './live-window.ts';
import type { DeviceRegistry } from './registry.ts';
import { refillWindow } from './window-refill.ts';

interface WindowsDeps {
  readonly db: Queryable;
  readonly scoring: Scoring;
  readonly registry: Pick<DeviceRegistry, 'known'>;
  readonly cluster: Pick<Cluster, 'isShared' | 'isHealthy' | 'broadcast' | 'subscribe'>;
  readonly notices: PgListener;
  readonly now: () => number;
  readonly log: Log;
}

/** How far back a window may reach. */
export const WINDOW_REACH_MS = 10 * MINUTE_MS;
/** A device that is silent here for longer, and for longer than usual, may have sent to another instance. */
const SILENCE_MS = 1_800;
const UNUSUAL_GAP = 1.25;
/** A window that was loaded so recently is complete. */
const FRESH_MS = 1_000;
/** Another instance may still be storing the reading before this one, which uptimes reveal. */
const MISSING_UPTIME_MS = 1_500;
const MAX_MISSING_MS = 10_000;
const RELOADS = 4;
const RELOAD_AFTER_MS = 25;

/**
 * Keeps each device's window equal to the table. Another instance may have taken the device's last readings, and a
 * backlog may add readings between those in the window. With Redis the instances notify each other. Without it an
 * instance compares the newest stored reading with its own when a device was silent here, or when it reconnects.
 */
export class Windows {
  readonly #deps: WindowsDeps;
  readonly #instanceId = randomUUID();
  readonly #rowsOf: (deviceKey: string) => Promise<readonly WindowReading[] | undefined>;
  readonly #newestOf: (deviceKey: string) => Promise<number | undefined>;
  /** Events may have been missed before a resync: windows that were held then are not held now. */
  #resyncs = 1;

  constructor(deps: WindowsDeps) {
    this.#deps = deps;
    const { db, cluster, notices, now } = deps;
    this.#rowsOf = createDataLoader(async (keys) => {
      const range = lately(now(), WINDOW_REACH_MS);
      return byDevice(await lastReadings(db, keys.map(Number), WINDOW_LENGTH, range));
    });
    this.#newestOf = createDataLoader((keys) =>
      newestTimes(db, keys.map(Number), lately(now(), WINDOW_REACH_MS)),
    );
    cluster.subscribe(WINDOW_CHANGED, ({ macAddress, by }) => this.#changedBy(by, macAddress));
    notices.on('vigil_window', (payload = '') => {
      const [by = '', macAddress = ''] = payload.split(' ');
      this.#changedBy(by, macAddress);
    });
    cluster.subscribe(RESYNC, () => {
      this.#resyncs += 1;
    });
  }

  /**
   * True if a reading must wait for its device's window; `resume` is called later. Runs for every reading, so it costs
   * a query only when the window may be incomplete.
   */
  holds(device: Device, reading: HeldReading): boolean {
    const { window } = device;
    const mayBeIncomplete = this.#mayBeIncomplete(device, reading);
    window.lastArrivedAt = reading.arrivedAt;
    window.connectionId = reading.connection?.id;
    if (window.waiting === undefined && !mayBeIncomplete) return false;
    if (mayBeIncomplete) {
      this.exclusively(device, () => this.#complete(device, reading)).catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'readings: reloading a window failed'),
      );
    }
    window.waiting?.push(reading);
    return true;
  }

  /**
   * Runs work that replaces the device's window. Readings of the device that arrive meanwhile wait, and the work waits
   * for those in flight: every reading before the work is stored, and every other one comes after it.
   */
  async exclusively<T>(device: Device, work: () => Promise<T>): Promise<T> {
    const { window } = device;
    const earlier = window.lastWork;
    let done = () => {};
    const thisWork = new Promise<void>((resolve) => {
      done = resolve;
    });
    window.lastWork = thisWork;
    window.waiting ??= [];
    window.pins += 1;
    try {
      await earlier;
      if (device.inFlight > 0)
        await new Promise<void>((resolve) => {
          window.onIdle = resolve;
        });
      return await work();
    } finally {
      if (window.lastWork === thisWork) {
        const { waiting } = window;
        window.lastWork = undefined;
        window.waiting = undefined;
        callEach(
          waiting,
          (reading) => reading.resume(),
          (error, callbacks) =>
            this.#deps.log.error({ err: error, callbacks }, 'readings: resuming a reading failed'),
        );
      }
      window.pins -= 1;
      done();
    }
  }

  /** Replaces the window with the table's newest readings. Call it within `exclusively`. */
  async reload(device: Device): Promise<WindowReading | undefined> {
    device.window.isStale = false;
    const rows = (await this.#rowsOf(String(device.key))) ?? [];
    device.readings = 0;
    for (const row of rows) refillWindow(this.#deps.scoring, device.slot, device.readings++, row);
    device.life = Math.max(device.life, rows.length);
    const newest = rows.at(-1);
    if (newest !== undefined) device.advanceTo(newest.recordedAt.getTime());
    return newest;
  }

  /** Tells the other instances that their windows of this device lack a reading. */
  async announce({ macAddress, window }: Device): Promise<void> {
    const { db, cluster, log } = this.#deps;
    const by = this.#instanceId;
    if (this.#isConnected) {
      window.heldSince = this.#resyncs;
      return cluster.broadcast(WINDOW_CHANGED, { macAddress, by });
    }
    await pgNotify(db, 'vigil_window', `${by} ${macAddress}`).catch((error: unknown) =>
      log.warn({ err: error }, 'readings: announcing a changed window failed'),
    );
  }

  /** Whether the other instances learn through Redis when a device changes the instance. */
  get #isConnected(): boolean {
    const { cluster } = this.#deps;
    return cluster.isShared && cluster.isHealthy();
  }

  #changedBy(instanceId: string, macAddress: string): void {
    const device = instanceId === this.#instanceId ? undefined : this.#deps.registry.known(macAddress);
    if (device === undefined) return;
    device.window.heldSince = 0;
    device.window.isStale = true;
  }

  #mayBeIncomplete({ window }: Device, { arrivedAt, connection }: HeldReading): boolean {
    if (this.#isConnected) return window.heldSince !== this.#resyncs;
    const gapMs = arrivedAt - window.lastArrivedAt;
    const isReconnected = window.connectionId !== undefined && window.connectionId !== connection?.id;
    const isSilent = gapMs > Math.max(SILENCE_MS, UNUSUAL_GAP * window.gapMs);
    window.gapMs = gapMs;
    return isSilent || isReconnected || window.isStale;
  }

  async #isNewestOwn(device: Device): Promise<boolean> {
    const newest = await this.#newestOf(String(device.key));
    const isOwn = newest === undefined || newest === device.lastTimeUs;
    // Another instance receives from the device too, so every silence counts.
    if (!isOwn) device.window.gapMs = 0;
    return isOwn;
  }

  async #complete(device: Device, { uptime }: HeldReading): Promise<void> {
    const { window } = device;
    const isFresh = this.#deps.now() - window.loadedAt < FRESH_MS && !window.isStale;
    if (!this.#isConnected) {
      const isOwn = !window.isStale && (await this.#isNewestOwn(device));
      if (!isOwn) await this.reload(device);
      return;
    }
    await this.announce(device);
    if (isFresh) return;
    for (let times = 1; ; times++) {
      const newest = await this.reload(device);
      const missingMs = newest === undefined ? 0 : uptime - newest.uptimeMs;
      const isMissing = missingMs > MISSING_UPTIME_MS && missingMs < MAX_MISSING_MS;
      if (!isMissing || times === RELOADS) return;
      await delay(RELOAD_AFTER_MS);
    }
  }
}

function byDevice(rows: readonly WindowReading[]): Map<string, WindowReading[]> {
  const found = new Map<string, WindowReading[]>();
  for (const row of rows) {
    const key = String(row.deviceKey);
    const ofDevice = found.get(key);
    if (ofDevice === undefined) found.set(key, [row]);
    else ofDevice.push(row);
  }
  return found;
}
