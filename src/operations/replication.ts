import type { Queryable } from '../platform/database/database.ts';
import { hostUrls } from '../platform/database/database-url.ts';

interface ReplicationDeps {
  readonly config: { readonly environment: string; readonly databaseUrl: string | undefined };
  readonly db: Queryable;
}

/** Several hosts promise that nothing acknowledged is lost in a failover; only a synchronous standby keeps the promise. */
export async function replicationWarnings({ config, db }: ReplicationDeps): Promise<readonly string[]> {
  const { environment, databaseUrl = '' } = config;
  if (environment !== 'production' || hostUrls(databaseUrl).length < 2) return [];
  const names = await db.value<string>(`SELECT current_setting('synchronous_standby_names')`);
  return names === ''
    ? [
        'DATABASE_URL names several hosts, but commits wait for no standby (synchronous_standby_names is empty): a failover can lose readings and falls that were acknowledged',
      ]
    : [];
}
