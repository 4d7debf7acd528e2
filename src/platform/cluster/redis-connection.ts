import {
  type ClientContext,
  type ClusterOptions,
  Redis,
  type RedisCommander,
  type RedisOptions,
} from 'ioredis';
import { type RedisPlace, readRedisUrl } from '../config/redis-url.ts';
import type { RedisScript, RedisScripts, RunScript } from './cluster.ts';
import { createRedisChannels, type RedisChannels, SHARED_SLOT } from './redis-channels.ts';
import { ImpatientCluster, ownerConnector, ownerOf } from './redis-owner.ts';

/** A command without a reply by then has failed. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

const retryDelay = (attempt: number): number => Math.min(100 * attempt, 1_000);

type Options = Omit<RedisOptions, 'replyMapping'>;

const NODE_OPTIONS = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A Redis that keeps its connections open but does not reply counts as unavailable: see HEARTBEAT_MS in redis.ts.
  socketTimeout: 2_500,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
} satisfies Options;

/** Commands fail at once while Redis is unavailable, so that no caller waits and no queue grows. */
const OPTIONS = {
  ...NODE_OPTIONS,
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  // An event must be sent before the request that caused it has its reply, so it does not wait for a pipeline.
  autoPipeliningIgnoredCommands: ['publish', 'spublish'],
  retryStrategy: retryDelay,
} satisfies Options;

/**
 * No automatic pipelines: while slots move, part of a pipeline would fail. ioredis sends a single command again where
 * its slot is now.
 */
const CLUSTER_OPTIONS = {
  clusterRetryStrategy: retryDelay,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  // The names that the nodes announce, for certificates.
  dnsLookup: (host, done) => done(null, host),
} satisfies ClusterOptions;

// A Redis Cluster runs a script on the node of its keys: each script receives all keys that it uses, and two keys of
// one script share the hash tag in braces, by which the cluster places them.

/** The window starts with the first use. Returns the count and the remaining milliseconds of the window. */
const HIT = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`;

/** A counter that drops to zero ends its window. */
const GIVE_BACK = `
  if redis.call('DECR', KEYS[1]) <= 0 then redis.call('DEL', KEYS[1]) end`;

/**
 * Takes several numbers and returns the last. Uses Redis' clock, so that numbers also grow when an empty Redis replaces one
 * that has lost its data.
 */
const NEXT_SEQUENCES = `
  local time = redis.call('TIME')
  local last = tonumber(redis.call('GET', KEYS[1]) or '0')
  local sequence = string.format('%.0f', math.max(last + ARGV[1], time[1] * 1000000 + time[2]))
  redis.call('SET', KEYS[1], sequence)
  return sequence`;

/** KEYS: all instances, and this instance's presence set. Returns 0 when the set has expired. */
const RENEW_LEASE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
  return redis.call('PEXPIRE', KEYS[2], ARGV[2])`;

/** KEYS: an account's texts by name, and the names by age. */
const SAVE_SESSION = `
  local time = redis.call('TIME')
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
  for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[3])) do
    redis.call('HDEL', KEYS[1], name)
    redis.call('ZREM', KEYS[2], name)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])`;

interface Scripts {
  vigilHit(key: string, windowMs: number): Promise<[number, number]>;
  vigilGiveBack(key: string): Promise<null>;
  vigilNextSequences(key: string, count: number): Promise<string>;
  vigilRenewLease(instances: string, presenceKey: string, instance: string, leaseMs: number): Promise<number>;
  vigilSaveSession(
    texts: string,
    ages: string,
    name: string,
    text: string,
    maxPerOwner: number,
    ttlMs: number,
  ): Promise<null>;
}

/** For keys and scripts. */
export interface RedisConnection
  extends RedisCommander<ClientContext & { readonly type: 'default' }>,
    Pick<Redis, 'defineCommand' | 'multi' | 'on' | 'disconnect'>,
    Scripts {
  readonly status: string;
}

interface RedisLink {
  readonly commands: RedisConnection;
  readonly channels: RedisChannels;
  /** Redis is available while all are ready. */
  readonly connections: readonly (Redis | ImpatientCluster)[];
  /** Call it every second: an unresponsive connection runs into its socket timeout. */
  keepAlive(): void;
}

export function connectRedis(url: string): RedisLink {
  const place = readRedisUrl(url);
  return place.kind === 'cluster' ? connectCluster(place) : connectServer(place);
}

/** The server is no longer the one to ask: a replica since a failover, or without the slot. */
const hasMoved = ({ message }: Error): boolean => /^(READONLY|MOVED) /.test(message);

