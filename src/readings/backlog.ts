import { INACTIVE_AFTER_MS, type NewDeviceLogEntry } from '../devices/index.ts';
import type { FallAlerts } from '../falls/index.ts';
import { type FallLevel, fallLevel } from '../notify/index.ts';
import type { Database } from '../platform/database/database.ts';
import {
  AppError,
  deviceDisabled,
  deviceNotYours,
  InvalidInput,
  TooManyRequests,
  Unavailable,
} from '../platform/errors.ts';
import { fingerprintOf } from '../platform/fingerprint.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { Log } from '../platform/log.ts';
import { createSteadyClock, MINUTE_MS } from '../platform/time.ts';
import { rounded } from './assessed.ts';
import { type BacklogEntry, checkEntry } from './backlog-check.ts';
import { flattenSamples } from './reading-check.ts';
import type { Device } from './registry/device.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import { refillWindow } from './registry/window-refill.ts';
import type { MessageIdentity } from './repetitions.ts';
import { type BacklogOutcome, MAX_BACKLOG, type SensorReading } from './schema.ts';
import type { Explanation } from './scoring/explain.ts';
import type { Scoring } from './scoring/scoring.ts';
import { WINDOW_LENGTH } from './scoring/window.ts';
import { insertMissing, readingsBefore, storedConfidences } from './store/backlog.ts';
import type { StorableReading } from './store/encoding.ts';
import { NO_PARTITION } from './store/writer.ts';
import { recordSuspicion } from './suspicion.ts';

export interface Backlog {
  /**
   * Handles readings kept while a device was offline, or the error if the message could not be parsed. Resolves when
   * all readings, and the falls among them, are committed.
   */
  handleBacklog(
    principal: Pick<Principal, 'userId'>,
    macAddress: string,
    entries: unknown,
    identity?: MessageIdentity,
  ): Promise<BacklogOutcome>;
}

