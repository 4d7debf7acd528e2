import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDeliveryLedger } from './alerts/delivery-ledger.ts';
import { createDeviceWatch } from './alerts/device-watch.ts';
import { createFallAlerts } from './alerts/raise.ts';
import { createAccounts } from './auth/accounts.ts';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin.ts';
import { createPasswords, type PasswordCost } from './auth/passwords.ts';
import { developmentSecret } from './auth/secrets.ts';
import { createSessions } from './auth/sessions.ts';
import { createTokens } from './auth/tokens.ts';
import type { Config } from './config.ts';
import { configWarnings } from './config-warnings.ts';
import { createMemoryCoordination } from './coordination/memory.ts';
import { createRedisCoordination } from './coordination/redis.ts';
import { createDeviceLogWriter } from './devices/log-writer.ts';
import { createPatientHealth } from './devices/patient-health.ts';
import { createDeviceRegistry } from './devices/registry.ts';
import { createHealth } from './health.ts';
import { createEventLog } from './live/event-log.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { createMaintenance } from './operations/maintenance.ts';
import { createStatistics } from './operations/statistics.ts';
import { LIVE_CHANNEL } from './schemas/live.ts';
import { MQTT_CHANNELS } from './schemas/mqtt.ts';
import { createScoring } from './scoring/pool.ts';
import { createAuditTrail } from './storage/audit.ts';
import { openDatabase } from './storage/database.ts';
import { startEmbeddedPostgres } from './storage/embedded/embedded-postgres.ts';
import { createReadingsWriter } from './storage/readings/writer.ts';
import { migrate } from './storage/schema/migrate.ts';
import { openReadingDays } from './storage/schema/partitions.ts';
import { setUpTimescalePolicies } from './storage/schema/timescale-policies.ts';
import { activeAdminExists } from './storage/users.ts';
import { createBacklog } from './stream/backlog.ts';
import { backlogCountedBy, countedBy } from './stream/counted.ts';
import { createSensorStream } from './stream/sensor-stream.ts';
import { createProxyTrust, plainAddress } from './transports/http/client-address.ts';
import { createLimits } from './transports/http/limits.ts';
import { openEndpoint } from './transports/http/open-upgrade.ts';
import { createOriginRules } from './transports/http/origin.ts';
import { createPipeline } from './transports/http/pipeline.ts';
import { createRequestGuards } from './transports/http/request-guards.ts';
import type { Route } from './transports/http/route.ts';
import { createRouter } from './transports/http/router.ts';
import { adminRoutes } from './transports/http/routes/admin.ts';
import { adminUserRoutes } from './transports/http/routes/admin-users.ts';
import { assignmentRoutes } from './transports/http/routes/assignments.ts';
import { authRoutes } from './transports/http/routes/auth.ts';
import { caregiverRoutes } from './transports/http/routes/caregivers.ts';
import { deviceRoutes } from './transports/http/routes/devices.ts';
import { documentRoutes } from './transports/http/routes/documents.ts';
import { fallRoutes } from './transports/http/routes/falls.ts';
import { healthRoutes } from './transports/http/routes/health.ts';
import { messageRoutes } from './transports/http/routes/messages.ts';
import { patientRoutes } from './transports/http/routes/patients.ts';
import { profileRoutes } from './transports/http/routes/profile.ts';
import { startHttpServer } from './transports/http/server.ts';
import { sessionEndpoint } from './transports/http/upgrade.ts';
import { startManagementServer } from './transports/management.ts';
import { createMqttServer } from './transports/mqtt/server.ts';
import { createLive } from './transports/ws/live.ts';
import { createSubscriptions } from './transports/ws/subscriptions.ts';

