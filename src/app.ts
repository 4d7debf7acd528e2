import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { createAlarms } from './alerts/raise.ts';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin.ts';
import { createPasswords } from './auth/passwords.ts';
import { developmentSecret } from './auth/secrets.ts';
import { createSessions } from './auth/sessions.ts';
import { createTokens } from './auth/tokens.ts';
import type { Config } from './config.ts';
import { createMemoryCoordination } from './coordination/memory.ts';
import { createRedisCoordination } from './coordination/redis.ts';
import { createHealth } from './health.ts';
import { createScoring } from './scoring/pool.ts';
import { createAuditTrail } from './storage/audit.ts';
import { openDatabase } from './storage/database.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { migrate } from './storage/migrate.ts';
import { openReadingDays } from './storage/partitions.ts';
import { createReadingsWriter } from './storage/readings-writer.ts';
import { createDeviceJournal } from './stream/device-journal.ts';
import { createDeviceRegistry } from './stream/device-registry.ts';
import { createHousekeeping } from './stream/housekeeping.ts';
import { createSensorStream } from './stream/sensor-stream.ts';
import { createProxyTrust } from './transports/http/client-address.ts';
import { createKernel } from './transports/http/kernel.ts';
import { createLimits } from './transports/http/limits.ts';
import { createOriginRules } from './transports/http/origin.ts';
import type { Route } from './transports/http/route.ts';
import { createRouter } from './transports/http/router.ts';
import { authRoutes } from './transports/http/routes/auth.ts';
import { caregiverRoutes } from './transports/http/routes/caregivers.ts';
import { deviceRoutes } from './transports/http/routes/devices.ts';
import { documentRoutes } from './transports/http/routes/documents.ts';
import { fallRoutes } from './transports/http/routes/falls.ts';
import { healthRoutes } from './transports/http/routes/health.ts';
import { profileRoutes } from './transports/http/routes/profile.ts';
import { startHttpServer } from './transports/http/server.ts';

export interface App {
  readonly ports: { readonly http: number };
  readonly baseUrl: string;
  /** For a person: where the data lies. */
  readonly dataPlace: string;
  readonly firstAdmin: FirstAdmin | undefined;
  /** The table that routing, permissions and the OpenAPI document are made from. */
  readonly routes: readonly Route[];
  /** Stops accepting, answers what is in flight, writes what is queued, stops the database: in this order. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly log: Logger;
  /** Milliseconds since 1970; tests set their own. */
  readonly now?: () => number;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const IN_FLIGHT_GRACE_MS = 5_000;

export async function startApp(config: Config, { log, now = Date.now }: AppOptions): Promise<App> {
  const started = performance.now();
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  const closeWith = (name: string, close: () => Promise<void>) => closers.unshift({ name, close });
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    const from = performance.now();
    for (const part of closers) {
      await part
        .close()
        .catch((error: unknown) => log.error({ err: error, part: part.name }, 'could not close cleanly'));
    }
    log.info({ ms: Math.round(performance.now() - from) }, 'stopped');
  }

  try {
    const embedded =
      config.databaseUrl === undefined
        ? await startEmbeddedPostgres({ directory: join(config.dataDir, 'postgres'), log })
        : undefined;
    if (embedded) closeWith('embedded database', () => embedded.stop());
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    await migrate(databaseUrl, log);
    const db = openDatabase({ url: databaseUrl, log });
    closeWith('database', () => db.close());

    const coordination =
      config.redisUrl === undefined
        ? createMemoryCoordination({ now })
        : createRedisCoordination({ url: config.redisUrl, now, log });
    closeWith('coordination', () => coordination.close());
    const audit = createAuditTrail({ db, now, log });
    closeWith('audit trail', () => audit.drain());

    const passwords = await createPasswords();
    const tokens = await createTokens(config.jwtSecret ?? (await developmentSecret(config.dataDir)), now);
    const sessions = createSessions({ db, tokens, coordination, now, sessionSeconds: config.sessionSeconds });
    const firstAdmin = await ensureFirstAdmin({ config, db, passwords, now });

    const days = await openReadingDays(db);
    await days.prepare(new Date(now()));
    const housekeeping = createHousekeeping({ db, days, retentionDays: config.retentionDays, now, log });
    closeWith('housekeeping', () => housekeeping.close());
    const journal = createDeviceJournal({ db, log });
    closeWith('device journal', () => journal.drain());
    const scoring = createScoring({ threads: config.scoringThreads, log });
    closeWith('scoring', () => scoring.close());
    const registry = await createDeviceRegistry({
      db,
      scoring,
      coordination,
      journal: journal.record,
      now,
      log,
    });
    closeWith('device registry', () => registry.close());
    const writer = createReadingsWriter({ db, prepareDays: () => days.prepare(new Date(now())), log });
    closeWith('readings writer', () => writer.close());
    const alarms = createAlarms({ db, coordination, now });
    const stream = createSensorStream({
      db,
      registry,
      scoring,
      writer,
      alarms,
      journal: journal.record,
      intervalMs: config.streamIntervalMs,
      shared: coordination.schedule,
      now,
      log,
    });
    closeWith('sensor stream', () => stream.drain());

    const health = createHealth({ db, parts: { scoring: scoring.isWell, redis: coordination.isWell } });
    const described = [
      ...authRoutes({ db, passwords, sessions, audit, now }),
      ...profileRoutes({ db, passwords, sessions, audit, now }),
      ...deviceRoutes({
        db,
        stream,
        registry,
        journal,
        housekeeping,
        coordination,
        audit,
        latestFirmware: config.latestFirmware,
        now,
      }),
      ...fallRoutes({ db, alarms, audit, now }),
      ...caregiverRoutes({ db, now }),
      ...healthRoutes({ health, version, now }),
    ];
    const routes = [...described, ...documentRoutes(described, version)];
    const tls =
      config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined
        ? { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
        : undefined;
    const production = config.environment === 'production';
    const receive = createKernel({
      router: createRouter(routes),
      sessions,
      limits: createLimits(config, coordination),
      audit,
      proxies: createProxyTrust(config.trustProxy),
      origins: createOriginRules(config.corsOrigins),
      cookie: { maxAgeSeconds: config.sessionSeconds, secure: production },
      tls: tls !== undefined,
      httpsOnly: production,
      now,
      log,
    });
    const http = await startHttpServer({ host: config.host, port: config.port, tls, receive });
    closeWith('HTTP', () => http.close(IN_FLIGHT_GRACE_MS));

    const ports = { http: http.port };
    log.info({ version, ports, ms: Math.round(performance.now() - started) }, 'started');
    return {
      ports,
      baseUrl: `${tls ? 'https' : 'http'}://localhost:${http.port}/api`,
      dataPlace: embedded
        ? `${resolve(config.dataDir)} (embedded PostgreSQL)`
        : 'the PostgreSQL of DATABASE_URL',
      firstAdmin,
      routes,
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
