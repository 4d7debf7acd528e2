import type { Cluster, PgBus } from '../platform/cluster/cluster.ts';
import { createMemoryCluster } from '../platform/cluster/memory.ts';
import { createRedisCluster } from '../platform/cluster/redis.ts';
import { pgNotify } from '../platform/database/pg-listener.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

export function openCluster(
  { config: { redisUrl }, now, log, metrics, closeLater }: Context,
  { db, timelines, notices }: Pick<Storage, 'db' | 'timelines' | 'notices'>,
): Cluster {
  const pgBus: PgBus = {
    send: (text) => pgNotify(db, 'vigil_cluster', text),
    onMessage: (listener) => notices.on('vigil_cluster', listener),
  };
  const cluster =
    redisUrl === undefined
      ? createMemoryCluster({ now, log })
      : createRedisCluster({ url: redisUrl, pgBus, now, log });
  closeLater('cluster', () => cluster.close());
  let isChanged = false;
  timelines.onPrimaryChanged(() => {
    isChanged = true;
    cluster.resync();
  });
  notices.on('vigil_cluster', (text) => {
    if (text !== undefined || !isChanged) return;
    // The new primary may not have answered all that was read at the change; now it does.
    isChanged = false;
    cluster.resync();
  });
  const { publishedCount } = cluster.relay;
  metrics.registry.readCounter('relayed_total', 'Messages to listeners at other instances', publishedCount);
  return cluster;
}
