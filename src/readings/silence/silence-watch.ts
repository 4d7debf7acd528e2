import type { NewDeviceLogEntry } from '../../devices/index.ts';
import type { FallAlerts } from '../../falls/index.ts';
import { createBatcher } from '../../platform/batching/batcher.ts';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database } from '../../platform/database/database.ts';
import { isAway } from '../../platform/database/errors.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Device } from '../registry/device.ts';
import type { DeviceRegistry } from '../registry/registry.ts';
import { SILENCE_S } from '../scoring/silence.ts';
import { recordSuspicion } from '../suspicion.ts';
import * as store from './store.ts';

interface SilenceWatchDeps {
  readonly db: Database;
  readonly registry: Pick<DeviceRegistry, 'known' | 'find'>;
  readonly fallAlerts: FallAlerts;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  readonly now: () => number;
  readonly log: Log;
}

const SILENCE_MS = SILENCE_S * SECOND_MS;
const CHECK_MS = SECOND_MS;
/** An impact that an instance has taken and not raised, because it died or the database failed, is due again. */
const RETRY_MS = 5 * SECOND_MS;
const OUTDATED_MS = MINUTE_MS;
const BATCH_SIZE = 100;
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_DEVICE = 500;

/**
 * Raises a fall for an impact after which no reading comes (docs/contract.md, "An impact, then silence"). Impacts are kept
 * in the database, so that every instance can raise them, and sees the readings of all: a wearable may go on at another
 * instance, and the one that received the impact may die. Raising an impact twice changes nothing.
 */
export class SilenceWatch {
  readonly #keep: (impact: store.SilentImpact) => Promise<void>;
  readonly #deps: SilenceWatchDeps;
  readonly #periodic: Periodic;
  /** A silence counts only while this instance could receive the wearable's readings: since its start, or a database outage. */
  #listeningSince = Number.POSITIVE_INFINITY;

  constructor(deps: SilenceWatchDeps) {
    const { db, now, log } = deps;
    this.#deps = deps;
    this.#keep = createBatcher<store.SilentImpact, void>({
      run: async (impacts) => {
        await store.keepImpacts(db, impacts, new Date(now() + SILENCE_MS));
        return impacts.map(() => undefined);
      },
      keyOf: ({ deviceKey }) => String(deviceKey),
      atOnce: 1,
      maxGroupSize: BATCH_SIZE,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_OF_DEVICE,
      refusal: 'Too many impacts are waiting to be stored',
      isShared: (error) => error instanceof Unavailable || isAway(error),
      onSplit: (error, size) =>
        log.error({ err: error, impacts: size }, 'silence: batch failed, keeping impacts one by one'),
    });
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now,
      work: () => this.#check(),
      failed: (error) => {
        this.#listeningSince = now();
        log.error({ err: error }, 'silence: check failed, retrying');
      },
    });
  }

  /** Wearables can send from now on. A start may take longer than the silence. */
  listen(): void {
    this.#listeningSince = this.#deps.now();
  }

  /**
   * Keeps an impact until readings follow. A reading gets its reply after its impact is kept. An impact of long ago came in a
   * backlog that goes on.
   */
  async keep(impact: store.SilentImpact): Promise<void> {
    if (this.#deps.now() - impact.recordedAtUs / 1000 < OUTDATED_MS) await this.#keep(impact);
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  async #check(): Promise<void> {
    const { db, now, log } = this.#deps;
    const at = now();
    if (at - this.#listeningSince < SILENCE_MS) return;
    await store.dropFollowedImpacts(db, new Date(at));
    const due = await store.takeDueImpacts(db, new Date(at), new Date(at + RETRY_MS), BATCH_SIZE);
    for (const impact of due) {
      if (isBusy(this.#deps.registry.known(impact.macAddress))) continue;
      try {
        await this.#raise(impact);
        await store.deleteImpact(db, impact);
      } catch (error) {
        log.error({ err: error }, 'silence: raising a fall failed, retrying');
      }
    }
  }

  async #raise({
    deviceKey,
    macAddress,
    recordedAtUs,
    assessment,
    ...reading
  }: store.DueImpact): Promise<void> {
    const device = await this.#deps.registry.find(macAddress);
    // Moved or deleted since.
    if (device?.key !== deviceKey) return;
    await recordSuspicion(this.#deps, {
      device,
      body: {
        accel_x: reading.accelX,
        accel_y: reading.accelY,
        accel_z: reading.accelZ,
        gyro_x: reading.gyroX,
        gyro_y: reading.gyroY,
        gyro_z: reading.gyroZ,
      },
      confidence: assessment.confidence,
      timeMs: Math.floor(recordedAtUs / 1000),
      assessment,
    });
  }
}

/** Whether a reading or a backlog of the device is on its way into the table. */
const isBusy = (device: Device | undefined): boolean =>
  device !== undefined && device.inFlight + device.window.pins > 0;
