import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDeviceLogWriter } from '../devices/log-writer.ts';
import type { Log } from '../log.ts';
import { createHousekeeping } from '../operations/housekeeping.ts';
import { createAuditTrail } from '../storage/audit.ts';
import { openDatabase } from '../storage/database.ts';
import { startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { openReadingDays } from '../storage/schema/partitions.ts';
import { setUpTimescalePolicies } from '../storage/schema/timescale-policies.ts';
import type { CloseLater, Context } from './context.ts';

export interface DatabaseParts {
  readonly config: Config;
  readonly log: Log;
  readonly closeLater: CloseLater;
}

/** The database of DATABASE_URL or an embedded one, with its schema up to date; answers its address. */
export async function prepareDatabase({ config, log, closeLater }: DatabaseParts): Promise<string> {
  let url = config.databaseUrl;
  if (url === undefined) {
    const embedded = await startEmbeddedPostgres({ directory: join(config.dataDir, 'postgres'), log });
    closeLater('embedded database', () => embedded.stop());
    url = embedded.url;
  }
  await migrate(url, log);
  return url;
}

/** The database and what is written to it beside readings. */
export async function openStorage({ config, log, now, metrics, closeLater }: Context) {
  const db = openDatabase({ url: await prepareDatabase({ config, log, closeLater }), log });
  closeLater('database', () => db.close());

  const days = await openReadingDays(db);
  const prepareDays = () => days.prepare(new Date(now()));
  await prepareDays();
  const { retentionDays, auditRetentionDays } = config;
  if (days.kind === 'hypertable') await setUpTimescalePolicies(db, retentionDays, log);

  const audit = createAuditTrail({ db, now, onDropped: () => metrics.dropped('audit_entry'), log });
  closeLater('audit trail', () => audit.drain());
  const housekeeping = createHousekeeping({ db, days, retentionDays, auditRetentionDays, now, log });
  closeLater('housekeeping', () => housekeeping.close());
  const deviceLog = createDeviceLogWriter({ db, onDropped: () => metrics.dropped('device_log_entry'), log });
  closeLater('device log', () => deviceLog.drain());

  return { db, prepareDays, audit, housekeeping, deviceLog };
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;
