import { randomUUID } from 'node:crypto';
import { type Log, throttled } from '../log.ts';
import type { Cluster, PgBus } from './cluster.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { type EventKind, RESYNC } from './events.ts';
import { createEventListeners } from './listeners.ts';
import { createMemoryCluster } from './memory.ts';
import { connectRedis, createRedisScripts } from './redis-connection.ts';
import { createRedisPresenceSet } from './redis-presence-set.ts';
import { createPublisher } from './redis-publisher.ts';
import { createRedisRelay } from './redis-relay.ts';
import { createRedisSequence } from './redis-sequence.ts';
import { createRedisSessionStore } from './redis-session-store.ts';

interface RedisClusterDeps {
  readonly url: string;
  readonly pgBus: PgBus;
  readonly now: () => number;
  readonly log: Log;
}

const CHANNEL = 'vigil:events';
/** All connections are used at least this often, so that an unresponsive one runs into its socket timeout. */
const HEARTBEAT_MS = 1_000;
/** A Redis that is not connected this long after the start is logged. */
const FIRST_CONNECT_MS = 3_000;

/** How many messages are remembered, to ignore the second copy of one that arrives by both ways. */
const MAX_RECEIVED = 10_000;

/**
 * The instances act as one while Redis is reachable. While it is not, each instance applies rate limits on its own,
 * and PostgreSQL's NOTIFY carries revocations.
 */
