import type { Cluster } from '../platform/cluster/cluster.ts';
import { AppError, Forbidden, InvalidInput, internalError } from '../platform/errors.ts';
import type { Connection } from '../platform/mqtt/connections/connection.ts';
import type { Identity } from '../platform/mqtt/connections/credentials.ts';
import type { RecordRefusal } from '../platform/mqtt/connections/refusals.ts';
import type { ModuleTopic } from '../platform/mqtt/module-topics.ts';
import { jsonIn, type Published } from '../platform/mqtt/packets/published.ts';
import { refusalReply } from '../platform/mqtt/replies.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import { SENSOR_EVENT_REPLIED } from './cluster-events.ts';
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

/** docs/tokens.md, "Scopes". A wearable has no other sensors. */
const maySend = ({ device, scopes }: Identity): boolean =>
  device === undefined && (scopes === undefined || scopes.has('ingest'));

/** The replies to one's own events, which HTTP gives to a token with `ingest`, too. */
const mayReceiveResults = (identity: Identity): boolean =>
  maySend(identity) || (identity.device === undefined && identity.scopes?.has('read') === true);

/** Events of sensors over MQTT: `sensors/<id>/events`, replies on `sensors/<id>/results`. */
export function createSensorTopics({
  sensorEvents,
  cluster,
  publish,
  recordRefusal,
}: SensorTopicDeps): readonly ModuleTopic[] {
  cluster.subscribe(SENSOR_EVENT_REPLIED, ({ sensorId, senderId, payload }) =>
    publish(`${SENSORS}/${sensorId}/${RESULTS}`, payload, senderId),
  );

  /** The sender may have subscribed with another connection, at another instance. */
  const reply = ({ identity }: Connection, sensorId: string, payload: string): void =>
    void cluster.broadcast(SENSOR_EVENT_REPLIED, { sensorId, senderId: identity.userId, payload });

  const take = async (
    { identity }: Connection,
    sensorId: string,
    message: Published,
  ): Promise<EventOutcome> => {
    const { payload, dup, qos } = message;
    // QoS 0 is never sent again.
    const repetition = qos === 0 ? {} : { message: { bytes: Buffer.from(payload), dup } };
    return sensorEvents.take(identity, eventIn(message, sensorId), repetition);
  };

  return [
    {
      subjectOf: (topic) => sensorOf(topic, 'events'),
      receive(job, message) {
        const { connection, subject: sensorId } = job;
        if (!maySend(connection.identity)) return job.forbidden();
        take(connection, sensorId, message).then(
          ({ status, event }) => {
            reply(connection, sensorId, JSON.stringify({ success: true, status, data: event }));
            job.taken();
          },
          (thrown: unknown) => {
            const error = thrown instanceof AppError ? thrown : internalError();
            if (error.status >= 500 && job.qos > 0) return job.unavailable();
            if (error instanceof Forbidden) recordRefusal(connection, `event of the sensor ${sensorId}`);
            reply(connection, sensorId, refusalReply(error));
            job.refused(error);
          },
        );
      },
    },
    {
      subjectOf: (filter) => sensorOf(filter, RESULTS, '+'),
      admit: async ({ identity }) => mayReceiveResults(identity),
      mayReceive: ({ identity }, _sensorId, audience) =>
        audience === identity.userId && mayReceiveResults(identity),
    },
  ];
}

/** The sensor of a topic; undefined for another topic. Ids are lower case, as the service writes them. */
function sensorOf(topic: string, leaf: string, wildcard?: string): string | undefined {
  const [root, id = '', last, ...rest] = topic.split('/');
  if (root !== SENSORS || last !== leaf || rest.length > 0) return undefined;
  return id === wildcard || (isUuid(id) && id === id.toLowerCase()) ? id : undefined;
}

/** The topic identifies the sensor; a `sensorId` in the body must match. */
function eventIn(message: Published, sensorId: string): NewSensorEvent {
  const body = jsonIn(message, MAX_BYTES);
  if (body instanceof AppError) throw body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return checkSensorEvent.parse(body);
  const event = checkSensorEvent.parse({
    ...body,
    sensorId: (body as Partial<NewSensorEvent>).sensorId ?? sensorId,
  });
  if (event.sensorId.toLowerCase() !== sensorId) throw new InvalidInput({ sensorId: 'must match the topic' });
  return { ...event, sensorId };
}