export interface App {
  readonly ports: {
    readonly http: number;
    /** Undefined where only TLS is offered. */
    readonly mqtt?: number | undefined;
    readonly mqtts?: number | undefined;
    readonly metrics?: number | undefined;
  };
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
  readonly log: Log;
  /** Milliseconds since 1970; tests set their own. */
  readonly now?: () => number;
  /** This is one of several processes on the same ports. */
  readonly sharePort?: boolean;
  /** The service cannot go on, and whoever supervises it should start it again. */
  readonly onFatal?: (error: Error) => void;
  /** Tests sign up and log in by the thousand, and take a cheaper one. */
  readonly passwordCost?: PasswordCost;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const IN_FLIGHT_GRACE_MS = 5_000;

export const dataPlaceOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `${resolve(dataDir)} (embedded PostgreSQL)` : 'the PostgreSQL of DATABASE_URL';

export async function startApp(
  config: Config,
  { log, now = Date.now, sharePort = false, onFatal, passwordCost }: AppOptions,
): Promise<App> {
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
        ? await startEmbeddedPostgres({
            directory: join(config.dataDir, 'postgres'),
            log,
            ...(onFatal && { onLost: onFatal }),
          })
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
    const metrics = createMetrics();
    const audit = createAuditTrail({ db, now, onDropped: () => metrics.dropped('audit_entry'), log });
    closeWith('audit trail', () => audit.drain());

    const passwords = await createPasswords(passwordCost);
    const tokens = await createTokens(config.jwtSecret ?? (await developmentSecret(config.dataDir)), now);
    const sessions = createSessions({ db, tokens, coordination, now, sessionSeconds: config.sessionSeconds });
    const firstAdmin = await ensureFirstAdmin({ config, db, passwords, now, log });

    const days = await openReadingDays(db);
    await days.prepare(new Date(now()));
    if (days.kind === 'hypertable') await setUpTimescalePolicies(db, config.retentionDays, log);
    const housekeeping = createHousekeeping({ db, days, retentionDays: config.retentionDays, now, log });
    closeWith('housekeeping', () => housekeeping.close());
    const deviceLog = createDeviceLogWriter({
      db,
      onDropped: () => metrics.dropped('device_log_entry'),
      log,
    });
    closeWith('device journal', () => deviceLog.drain());
    const scoring = createScoring({ threads: config.scoringThreads, onBatchScored: metrics.scored, log });
    closeWith('scoring', () => scoring.close());
    const registry = await createDeviceRegistry({
      db,
      scoring,
      coordination,
      writeDeviceLog: deviceLog.record,
      now,
      log,
    });
    closeWith('device registry', () => registry.close());
    const prepareDays = () => days.prepare(new Date(now()));
    const writer = createReadingsWriter({
      db,
      prepareDays,
      onCommitted: metrics.committed,
      onOverflow: () => metrics.dropped('reading'),
      log,
    });
    closeWith('readings writer', () => writer.close());
    const events = createEventLog({ db, coordination, now });
    const fallAlerts = createFallAlerts({ db, coordination, events, onRaised: metrics.alertRaised, now });
    const deviceWatch = createDeviceWatch({ db, events, latestFirmware: config.latestFirmware, now, log });
    closeWith('device silence', () => deviceWatch.close());
    const subscriptions = createSubscriptions(db, coordination.relay);
    const stream = createSensorStream({
      db,
      registry,
      scoring,
      writer,
      fallAlerts,
      writeDeviceLog: deviceLog.record,
      intervalMs: config.streamIntervalMs,
      sharedSchedule: coordination.schedule,
      watchers: subscriptions.watchers,
      onDeviceBack: deviceWatch.deviceIsBack,
      now,
      log,
    });
    closeWith('sensor stream', () => stream.drain());
    const backlog = createBacklog({
      db,
      registry,
      scoring,
      fallAlerts,
      writeDeviceLog: deviceLog.record,
      prepareDays,
      onDeviceBack: deviceWatch.deviceIsBack,
      now,
      log,
    });

    const health = createHealth({ db, parts: { scoring: scoring.isHealthy, redis: coordination.isHealthy } });
    const patients = createPatientHealth({ db, registry, now });
    const eraseReadings = housekeeping.eraseDeleted;
    const accounts = createAccounts({ db, passwords, sessions, coordination, eraseReadings, now, log });
    const described = [
      ...authRoutes({ db, passwords, sessions, signupRoles: config.signupRoles, now }),
      ...profileRoutes({ db, passwords, sessions, accounts, now }),
      ...deviceRoutes({
        db,
        stream: countedBy(stream, metrics.readings.http),
        registry,
        deviceLog,
        housekeeping,
        coordination,
        latestFirmware: config.latestFirmware,
        now,
      }),
      ...fallRoutes({ db, fallAlerts, now }),
      ...patientRoutes({ db, accounts, health: patients, now }),
      ...caregiverRoutes({ db, accounts, events, onFirstResponse: metrics.alertAcknowledged, now }),
      ...assignmentRoutes({ db, health: patients, coordination, now }),
      ...adminUserRoutes({ db, accounts }),
      ...adminRoutes({
        db,
        registry,
        coordination,
        events,
        latestFirmware: config.latestFirmware,
        deviceLog,
        audit,
        statistics: createStatistics({ db, patients, health, now }),
        maintenance: createMaintenance({ db, housekeeping, now }),
        now,
      }),
      ...messageRoutes({ db, events, now }),
      ...healthRoutes({ health, version, now }),
    ];
    const routes = [...described, ...documentRoutes(described, [LIVE_CHANNEL, ...MQTT_CHANNELS], version)];
    const tls =
      config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined
        ? { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
        : undefined;
    const production = config.environment === 'production';
    const limits = createLimits(config, coordination);
    const guards = createRequestGuards({
      limits,
      proxies: createProxyTrust(config.trustProxy),
      origins: createOriginRules(config.corsOrigins),
      tls: tls !== undefined,
      httpsOnly: production,
      now,
      log,
    });
    const deliveries = createDeliveryLedger({
      db,
      now,
      onDropped: () => metrics.dropped('delivery_entry'),
      log,
    });
    closeWith('delivery ledger', () => deliveries.drain());
    const live = createLive({
      db,
      events,
      sessions,
      coordination,
      stream: countedBy(stream, metrics.readings.websocket),
      subscriptions,
      deliveries,
      onFirstResponse: metrics.alertAcknowledged,
      dropped: metrics.dropped,
      audit,
      now,
      log,
    });
    const mqtt = await createMqttServer({
      db,
      passwords,
      sessions,
      coordination,
      stream: countedBy(stream, metrics.readings.mqtt),
      backlog: backlogCountedBy(backlog, metrics.readings.mqtt),
      registry,
      events,
      dropped: metrics.dropped,
      audit,
      logins: {
        isUsedUp: (ip) => limits.isUsedUp('login', ip),
        countFailed: async (ip) => void (await limits.hit('login', ip)),
      },
      plainAddress,
      now,
      log,
    });
    closeWith('MQTT broker', () => mqtt.close(IN_FLIGHT_GRACE_MS));
    const receive = createPipeline({
      router: createRouter(routes),
      guards,
      sessions,
      audit,
      cookie: { maxAgeSeconds: config.sessionSeconds, secure: production },
      socketPaths: [live.path, mqtt.socket.path],
    });
    const sockets = [sessionEndpoint({ guards, sessions, audit }, live), openEndpoint(guards, mqtt.socket)];
    const http = await startHttpServer({
      host: config.host,
      port: config.port,
      sharePort,
      tls,
      receive,
      sockets,
    });
    closeWith('HTTP', () => http.close(IN_FLIGHT_GRACE_MS));
    closeWith('live sockets', () => live.close());

    // Before HTTP, whose sockets carry some of its connections.
    closeWith('MQTT', () => mqtt.close(IN_FLIGHT_GRACE_MS));
    const mqttPorts = await mqtt.listen({
      host: config.host,
      port: config.mqttPort === 'off' ? undefined : config.mqttPort,
      tls: tls && { ...tls, port: config.mqttsPort },
    });

    const { host, metricsPort } = config;
    const management =
      metricsPort === undefined
        ? undefined
        : await startManagementServer({ host, port: metricsPort, health, metrics });
    if (management) closeWith('management', () => management.close());
    metrics.gauge('writer_queue_readings', 'Readings waiting to be committed', () => writer.stats.waiting);
    metrics.gauge('live_sockets', 'Open live sockets', live.count);
    metrics.counter(
      'relayed_total',
      'Messages to listeners at other instances',
      coordination.relay.publishedCount,
    );
    metrics.gauge('mqtt_connections', 'Open MQTT connections', mqtt.count);

    const ports = { http: http.port, ...mqttPorts, metrics: management?.port };
    for (const warning of configWarnings(config, { hasAdmin: await activeAdminExists(db) }))
      log.warn({}, warning);
    log.info({ version, ports, ms: Math.round(performance.now() - started) }, 'started');
    return {
      ports,
      baseUrl: `${tls ? 'https' : 'http'}://localhost:${http.port}/api`,
      dataPlace: dataPlaceOf(config),
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
