import { INACTIVE_AFTER_MS, type NewDeviceLogEntry } from '../devices/index.ts';
import type { FallAlerts } from '../falls/index.ts';
import type { Watchers } from '../live/index.ts';
import { AppError, Unavailable } from '../platform/errors.ts';
import { type FallLevel, fallLevel } from '../platform/fall-levels.ts';
import type { Log } from '../platform/log.ts';
import { type Assessed, assessedOf, type OnAssessed, rounded } from './assessed.ts';
import type { LateReadings, ScoredReading } from './backlog/late-readings.ts';
import type { CoveredMinutes } from './covered-minutes.ts';
import type { InFlightReadings } from './in-flight-readings.ts';
import { flattenParts, flattenSamples } from './reading-check.ts';
import { type Device, FIRST_READINGS } from './registry/device.ts';
import type { LiveWindow } from './registry/live-window.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import type { Windows } from './registry/windows.ts';
import type { Schedule, WaitingTurn } from './schedule/schedule.ts';
import { type Acceptance, type DeviceConnection, isUrgent, takenAt } from './schedule/send-schedule.ts';
import type { SensorReading } from './schema.ts';
import type { ScorableReading } from './scoring/dispatcher.ts';
import type { Scoring } from './scoring/scoring.ts';
import type { ShadowVerdict } from './scoring/shadow.ts';
import type { ShadowSuspicions } from './shadow-suspicions.ts';
import type { SilenceWatch } from './silence/silence-watch.ts';
import type { ReadingsWriter, WaitingReading } from './store/writer.ts';
import { recordSuspicion } from './suspicion.ts';
import { fallIfSilent, forWearer, type WearerExplanation } from './wearer/adjust.ts';
import type { WornTime } from './worn-time.ts';

export interface ReadingJobDeps {
  readonly schedule: Schedule;
  readonly scoring: Pick<
    Scoring,
    'score' | 'scoreAlone' | 'explain' | 'explainSilence' | 'suspectedByShadow'
  >;
  readonly shadowSuspicions: Pick<ShadowSuspicions, 'note'>;
  readonly wornTime: Pick<WornTime, 'note'>;
  readonly coveredMinutes: Pick<CoveredMinutes, 'note'>;
  readonly writer: Pick<ReadingsWriter, 'add'>;
  readonly registry: Pick<DeviceRegistry, 'touch'>;
  readonly fallAlerts: FallAlerts;
  readonly silence: Pick<SilenceWatch, 'keep'>;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  readonly watchers: Watchers;
  /** Called when a device sends again after a silence long enough for an alert. */
  readonly onDeviceBack: (device: Device, at: number) => void;
  /** Called when a device that had said that it does not measure has sent a reading of this time. */
  readonly onPauseOver: (device: Device, at: number) => void;
  /** Called when a device moves that was still for `notWornMs`. */
  readonly onDeviceMoved: (device: Device, at: number) => void;
  /** Infinity if caregivers are not alerted to wearables that are not worn. */
  readonly notWornMs: number;
  readonly inFlight: InFlightReadings;
  readonly windows: Pick<Windows, 'holds'>;
  readonly lateReadings: Pick<LateReadings, 'addOvertaken'>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * One object carries a reading through schedule, scoring, storage and alert; each of them calls it back. The methods
 * stand in the order of the calls.
 */
export class ReadingJob implements WaitingTurn, ScorableReading, WaitingReading {
  readonly #deps: ReadingJobDeps;
  readonly device: Device;
  readonly body: SensorReading;
  readonly arrived: number;
  readonly arrivedAt: number;
  readonly connection: DeviceConnection | undefined;
  reply: OnAssessed;
  madeAt = 0;
  acceptance: Acceptance = 'due';
  /** It keeps the time at which it was taken. */
  isDelayed = false;
  /** Among the first readings of the device's life. */
  isAmongFirst = false;
  #isInWindow = false;
  #isFinished = false;
  fingerprint: number | undefined;
  samples: Float32Array | undefined;
  parts: Float32Array | undefined;
  recordedAtUs = 0;
  /** Since the device's last reading at any instance. */
  gapMs = 0;
  number = 0;
  confidence = 0;
  healthScore = 0;
  level: FallLevel = 'NO_FALL';
  assessment: WearerExplanation | undefined;
  /** The shadow detector finds it suspicious; mostly undefined. */
  shadow: ShadowVerdict | undefined;
  /** The fall that it becomes if no reading follows; mostly none. */
  ifSilent: WearerExplanation | undefined;

