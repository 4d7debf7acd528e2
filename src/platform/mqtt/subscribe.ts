import type { AedesOptions, Subscription } from 'aedes';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import type { AlertFeed } from './alert-feed.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import type { RecordRefusal } from './connections/refusals.ts';
import { FILTERS_PER_CONNECTION, isAcceptable } from './limits.ts';
import { unmarked } from './packets/subscribe-packets.ts';
import { type Filter, parseFilter } from './topics.ts';

interface SubscribeDeps {
  readonly connections: Connections;
  readonly access: Access;
  readonly feed: AlertFeed;
  readonly recordRefusal: RecordRefusal;
  readonly log: Log;
}

const MAX_FILTER_LENGTH = 128;

/** SUBSCRIBE, one filter at a time; a refused one gets return code 128 ([MQTT-3.9.3]). */
export function createSubscribe({ connections, access, feed, recordRefusal, log }: SubscribeDeps) {
  const granted = new WeakSet<Subscription>();

  /** Completes before SUBACK: every later message of any instance must reach the subscriber. */
  async function admit(connection: Connection, filter: Filter): Promise<boolean> {
    if (!(await access.maySubscribe(connection, filter))) return false;
    if (filter.kind === 'device') await connections.listen(connection, filter.macAddress);
    else await feed.follow(filter.caregiverId);
    return true;
  }

  /** A filter that occurs many times in a packet is looked up once. */
  function admitOnce(connection: Connection, filter: Filter): Promise<boolean> {
    connection.admissions ??= new Map();
    const { admissions } = connection;
    const inProgress = admissions.get(filter.topic);
    if (inProgress !== undefined) return inProgress;
    const admission = admit(connection, filter).finally(() => {
      admissions.delete(filter.topic);
      if (admissions.size === 0) connection.admissions = undefined;
    });
    admissions.set(filter.topic, admission);
    return admission;
  }

  const authorizeSubscribe: NonNullable<AedesOptions['authorizeSubscribe']> = (
    client,
    subscription,
    done,
  ) => {
    const connection = connections.of(client);
    const topic = unmarked(subscription.topic);
    const filter = isAcceptable(topic, MAX_FILTER_LENGTH) ? parseFilter(topic) : undefined;
    const refuse = () => {
      if (connection !== undefined) {
        recordRefusal(connection, `subscription to ${JSON.stringify(topic.slice(0, 80))}`);
      }
      done(null, null);
    };
    if (connection === undefined || filter === undefined) return refuse();
    const { filters } = connection;
    const isNew = !filters.has(filter.topic);
    if (isNew && filters.size >= FILTERS_PER_CONNECTION) return refuse();
    filters.add(filter.topic);
    admitOnce(connection, filter).then(
      (allowed) => {
        if (!allowed) {
          if (isNew) filters.delete(filter.topic);
          return refuse();
        }
        // The service publishes under the canonical spelling of the MAC.
        subscription.topic = filter.topic;
        granted.add(subscription);
        done(null, subscription);
      },
      (error: unknown) => {
        if (isNew) filters.delete(filter.topic);
        log.error({ err: error }, 'MQTT: subscription check failed');
        done(null, null);
      },
    );
  };

  return {
    authorizeSubscribe,
    isGranted: (subscription: Subscription): boolean => granted.has(subscription),
  };
}
