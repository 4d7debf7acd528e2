import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEventLoopLimiter } from '../batching/event-loop-limiter.ts';
import type { RedisConnection } from './redis-connection.ts';

const KEY = 'vigil:connection-sequence';
/** Those of one command would all continue in one turn, after Redis has hung. */
const CONTINUE_PER_TURN = 20;

/**
 * Numbers for connections, greater than any that an instance got before. Those of one turn of the event loop are taken
 * with one command; undefined while Redis is unavailable.
 */
export function createRedisSequence(commands: RedisConnection): () => Promise<number | undefined> {
  let batch: { count: number; readonly last: Promise<number | undefined> } | undefined;

  const myTurn = createEventLoopLimiter(CONTINUE_PER_TURN);

  async function take(): Promise<number | undefined> {
    await nextTurn();
    const count = batch?.count ?? 1;
    batch = undefined;
    return commands.vigilNextSequences(KEY, count).then(
      (last) => Number(last) - count,
      () => undefined,
    );
  }

  return async () => {
    batch ??= { count: 0, last: take() };
    batch.count += 1;
    const place = batch.count;
    const before = await batch.last;
    await myTurn();
    return before === undefined ? undefined : before + place;
  };
}
