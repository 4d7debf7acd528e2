import { findDevicesByMac } from '../../devices/index.ts';
import type { WearerSignals } from '../../falls/index.ts';
import { checkWearerSignal } from '../../falls/wearer-signal-schema.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError, InvalidInput, internalError } from '../../platform/errors.ts';
import { canonicalMac } from '../../platform/mac.ts';
import type { Access } from '../../platform/mqtt/access.ts';
import type { Connection } from '../../platform/mqtt/connections/connection.ts';
import { READING_BYTES } from '../../platform/mqtt/limits.ts';
import type { PublishJob, Receive } from '../../platform/mqtt/packets/publish-job.ts';
import { type Published, payloadBytes } from '../../platform/mqtt/packets/published.ts';
import type { PublishToOwner } from '../../platform/mqtt/presence.ts';
import { deviceTopic, type PublishTopic } from '../../platform/mqtt/topics.ts';
import { isForDevice } from '../../platform/mqtt/v5/response-request.ts';
import { decodeJson } from '../../platform/schema/json.ts';
import type { OnAssessed } from '../assessed.ts';
import type { Backlog } from '../backlog.ts';
import type { ReadingHandler } from '../handler.ts';
import type { MessageIdentity } from '../repetitions.ts';
import { REPETITION_MS } from '../repetitions.ts';
import { assessmentReply, backlogReply, fallReply, refusalReply } from './replies.ts';

interface InboundDeps {
  readonly db: Queryable;
  readonly handler: Pick<ReadingHandler, 'handleReading'>;
  readonly backlog: Pick<Backlog, 'handleBacklog'>;
  readonly answers: WearerSignals;
  readonly access: Access;
  /** Whether any client subscribes to the device. */
  readonly hasSubscribers: (macAddress: string) => boolean;
  readonly publish: PublishToOwner;
  /** Called when a message of the device was stored: the device is online on this connection. */
  readonly markPresent: (connection: Connection, macAddress: string) => void;
}

/** Passes bytes and identity to the same handlers as HTTP, and publishes the answer on `assessments`. */
export function createInbound(deps: InboundDeps): Readonly<Record<PublishTopic, Receive>> {
  const { db, handler, backlog, answers, access, hasSubscribers, publish, markPresent } = deps;

  /** To the Response Topic of MQTT 5 if the message has one, otherwise to the subscribers of `assessments`. */
  function answer({ connection, subject: macAddress, request }: PublishJob, text: () => string): void {
    if (request !== undefined && isForDevice(request, macAddress))
      return connection.reader.v5?.respond(request, text());
    if (!hasSubscribers(macAddress)) return;
    publish(deviceTopic(macAddress, 'assessments'), text(), connection.identity.userId);
  }

  function refuse(job: PublishJob, error: AppError): void {
    if (error.status === 401) return job.forbidden();
    if (error.status === 403 && access.isForeign(job.connection, job.subject)) return job.forbidden();
    if (error.status >= 500 && job.qos > 0) return job.unavailable();
    answer(job, () => refusalReply(error));
    job.refused(error);
  }

  const failed =
    (job: PublishJob) =>
    (error: unknown): void =>
      refuse(job, error instanceof AppError ? error : internalError());

  /**
   * An unregistered device belongs to its sender, as after its first reading: a call for help must not wait for that.
   */
  async function signalOfWearer(
    { identity }: Connection,
    macAddress: string,
    body: unknown,
    { dup, isSuspected = false }: Published,
  ) {
    if (body instanceof AppError) throw body;
    const { answer: said } = checkWearerSignal.parse(body);
    const [device] = await findDevicesByMac(db, [macAddress]);
    const wearable = device ?? { id: null, userId: identity.userId };
    return answers.answer(
      identity,
      wearable,
      said,
      dup ? { repeatsForMs: REPETITION_MS, isMarked: !isSuspected } : {},
    );
  }

  return {
    readings(job, message) {
      const { connection, subject: macAddress } = job;
      const body = readingIn(message, macAddress);
      // Without a subscriber the payload is not kept: it is a slice of a whole socket read, which would stay in memory.
      const forwarded = hasSubscribers(macAddress) ? message.payload : undefined;
      const answered: OnAssessed = (outcome) => {
        if (outcome instanceof AppError) return refuse(job, outcome);
        markPresent(connection, macAddress);
        if (forwarded !== undefined) {
          const { identity, reader } = connection;
          const origin = reader.v5?.subscriptions?.hasNoLocal === true ? connection.id : undefined;
          publish(deviceTopic(macAddress, 'readings'), forwarded, identity.userId, origin);
        }
        answer(job, () => assessmentReply(outcome));
        job.taken(outcome.repeated !== true);
      };
      handler.handleReading(connection.identity, body, identityOf(message), answered, connection);
    },

    backlog(job, message) {
      const { connection, subject: macAddress } = job;
      const entries = jsonIn(message);
      backlog.handleBacklog(connection.identity, macAddress, entries, identityOf(message)).then((result) => {
        if (result.accepted + result.duplicates > 0) markPresent(connection, macAddress);
        answer(job, () => backlogReply(result));
        job.taken();
      }, failed(job));
    },

    answers(job, message) {
      signalOfWearer(job.connection, job.subject, jsonIn(message), message).then((answered) => {
        answer(job, () => fallReply(answered));
        job.taken(answered.isNew);
      }, failed(job));
    },
  };
}

/**
 * docs/contract.md, "Idempotency": a retry has the DUP flag (or see platform/mqtt/packets/resends.ts) and the same
 * payload. QoS 0 is never sent again.
 */
const identityOf = ({ qos, payload, dup, fingerprint }: Published): MessageIdentity | undefined =>
  qos === 0 ? undefined : { bytes: payloadBytes(payload), maybeDuplicate: dup, fingerprint };

function jsonIn({ payload }: Published): unknown {
  const bytes = payloadBytes(payload);
  if (bytes.length > READING_BYTES)
    return new AppError('BODY_TOO_LARGE', `The body is larger than ${READING_BYTES} bytes`);
  try {
    return decodeJson(bytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The topic identifies the device; a `device_id` in the body must match. */
function readingIn(message: Published, macAddress: string): unknown {
  const body = jsonIn(message);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof AppError)
    return body;
  const reading = body as { device_id?: unknown };
  if (reading.device_id === undefined || reading.device_id === null) reading.device_id = macAddress;
  const inBody = typeof reading.device_id === 'string' ? canonicalMac(reading.device_id) : undefined;
  return inBody === undefined || inBody === macAddress
    ? reading
    : new InvalidInput({ device_id: 'must match the topic' });
}