  constructor(
    deps: ReadingJobDeps,
    device: Device,
    body: SensorReading,
    connection: DeviceConnection | undefined,
    reply: OnAssessed,
    arrived = deps.schedule.steadyNow(),
    arrivedAt = deps.now(),
  ) {
    this.#deps = deps;
    this.device = device;
    this.body = body;
    this.arrived = arrived;
    this.arrivedAt = arrivedAt;
    this.connection = connection;
    this.reply = reply;
  }

  get slot(): number {
    return this.device.slot;
  }

  get deviceKey(): number {
    return this.device.key;
  }

  get isOutdated(): boolean {
    return this.device.isOutdated;
  }

  get timeMs(): number {
    return Math.floor(this.recordedAtUs / 1000);
  }

  get reading(): SensorReading {
    return this.body;
  }

  get lastStoredAt(): number {
    return this.device.lastStoredAt;
  }

  get uptime(): number {
    return this.body.uptime_ms;
  }

  get isUrgent(): boolean {
    return isUrgent(this.body.accel_x, this.body.accel_y, this.body.accel_z);
  }

  get mayBeFall(): boolean {
    return this.level !== 'NO_FALL' || this.ifSilent !== undefined;
  }

  /** The schedule calls `proceed` or `refuse`. */
  schedule(): void {
    const { device, body, arrivedAt, connection } = this;
    this.madeAt = device.clock.madeAt(body.uptime_ms, arrivedAt, connection?.id);
    this.#deps.schedule.decide(this);
  }

  refuse(error: AppError): void {
    this.reply(error);
  }

  /** From here on the reading counts as accepted, and `#finish` must follow. */
  proceed(acceptance: Acceptance): void {
    const { inFlight, windows } = this.#deps;
    this.acceptance = acceptance;
    inFlight.begin(this.arrived);
    if (!windows.holds(this.device, this)) this.resume();
  }

  /** The device's window is complete. */
  resume(): void {
    try {
      this.#score();
    } catch (error) {
      this.#break(error);
    }
  }

  #score(): void {
    const { device, body, arrivedAt, acceptance } = this;
    device.followClock(arrivedAt);
    const time = takenAt(this, acceptance);
    this.isDelayed = time < arrivedAt;
    this.samples = body.samples ? flattenSamples(body.samples) : undefined;
    this.parts = body.parts ? flattenParts(body.parts) : undefined;
    const mayBeOvertaken = acceptance === 'late' || acceptance === 'overtaken';
    // A reading that was taken later has arrived before it.
    const isOvertaken = mayBeOvertaken && device.isOvertaken(time);
    const lastMs = Math.floor(device.lastTimeUs / 1000);
    this.recordedAtUs = mayBeOvertaken ? device.lateTimeUs(time) : device.nextTimeUs(time);
    this.gapMs = this.timeMs - lastMs;
    if (isOvertaken) return this.#deps.lateReadings.addOvertaken(device, this);
    this.number = device.readings++;
    this.isAmongFirst = device.life++ < FIRST_READINGS;
    device.inFlight += 1;
    this.#isInWindow = true;
    this.#deps.scoring.score(this, this.timeMs);
  }

  /** An overtaken reading is stored; its fall is recorded. */
  inserted({ recordedAtUs, confidence, healthScore, assessment }: ScoredReading): void {
    this.recordedAtUs = recordedAtUs;
    this.confidence = confidence;
    this.level = fallLevel(confidence);
    this.healthScore = healthScore;
    this.assessment = assessment;
    this.#report();
    this.#finish(this.#assessed());
  }

  failed(error: AppError): void {
    this.#fail(error);
  }

  scored(confidence: number, shadow: number): void {
    try {
      this.#store(confidence, shadow);
    } catch (error) {
      this.#break(error);
    }
  }