export function createRedisCluster({ url, pgBus, now, log }: RedisClusterDeps): Cluster {
  const instanceId = randomUUID();
  const local = createMemoryCluster({ now, log });
  const listeners = createEventListeners(log);
  const warn = () => throttled((fields, message) => log.warn(fields, message));
  const [warnOfMessage, warnOfNode, warnOfJoin] = [warn(), warn(), warn()];
  const { commands, channels, connections, keepAlive } = connectRedis(url);
  const relay = createRedisRelay({
    instanceId,
    channels,
    announceSubscriptions: (subscribedSubjects) => send({ subscribedSubjects }),
    log,
  });
  const presence = createRedisPresenceSet({ instanceId, commands });
  /** All connections are ready, and the channel is subscribed to. */
  let connected = false;
  let wasConnected = false;
  /** How often a connection closed: what was begun before has to begin again. */
  let closings = 0;
  /** An event could not be published. */
  let missedPublish = false;
  let lastNumber = 0;
  const received = new Set<string>();

  // Each failed attempt to reconnect emits 'error'; one log line when Redis goes away and one when it is back are
  // enough.
  let lastError = '';
  /** `lastNodeError` is the cause if all nodes of a Redis Cluster failed. */
  const failed = (error: Error & { readonly lastNodeError?: Error | null }): void => {
    const { lastNodeError } = error;
    lastError = lastNodeError ? `no node of the cluster replies: ${lastNodeError.message}` : error.message;
  };
  // Of one node of a Redis Cluster.
  commands.on('node error', (error: Error, node: string) => {
    if (connected) warnOfNode({ node, reason: error.message }, 'Redis: a node of the cluster failed');
  });
  for (const connection of connections) {
    connection.on('error', failed);
    connection.on('close', () => {
      if (connected) log.warn({}, 'Redis: not reachable, each instance counts limits on its own');
      connected = false;
      closings += 1;
    });
    connection.on('ready', tryToJoin);
  }
  channels.onMessage((channel, text) => {
    if (relay.isOurs(channel)) return relay.receive(channel, text);
    receive(text);
  });
  const firstConnect = setTimeout(() => {
    if (wasConnected) return;
    log.warn(
      { reason: lastError },
      'REDIS_URL: Redis cannot be reached; this instance works alone until it can',
    );
  }, FIRST_CONNECT_MS).unref();

  function receive(text: string): void {
    let envelope: ReturnType<typeof readEnvelope>;
    try {
      envelope = readEnvelope(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      return warnOfMessage({ reason }, 'cluster: a message of another instance was dropped');
    }
    const { from, number, event, subscribedSubjects } = envelope;
    if (from === instanceId || (number !== undefined && !isNew(`${from} ${number}`))) return;
    if (event !== undefined) listeners.call(event.kind, event.data);
    if (subscribedSubjects !== undefined) relay.addRemoteSubscriptions(subscribedSubjects);
  }

  function isNew(message: string): boolean {
    if (received.has(message)) return false;
    received.add(message);
    const [oldest] = received;
    if (received.size > MAX_RECEIVED && oldest !== undefined) received.delete(oldest);
    return true;
  }

  pgBus.onMessage((text) => {
    if (text !== undefined) receive(text);
    // While Redis is connected, it has carried the messages that were missed here.
    else if (!connected) listeners.call(RESYNC, {});
  });

  function tryToJoin(): void {
    const before = closings;
    join().catch((error: Error) => {
      failed(error);
      if (closings === before) warnOfJoin({ reason: error.message }, 'Redis: subscribe failed');
    });
  }

  async function join(): Promise<void> {
    const before = closings;
    if (connections.some(({ status }) => status !== 'ready')) return;
    await channels.subscribe([CHANNEL]);
    // A replica refuses it.
    await presence.resume();
    if (connected || closings !== before) return;
    connected = true;
    log.info({}, wasConnected ? 'Redis: reconnected' : 'Redis: connected');
    wasConnected = true;
    listeners.call(RESYNC, {});
    await requestResync();
    await relay.resume();
  }

  /** The other instances missed an event of ours: they must reload from the database. */
  async function requestResync(): Promise<void> {
    if (!missedPublish) return;
    missedPublish = false;
    await publishEvent(RESYNC, {});
  }

  const heartbeat = setInterval(() => {
    if (!connected) return tryToJoin();
    keepAlive();
    // A node may refuse to publish without closing a connection.
    requestResync().catch(() => {});
    presence.renewLease().catch(() => {});
  }, HEARTBEAT_MS).unref();

  const textOf = (envelope: Omit<Envelope, 'from'>): string =>
    JSON.stringify({ from: instanceId, ...envelope });
  const publish = createPublisher(channels, CHANNEL);
  const send = (envelope: Omit<Envelope, 'from'>): Promise<unknown> => publish(textOf(envelope));

  async function publishEvent({ type, viaRedisOnly }: EventKind<object>, data: object): Promise<void> {
    const event = { type, ...data };
    if (viaRedisOnly) {
      await send({ event }).catch(() => {
        missedPublish = true;
      });
      return;
    }
    lastNumber += 1;
    const envelope = { number: lastNumber, event };
    const [byRedis, aside] = await Promise.allSettled([send(envelope), pgBus.send(textOf(envelope))]);
    if (byRedis.status === 'fulfilled') return;
    missedPublish = true;
    if (aside.status === 'rejected') log.warn({ err: aside.reason, type }, 'cluster: broadcast failed');
  }

  return {
    isShared: true,
    scripts: createRedisScripts(commands),
    relay: relay.relay,
    presence: presence.presence,
    sessionStore: createRedisSessionStore(commands),
    isHealthy: () => connected,
    async hit(key, limit, windowMs) {
      try {
        const [count, leftMs] = await commands.vigilHit(limitKey(key), windowMs);
        const remaining = Math.max(0, limit - count);
        return { allowed: count <= limit, limit, remaining, resetAt: now() + Math.max(0, leftMs) };
      } catch {
        return local.hit(key, limit, windowMs);
      }
    },
    async peek(key, limit) {
      try {
        const name = limitKey(key);
        const [text, leftMs] = await Promise.all([commands.get(name), commands.pttl(name)]);
        const count = Number(text ?? 0);
        const remaining = Math.max(0, limit - count);
        return { allowed: count < limit, limit, remaining, resetAt: now() + Math.max(0, leftMs) };
      } catch {
        return local.peek(key, limit);
      }
    },
    async giveBack(key) {
      try {
        await commands.vigilGiveBack(limitKey(key));
      } catch {
        await local.giveBack(key);
      }
    },
    nextConnectionSequence: createRedisSequence(commands),
    async broadcast(kind, data) {
      listeners.call(kind, data);
      await publishEvent(kind, data);
    },
    resync: () => listeners.call(RESYNC, {}),
    subscribe: listeners.add,
    async close() {
      listeners.clear();
      clearInterval(heartbeat);
      clearTimeout(firstConnect);
      relay.close();
      for (const connection of connections) connection.disconnect();
      await local.close();
    },
  };
}

const limitKey = (key: string): string => `vigil:limit:${key}`;
