import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisConnection } from './redis-connection.ts';

const KEY = 'vigil:connection-sequence';

/**
 * Numbers for connections, greater than any that an instance got before. Those of one turn of the event loop are taken
 * with one command; undefined while Redis is unavailable.
 */
export function createRedisSequence(commands: RedisConnection): () => Promise<number | undefined> {
  let batch: { count: number; readonly last: Promise<number | undefined> } | undefined;

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
    return before === undefined ? undefined : before + place;
  };
}
