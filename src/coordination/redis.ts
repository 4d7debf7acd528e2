import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { scheduleTolerance } from '../domain/send-schedule.ts';
import type { Coordination, News, SharedSchedule } from './coordination.ts';
import { createMemoryCoordination } from './memory.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const CHANNEL = 'vigil:news';

/** A window begins with its first use; the count and what is left of the window come back together. */
const HIT = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`;

/** domain/send-schedule.ts in one step for all instances. Numbers travel as text: they do not fit Redis' replies. */
const TAKE = `
  local due = tonumber(redis.call('GET', KEYS[1]) or '0')
  local now, interval, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  if now < due - tolerance then return { 0, string.format('%.0f', due) } end
  local next = math.max(due, now) + interval
  redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', string.format('%.0f', next - now + interval))
  return { 1, string.format('%.0f', next) }`;

const GIVE_BACK = `
  local due = tonumber(redis.call('GET', KEYS[1]) or '0')
  if due > 0 then redis.call('SET', KEYS[1], string.format('%.0f', due - tonumber(ARGV[1])), 'KEEPTTL') end`;

/** Commands fail at once while Redis is away, so that nothing waits for it and nothing piles up. */
const OPTIONS = {
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  commandTimeout: 1_000,
  retryStrategy: (attempt: number): number => Math.min(100 * attempt, 1_000),
};

interface Scripted extends Redis {
  vigilHit(key: string, windowMs: number): Promise<[number, number]>;
  vigilTake(key: string, now: number, intervalMs: number, toleranceMs: number): Promise<[number, string]>;
  vigilGiveBack(key: string, intervalMs: number): Promise<null>;
}

export interface RedisCoordinationParts {
  readonly url: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Many instances as one, as long as Redis is there; each for itself while it is not. */
export function createRedisCoordination({ url, now, log }: RedisCoordinationParts): Coordination {
  const me = randomUUID();
  const alone = createMemoryCoordination({ now });
  const listeners: ((news: News) => void)[] = [];
  const commands = new Redis(url, OPTIONS) as Scripted;
  const ears = new Redis(url, { ...OPTIONS, enableAutoPipelining: false });
  let hearing = false;
  let heardBefore = false;

  commands.defineCommand('vigilHit', { numberOfKeys: 1, lua: HIT });
  commands.defineCommand('vigilTake', { numberOfKeys: 1, lua: TAKE });
  commands.defineCommand('vigilGiveBack', { numberOfKeys: 1, lua: GIVE_BACK });

  // Each failed attempt to reconnect is an 'error'; one line when it goes and one when it comes back are enough.
  commands.on('error', () => {});
  ears.on('error', () => {});
  ears.on('close', () => {
    if (hearing) log.warn({}, 'Redis is away: limits are counted by each instance for itself');
    hearing = false;
  });
  ears.on('ready', () => {
    ears
      .subscribe(CHANNEL)
      .then(heard, (error: unknown) => log.warn({ err: error }, 'could not listen to Redis'));
  });
  ears.on('message', (_channel: string, text: string) => {
    const { from, news } = JSON.parse(text) as { from: string; news: News };
    if (from !== me) tell(news);
  });

  function heard(): void {
    hearing = true;
    log.info({}, heardBefore ? 'Redis is back' : 'Redis is connected');
    if (heardBefore) tell({ type: 'resync' });
    heardBefore = true;
  }

  function tell(news: News): void {
    for (const listener of listeners) listener(news);
  }

  const schedule: SharedSchedule = {
    async take(deviceKey, at, intervalMs) {
      try {
        const reply = await commands.vigilTake(
          keyOf(deviceKey),
          at,
          intervalMs,
          scheduleTolerance(intervalMs),
        );
        return { accepted: reply[0] === 1, due: Number(reply[1]) };
      } catch {
        return undefined;
      }
    },
    giveBack(deviceKey, intervalMs) {
      commands.vigilGiveBack(keyOf(deviceKey), intervalMs).catch(() => {});
    },
  };

  return {
    schedule,
    isWell: () => hearing && commands.status === 'ready',
    async hit(key, limit, windowMs) {
      try {
        const [count, leftMs] = await commands.vigilHit(limitKey(key), windowMs);
        const remaining = Math.max(0, limit - count);
        return { allowed: count <= limit, limit, remaining, resetAt: now() + Math.max(0, leftMs) };
      } catch {
        return alone.hit(key, limit, windowMs);
      }
    },
    async used(key) {
      try {
        return Number((await commands.get(limitKey(key))) ?? 0);
      } catch {
        return alone.used(key);
      }
    },
    announce(news) {
      tell(news);
      commands.publish(CHANNEL, JSON.stringify({ from: me, news })).catch((error: unknown) => {
        log.warn({ err: error, type: news.type }, 'other instances could not be told');
      });
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    async close() {
      listeners.length = 0;
      commands.disconnect();
      ears.disconnect();
      await alone.close();
    },
  };
}

const limitKey = (key: string): string => `vigil:limit:${key}`;
const keyOf = (deviceKey: number): string => `vigil:due:${deviceKey}`;
