import { type DatabasePair, startPair } from '../../loadtest/failover/pair.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { openReadingDays } from '../../src/platform/database/schema/partitions.ts';
import { silentLog } from './silent-log.ts';

export type { DatabasePair } from '../../loadtest/failover/pair.ts';

const log = silentLog();

/** Two PostgreSQL servers with streaming replication, and the schema. */
export const startDatabasePair = (): Promise<DatabasePair> =>
  startPair({
    async prepare(directory) {
      const { url, stop } = await startEmbeddedPostgres({ directory, log, settings: { fsync: 'off' } });
      await migrate(url, log);
      const db = openDatabase({ url, log });
      await (await openReadingDays(db)).prepare(new Date());
      await db.close();
      await stop();
    },
  });
