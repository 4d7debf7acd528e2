import type { Queryable } from '../platform/database/database.ts';
import { AppError, deviceDisabled, deviceNotYours, internalError, Unavailable } from '../platform/errors.ts';
import { fallLevel } from '../platform/fall-levels.ts';
import { fingerprintOf, REPETITION_MS } from '../platform/fingerprint.ts';
import type { Principal } from '../platform/http/principal.ts';
import { lately } from '../platform/time.ts';
import { type Assessed, asRepeated, assessedOf, type OnAssessed, rounded } from './assessed.ts';
import type { LateReadings } from './backlog/late-readings.ts';
import { InFlightReadings } from './in-flight-readings.ts';
import type { MessageClaims } from './message-claims.ts';
import { checkReading } from './reading-check.ts';
import { ReadingJob, type ReadingJobDeps } from './reading-job.ts';
import type { Device } from './registry/device.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import { createInFlightMessages, type InFlightMessages, type MessageIdentity } from './repetitions.ts';
import { createSchedule, type SharedDecisions } from './schedule/schedule.ts';
import type { DeviceConnection } from './schedule/send-schedule.ts';
import type { SensorReading } from './schema.ts';
import { IMPACT } from './scoring/window.ts';
import { findRepeated } from './store/readings.ts';

interface ReadingHandlerDeps extends Omit<ReadingJobDeps, 'schedule' | 'inFlight'> {
  readonly db: Queryable;
  readonly registry: Pick<DeviceRegistry, 'known' | 'admit' | 'touch'>;
  readonly lateReadings: Pick<LateReadings, 'addOvertaken' | 'store' | 'raise'>;
  readonly intervalMs: number;
  /** Set if several instances share the schedule. */
  readonly shared: SharedDecisions | undefined;
  readonly claims: Pick<MessageClaims, 'take'>;
  readonly steadyNow: () => number;
}

/** The handler at which every transport ends. */
export class ReadingHandler {
  readonly #deps: ReadingHandlerDeps & ReadingJobDeps;
  readonly #inFlightMessages: InFlightMessages<Assessed | AppError>;

  constructor(deps: ReadingHandlerDeps) {
    this.#deps = { ...deps, schedule: createSchedule(deps), inFlight: new InFlightReadings() };
    this.#inFlightMessages = createInFlightMessages<Assessed | AppError>(asRepeated);
  }

  /**
   * Calls `reply` once, after the reading is committed or refused. A message with an `identity` that repeats an
   * earlier one gets its reply but is not stored again. If a transport could not parse the body, it passes the error as the
   * body, so that it is refused and counted like all others. Transports whose clients keep readings while they are
   * offline pass a `connection`.
   */
  handleReading(
    { userId }: Pick<Principal, 'userId'>,
    body: unknown,
    identity: MessageIdentity | undefined,
    reply: OnAssessed,
    connection?: DeviceConnection,
  ): void {
    const checked = checkReading(body);
    if (checked instanceof AppError) return reply(checked);
    const { macAddress, reading } = checked;
    const device = this.#deps.registry.known(macAddress);
    // Otherwise the device is not in memory, or its copy in memory is out of date.
    if (device?.owner.userId === userId)
      this.#accept(userId, new ReadingJob(this.#deps, device, reading, connection, reply), identity);
    else this.#admit(userId, macAddress, reading, identity, reply, connection);
  }

  /** How long the oldest accepted reading has been waiting for its reply; 0 without one. */
  oldestMs(): number {
    const { inFlight, schedule } = this.#deps;
    return inFlight.oldestMs(schedule.steadyNow());
  }

  /** Resolves when every reading accepted so far has its reply. */
  drain(): Promise<void> {
    return this.#deps.inFlight.drain();
  }

