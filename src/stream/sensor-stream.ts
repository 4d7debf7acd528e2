import type { FallAlerts } from '../alerts/raise.ts';
import type { Principal } from '../auth/sessions.ts';
import type { SharedSchedule } from '../coordination/coordination.ts';
import type { Device } from '../devices/device.ts';
import type { DeviceRegistry } from '../devices/registry.ts';
import { INACTIVE_AFTER_MS } from '../domain/device-status.ts';
import { type FallLevel, fallLevel, isAtLeast } from '../domain/fall-level.ts';
import { nextDue, secondsUntilDue } from '../domain/send-schedule.ts';
import { AppError, Forbidden, TooManyRequests, Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { SensorReading } from '../schemas/readings.ts';
import type { Explanation } from '../scoring/explain.ts';
import type { ScorableReading, Scoring } from '../scoring/pool.ts';
import type { Queryable } from '../storage/database.ts';
import type { DeviceLogEntry } from '../storage/device-logs.ts';
import { findRepeated } from '../storage/readings/readings.ts';
import type { ReadingsWriter, WaitingReading } from '../storage/readings/writer.ts';
import { checkReading, flattenSamples } from './reading-check.ts';
import { createInFlightMessages, fingerprintOf, REPETITION_MS } from './repetitions.ts';
import { recordSuspicion, type Suspicion } from './suspicion.ts';

/** What a reading is answered with, on every transport. */
export interface Assessed {
  readonly deviceId: string;
  readonly timestamp: number;
  readonly fallDetected: boolean;
  readonly fallConfidence: number;
  readonly healthScore: number;
  /** When the device's next reading is due, in milliseconds since 1970. */
  readonly nextAllowedRequest: number;
  /** The message repeated an earlier one, and was not stored again. */
  readonly repeated?: true;
}

export type Answered = (outcome: Assessed | AppError) => void;

/** How a transport knows a message again. */
export interface MessageIdentity {
  /** The message's bytes, or its idempotency key. */
  readonly bytes: Uint8Array;
  /** False for a message that its sender says is new: it is kept even if it is like another to the letter. */
  readonly maybeDuplicate: boolean;
}

export interface SensorStream {
  /**
   * THE handler: every transport ends here. `answered` is called once, after the reading is committed or refused.
   * A message with a `name` is answered and not stored again when it repeats an earlier one. Where a transport could not
   * read the body at all, the body is the error: refused here like all others, it is counted like all others.
   */
  handleReading(
    principal: Pick<Principal, 'userId'>,
    body: unknown,
    name: MessageIdentity | undefined,
    answered: Answered,
  ): void;
  /** Resolves when every reading that was accepted so far is answered. */
  drain(): Promise<void>;
}

/** A stored reading, as those see it who watch its owner. */
export interface WatchedReading {
  readonly device: Pick<Device, 'id' | 'owner'>;
  readonly body: SensorReading;
  readonly timeMs: number;
  readonly confidence: number;
  readonly healthScore: number;
}

/** Who wants to see a person's readings at once; mostly nobody, and then a reading costs one look-up. */
export type Watchers = Pick<ReadonlyMap<string, (reading: WatchedReading) => void>, 'get'>;

export interface StreamParts {
  readonly db: Queryable;
  readonly registry: DeviceRegistry;
  readonly scoring: Scoring;
  readonly writer: ReadingsWriter;
  readonly fallAlerts: FallAlerts;
  readonly writeDeviceLog: (entry: DeviceLogEntry) => void;
  readonly intervalMs: number;
  /** The schedule, where several instances keep it together. */
  readonly sharedSchedule: SharedSchedule | undefined;
  readonly watchers: Watchers;
  /** A device that was silent for so long that people may have been told has sent something. */
  readonly onDeviceBack: (device: Device, at: number) => void;
  readonly now: () => number;
  readonly log: Log;
}

export function createSensorStream(parts: StreamParts): SensorStream {
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
  } = parts;
  let inFlight = 0;
  let idle: (() => void)[] = [];
  const inFlightMessages = createInFlightMessages<Assessed | AppError>(asRepeated);

  /** One object carries a reading through scoring, storage and alarm: the parts call it back in turn. */
  class ReadingJob implements ScorableReading, WaitingReading {
    readonly device: Device;
    readonly body: SensorReading;
    readonly samples: Float32Array | undefined;
    readonly recordedAtUs: number;
    readonly fingerprint: number | undefined;
    readonly number: number;
    readonly answered: Answered;
    confidence = 0;
    healthScore = 0;
    level: FallLevel = 'NO_FALL';
    assessment: Explanation | undefined;

    constructor(device: Device, body: SensorReading, fingerprint: number | undefined, answered: Answered) {
      this.device = device;
      this.body = body;
      this.samples = body.samples ? flattenSamples(body.samples) : undefined;
      this.recordedAtUs = device.nextTimeUs(now());
      this.fingerprint = fingerprint;
      this.number = device.readings++;
      this.answered = answered;
      device.inFlight += 1;
      inFlight += 1;
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

    scored(confidence: number): void {
      this.confidence = rounded(confidence);
      this.level = fallLevel(this.confidence);
      // Now, while the window is as it was scored.
      if (this.level !== 'NO_FALL') this.assessment = scoring.explain(this);
      this.healthScore = this.device.healthScore(this.body, this.level, this.timeMs);
      if (!writer.add(this)) this.stored(new Unavailable('Too many readings are waiting to be stored'));
    }

    stored(error: AppError | undefined): void {
      if (error !== undefined) return this.#fail(error);
      const { device } = this;
      if (device.lastSeenMs !== 0 && this.timeMs - device.lastSeenMs >= INACTIVE_AFTER_MS) {
        parts.onDeviceBack(device, this.timeMs);
      }
      const logged = device.report(this.body, this.timeMs);
      registry.touch(device);
      watchers.get(device.owner.userId)?.(this);
      if (logged !== undefined) for (const entry of logged) writeDeviceLog(entry);
      if (this.level === 'NO_FALL') return this.finish(assessmentOf(this, this.device));
      this.#raise();
    }

    /** Not answered before the event is committed too: a device that hears nothing sends again. */
    #raise(): void {
      raise(this).then(
        () => this.finish(assessmentOf(this, this.device)),
        (error: unknown) => {
          log.error({ err: error }, 'a suspected fall could not be recorded');
          this.#fail(
            error instanceof AppError ? error : new Unavailable('The fall could not be recorded', error),
          );
        },
      );
    }

    /** The device will try again at once, and must not be told that it is too early. */
    #fail(error: AppError): void {
      this.device.due -= intervalMs;
      sharedSchedule?.refund(this.device.key, intervalMs);
      this.finish(error);
    }

    finish(outcome: Assessed | AppError): void {
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

  /** Decisions, "Order of checks": device, owner, disabled, then the schedule, which only an accepted reading moves. */
  function accept(
    userId: string,
    device: Device,
    body: SensorReading,
    name: MessageIdentity | undefined,
    answered: Answered,
    arrived = now(),
  ): void {
    if (device.owner.userId !== userId) return answered(new Forbidden('This device belongs to another user'));
    if (device.disabled) return answered(new Forbidden('This device is disabled'));
    if (name === undefined) return schedule(device, body, undefined, arrived, answered);
    const fingerprint = fingerprintOf(device.macAddress, name.bytes);
    const first = inFlightMessages.begin(fingerprint, name.maybeDuplicate, answered);
    if (first === undefined) return;
    if (!name.maybeDuplicate) return schedule(device, body, fingerprint, arrived, first);
    answerRepeated(device, body, fingerprint).then(
      (repeated) => (repeated ? first(repeated) : schedule(device, body, fingerprint, arrived, first)),
      (error: unknown) => first(error instanceof AppError ? error : new Unavailable(undefined, error)),
    );
  }

  /** The answer that an earlier message of this name had, if it was stored: perhaps by another instance, or before a crash. */
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
    // It may have been stored, and the database gone before its fall was: joining an event again changes nothing.
    if (reading.level !== 'NO_FALL') await raise({ ...reading, device, body });
    return { ...assessmentOf(reading, device), repeated: true };
  }

  function schedule(
    device: Device,
    body: SensorReading,
    fingerprint: number | undefined,
    arrived: number,
    answered: Answered,
  ): void {
    if (intervalMs === 0) return proceed(device, body, fingerprint, answered);
    if (sharedSchedule === undefined) return scheduleHere(device, body, fingerprint, arrived, answered);
    void sharedSchedule.take(device.key, arrived, intervalMs).then((turn) => {
      if (turn === undefined) return scheduleHere(device, body, fingerprint, arrived, answered);
      device.due = turn.due;
      if (turn.accepted) proceed(device, body, fingerprint, answered);
      else answered(tooEarly(turn.due, arrived));
    });
  }

  /** By when it came: what the database took to know the device or the message is no jitter of the sender's. */
  function scheduleHere(
    device: Device,
    body: SensorReading,
    fingerprint: number | undefined,
    arrived: number,
    answered: Answered,
  ): void {
    const due = nextDue(device.due, arrived, intervalMs);
    if (Number.isNaN(due)) return answered(tooEarly(device.due, arrived));
    device.due = due;
    proceed(device, body, fingerprint, answered);
  }

  const tooEarly = (due: number, arrived: number): AppError =>
    new TooManyRequests(`One reading per ${intervalMs / 1000} s and device`, secondsUntilDue(due, arrived));

  function proceed(
    device: Device,
    body: SensorReading,
    fingerprint: number | undefined,
    answered: Answered,
  ): void {
    const job = new ReadingJob(device, body, fingerprint, answered);
    scoring.score(job, job.timeMs);
  }

  return {
    handleReading({ userId }, body, name, answered) {
      const checked = checkReading(body);
      if (checked instanceof AppError) return answered(checked);
      const { macAddress, reading } = checked;
      const device = registry.known(macAddress);
      if (device?.owner.userId === userId) return accept(userId, device, reading, name, answered);
      // Not in memory, or perhaps no longer the one that is.
      const arrived = now();
      registry.admit(macAddress, userId).then(
        (admitted) => accept(userId, admitted, reading, name, answered, arrived),
        (error: unknown) => {
          if (!(error instanceof AppError)) log.error({ err: error }, 'a device could not be admitted');
          answered(
            error instanceof AppError ? error : new AppError(500, 'Internal server error', { cause: error }),
          );
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

/** Four digits are more than the recordings can tell apart, and enough for every seam between levels. */
export const rounded = (confidence: number): number => Math.round(confidence * 10_000) / 10_000;

function assessmentOf(
  reading: {
    readonly confidence: number;
    readonly healthScore: number;
    readonly level: FallLevel;
    readonly timeMs: number;
  },
  device: Device,
): Assessed {
  return {
    deviceId: device.id,
    timestamp: reading.timeMs,
    fallDetected: isAtLeast(reading.level, 'POTENTIAL'),
    fallConfidence: reading.confidence,
    healthScore: reading.healthScore,
    nextAllowedRequest: device.due === 0 ? reading.timeMs : device.due,
  };
}
