import { type DeviceLogEntry, INACTIVE_AFTER_MS } from '../devices/index.ts';
import type { FallAlerts } from '../falls/index.ts';
import type { Watchers } from '../live/index.ts';
import { type FallLevel, fallLevel, isAtLeast } from '../notify/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { AppError, deviceDisabled, deviceNotYours, internalError, Unavailable } from '../platform/errors.ts';
import { fingerprintOf } from '../platform/fingerprint.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { Log } from '../platform/log.ts';
import { checkReading, flattenSamples } from './reading-check.ts';
import type { Device } from './registry/device.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import { createInFlightMessages, REPETITION_MS } from './repetitions.ts';
import { createSchedule, type WaitingTurn } from './schedule/schedule.ts';
import { type Acceptance, type DeviceConnection, isUrgent } from './schedule/send-schedule.ts';
import type { SharedSchedule } from './schedule/shared-schedule.ts';
import type { SensorReading } from './schema.ts';
import type { Explanation } from './scoring/explain.ts';
import type { ScorableReading, Scoring } from './scoring/pool.ts';
import { findRepeated } from './store/readings.ts';
import type { ReadingsWriter, WaitingReading } from './store/writer.ts';
import { recordSuspicion, type Suspicion } from './suspicion.ts';

/** The answer to a reading, on every transport. */
export interface Assessed {
  readonly deviceId: string;
  readonly timestamp: number;
  readonly fallDetected: boolean;
  readonly fallConfidence: number;
  readonly healthScore: number;
  /** When the device's next reading is due, in milliseconds since 1970. */
  readonly nextAllowedRequest: number;
  /** The message repeated an earlier one and was not stored again. */
  readonly repeated?: true;
}

export type OnAssessed = (outcome: Assessed | AppError) => void;

/** How a transport recognises a resent message. */
export interface MessageIdentity {
  /** The message's bytes, or its idempotency key. */
  readonly bytes: Uint8Array;
  /** False if the sender marks the message as new: it is stored even if another message had the same bytes. */
  readonly maybeDuplicate: boolean;
}

export interface ReadingHandler {
  /**
   * The handler at which every transport ends. It calls `answered` once, after the reading is committed or refused. A
   * message with an `identity` that repeats an earlier one is answered but not stored again. If a transport could not
   * parse the body, it passes the error as the body, so that it is refused and counted like all others. Transports
   * whose clients keep readings while they are offline pass a `connection`.
   */
  handleReading(
    principal: Pick<Principal, 'userId'>,
    body: unknown,
    identity: MessageIdentity | undefined,
    answered: OnAssessed,
    connection?: DeviceConnection,
  ): void;
  /** Resolves when every reading accepted so far is answered. */
  drain(): Promise<void>;
}

export interface ReadingHandlerDeps {
  readonly db: Queryable;
  readonly registry: DeviceRegistry;
  readonly scoring: Scoring;
  readonly writer: ReadingsWriter;
  readonly fallAlerts: FallAlerts;
  readonly writeDeviceLog: (entry: DeviceLogEntry) => void;
  readonly intervalMs: number;
  /** Set if several instances share the schedule. */
  readonly sharedSchedule: SharedSchedule | undefined;
  readonly watchers: Watchers;
  /** Called when a device sends again after a silence long enough for an alert. */
  readonly onDeviceBack: (device: Device, at: number) => void;
  readonly now: () => number;
  readonly log: Log;
}

