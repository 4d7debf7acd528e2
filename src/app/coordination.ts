import type { Coordination } from '../coordination/coordination.ts';
import { createMemoryCoordination } from '../coordination/memory.ts';
import { createRedisCoordination } from '../coordination/redis.ts';
import type { Context } from './context.ts';

export function openCoordination({
  config: { redisUrl },
  now,
  log,
  metrics,
  closeLater,
}: Context): Coordination {
  const coordination =
    redisUrl === undefined
      ? createMemoryCoordination({ now, log })
      : createRedisCoordination({ url: redisUrl, now, log });
  closeLater('coordination', () => coordination.close());
  const { publishedCount } = coordination.relay;
  metrics.counter('relayed_total', 'Messages to listeners at other instances', publishedCount);
  return coordination;
}