/** Reconnects to where the server is now. Only connections that are ready: ioredis gives up one that it connects. */
function reconnect(...connections: readonly Redis[]): void {
  for (const connection of connections) if (connection.status === 'ready') connection.disconnect(true);
}

function connectServer(place: Exclude<RedisPlace, { kind: 'cluster' }>): RedisLink {
  const open = (options: Options): Redis =>
    place.kind === 'server'
      ? new Redis(place.url, { ...OPTIONS, ...options })
      : new Redis({ ...OPTIONS, ...sentinelOptions(place), ...options });
  // A connection with subscriptions cannot run other commands.
  const subscriber = open({ enableAutoPipelining: false });
  const server = open({
    reconnectOnError(error) {
      if (!hasMoved(error)) return false;
      reconnect(subscriber);
      return true;
    },
  });
  return {
    commands: withScripts(server),
    channels: createRedisChannels({ publisher: server, subscriber, isSharded: false }),
    connections: [server, subscriber],
    keepAlive: () => void subscriber.ping().catch(() => {}),
  };
}

const sentinelOptions = ({
  sentinels,
  name,
  login,
  sentinelLogin,
  isTls,
}: Extract<RedisPlace, { kind: 'sentinel' }>): Options => ({
  ...login,
  sentinels: [...sentinels],
  name,
  sentinelUsername: sentinelLogin.username,
  sentinelPassword: sentinelLogin.password,
  sentinelCommandTimeout: COMMAND_TIMEOUT_MS,
  sentinelRetryStrategy: retryDelay,
  ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
});

function connectCluster({ nodes, login, isTls }: Extract<RedisPlace, { kind: 'cluster' }>): RedisLink {
  const cluster = new ImpatientCluster([...nodes], {
    ...CLUSTER_OPTIONS,
    redisOptions: { ...NODE_OPTIONS, ...login, ...(isTls && { tls: {} }) },
  });
  /** To which node each connection goes. */
  const owners = new Map<string, string>();
  const open = (name: string, options: Options): Redis =>
    new Redis({
      ...OPTIONS,
      ...login,
      ...(isTls && { tls: {} }),
      ...options,
      Connector: ownerConnector(cluster, SHARED_SLOT, {
        isTls,
        onOwner: (owner) => void owners.set(name, owner),
      }),
    });
  const subscriber = open('subscriber', { enableAutoPipelining: false });
  const publisher = open('publisher', {
    reconnectOnError(error) {
      if (!hasMoved(error)) return false;
      reconnect(subscriber);
      return true;
    },
  });
  const hasOtherOwner = (): boolean => {
    const owner = ownerOf(cluster, SHARED_SLOT);
    return [...owners.values()].some((one) => one !== owner);
  };
  // The node has ended the subscriptions, because their slot is elsewhere.
  subscriber.on('moved', () => reconnect(subscriber, publisher));
  return {
    commands: withScripts(cluster),
    channels: createRedisChannels({ publisher, subscriber, isSharded: true }),
    connections: [cluster, publisher, subscriber],
    keepAlive() {
      // The presence keys in the same slot are used every second, and by them the cluster notices that it moved.
      // ioredis is sure of it only after a look at all slots.
      if (hasOtherOwner())
        cluster.refreshSlotsCache(() => {
          if (hasOtherOwner()) reconnect(subscriber, publisher);
        });
      for (const connection of [subscriber, publisher]) connection.ping().catch(() => {});
    },
  };
}

function withScripts(connection: Redis | ImpatientCluster): RedisConnection {
  connection.defineCommand('vigilHit', { numberOfKeys: 1, lua: HIT });
  connection.defineCommand('vigilGiveBack', { numberOfKeys: 1, lua: GIVE_BACK });
  connection.defineCommand('vigilNextSequences', { numberOfKeys: 1, lua: NEXT_SEQUENCES });
  connection.defineCommand('vigilRenewLease', { numberOfKeys: 2, lua: RENEW_LEASE });
  connection.defineCommand('vigilSaveSession', { numberOfKeys: 2, lua: SAVE_SESSION });
  return connection as unknown as RedisConnection;
}

export const createRedisScripts = (connection: RedisConnection): RedisScripts => ({
  define<Reply>({ name, numberOfKeys, lua }: RedisScript) {
    connection.defineCommand(name, { numberOfKeys, lua });
    const run = Reflect.get(connection, name) as RunScript<Reply>;
    // Bound rather than wrapped: a script runs for every reading.
    return run.bind(connection);
  },
  timeoutMs: COMMAND_TIMEOUT_MS,
});
