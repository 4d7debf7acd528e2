import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hostUrls } from '../platform/database/database-url.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';

export interface ReplicationWatch {
  /** True while commits wait for no standby; undefined where DATABASE_URL names one host, and until checked. */
  isAlone(): boolean | undefined;
  close(): Promise<void>;
}

interface ReplicationDeps {
  readonly db: Queryable;
  readonly databaseUrl: string | undefined;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 5 * SECOND_MS;
/** Patroni empties the first while no standby is there. */
const ALONE = `SELECT current_setting('synchronous_standby_names') = ''
  OR current_setting('synchronous_commit') IN ('off', 'local')`;

/**
 * Several hosts promise that nothing acknowledged is lost in a failover; only a synchronous standby keeps the promise, and
 * it may go away while the service runs.
 */
export function watchReplication({ db, databaseUrl = '', now, log }: ReplicationDeps): ReplicationWatch {
  if (hostUrls(databaseUrl).length < 2) return { isAlone: () => undefined, close: async () => {} };
  let isAlone: boolean | undefined;
  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      const wasAlone = isAlone;
      isAlone = await db.value<boolean>(ALONE);
      if (isAlone && !wasAlone)
        log.warn(
          {},
          'database: commits wait for no standby (synchronous_standby_names is empty), a failover can lose readings and falls that were acknowledged',
        );
      else if (wasAlone && !isAlone) log.info({}, 'database: commits wait for a standby again');
    },
    // The outage itself is reported elsewhere.
    failed: (error) => log.debug({ err: error }, 'database: check of the standby failed'),
  });
  periodic.wake();
  return { isAlone: () => isAlone, close: () => periodic.close() };
}
