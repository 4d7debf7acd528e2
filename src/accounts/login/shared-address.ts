import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS } from '../../platform/time.ts';
import { noteSharedAddress } from '../organisation/store.ts';

interface SharedAddressDeps {
  readonly db: Queryable;
  readonly cluster: Pick<Cluster, 'hit'>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Notices that people behind one router use up the rate limit of their address together: docs/contract.md, "Rate limits".
 * Call it for every person whom the limit refuses.
 */
export function watchSharedAddress({ db, cluster, now, log }: SharedAddressDeps) {
  const isFirst = async (key: string): Promise<boolean> => (await cluster.hit(key, 1, DAY_MS)).allowed;

  return async (ip: string, userId: string): Promise<void> => {
    try {
      if (!(await isFirst(`refused:${ip}:${userId}`)) || (await isFirst(`refused:${ip}`))) return;
      await noteSharedAddress(db, new Date(now()));
    } catch (error) {
      log.warn({ err: error }, 'rate limit: a shared address was not noted');
    }
  };
}