  #store(confidence: number, shadow: number): void {
    const { scoring, writer } = this.#deps;
    // Must run now, while the window is still the one that was scored.
    this.confidence = rounded(this.isAmongFirst ? scoring.scoreAlone(this) : confidence);
    this.level = fallLevel(this.confidence);
    if (this.level !== 'NO_FALL') {
      const explanation = scoring.explain(this, this.isAmongFirst);
      this.assessment = forWearer(explanation, this.device.owner, this.timeMs);
      if (this.assessment.wearer) ({ confidence: this.confidence, level: this.level } = this.assessment);
    }
    this.shadow = scoring.suspectedByShadow(this, shadow, this.isAmongFirst);
    this.ifSilent = fallIfSilent(scoring, this, this.device.owner, this.timeMs);
    this.healthScore = this.device.healthScore(this.body, this.level, this.timeMs);
    if (!writer.add(this)) this.stored(new Unavailable('Too many readings are waiting to be stored'));
  }

  stored(error: AppError | undefined): void {
    if (error !== undefined) return this.#fail(error);
    this.#report();
    if (this.mayBeFall) this.#raise();
    else this.#finish(this.#assessed());
  }

  /** The reading is stored, so it gets its reply, and its fall is recorded, whatever happens here. */
  #report(): void {
    try {
      this.#publish();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'readings: publishing a stored reading failed');
    }
  }

  /** Updates the device, and publishes to the clients that watch the wearer. */
  #publish(): void {
    const { device, body, timeMs } = this;
    const { registry, watchers, writeDeviceLog, onDeviceBack, onPauseOver, onDeviceMoved, notWornMs } =
      this.#deps;
    const { wornTime, coveredMinutes, shadowSuspicions } = this.#deps;
    if (device.lastSeenMs !== 0 && timeMs - device.lastSeenMs >= INACTIVE_AFTER_MS)
      onDeviceBack(device, timeMs);
    if (device.endsPause(timeMs)) onPauseOver(device, timeMs);
    const wasStillMs = device.noteMovement(body, timeMs);
    if (wasStillMs >= notWornMs) onDeviceMoved(device, timeMs);
    wornTime.note(device.key, body, timeMs, this.gapMs, wasStillMs);
    coveredMinutes.note(device, body.charging === true, timeMs, this.arrivedAt);
    if (this.shadow !== undefined) shadowSuspicions.note(device, this.shadow, timeMs);
    const logged = this.isDelayed ? device.reportLate(body, timeMs) : device.report(body, timeMs);
    registry.touch(device);
    watchers.get(device.owner.userId)?.(this);
    if (logged !== undefined) for (const entry of logged) writeDeviceLog(entry);
  }

  /** The reading gets its reply only after its event is committed too: a device without a reply resends. */
  #raise(): void {
    const { level, ifSilent, device, recordedAtUs } = this;
    const raised = level === 'NO_FALL' ? undefined : recordSuspicion(this.#deps, this);
    const kept =
      ifSilent && this.#deps.silence.keep({ deviceKey: device.key, recordedAtUs, assessment: ifSilent });
    Promise.all([raised, kept]).then(
      () => this.#finish(this.#assessed()),
      (error: unknown) => {
        this.#deps.log.error({ err: error }, 'readings: recording a suspected fall failed');
        this.#fail(
          error instanceof AppError ? error : new Unavailable('The fall could not be recorded', error),
        );
      },
    );
  }

  #assessed(): Assessed {
    const nextAllowedRequest = this.#deps.schedule.nextAllowedAt(this.device, this.timeMs);
    return assessedOf(this.device.id, this, nextAllowedRequest);
  }

  /** The device will retry at once, and the retry must not be refused as too early. */
  #fail(error: AppError): void {
    this.#deps.schedule.giveBack(this.device, this.acceptance);
    if (this.isAmongFirst) this.device.life -= 1;
    this.#finish(error);
  }

  #break(error: unknown): void {
    this.#deps.log.error({ err: error }, 'readings: handling a reading failed');
    this.#fail(new Unavailable('The reading could not be handled', error));
  }

  /** Once, and to its end: other work waits until the device has no reading in flight. */
  #finish(outcome: Assessed | AppError): void {
    const { device } = this;
    if (this.#isFinished) return;
    this.#isFinished = true;
    if (this.#isInWindow) device.inFlight -= 1;
    try {
      this.reply(outcome);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'readings: reply to a reading failed');
    }
    if (device.inFlight === 0 && device.window.onIdle !== undefined) noteIdle(device.window);
    this.#deps.inFlight.end(this.arrived);
  }
}

function noteIdle(window: LiveWindow): void {
  const { onIdle } = window;
  window.onIdle = undefined;
  onIdle?.();
}
