import {
  type DeviceReport,
  type DeviceRow,
  INACTIVE_AFTER_MS,
  type NewDeviceLogEntry,
  SignalWatch,
  StillnessWatch,
} from '../../devices/index.ts';
import { SHAKE_TEST_MS } from '../../devices/vocabulary.ts';
import {
  type HealthEvidence,
  healthScore,
  jitterAfter,
  LOW_BATTERY,
  vitalsOutOfRange,
} from '../../people/health-score.ts';
import { type FallLevel, isAtLeast } from '../../platform/fall-levels.ts';
import { DAY_MS, SECOND_MS, SET_BACK_MS } from '../../platform/time.ts';
import { DeviceClock } from '../schedule/device-clock.ts';
import { DeviceLease } from '../schedule/device-lease.ts';
import { ScheduleState } from '../schedule/send-schedule.ts';
import type { SensorReading } from '../schema.ts';
import { NOTHING_LEARNED, type WearerSensitivity } from '../wearer/store.ts';
import { LiveWindow } from './live-window.ts';

export const RECENT_FALLS_MS = 7 * DAY_MS;

/**
 * Readings that arrive close together keep their order; a difference of this size means that the clock was set back.
 */
const SET_BACK_US = SET_BACK_MS * 1000;

/** The detector has reported everything about one impact by then. */
const AFTER_IMPACT_MS = 10 * SECOND_MS;

/** docs/contract.md, "Scoring": so many readings of a wearable's life are scored each by itself. */
export const FIRST_READINGS = 5;

const NONE: readonly FallLevel[] = [];

/** The person a device belongs to, shared by all of that person's devices. */
export class Owner {
  readonly userId: string;
  readonly falls = new Map<string, { readonly level: FallLevel; readonly at: number }>();
  /** What caregivers' outcomes have taught the detector about this person. */
  sensitivity: WearerSensitivity = NOTHING_LEARNED;

  constructor(userId: string) {
    this.userId = userId;
  }

  /** An older state may arrive late: from another instance, or from a query that began before the change. */
  learn(sensitivity: WearerSensitivity): void {
    if (sensitivity.revision > this.sensitivity.revision) this.sensitivity = sensitivity;
  }

  recentFalls(now: number): readonly FallLevel[] {
    if (this.falls.size === 0) return NONE;
    const levels: FallLevel[] = [];
    for (const [id, fall] of this.falls) {
      if (fall.at < now - RECENT_FALLS_MS) this.falls.delete(id);
      else levels.push(fall.level);
    }
    return levels;
  }
}

/** Everything a reading needs of its device, in memory: a known device costs no query. */
export class Device {
  readonly id: string;
  readonly key: number;
  readonly macAddress: string;
  readonly owner: Owner;
  /** Earlier readings belong to a previous wearer; 0 if there was none. */
  readonly wornSinceMs: number;
  disabled: boolean;
  /** Start of the last shake test, in milliseconds since 1970; null without one. */
  shakeTestAtMs: number | null;
  /** When it said that it does not measure; 0 while it does. */
  pausedSinceMs: number;
  /** Index of its window in the scoring memory, and the number of readings written to it. */
  readonly slot: number;
  readings = 0;
  /** Number of readings of the present wearer, as far as known; counted to `FIRST_READINGS` at least. */
  life = 0;
  readonly schedule = new ScheduleState();
  readonly lease = new DeviceLease();
  readonly clock = new DeviceClock();
  readonly window = new LiveWindow();
  readonly #signal: SignalWatch;
  readonly #stillness: StillnessWatch;
  /** Number of readings between acceptance and reply: the device keeps its slot while there are any. */
  inFlight = 0;
  /**
   * Messages with an identity (readings/repetitions.ts): how many arrived, and how many of them have no reply yet.
   */
  messages = 0;
  unacknowledged = 0;
  #lastUs: number;
  /** The primary has changed since it was loaded: its registration may be lost. */
  isOutdated = false;
  /** True if its report is newer than the one in the database: see reports.ts. */
  unsaved = false;

