import { randomUUID } from 'node:crypto';
import { scheduleTolerance } from '../domain/send-schedule.ts';
import type { Coordination, News, SharedSchedule } from './coordination.ts';
import { createMemoryCoordination } from './memory.ts';
import { connectForCommands, connectForListening } from './redis-connection.ts';
import { createRedisRoll } from './redis-presence-set.ts';
import { createRedisRelay } from './redis-relay.ts';
import { createRedisKeep } from './redis-session-store.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RedisCoordinationParts {
  readonly url: string;
  readonly now: () => number;
  readonly log: Log;
}

/** What instances say to each other: news for everybody, and which subjects they listen to. */
interface Letter {
  readonly from: string;
  readonly news?: News;
  readonly heard?: readonly string[];
}

const CHANNEL = 'vigil:news';
const TICKETS = 'vigil:tickets';
/** Both connections are used at least this often, so that one that has fallen silent is noticed. */
const PULSE_MS = 1_000;

/** Many instances as one, as long as Redis is there; each for itself while it is not. */
export function createRedisCoordination({ url, now, log }: RedisCoordinationParts): Coordination {
  const me = randomUUID();
  const alone = createMemoryCoordination({ now });
  const listeners: ((news: News) => void)[] = [];
  const commands = connectForCommands(url);
  const ears = connectForListening(url);
  const relay = createRedisRelay({
    me,
    commands,
    ears,
    tellHeard: (heard) => send({ heard }),
  });
  const roll = createRedisRoll({ me, commands });
  /** Both connections are there. */
  let joined = false;
  let joinedBefore = false;
  /** Something was announced that did not reach the others. */
  let untold = false;

  // Each failed attempt to reconnect is an 'error'; one line when it goes and one when it comes back are enough.
  for (const connection of [commands, ears]) {
    connection.on('error', () => {});
    connection.on('close', () => {
      if (joined) log.warn({}, 'Redis is away: limits are counted by each instance for itself');
      joined = false;
    });
    connection.on('ready', () => {
      join().catch((error: unknown) => log.warn({ err: error }, 'could not listen to Redis'));
    });
  }
  ears.on('message', (channel: string, text: string) => {
    if (relay.isOurs(channel)) return relay.receive(channel, text);
    const { from, news, heard } = JSON.parse(text) as Letter;
    if (from === me) return;
    if (news !== undefined) tell(news);
    if (heard !== undefined) relay.heardElsewhere(heard);
  });

  async function join(): Promise<void> {
    if (ears.status !== 'ready' || commands.status !== 'ready') return;
    await ears.subscribe(CHANNEL);
    joined = true;
    log.info({}, joinedBefore ? 'Redis is back' : 'Redis is connected');
    joinedBefore = true;
    tell({ type: 'resync' });
    await makeUp();
    await roll.stay();
    await relay.resume();
  }

  /** What the others were not told they find in the database. Whoever hears this does not pass it on. */
  async function makeUp(): Promise<void> {
    if (!untold) return;
    untold = false;
    await tellOthers({ type: 'resync' });
  }

  const pulse = setInterval(() => {
    if (!joined) return;
    ears.ping().catch(() => {});
    roll.stay().catch(() => {});
  }, PULSE_MS).unref();

  function tell(news: News): void {
    for (const listener of listeners) listener(news);
  }

  const send = (letter: Omit<Letter, 'from'>): Promise<unknown> =>
    commands.publish(CHANNEL, JSON.stringify({ from: me, ...letter }));

  async function tellOthers(news: News): Promise<void> {
    try {
      await send({ news });
    } catch (error) {
      untold = true;
      log.warn({ err: error, type: news.type }, 'other instances could not be told');
    }
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
    relay: relay.relay,
    roll: roll.roll,
    keep: createRedisKeep(commands),
    isWell: () => joined,
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
    async ticket() {
      try {
        return Number(await commands.vigilTicket(TICKETS));
      } catch {
        return undefined;
      }
    },
    async announce(news) {
      tell(news);
      await tellOthers(news);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    async close() {
      listeners.length = 0;
      clearInterval(pulse);
      relay.close();
      commands.disconnect();
      ears.disconnect();
      await alone.close();
    },
  };
}

const limitKey = (key: string): string => `vigil:limit:${key}`;
const keyOf = (deviceKey: number): string => `vigil:due:${deviceKey}`;