export interface BacklogDeps {
  readonly db: Database;
  readonly registry: DeviceRegistry;
  readonly scoring: Scoring;
  readonly fallAlerts: FallAlerts;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  /** Creates the table's missing day partitions. */
  readonly prepareDays: () => Promise<void>;
  /** Called when a device sends again after a silence long enough for an alert. */
  readonly onDeviceBack: (device: Device, at: number) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/contract.md, "Backlog": at most one every 5 s per device. */
const INTERVAL_MS = 5_000;
/** How far back the first entry's window may reach. */
const WINDOW_REACH_MS = 10 * MINUTE_MS;

interface ScoredEntry extends StorableReading {
  readonly body: SensorReading;
  readonly level: FallLevel;
  readonly assessment: Explanation | undefined;
}

const timeMsOf = ({ recordedAtUs }: Pick<StorableReading, 'recordedAtUs'>): number =>
  Math.floor(recordedAtUs / 1000);

export function createBacklog(deps: BacklogDeps): Backlog {
  const { db, registry, scoring, fallAlerts, writeDeviceLog, prepareDays, now, log } = deps;
  const steadyNow = createSteadyClock(now);
  const latest = new WeakMap<Device, { readonly at: number; readonly fingerprint: number | undefined }>();

  /** A resent message is not too early if it was stored and only its acknowledgement was lost. */
  function enforceInterval(device: Device, identity: MessageIdentity | undefined): void {
    const fingerprint = identity && fingerprintOf(device.macAddress, identity.bytes);
    const last = latest.get(device);
    const repeated = identity?.maybeDuplicate === true && last?.fingerprint === fingerprint;
    const wait = (last?.at ?? Number.NEGATIVE_INFINITY) + INTERVAL_MS - steadyNow();
    if (wait > 0 && !repeated) {
      throw new TooManyRequests(
        `One backlog per ${INTERVAL_MS / 1000} s and device`,
        Math.ceil(wait / 1000),
        'READING_TOO_EARLY',
      );
    }
    latest.set(device, { at: steadyNow(), fingerprint });
  }

  async function admit(macAddress: string, userId: string): Promise<Device> {
    const device = await registry.admit(macAddress, userId);
    if (device.owner.userId !== userId) throw deviceNotYours();
    if (device.disabled) throw deviceDisabled();
    return device;
  }

  /**
   * Scores in a separate window, so that the live one stays unchanged; it is first filled with the readings stored
   * before the entries. Entries are scored one after the other: a ring has no room for readings far ahead of the one
   * being scored.
   */
  async function score(device: Device, entries: readonly BacklogEntry[]): Promise<ScoredEntry[]> {
    const before = new Date(Math.ceil((entries[0]?.recordedAtUs ?? 0) / 1000));
    const since = new Date(before.getTime() - WINDOW_REACH_MS);
    const seed = await readingsBefore(db, device.key, { since, before, limit: WINDOW_LENGTH });
    const slot = scoring.claimSlot();
    if (slot === undefined) throw new Unavailable('Too many devices are active at once');
    try {
      for (const [number, reading] of seed.entries()) refillWindow(scoring, slot, number, reading);
      const scored: ScoredEntry[] = [];
      for (const entry of entries) {
        const number = seed.length + scored.length;
        scored.push(await scoreOne(device, entry, slot, number));
      }
      return scored;
    } finally {
      scoring.releaseSlot(slot);
    }
  }

  async function scoreOne(
    device: Device,
    entry: BacklogEntry,
    slot: number,
    number: number,
  ): Promise<ScoredEntry> {
    const { reading: body, recordedAtUs } = entry;
    const samples = body.samples ? flattenSamples(body.samples) : undefined;
    const timeMs = timeMsOf(entry);
    const confidence = rounded(
      await new Promise<number>((scored) => scoring.score({ slot, number, body, samples, scored }, timeMs)),
    );
    const level = fallLevel(confidence);
    const healthScore = device.healthScore(body, level, timeMs);
    const assessment = level === 'NO_FALL' ? undefined : scoring.explain({ slot, number });
    const fingerprint = undefined;
    return {
      deviceKey: device.key,
      recordedAtUs,
      fingerprint,
      confidence,
      healthScore,
      samples,
      body,
      level,
      assessment,
    };
  }

  async function insert(entries: readonly ScoredEntry[]): Promise<ReadonlySet<number>> {
    try {
      return await insertMissing(db, entries);
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error;
      await prepareDays();
      return insertMissing(db, entries);
    }
  }

  /**
   * Raises falls in time order. Entries that were stored earlier are checked again: the database may have failed
   * between their commit and that of their fall.
   */
  async function raise(
    device: Device,
    entries: readonly ScoredEntry[],
    added: ReadonlySet<number>,
  ): Promise<void> {
    const repeated = entries.filter(({ recordedAtUs }) => !added.has(recordedAtUs));
    const times = repeated.map(({ recordedAtUs }) => recordedAtUs);
    const stored =
      times.length > 0 ? await storedConfidences(db, device.key, times) : new Map<number, number>();
    for (const entry of entries) {
      const { recordedAtUs, body, assessment } = entry;
      const confidence = added.has(recordedAtUs) ? entry.confidence : rounded(stored.get(recordedAtUs) ?? 0);
      if (fallLevel(confidence) === 'NO_FALL') continue;
      await recordSuspicion(
        { fallAlerts, writeDeviceLog },
        { device, body, confidence, timeMs: timeMsOf(entry), assessment },
      );
    }
  }

  /**
   * docs/contract.md, "Backlog": a backlog never moves the status view or `lastSeen` back; it may move them forward.
   */
  function report(device: Device, entries: readonly ScoredEntry[]): void {
    const newest = entries.at(-1);
    if (newest === undefined) return;
    const timeMs = timeMsOf(newest);
    const silentMs = device.lastSeenMs === 0 ? 0 : timeMs - device.lastSeenMs;
    if (silentMs >= INACTIVE_AFTER_MS && now() - timeMs < INACTIVE_AFTER_MS)
      deps.onDeviceBack(device, timeMs);
    for (const entry of entries.slice(0, -1)) {
      const logged = device.noteUnits(entry.body, timeMsOf(entry));
      if (logged !== undefined) writeDeviceLog(logged);
    }
    for (const entry of device.reportLate(newest.body, timeMs) ?? []) writeDeviceLog(entry);
    registry.touch(device);
  }

  async function store(device: Device, entries: readonly BacklogEntry[]): Promise<number> {
    const scored = await score(device, entries);
    const added = await insert(scored);
    report(device, scored);
    await raise(device, scored, added);
    return added.size;
  }

  return {
    async handleBacklog({ userId }, macAddress, entries, identity) {
      if (entries instanceof AppError) throw entries;
      if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_BACKLOG) {
        throw new InvalidInput(
          undefined,
          `The body must be a JSON array of 1 to ${MAX_BACKLOG} readings`,
          'BODY_MALFORMED',
        );
      }
      const { good: wellFormed, duplicates, refused } = sort(entries, macAddress, now());
      if (wellFormed.length === 0) return { accepted: 0, duplicates, refused };
      const device = await admit(macAddress, userId);
      const good = wellFormed.filter((entry) => isOfItsWearer(entry, device));
      for (const entry of wellFormed)
        if (!isOfItsWearer(entry, device))
          refused.push({ index: entry.index, error: SOMEBODY_ELSES, code: 'DEVICE_NOT_YOURS' });
      if (good.length === 0) return { accepted: 0, duplicates, refused };
      enforceInterval(device, identity);
      device.inFlight += 1;
      try {
        const accepted = await store(device, good);
        return { accepted, duplicates: duplicates + good.length - accepted, refused };
      } catch (error) {
        // The device will resend the backlog, which must not be refused as too early.
        latest.delete(device);
        if (error instanceof AppError) throw error;
        log.error({ err: error }, 'readings: storing a backlog failed');
        throw new Unavailable('The backlog could not be stored', error);
      } finally {
        device.inFlight -= 1;
      }
    },
  };
}

const SOMEBODY_ELSES = 'was recorded before the device was moved to its present wearer';

/** A wearable may be passed to its next wearer with readings of the previous one in its backlog. */
const isOfItsWearer = ({ recordedAtUs }: BacklogEntry, { wornSinceMs }: Device): boolean =>
  recordedAtUs >= wornSinceMs * 1000;

/** Returns valid entries in time order, each time once, and invalid ones by their index in the message. */
function sort(entries: readonly unknown[], macAddress: string, now: number) {
  const byTime = new Map<number, BacklogEntry & { readonly index: number }>();
  const refused: BacklogOutcome['refused'] = [];
  let duplicates = 0;
  for (const [index, entry] of entries.entries()) {
    const checked = checkEntry(entry, macAddress, now);
    if (checked instanceof AppError) {
      refused.push({
        index,
        error: checked.message,
        code: checked.code,
        ...(checked.details && { details: { ...checked.details } }),
      });
    } else if (byTime.has(checked.recordedAtUs)) {
      duplicates += 1;
    } else {
      byTime.set(checked.recordedAtUs, { ...checked, index });
    }
  }
  const good = [...byTime.values()].sort((a, b) => a.recordedAtUs - b.recordedAtUs);
  return { good, duplicates, refused };
}