  /** Of CoveredMinutes: the last minute with a reading, and the stillness that is known as not worn. */
  coveredMinute = 0;
  notWornSinceMs = 0;

  /** Milliseconds since 1970; 0 before the first reading. */
  lastSeenMs: number;
  /** The `lastSeenMs` in the database. */
  storedSeenMs: number;
  uptimeMs: number | null;
  batteryLevel: number | null;
  signalStrength: number | null;
  heartRate: number | null;
  spo2: number | null;
  firmwareVersion: string | null;
  model: string | null;
  sensorsInitialized: boolean | null;
  wifiConnected: boolean | null;
  bluetoothConnected: boolean | null;
  charging: boolean;
  #heartRateJitter: number | null;

  constructor(row: DeviceRow, owner: Owner, slot: number) {
    this.id = row.id;
    this.key = row.key;
    this.macAddress = row.macAddress;
    this.owner = owner;
    this.wornSinceMs = row.wornSince?.getTime() ?? 0;
    this.disabled = row.disabled;
    this.shakeTestAtMs = row.shakeTestAt?.getTime() ?? null;
    this.pausedSinceMs = row.pausedAt?.getTime() ?? 0;
    this.slot = slot;
    this.#signal = new SignalWatch(row);
    this.#stillness = new StillnessWatch({
      movedAtMs: row.movedAt?.getTime() ?? 0,
      stillSinceMs: row.stillSince?.getTime() ?? 0,
    });
    this.#lastUs = row.lastSeen === null ? 0 : row.lastSeen.getTime() * 1000 + 999;
    this.lastSeenMs = row.lastSeen?.getTime() ?? 0;
    if (row.uptimeMs !== null) this.clock.madeAt(row.uptimeMs, this.lastSeenMs, undefined);
    this.storedSeenMs = this.lastSeenMs;
    this.uptimeMs = row.uptimeMs;
    this.batteryLevel = row.batteryLevel;
    this.signalStrength = row.signalStrength;
    this.heartRate = row.heartRate;
    this.#heartRateJitter = row.heartRateJitter;
    this.spo2 = row.spo2;
    this.firmwareVersion = row.firmwareVersion;
    this.model = row.model;
    this.sensorsInitialized = row.sensorsInitialized;
    this.wifiConnected = row.wifiConnected;
    this.bluetoothConnected = row.bluetoothConnected;
    this.charging = row.charging;
  }

  /**
   * The reading's time in microseconds, unique per device, so that two readings within one millisecond are both kept.
   * The microsecond is random, because another instance may stamp a reading of this device in the same millisecond.
   */
  nextTimeUs(now: number): number {
    const time = now * 1000 + Math.floor(Math.random() * 1000);
    const wasSetBack = time < this.#lastUs - SET_BACK_US;
    this.#lastUs = wasSetBack ? time : Math.max(time, this.#lastUs + 1);
    return this.#lastUs;
  }

  /**
   * The clock was set back since the device's last reading: it was seen now, not in the future. Otherwise its silence
   * would be noticed only after that time.
   */
  followClock(now: number): void {
    if (Math.max(this.lastStoredAt, this.lastAcceptedAt) <= now + SET_BACK_MS) return;
    this.schedule.storedElsewhereAt = Math.min(this.schedule.storedElsewhereAt, now);
    this.lastSeenMs = Math.min(this.lastSeenMs, now);
    this.#lastUs = Math.min(this.#lastUs, now * 1000);
    this.#stillness.followClock(now);
  }

  /** Time of its newest reading, in microseconds. */
  get lastTimeUs(): number {
    return this.#lastUs;
  }

  /** In milliseconds since 1970, like `lastStoredAt`; 0 without one. */
  get lastAcceptedAt(): number {
    return Math.floor(this.#lastUs / 1000);
  }

  /** At any instance, as far as known. */
  get lastStoredAt(): number {
    return Math.max(this.lastSeenMs, this.schedule.storedElsewhereAt);
  }

  /** Another instance has stored a reading of this time; the next one comes after it. */
  advanceTo(timeMs: number): void {
    this.#lastUs = Math.max(this.#lastUs, timeMs * 1000 + 999);
  }

  /** Whether a reading with this time comes before another that is stored or being stored. */
  isOvertaken(timeMs: number): boolean {
    return timeMs * 1000 + 999 < this.#lastUs;
  }

  /** The same for a reading with its own time; readings taken later may have arrived before it. */
  lateTimeUs(madeAt: number): number {
    return this.isOvertaken(madeAt)
      ? madeAt * 1000 + Math.floor(Math.random() * 1000)
      : this.nextTimeUs(madeAt);
  }

  /** Whether a reading of this time ends a pause; true once. */
  endsPause(timeMs: number): boolean {
    if (this.pausedSinceMs === 0 || timeMs <= this.pausedSinceMs) return false;
    this.pausedSinceMs = 0;
    return true;
  }

  /** Updates the device from a stored reading. Returns entries for the device log, mostly none. */
  report(body: SensorReading, now: number): NewDeviceLogEntry[] | undefined {
    const logged = this.#changes(body, now);
    this.lastSeenMs = Math.max(this.lastSeenMs, now);
    this.uptimeMs = body.uptime_ms;
    this.#heartRateJitter = this.#jitterWith(body);
    this.batteryLevel = body.battery_level ?? this.batteryLevel;
    this.signalStrength = body.signal_strength ?? this.signalStrength;
    this.heartRate = body.heart_rate ?? this.heartRate;
    this.spo2 = body.spo2 ?? this.spo2;
    this.firmwareVersion = body.firmware_version ?? this.firmwareVersion;
    this.model = body.model ?? this.model;
    this.sensorsInitialized = body.sensors_initialized ?? this.sensorsInitialized;
    this.wifiConnected = body.wifi_connected ?? this.wifiConnected;
    this.bluetoothConnected = body.bluetooth_connected ?? this.bluetoothConnected;
    this.charging = body.charging === true;
    return logged;
  }

  /** A reading with its own time never moves the status view back, unless the device has not reported yet. */
  reportLate(body: SensorReading, madeAt: number): NewDeviceLogEntry[] | undefined {
    const hasReported = this.uptimeMs !== null;
    return hasReported && madeAt <= this.lastSeenMs ? undefined : this.report(body, madeAt);
  }

  /** Returns log entries if a stored reading changes what is known about the device's units or sensors. */
  noteSignal(body: SensorReading, at: number): NewDeviceLogEntry[] | undefined {
    return this.#signal
      .observe(body)
      ?.map(({ type, message }) => ({ deviceId: this.id, type, message, at: new Date(at) }));
  }

  /**
   * Call before `report`. Returns how long the wearable was still before this reading showed a movement; 0 without one.
   */
  noteMovement(body: SensorReading, at: number): number {
    return at < this.lastSeenMs ? 0 : this.#stillness.observe(body, at);
  }

  /** Since when it has not moved, in milliseconds since 1970; 0 if unknown. */
  get stillSinceMs(): number {
    return this.#stillness.stillSinceMs;
  }

  /** Readings in the order of time that may be older than the live ones: those have a mean of their own. */
  noteLateMovements(readings: Iterable<{ readonly body: SensorReading; readonly timeMs: number }>): void {
    const known = this.#stillness;
    const late = new StillnessWatch({ movedAtMs: 0, stillSinceMs: 0 });
    for (const { body, timeMs } of readings) late.observe(body, timeMs);
    known.movedAtMs = Math.max(known.movedAtMs, late.movedAtMs);
    // A first reading that was still is no reason to start again.
    if (known.stillSinceMs === 0 || late.hasStirred)
      known.stillSinceMs = Math.max(known.stillSinceMs, late.stillSinceMs);
  }

  /**
   * docs/contract.md, "Shake test": a shaken wearable is no fall. The detector judges an impact for some seconds, so
   * its verdicts on an impact of the test count as part of it; those on an impact before the test do not.
   */
  isShaken(impactMs: number, timeMs: number): boolean {
    const start = this.shakeTestAtMs;
    if (start === null || impactMs < start) return false;
    const end = start + SHAKE_TEST_MS;
    return impactMs < end && timeMs < end + AFTER_IMPACT_MS;
  }

  /** `level` is the reading's own: its fall counts although it is not recorded yet. */
  healthScore(body: SensorReading, level: FallLevel, now: number): number {
    const recorded = this.owner.recentFalls(now);
    const recentFalls =
      isAtLeast(level, 'POTENTIAL') && !recorded.includes(level) ? [...recorded, level] : recorded;
    const evidence: HealthEvidence = {
      heartRate: body.heart_rate ?? this.heartRate,
      heartRateJitter: this.#jitterWith(body),
      spo2: body.spo2 ?? this.spo2,
      batteryLevel: body.battery_level ?? this.batteryLevel,
      sensorsInitialized: body.sensors_initialized ?? this.sensorsInitialized,
      recentFalls,
    };
    return healthScore(evidence);
  }

  #jitterWith({ heart_rate = null }: SensorReading): number | null {
    return jitterAfter(this.#heartRateJitter, this.heartRate, heart_rate);
  }

  currentReport(): DeviceReport & { readonly key: number } {
    const { key, lastSeenMs, uptimeMs, batteryLevel, signalStrength, heartRate, spo2, firmwareVersion } =
      this;
    const { model, sensorsInitialized, wifiConnected, bluetoothConnected, charging } = this;
    const heartRateJitter = this.#heartRateJitter;
    return {
      key,
      lastSeen: dateOf(lastSeenMs),
      uptimeMs,
      batteryLevel,
      signalStrength,
      heartRate,
      heartRateJitter,
      spo2,
      firmwareVersion,
      model,
      sensorsInitialized,
      wifiConnected,
      bluetoothConnected,
      charging,
      movedAt: dateOf(this.#stillness.movedAtMs),
      stillSince: dateOf(this.#stillness.stillSinceMs),
      ...this.#signal.facts(),
    };
  }

  /** docs/contract.md, "Devices": each condition is logged when it begins, not with every reading. */
  #changes(body: SensorReading, now: number): NewDeviceLogEntry[] | undefined {
    let logged: NewDeviceLogEntry[] | undefined;
    const log = (type: NewDeviceLogEntry['type'], message: string) => {
      logged ??= [];
      logged.push({ deviceId: this.id, type, message, at: new Date(now) });
    };
    if (this.lastSeenMs !== 0 && now - this.lastSeenMs >= INACTIVE_AFTER_MS) log('INFO', 'Back online');
    const battery = body.battery_level;
    if (battery != null && battery < LOW_BATTERY && (this.batteryLevel ?? 100) >= LOW_BATTERY) {
      log('WARNING', `Battery below ${LOW_BATTERY} %`);
    }
    const isOutOfRange = vitalsOutOfRange(body.heart_rate ?? null, body.spo2 ?? null);
    if (isOutOfRange && !vitalsOutOfRange(this.heartRate, this.spo2)) log('WARNING', 'Vitals out of range');
    if (body.sensors_initialized === false && this.sensorsInitialized !== false)
      log('ERROR', 'Sensors not initialised');
    const firmware = body.firmware_version;
    if (firmware != null && this.firmwareVersion !== null && firmware !== this.firmwareVersion)
      this.#signal.forgetSensors();
    const signal = this.noteSignal(body, now);
    if (signal === undefined) return logged;
    return logged === undefined ? signal : [...logged, ...signal];
  }
}

/** 0 stands for no time. */
const dateOf = (ms: number): Date | null => (ms === 0 ? null : new Date(ms));
