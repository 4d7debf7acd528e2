import type { Coordination, PgBus } from '../platform/cluster/cluster.ts';
import { createMemoryCoordination } from '../platform/cluster/memory.ts';
import { createRedisCoordination } from '../platform/cluster/redis.ts';
import { pgNotify } from '../platform/database/pg-listener.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

export function openCoordination(
  { config: { redisUrl }, now, log, metrics, closeLater }: Context,
  { db, notices }: Pick<Storage, 'db' | 'notices'>,
): Coordination {
  const pgBus: PgBus = {
    send: (text) => pgNotify(db, 'vigil_cluster', text),
    onMessage: (listener) => notices.on('vigil_cluster', listener),
  };
  const coordination =
    redisUrl === undefined
      ? createMemoryCoordination({ now, log })
      : createRedisCoordination({ url: redisUrl, pgBus, now, log });
  closeLater('coordination', () => coordination.close());
  const { publishedCount } = coordination.relay;
  metrics.counter('relayed_total', 'Messages to listeners at other instances', publishedCount);
  return coordination;
}
