import type { Cluster } from '../platform/cluster/cluster.ts';
import { AppError, Forbidden, InvalidInput, internalError } from '../platform/errors.ts';
import type { Connection } from '../platform/mqtt/connections/connection.ts';
import type { Identity } from '../platform/mqtt/connections/credentials.ts';
import type { RecordRefusal } from '../platform/mqtt/connections/refusals.ts';
import type { ModuleInbound } from '../platform/mqtt/packets/publish.ts';
import { type Published, payloadBytes } from '../platform/mqtt/packets/published.ts';
import type { ModuleTopics } from '../platform/mqtt/subscribe.ts';
import { decodeJson } from '../platform/schema/json.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import { SENSOR_EVENT_ANSWERED } from './cluster-events.ts';
import type { EventOutcome, SensorEvents } from './events.ts';
import { checkSensorEvent, type NewSensorEvent } from './schema.ts';

interface SensorTopicDeps {
  readonly sensorEvents: Pick<SensorEvents, 'take'>;
  readonly cluster: Pick<Cluster, 'broadcast' | 'subscribe'>;
  /** Publishes to the local connections of one account. */
  readonly publish: (topic: string, payload: string, userId: string) => void;
  readonly recordRefusal: RecordRefusal;
}

const SENSORS = 'sensors';
const RESULTS = 'results';
/** As over HTTP (docs/contract.md, "Requests"). */
const MAX_BYTES = 64 * 1024;

export const isResultsTopic = (topic: string): boolean =>
  topic.startsWith(`${SENSORS}/`) && topic.endsWith(`/${RESULTS}`);

/** docs/tokens.md, "Scopes". A wearable has no other sensors. */
const maySend = ({ device, scopes }: Identity): boolean =>
  device === undefined && (scopes === undefined || scopes.has('ingest'));

/** The answers to one's own events, which HTTP gives to a token with `ingest`, too. */
export const mayHearResults = (identity: Identity): boolean =>
  maySend(identity) || (identity.device === undefined && identity.scopes?.has('read') === true);

/** Events of sensors over MQTT: `sensors/<id>/events`, answered on `sensors/<id>/results`. */
export function createSensorTopics({ sensorEvents, cluster, publish, recordRefusal }: SensorTopicDeps): {
  readonly topics: ModuleTopics;
  readonly inbound: ModuleInbound;
} {
  cluster.subscribe(SENSOR_EVENT_ANSWERED, ({ sensorId, senderId, payload }) =>
    publish(`${SENSORS}/${sensorId}/${RESULTS}`, payload, senderId),
  );

  /** The sender may have subscribed with another connection, at another instance. */
  const answer = ({ identity }: Connection, sensorId: string, payload: string): void =>
    void cluster.broadcast(SENSOR_EVENT_ANSWERED, { sensorId, senderId: identity.userId, payload });

  const take = async (
    { identity }: Connection,
    sensorId: string,
    { payload, dup, qos }: Published,
  ): Promise<EventOutcome> => {
    const bytes = payloadBytes(payload);
    // QoS 0 is never sent again.
    const message = qos === 0 ? {} : { message: { bytes: Buffer.from(bytes), dup } };
    return sensorEvents.take(identity, eventIn(bytes, sensorId), message);
  };

  return {
    topics: {
      has: (filter) => sensorOf(filter, RESULTS, '+') !== undefined,
      admit: async ({ identity }) => mayHearResults(identity),
    },
    inbound: {
      subjectOf: (topic) => sensorOf(topic, 'events'),
      receive(job, message) {
        const { connection, subject: sensorId, qos } = job;
        if (!maySend(connection.identity)) return job.forbidden();
        take(connection, sensorId, message).then(
          ({ status, event }) => {
            answer(connection, sensorId, JSON.stringify({ success: true, status, data: event }));
            job.taken();
          },
          (thrown: unknown) => {
            const error = thrown instanceof AppError ? thrown : internalError();
            if (error.status >= 500 && qos > 0) return job.unavailable();
            if (error instanceof Forbidden) recordRefusal(connection, `event of the sensor ${sensorId}`);
            answer(connection, sensorId, refusalOf(error));
            job.refused(error);
          },
        );
      },
    },
  };
}

/** The sensor of a topic; undefined for another topic. Ids are lower case, as the service writes them. */
function sensorOf(topic: string, leaf: string, wildcard?: string): string | undefined {
  const [root, id = '', last, ...rest] = topic.split('/');
  if (root !== SENSORS || last !== leaf || rest.length > 0) return undefined;
  return id === wildcard || (isUuid(id) && id === id.toLowerCase()) ? id : undefined;
}

/** The topic identifies the sensor; a `sensorId` in the body must match. */
function eventIn(bytes: Buffer, sensorId: string): NewSensorEvent {
  if (bytes.length > MAX_BYTES)
    throw new AppError('BODY_TOO_LARGE', `The body is larger than ${MAX_BYTES} bytes`);
  const body = decodeJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return checkSensorEvent.parse(body);
  const event = checkSensorEvent.parse({
    ...body,
    sensorId: (body as Partial<NewSensorEvent>).sensorId ?? sensorId,
  });
  if (event.sensorId.toLowerCase() !== sensorId) throw new InvalidInput({ sensorId: 'must match the topic' });
  return { ...event, sensorId };
}

const refusalOf = ({ status, code, message, details, retryAfter }: AppError): string =>
  JSON.stringify({ success: false, status, error: message, code, details, retryAfter });
