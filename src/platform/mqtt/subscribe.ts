import type { AedesOptions, Subscription } from 'aedes';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import type { RecordRefusal } from './connections/refusals.ts';
import { FILTERS_PER_CONNECTION, isAcceptable } from './limits.ts';
import { unmarked } from './packets/subscribe-packets.ts';
import type { KeptSubscription } from './persistence.ts';
import { type DeviceFilter, parseDeviceFilter, parseResponseFilter } from './topics.ts';
import { REASON, type Reason } from './v5/reasons.ts';
import { isPlain, requestedFilter } from './v5/subscription-options.ts';

/** Topics that a module owns, besides the topics of devices. */
export interface ModuleTopics {
  has(filter: string): boolean;
  /** Checks the permission and starts the delivery. Completes before SUBACK. */
  admit(connection: Connection, filter: string): Promise<boolean>;
}

/** A filter that clients may subscribe to if `admit` allows it. */
interface Filter {
  readonly topic: string;
  readonly admit: (connection: Connection) => Promise<boolean>;
}

interface SubscribeDeps {
  readonly connections: Connections;
  readonly access: Access;
  readonly topics: readonly ModuleTopics[];
  readonly recordRefusal: RecordRefusal;
  readonly log: Log;
}

const MAX_FILTER_LENGTH = 128;

/** SUBSCRIBE, one filter at a time; a refused one gets return code 128 ([MQTT-3.9.3]). */
export function createSubscribe({ connections, access, topics, recordRefusal, log }: SubscribeDeps) {
  const granted = new WeakSet<Subscription>();

  /** Completes before SUBACK: every later message of any instance must reach the subscriber. */
  async function admitToDevice(connection: Connection, filter: DeviceFilter): Promise<boolean> {
    if (!(await access.maySubscribe(connection, filter))) return false;
    await connections.listen(connection, filter.macAddress);
    return true;
  }

  /** Undefined for a filter that no client may subscribe to. */
  function parseFilter(topic: string, isVersion5: boolean): Filter | undefined {
    const device = parseDeviceFilter(topic) ?? (isVersion5 ? parseResponseFilter(topic) : undefined);
    // The service publishes under the canonical spelling of the MAC.
    if (device !== undefined)
      return { topic: device.topic, admit: (connection) => admitToDevice(connection, device) };
    const owner = topics.find((owned) => owned.has(topic));
    return owner && { topic, admit: (connection) => owner.admit(connection, topic) };
  }

  /** A filter that occurs many times in a packet is looked up once. */
  function admitOnce(connection: Connection, filter: Filter): Promise<boolean> {
    connection.admissions ??= new Map();
    const { admissions } = connection;
    const inProgress = admissions.get(filter.topic);
    if (inProgress !== undefined) return inProgress;
    const admission = filter.admit(connection).finally(() => {
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
    const v5 = connection?.reader.v5;
    const requested = v5 && requestedFilter(subscription.topic);
    const hidden = requested && v5?.subscriptions?.hiddenFilter(requested);
    const topic = hidden ?? unmarked(subscription.topic);
    const isFit = hidden === undefined && isAcceptable(topic, MAX_FILTER_LENGTH);
    const filter = isFit ? parseFilter(topic, v5 !== undefined) : undefined;
    const fail = (reason: Reason) => {
      if (requested !== undefined) v5?.usedSubscriptions().refuse(requested, reason);
      done(null, null);
    };
    const refuse = (reason: Reason) => {
      if (connection !== undefined) {
        recordRefusal(connection, `subscription to ${JSON.stringify(topic.slice(0, 80))}`);
      }
      fail(reason);
    };
    if (connection === undefined || filter === undefined) return refuse(reasonOf(topic));
    const { filters } = connection;
    const isNew = !filters.has(filter.topic);
    if (isNew && filters.size >= FILTERS_PER_CONNECTION) return refuse(REASON.quota);
    filters.add(filter.topic);
    admitOnce(connection, filter).then(
      (allowed) => {
        if (!allowed) {
          if (isNew) filters.delete(filter.topic);
          return refuse(REASON.notAuthorized);
        }
        subscription.topic = filter.topic;
        const kept: KeptSubscription = subscription;
        const options = requested?.options ?? kept.v5;
        if (v5 !== undefined && options !== undefined) {
          // Most subscriptions have no options, and nothing is kept of them.
          const subscriptions = isPlain(options) ? v5.subscriptions : v5.usedSubscriptions();
          subscriptions?.grant(filter.topic, options, isRetainedWanted(options.retainHandling, isNew));
          if (!isPlain(options)) Object.assign(subscription, { v5: options });
        }
        granted.add(subscription);
        done(null, subscription);
      },
      (error: unknown) => {
        if (isNew) filters.delete(filter.topic);
        log.error({ err: error }, 'MQTT: subscription check failed');
        fail(REASON.unspecified);
      },
    );
  };

  return {
    authorizeSubscribe,
    isGranted: (subscription: Subscription): boolean => granted.has(subscription),
  };
}

/** Why no client may subscribe to the filter. */
function reasonOf(topic: string): Reason {
  if (!isAcceptable(topic, MAX_FILTER_LENGTH)) return REASON.filterInvalid;
  return /[+#]/.test(topic) ? REASON.wildcards : REASON.notAuthorized;
}

const NOT_IF_SUBSCRIBED = 1;
const NEVER = 2;

/** MQTT 5, 3.8.3.1, Retain Handling. */
const isRetainedWanted = (handling: number, isNew: boolean): boolean =>
  handling !== NEVER && (handling !== NOT_IF_SUBSCRIBED || isNew);
