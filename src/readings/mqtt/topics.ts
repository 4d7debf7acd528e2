import { AppError, InvalidInput } from '../../platform/errors.ts';
import { canonicalMac } from '../../platform/mac.ts';
import type { Connection } from '../../platform/mqtt/connections/connection.ts';
import type { Receive } from '../../platform/mqtt/packets/publish-job.ts';
import { jsonIn, type Published, payloadBytes } from '../../platform/mqtt/packets/published.ts';
import type { DeviceReplies } from '../../platform/mqtt/replies.ts';
import { deviceTopic } from '../../platform/mqtt/topics.ts';
import type { Assessed, OnAssessed } from '../assessed.ts';
import { assessedJson } from '../assessed-json.ts';
import type { Backlog } from '../backlog/backlog.ts';
import type { ReadingHandler } from '../handler.ts';
import type { MessageIdentity } from '../repetitions.ts';
import type { BacklogOutcome } from '../schema.ts';

interface ReadingTopicDeps {
  readonly handler: Pick<ReadingHandler, 'handleReading'>;
  readonly backlog: Pick<Backlog, 'handleBacklog'>;
  readonly replies: DeviceReplies;
  /** Called when a message of the device was stored: the device is online on this connection. */
  readonly markPresent: (connection: Connection, macAddress: string) => void;
}

/** Passes bytes and identity to the same handlers as HTTP. */
export function createReadingTopics({ handler, backlog, replies, markPresent }: ReadingTopicDeps): {
  readonly readings: Receive;
  readonly backlog: Receive;
} {
  return {
    readings(job, message) {
      const { connection, subject: macAddress } = job;
      const body = readingIn(message, macAddress);
      // Without a subscriber the payload is not kept: it is a slice of a whole socket read, which would stay in memory.
      const forwarded = replies.hasSubscribers(macAddress) ? message.payload : undefined;
      const reply: OnAssessed = (outcome) => {
        if (outcome instanceof AppError) return replies.refuse(job, outcome);
        markPresent(connection, macAddress);
        if (forwarded !== undefined) {
          const { identity, reader } = connection;
          const origin = reader.v5?.subscriptions?.hasNoLocal === true ? connection.id : undefined;
          replies.publish(deviceTopic(macAddress, 'readings'), forwarded, identity.userId, origin);
        }
        replies.send(job, () => assessmentReply(outcome));
        job.taken(outcome.repeated !== true);
      };
      handler.handleReading(connection.identity, body, identityOf(message), reply, connection);
    },

    backlog(job, message) {
      const { connection, subject: macAddress } = job;
      backlog.handleBacklog(connection.identity, macAddress, jsonIn(message), identityOf(message)).then(
        (result) => {
          if (result.accepted + result.duplicates > 0) markPresent(connection, macAddress);
          replies.send(job, () => backlogReply(result));
          job.taken();
        },
        (error: unknown) => replies.refuse(job, error),
      );
    },
  };
}

const assessmentReply = (assessed: Assessed): string =>
  `{"success":true,"status":200,"data":${assessedJson(assessed)}}`;

const backlogReply = (data: BacklogOutcome): string => JSON.stringify({ success: true, status: 200, data });

/**
 * docs/contract.md, "Idempotency": a retry has the DUP flag (or see platform/mqtt/packets/resends.ts) and the same
 * payload. QoS 0 is never sent again.
 */
const identityOf = ({ qos, payload, dup, fingerprint }: Published): MessageIdentity | undefined =>
  qos === 0 ? undefined : { bytes: payloadBytes(payload), maybeDuplicate: dup, fingerprint };

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