  /** Loads or registers the device first. The reading keeps its time of arrival. */
  #admit(
    userId: string,
    macAddress: string,
    reading: SensorReading,
    identity: MessageIdentity | undefined,
    reply: OnAssessed,
    connection: DeviceConnection | undefined,
  ): void {
    const { registry, schedule, now, log } = this.#deps;
    const arrived = schedule.steadyNow();
    const arrivedAt = now();
    registry.admit(macAddress, userId).then(
      (device) => {
        const job = new ReadingJob(this.#deps, device, reading, connection, reply, arrived, arrivedAt);
        this.#accept(userId, job, identity);
      },
      (error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error }, 'readings: device lookup failed');
        reply(error instanceof AppError ? error : internalError(error));
      },
    );
  }

  /**
   * docs/contract.md, "Order of checks": device, owner, disabled, then the schedule. Only an accepted reading moves the
   * schedule.
   */
  #accept(userId: string, job: ReadingJob, identity: MessageIdentity | undefined): void {
    const { device, reply } = job;
    if (device.owner.userId !== userId) return reply(deviceNotYours());
    if (device.disabled) return reply(deviceDisabled());
    if (identity === undefined) return job.schedule();
    const { bytes, maybeDuplicate } = identity;
    const fingerprint = identity.fingerprint ?? fingerprintOf(device.macAddress, bytes);
    const replyToAll = this.#inFlightMessages.begin(device, fingerprint, maybeDuplicate, reply);
    if (replyToAll === undefined) return;
    job.fingerprint = fingerprint;
    job.reply = replyToAll;
    if (maybeDuplicate) this.#scheduleUnlessStored(job, fingerprint);
    else job.schedule();
  }

  #scheduleUnlessStored(job: ReadingJob, fingerprint: number): void {
    this.#findUnlessClaimed(job, fingerprint).then(
      (stored) => (stored ? job.reply(stored) : job.schedule()),
      (error: unknown) => job.reply(error instanceof AppError ? error : new Unavailable(undefined, error)),
    );
  }

  async #findUnlessClaimed(job: ReadingJob, fingerprint: number): Promise<Assessed | undefined> {
    const endClaim = await this.#deps.claims.take(job.device.key, fingerprint);
    const { reply } = job;
    job.reply = (outcome) => {
      endClaim();
      reply(outcome);
    };
    return this.#findStored(job.device, job.body, fingerprint);
  }

  /**
   * The reply to an earlier message with this identity if it was stored, perhaps by another instance or before a
   * crash.
   */
  async #findStored(device: Device, body: SensorReading, fingerprint: number): Promise<Assessed | undefined> {
    const { db, schedule, lateReadings, now } = this.#deps;
    const stored = await findRepeated(db, device.key, fingerprint, lately(now(), REPETITION_MS));
    if (stored === undefined) return undefined;
    const confidence = rounded(stored.confidence);
    const { healthScore, recordedAtUs } = stored;
    const timeMs = Math.floor(recordedAtUs / 1000);
    const reading = { confidence, healthScore, level: fallLevel(confidence), timeMs };
    // The database may have failed between the commit of the reading and that of its fall, or of the impact that becomes
    // one without a further reading. Storing and raising it again changes nothing.
    if (reading.level !== 'NO_FALL' || hasImpact(body))
      await lateReadings.raise(device, await lateReadings.store(device, [{ reading: body, recordedAtUs }]));
    const nextAllowedRequest = schedule.nextAllowedAt(device, reading.timeMs);
    return { ...assessedOf(device.id, reading, nextAllowedRequest), repeated: true };
  }
}

function hasImpact({ accel_x, accel_y, accel_z, samples, parts }: SensorReading): boolean {
  return (
    Math.hypot(accel_x, accel_y, accel_z) >= IMPACT ||
    (parts?.some(([peak = 0]) => peak !== null && peak >= IMPACT) ?? false) ||
    (samples?.some(([, ax = 0, ay = 0, az = 0]) => Math.hypot(ax, ay, az) >= IMPACT) ?? false)
  );
}