export function createReadingHandler(deps: ReadingHandlerDeps): ReadingHandler {
  const {
    db,
    registry,
    scoring,
    writer,
    fallAlerts,
    writeDeviceLog,
    intervalMs,
    sharedSchedule,
    watchers,
    now,
    log,
  } = deps;
  let inFlight = 0;
  let idle: (() => void)[] = [];
  const schedule = createSchedule({ intervalMs, sharedSchedule, now });
  const inFlightMessages = createInFlightMessages<Assessed | AppError>(asRepeated);

  /** One object carries a reading through schedule, scoring, storage and alert; each of them calls it back. */
  class ReadingJob implements WaitingTurn, ScorableReading, WaitingReading {
    readonly device: Device;
    readonly body: SensorReading;
    readonly arrived: number;
    readonly arrivedAt: number;
    readonly connection: DeviceConnection | undefined;
    answered: OnAssessed;
    madeAt = 0;
    acceptance: Acceptance = 'due';
    fingerprint: number | undefined;
    samples: Float32Array | undefined;
    recordedAtUs = 0;
    number = 0;
    confidence = 0;
    healthScore = 0;
    level: FallLevel = 'NO_FALL';
    assessment: Explanation | undefined;

    constructor(
      device: Device,
      body: SensorReading,
      connection: DeviceConnection | undefined,
      answered: OnAssessed,
      arrived = schedule.steadyNow(),
      arrivedAt = now(),
    ) {
      this.device = device;
      this.body = body;
      this.arrived = arrived;
      this.arrivedAt = arrivedAt;
      this.connection = connection;
      this.answered = answered;
    }

    get slot(): number {
      return this.device.slot;
    }

    get deviceKey(): number {
      return this.device.key;
    }

    get timeMs(): number {
      return Math.floor(this.recordedAtUs / 1000);
    }

    get lastStoredAt(): number {
      return this.device.lastSeenMs;
    }

    get isUrgent(): boolean {
      return isUrgent(this.body.accel_x, this.body.accel_y, this.body.accel_z);
    }

    schedule(): void {
      const { device, body, arrivedAt, connection } = this;
      this.madeAt = device.clock.madeAt(body.uptime_ms, arrivedAt, connection?.id);
      schedule.decide(this);
    }

    refuse(error: AppError): void {
      this.answered(error);
    }

    /** From here on the reading counts as accepted, and `#finish` must follow. */
    proceed(acceptance: Acceptance): void {
      const { device, body } = this;
      this.acceptance = acceptance;
      this.samples = body.samples ? flattenSamples(body.samples) : undefined;
      this.recordedAtUs = acceptance === 'late' ? device.lateTimeUs(this.madeAt) : device.nextTimeUs(now());
      this.number = device.readings++;
      device.inFlight += 1;
      inFlight += 1;
      scoring.score(this, this.timeMs);
    }

    scored(confidence: number): void {
      this.confidence = rounded(confidence);
      this.level = fallLevel(this.confidence);
      // Must run now, while the window is still the one that was scored.
      if (this.level !== 'NO_FALL') this.assessment = scoring.explain(this);
      this.healthScore = this.device.healthScore(this.body, this.level, this.timeMs);
      if (!writer.add(this)) this.stored(new Unavailable('Too many readings are waiting to be stored'));
    }

    stored(error: AppError | undefined): void {
      if (error !== undefined) return this.#fail(error);
      const { device } = this;
      if (device.lastSeenMs !== 0 && this.timeMs - device.lastSeenMs >= INACTIVE_AFTER_MS) {
        deps.onDeviceBack(device, this.timeMs);
      }
      const { body, timeMs } = this;
      const logged =
        this.acceptance === 'late' ? device.reportLate(body, timeMs) : device.report(body, timeMs);
      registry.touch(device);
      watchers.get(device.owner.userId)?.(this);
      if (logged !== undefined) for (const entry of logged) writeDeviceLog(entry);
      if (this.level === 'NO_FALL') return this.#finish(assessmentOf(device, this));
      this.#raise();
    }

    /** The reading is answered only after its event is committed too: a device without an answer resends. */
    #raise(): void {
      raise(this).then(
        () => this.#finish(assessmentOf(this.device, this)),
        (error: unknown) => {
          log.error({ err: error }, 'readings: recording a suspected fall failed');
          this.#fail(
            error instanceof AppError ? error : new Unavailable('The fall could not be recorded', error),
          );
        },
      );
    }

    /** The device will retry at once, and the retry must not be refused as too early. */
    #fail(error: AppError): void {
      schedule.giveBack(this.device, this.acceptance);
      this.#finish(error);
    }

    #finish(outcome: Assessed | AppError): void {
      this.device.inFlight -= 1;
      inFlight -= 1;
      this.answered(outcome);
      if (inFlight === 0 && idle.length > 0) {
        for (const done of idle) done();
        idle = [];
      }
    }
  }

  const raise = (suspicion: Suspicion): Promise<void> =>
    recordSuspicion({ fallAlerts, writeDeviceLog }, suspicion);

  /**
   * docs/contract.md, "Order of checks": device, owner, disabled, then the schedule. Only an accepted reading moves the
   * schedule.
   */
  function accept(userId: string, job: ReadingJob, identity: MessageIdentity | undefined): void {
    const { device, answered } = job;
    if (device.owner.userId !== userId) return answered(deviceNotYours());
    if (device.disabled) return answered(deviceDisabled());
    if (identity === undefined) return job.schedule();
    const { bytes, maybeDuplicate } = identity;
    const fingerprint = fingerprintOf(device.macAddress, bytes);
    const answerAll = inFlightMessages.begin(device, fingerprint, maybeDuplicate, answered);
    if (answerAll === undefined) return;
    job.fingerprint = fingerprint;
    job.answered = answerAll;
    if (!maybeDuplicate) return job.schedule();
    answerRepeated(device, job.body, fingerprint).then(
      (repeated) => (repeated ? answerAll(repeated) : job.schedule()),
      (error: unknown) => answerAll(error instanceof AppError ? error : new Unavailable(undefined, error)),
    );
  }

  /**
   * The answer to an earlier message with this identity if it was stored, perhaps by another instance or before a
   * crash.
   */
  async function answerRepeated(
    device: Device,
    body: SensorReading,
    fingerprint: number,
  ): Promise<Assessed | undefined> {
    const stored = await findRepeated(db, device.key, fingerprint, new Date(now() - REPETITION_MS));
    if (stored === undefined) return undefined;
    const confidence = rounded(stored.confidence);
    const { healthScore, recordedAt } = stored;
    const reading = { confidence, healthScore, level: fallLevel(confidence), timeMs: recordedAt.getTime() };
    // The database may have failed between the commit of the reading and that of its fall. Joining an event again
    // changes nothing.
    if (reading.level !== 'NO_FALL') await raise({ ...reading, device, body });
    return { ...assessmentOf(device, reading), repeated: true };
  }

  function assessmentOf(
    device: Device,
    reading: {
      readonly confidence: number;
      readonly healthScore: number;
      readonly level: FallLevel;
      readonly timeMs: number;
    },
  ): Assessed {
    return {
      deviceId: device.id,
      timestamp: reading.timeMs,
      fallDetected: isAtLeast(reading.level, 'POTENTIAL'),
      fallConfidence: reading.confidence,
      healthScore: reading.healthScore,
      nextAllowedRequest: schedule.nextAllowedAt(device, reading.timeMs),
    };
  }

  return {
    handleReading({ userId }, body, identity, answered, connection) {
      const checked = checkReading(body);
      if (checked instanceof AppError) return answered(checked);
      const { macAddress, reading } = checked;
      const device = registry.known(macAddress);
      if (device?.owner.userId === userId)
        return accept(userId, new ReadingJob(device, reading, connection, answered), identity);
      // The device is not in memory, or its copy in memory is out of date.
      const arrived = schedule.steadyNow();
      const arrivedAt = now();
      registry.admit(macAddress, userId).then(
        (admitted) => {
          accept(
            userId,
            new ReadingJob(admitted, reading, connection, answered, arrived, arrivedAt),
            identity,
          );
        },
        (error: unknown) => {
          if (!(error instanceof AppError)) log.error({ err: error }, 'readings: device lookup failed');
          answered(error instanceof AppError ? error : internalError(error));
        },
      );
    },
    drain() {
      return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
    },
  };
}

const asRepeated = (outcome: Assessed | AppError): Assessed | AppError =>
  outcome instanceof AppError ? outcome : { ...outcome, repeated: true };

/** Four decimals are more than the recordings can distinguish, and enough for every boundary between levels. */
export const rounded = (confidence: number): number => Math.round(confidence * 10_000) / 10_000;
