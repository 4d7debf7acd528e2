import { INACTIVE_AFTER_MS, type NewDeviceLogEntry } from '../../devices/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError, deviceDisabled, deviceNotYours, Unavailable } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/log.ts';
import type { CoveredMinutes } from '../covered-minutes.ts';
import type { MessageClaims } from '../message-claims.ts';
import type { Device } from '../registry/device.ts';
import type { DeviceRegistry } from '../registry/registry.ts';
import type { MessageIdentity } from '../repetitions.ts';
import type { BacklogOutcome } from '../schema.ts';
import type { WornTime } from '../worn-time.ts';
import { type BacklogEntry, checkBacklog } from './backlog-check.ts';
import { BacklogInterval } from './backlog-interval.ts';
import type { LateReadings, ScoredReading } from './late-readings.ts';
import { fingerprintsOf, keyed, recognise } from './recognise.ts';

interface BacklogDeps {
  readonly db: Queryable;
  readonly claims: Pick<MessageClaims, 'takeAll'>;
  readonly registry: Pick<DeviceRegistry, 'admit' | 'touch'>;
  readonly lateReadings: Pick<LateReadings, 'store' | 'raise'>;
  /** Stores that the device measures vital signs. */
  readonly noteVitals: (deviceKey: number) => Promise<unknown>;
  readonly wornTime: Pick<WornTime, 'noteLate'>;
  readonly coveredMinutes: Pick<CoveredMinutes, 'noteLate'>;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  /** Called when a device sends again after a silence long enough for an alert. */
  readonly onDeviceBack: (device: Device, at: number) => void;
  /** Called when a device that had said that it does not measure has sent a reading of this time. */
  readonly onPauseOver: (device: Device, at: number) => void;
  readonly now: () => number;
  readonly log: Log;
}

const BY_PREVIOUS_WEARER = {
  error: 'was recorded before the device was moved to its present wearer',
  code: 'DEVICE_NOT_YOURS',
} as const;

/** Readings that a device kept while it was offline. */
export class Backlog {
  readonly #deps: BacklogDeps;
  readonly #interval: BacklogInterval;

  constructor(deps: BacklogDeps) {
    this.#deps = deps;
    this.#interval = new BacklogInterval(deps.now);
  }

  /**
   * Handles the entries of a message, or the error if the message could not be parsed. Resolves when all readings, and
   * the falls among them, are committed.
   */
  async handleBacklog(
    { userId }: Pick<Principal, 'userId'>,
    macAddress: string,
    message: unknown,
    identity?: MessageIdentity,
  ): Promise<BacklogOutcome> {
    const { entries, duplicates, refused } = checkBacklog(message, macAddress, this.#deps.now());
    if (entries.length === 0) return { accepted: 0, duplicates, refused };
    const device = await this.#admit(macAddress, userId);
    const ofWearer = entries.filter((entry) => isOfWearer(entry, device));
    for (const entry of entries)
      if (!isOfWearer(entry, device)) refused.push({ index: entry.index, ...BY_PREVIOUS_WEARER });
    if (ofWearer.length === 0) return { accepted: 0, duplicates, refused };
    this.#interval.take(device, identity);
    const accepted = await this.#store(device, ofWearer);
    return { accepted, duplicates: duplicates + ofWearer.length - accepted, refused };
  }

  async #admit(macAddress: string, userId: string): Promise<Device> {
    const device = await this.#deps.registry.admit(macAddress, userId);
    if (device.owner.userId !== userId) throw deviceNotYours();
    if (device.disabled) throw deviceDisabled();
    return device;
  }

  /** Returns the number of entries that were not stored before. */
  async #store(device: Device, all: readonly BacklogEntry[]): Promise<number> {
    const { db, claims, lateReadings, noteVitals, wornTime, coveredMinutes, now, log } = this.#deps;
    const receivedAt = now();
    device.followClock(receivedAt);
    device.window.pins += 1;
    const sent = keyed(device, all);
    const endClaims = await claims.takeAll(device.key, fingerprintsOf(sent));
    try {
      const entries = await recognise(db, device, sent);
      if (entries.some(hasVitals)) await noteVitals(device.key);
      const stored = await lateReadings.store(device, entries);
      this.#report(device, stored.scored);
      coveredMinutes.noteLate(device, stored.scored, receivedAt);
      if (stored.added > 0) wornTime.noteLate(device.key, stored.scored, stored.added / stored.scored.length);
      await lateReadings.raise(device, stored, new Date(receivedAt));
      return stored.added;
    } catch (error) {
      // The device will resend the backlog, which must not be refused as too early.
      this.#interval.giveBack(device);
      if (error instanceof AppError) throw error;
      log.error({ err: error }, 'readings: storing a backlog failed');
      throw new Unavailable('The backlog could not be stored', error);
    } finally {
      endClaims();
      device.window.pins -= 1;
    }
  }

  /**
   * docs/contract.md, "Backlog": a backlog never moves the status view or `lastSeen` back; it may move them forward.
   */
  #report(device: Device, entries: readonly ScoredReading[]): void {
    const { registry, writeDeviceLog, onDeviceBack, onPauseOver, now } = this.#deps;
    const newest = entries.at(-1);
    if (newest === undefined) return;
    const { timeMs } = newest;
    const silentMs = device.lastSeenMs === 0 ? 0 : timeMs - device.lastSeenMs;
    if (silentMs >= INACTIVE_AFTER_MS && now() - timeMs < INACTIVE_AFTER_MS) onDeviceBack(device, timeMs);
    if (device.endsPause(timeMs)) onPauseOver(device, timeMs);
    device.noteLateMovements(entries);
    for (const entry of entries.slice(0, -1)) {
      for (const logged of device.noteSignal(entry.body, entry.timeMs) ?? []) writeDeviceLog(logged);
    }
    for (const entry of device.reportLate(newest.body, timeMs) ?? []) writeDeviceLog(entry);
    registry.touch(device);
  }
}

const hasVitals = ({ reading }: BacklogEntry): boolean => reading.heart_rate != null || reading.spo2 != null;

/** A wearable may be passed to its next wearer with readings of the previous one in its backlog. */
const isOfWearer = ({ recordedAtUs }: BacklogEntry, { wornSinceMs }: Device): boolean =>
  recordedAtUs >= wornSinceMs * 1000;
