import { join } from 'node:path';
import { startCatchUp } from '../accounts/audit/chain.ts';
import { createAuditTrail } from '../accounts/audit/store.ts';
import { createDeviceLogWriter } from '../devices/log-writer.ts';
import { daysToRestore } from '../operations/backup/store.ts';
import { BackupWatch } from '../operations/backup/watch.ts';
import { ClockWatch } from '../operations/clock/clock-watch.ts';
import { watchDisk } from '../operations/disk/watch.ts';
import { createHousekeeping } from '../operations/housekeeping.ts';
import { retentionLimit } from '../operations/housekeeping-tasks.ts';
import { watchReplication } from '../operations/replication.ts';
import { joinInstances } from '../platform/cluster/membership.ts';
import { openDatabase } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { keepConnection } from '../platform/database/kept-connection.ts';
import { createPgListener } from '../platform/database/pg-listener.ts';
import type { RetentionTask } from '../platform/database/retention.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { openReadingDays } from '../platform/database/schema/partitions.ts';
import { Timelines } from '../platform/database/timelines.ts';
import { Packer } from '../readings/packing/packer.ts';
import { oldestDayOfReadings } from '../readings/store/oldest-day.ts';
import { setUpTimescalePolicies } from '../readings/store/timescale-policies.ts';
import type { Context } from './context.ts';
import { LOADED_READINGS } from './loaded-readings.ts';

type DatabaseDeps = Pick<Context, 'config' | 'log' | 'closeLater' | 'onFatal' | 'signal'>;

/** Prepares the database of DATABASE_URL or an embedded one, migrates its schema and returns its URL. */
export async function prepareDatabase(deps: DatabaseDeps): Promise<string> {
  const { config, log, closeLater, onFatal, signal } = deps;
  let url = config.databaseUrl;
  if (url === undefined) {
    const directory = join(config.dataDir, 'postgres');
    const embedded = await startEmbeddedPostgres({ directory, log, onLost: onFatal, signal });
    closeLater('embedded database', () => embedded.stop());
    url = embedded.url;
  }
  signal?.throwIfAborted();
  await migrate(url, log);
  signal?.throwIfAborted();
  return url;
}

/** Opens the database and the stores of everything except readings. */
export async function openStorage(context: Context, retention: readonly RetentionTask[]) {
  const { config, log, outage, now, clocks, metrics, closeLater } = context;
  const timelines = new Timelines(log);
  const db = openDatabase({ url: await prepareDatabase(context), log, outage, timelines });
  closeLater('database', () => db.close());

  const connection = keepConnection({ db, log });
  closeLater('database notices', () => connection.close());
  const membership = joinInstances({ db, connection, now, log });
  closeLater('membership', () => membership.close());
  const notices = createPgListener(connection, log);
  await membership.start();

  const days = await openReadingDays(db);
  const prepareDays = () => days.prepare(new Date(now()));
  await prepareDays();
  const isCompressed = days.kind === 'hypertable' && (await setUpTimescalePolicies(db, log));

  const audit = createAuditTrail({ db, now, metrics: metrics.accounts, log });
  closeLater('audit trail', () => audit.drain());
  const chaining = startCatchUp({ db, log });
  closeLater('audit chain', () => chaining.close());
  const clock = new ClockWatch({ db, clocks, now, log });
  closeLater('clock watch', () => clock.close());
  metrics.operations.readClockInDoubt(() => clock.doubt !== undefined);
  const housekeeping = createHousekeeping({
    db,
    days,
    config,
    retention,
    clock,
    metrics: metrics.operations,
    now,
    log,
  });
  closeLater('housekeeping', () => housekeeping.close());
  if (config.packAfterDays > 0 && !isCompressed) {
    const packer = new Packer({
      db,
      connection,
      afterDays: config.packAfterDays,
      trustedNow: () => clock.trustedNow(),
      daysToLoad: async () => (await daysToRestore(db)).map(({ day }) => day),
      now,
      log,
    });
    closeLater('packing of readings', () => packer.close());
    metrics.operations.readPacking(() => packer.daysWaiting);
  }
  const disk = watchDisk({
    db,
    folder: config.databaseUrl === undefined ? join(config.dataDir, 'postgres') : undefined,
    retentionDays: config.retentionDays,
    findOldestDay: oldestDayOfReadings,
    now,
    log,
  });
  closeLater('disk watch', () => disk.close());
  metrics.operations.readDisk(disk.last);
  const replication = watchReplication({ db, databaseUrl: config.databaseUrl, now, log });
  closeLater('replication watch', () => replication.close());
  metrics.operations.readReplication(replication.isAlone);
  const backups = new BackupWatch({
    db,
    ...LOADED_READINGS,
    async keptFrom(table) {
      const at = await clock.trustedNow();
      return at === undefined ? undefined : retentionLimit(table, config, at).toISOString().slice(0, 10);
    },
    now,
    log,
  });
  closeLater('backup watch', () => backups.close());
  metrics.operations.readBackups(backups);
  const deviceLog = createDeviceLogWriter({ db, metrics: metrics.devices, log });
  closeLater('device log', () => deviceLog.drain());

  return {
    db,
    timelines,
    connection,
    notices,
    membership,
    prepareDays,
    audit,
    clock,
    housekeeping,
    disk,
    replication,
    backups,
    deviceLog,
  };
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;
