import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import type { BrokerClient, BrokerHandlers, Subscription } from './broker.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import type { RecordRefusal } from './connections/refusals.ts';
import { FILTERS_PER_CONNECTION, isAcceptable, UNREGISTERED_PER_ACCOUNT } from './limits.ts';
import { type ModuleTopic, rowOf } from './module-topics.ts';
import { unmarked } from './packets/subscribe-packets.ts';
import { type DeviceFilter, parseDeviceFilter, parseResponseFilter } from './topics.ts';
import { REASON, type Reason } from './v5/reasons.ts';
import { isPlain, requestedFilter } from './v5/subscription-options.ts';

/** A filter that clients may subscribe to if `admit` allows it. */
interface Filter {
  readonly topic: string;
  /** Success, or why the client may not subscribe. */
  readonly admit: (connection: Connection) => Promise<Reason>;
}

interface SubscribeDeps {
  readonly connections: Connections;
  readonly access: Access;
  readonly topics: readonly ModuleTopic[];
  readonly recordRefusal: RecordRefusal;
  readonly log: Log;
}

const MAX_FILTER_LENGTH = 128;

/** SUBSCRIBE, one filter at a time; a refused one gets return code 128 ([MQTT-3.9.3]). */
export function createSubscribe({ connections, access, topics, recordRefusal, log }: SubscribeDeps) {
  const granted = new WeakSet<Subscription>();

  /** Completes before SUBACK: every later message of any instance must reach the subscriber. */
  async function admitToDevice(connection: Connection, filter: DeviceFilter): Promise<Reason> {
    const { macAddress } = filter;
    const permission = await access.maySubscribe(connection, filter);
    if (permission === 'forbidden') return REASON.notAuthorized;
    if (permission === 'unregistered' && !connection.listenedDevices.has(macAddress)) {
      const { userId } = connection.identity;
      if (connections.countUnregistered(userId) >= UNREGISTERED_PER_ACCOUNT) return REASON.quota;
      connection.unregistered.add(macAddress);
    }
    await connections.listen(connection, macAddress);
    return REASON.success;
  }

  /** Replies go to the connection that asked, so nobody has to know of the subscription. */
  async function admitToResponses(connection: Connection, filter: DeviceFilter): Promise<Reason> {
    const permission = await access.maySubscribe(connection, filter);
    return permission === 'forbidden' ? REASON.notAuthorized : REASON.success;
  }

  async function admitToModule(row: ModuleTopic, connection: Connection, filter: string): Promise<Reason> {
    const isAdmitted = await row.admit?.(connection, row.subjectOf(filter) ?? '');
    return isAdmitted === true ? REASON.success : REASON.notAuthorized;
  }

  /** Ends a subscription, and listening to its device unless another filter of the connection names it. */
  function release(connection: Connection, filter: string): void {
    const { filters } = connection;
    filters.delete(filter);
    const macAddress = parseDeviceFilter(filter)?.macAddress;
    if (macAddress === undefined) return;
    for (const other of filters) if (parseDeviceFilter(other)?.macAddress === macAddress) return;
    connections.unlisten(connection, macAddress);
  }

  /** Undefined for a filter that no client may subscribe to. */
  function parseFilter(topic: string, isVersion5: boolean): Filter | undefined {
    const device = parseDeviceFilter(topic);
    // The service publishes under the canonical spelling of the MAC.
    if (device !== undefined)
      return { topic: device.topic, admit: (connection) => admitToDevice(connection, device) };
    const row = rowOf(topics, topic);
    if (row !== undefined)
      return row.admit && { topic, admit: (connection) => admitToModule(row, connection, topic) };
    const response = isVersion5 ? parseResponseFilter(topic) : undefined;
    return response && { topic, admit: (connection) => admitToResponses(connection, response) };
  }

  /** A filter that occurs many times in a packet is looked up once. */
  function admitOnce(connection: Connection, filter: Filter): Promise<Reason> {
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

  const subscribe: BrokerHandlers['subscribe'] = (client, subscription, done) => {
    const connection = connections.of(client);
    const v5 = connection?.reader.v5;
    const requested = v5 && requestedFilter(subscription.topic);
    const hidden = requested && v5?.subscriptions?.hiddenFilter(requested);
    const topic = hidden ?? unmarked(subscription.topic);
    const isFit = hidden === undefined && isAcceptable(topic, MAX_FILTER_LENGTH);
    const filter = isFit ? parseFilter(topic, v5 !== undefined) : undefined;
    const fail = (reason: Reason) => {
      if (requested !== undefined) v5?.usedSubscriptions().refuse(requested, reason);
      done(undefined);
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
      (reason) => {
        if (reason !== REASON.success) {
          if (isNew) release(connection, filter.topic);
          return refuse(reason);
        }
        // Aedes handles packets that arrive together at the same time: UNSUBSCRIBE has overtaken this.
        if (!filters.has(filter.topic)) {
          release(connection, filter.topic);
          return fail(REASON.unspecified);
        }
        subscription.topic = filter.topic;
        const options = requested?.options ?? subscription.v5;
        if (v5 !== undefined && options !== undefined) {
          // Most subscriptions have no options, and nothing is kept of them.
          const subscriptions = isPlain(options) ? v5.subscriptions : v5.usedSubscriptions();
          subscriptions?.grant(filter.topic, options, isRetainedWanted(options.retainHandling, isNew));
          if (!isPlain(options)) Object.assign(subscription, { v5: options });
        }
        granted.add(subscription);
        done(subscription);
      },
      (error: unknown) => {
        if (isNew) release(connection, filter.topic);
        log.error({ err: error }, 'MQTT: subscription check failed');
        fail(REASON.unspecified);
      },
    );
  };

  return {
    subscribe,
    isGranted: (subscription: Subscription): boolean => granted.has(subscription),
    unsubscribed(client: BrokerClient, filters: readonly string[]): void {
      const connection = connections.of(client);
      if (connection !== undefined) for (const filter of filters) release(connection, filter);
    },
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
