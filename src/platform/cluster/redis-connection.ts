import { Redis } from 'ioredis';
import type { RedisScript, RedisScripts, RunScript } from './cluster.ts';

/** A command without a reply by then has failed. */
const COMMAND_TIMEOUT_MS = 1_000;

/** Commands fail at once while Redis is unavailable, so that no caller waits and no queue grows. */
const OPTIONS = {
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  // An event must be sent before the request that caused it has its reply, so it does not wait for a pipeline.
  autoPipeliningIgnoredCommands: ['publish'],
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  commandTimeout: COMMAND_TIMEOUT_MS,
  // A Redis that keeps its connections open but does not reply counts as unavailable: see HEARTBEAT_MS in redis.ts.
  socketTimeout: 2_500,
  retryStrategy: (attempt: number): number => Math.min(100 * attempt, 1_000),
};

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

export interface RedisConnection extends Redis {
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

export function connectForCommands(url: string): RedisConnection {
  const connection = new Redis(url, OPTIONS) as RedisConnection;
  connection.defineCommand('vigilHit', { numberOfKeys: 1, lua: HIT });
  connection.defineCommand('vigilGiveBack', { numberOfKeys: 1, lua: GIVE_BACK });
  connection.defineCommand('vigilNextSequences', { numberOfKeys: 1, lua: NEXT_SEQUENCES });
  connection.defineCommand('vigilRenewLease', { numberOfKeys: 2, lua: RENEW_LEASE });
  connection.defineCommand('vigilSaveSession', { numberOfKeys: 2, lua: SAVE_SESSION });
  return connection;
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

/** A connection with subscriptions cannot run other commands. */
export const connectSubscriber = (url: string): Redis =>
  new Redis(url, { ...OPTIONS, enableAutoPipelining: false });
