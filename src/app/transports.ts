import { watchSharedAddress } from '../accounts/login/shared-address.ts';
import type { Organisation } from '../accounts/organisation/organisation.ts';
import { DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED } from '../devices/cluster-events.ts';
import { answerCommand, pauseCommand } from '../devices/socket-command.ts';
import { claimSocket, socketHolders } from '../devices/store/tokens.ts';
import { createDeviceAuthentication } from '../devices/token-authentication.ts';
import { FALL_RECORDED } from '../falls/cluster-events.ts';
import { createLive } from '../live/socket/server.ts';
import type { Subscriptions } from '../live/socket/subscriptions.ts';
import { eventRecords } from '../live/store.ts';
import { CertificateExpiry } from '../operations/certificate-expiry.ts';
import { watchCertificate } from '../operations/certificates.ts';
import type { Health } from '../operations/health.ts';
import { startManagementServer } from '../operations/management-server.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { ownFile, readCertificateFiles } from '../platform/config/certificate.ts';
import { createProxyTrust } from '../platform/http/client-address.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import { Idempotency } from '../platform/http/idempotency.ts';
import { createOriginRules } from '../platform/http/origin.ts';
import { createPages } from '../platform/http/pages/serve.ts';
import { Pipeline } from '../platform/http/pipeline.ts';
import { createLimits } from '../platform/http/rate-limits.ts';
import { createRequestGuards } from '../platform/http/request-guards.ts';
import type { Route } from '../platform/http/route.ts';
import { createRouter } from '../platform/http/router.ts';
import { startHttpServer } from '../platform/http/server.ts';
import { openEndpoint } from '../platform/ws/open-endpoint.ts';
import { sessionEndpoint } from '../platform/ws/session-endpoint.ts';
import { backlogCommand, readingCommand } from '../readings/socket-command.ts';
import { countedBy } from '../readings/transport-metrics.ts';
import { createEmergencyRepeats } from '../response/alerts/emergency-repeats.ts';
import { seenCommand } from '../response/alerts/seen-command.ts';
import { acknowledgeCommand } from '../response/commands/socket-command.ts';
import { createReceiptFrames } from '../response/receipts/receipt-frames.ts';
import { createPlanFrames } from '../ward-plans/plan-frames.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import { baseUrlOf } from './base-url.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import { openMqtt } from './mqtt.ts';
import type { OpenModules } from './open-modules.ts';
import type { PageTable } from './pages.ts';
import type { Ingest } from './readings.ts';
import type { Stations } from './stations.ts';

interface TransportDeps {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly auth: Auth;
  readonly alerts: Alerts;
  readonly stations: Stations;
  readonly ingest: Ingest;
  readonly subscriptions: Subscriptions;
  readonly routes: readonly Route[];
  readonly opened: OpenModules;
  readonly health: Health;
  readonly queues: { watchEvents(find: () => readonly string[]): void };
  readonly pages: PageTable;
  readonly sharePort: boolean;
}

const IN_FLIGHT_GRACE_MS = 5_000;

/** Opens the transports last: HTTP with its sockets, MQTT, and the management port. */
export async function openTransports(context: Context, deps: TransportDeps) {
  const { config, log, now, metrics, closeLater } = context;
  const { storage, cluster, auth, alerts, stations, ingest, subscriptions, routes, health, sharePort } = deps;
  const { db, audit } = storage;
  const { recentAuthentication, logins } = auth;
  const sessions = createDeviceAuthentication({ db, cluster, sessions: auth.sessions, now });
  const { events, responses, answers, deliveries } = alerts;
  const { handler } = ingest;
  const { host } = config;
  const production = config.environment === 'production';
  const tls =
    config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined
      ? { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
      : undefined;
  const ownCertificate = ownFile(config.dataDir);
  const own = config.tlsOwn === 'on' ? { certFile: ownCertificate, keyFile: ownCertificate } : undefined;

  const guards = createRequestGuards({
    limits: createLimits(config, cluster),
    sessions,
    ...(config.rateLimitBy === 'address' && {
      onPersonRefused: watchSharedAddress({ db, cluster, now, log }),
    }),
    proxies: createProxyTrust(config.trustProxy),
    origins: createOriginRules(config.corsOrigins),
    isTrusted: tls !== undefined,
    httpsOnly: production,
    protocols: [...new Set(routes.flatMap(({ protocol }) => protocol ?? []))],
    now,
    log,
  });
  const live = createLive({
    db,
    events,
    sessions,
    stations: stations.directory,
    stationPresence: stations.presence,
    cluster,
    commands: {
      reading: readingCommand({ handler: countedBy(handler, metrics.readings.tallies.websocket), audit }),
      backlog: backlogCommand(ingest.backlog),
      answer: answerCommand({ db, answers }),
      paused: pauseCommand(alerts.pauses),
      acknowledge: acknowledgeCommand({ db, events, responses, metrics: metrics.response, audit, now }),
      seen: seenCommand({ db, eventRecords, now }),
    },
    deviceTokens: {
      claim: (deviceId, tokenHash) => claimSocket(db, deviceId, tokenHash),
      current: (deviceIds) => socketHolders(db, deviceIds),
    },
    wearerFalls: alerts.wearerFalls,
    subscriptions,
    onDelivered: deliveries.recordSent,
    metrics: metrics.live,
    sessionSeconds: config.sessionSeconds,
    audit,
    now,
    log,
  });
  for (const kind of [DEVICE_DELETED, DEVICE_MOVED, DEVICE_TOKEN_REPLACED])
    cluster.subscribe(kind, ({ macAddress }) => live.devices.revoked(macAddress));
  cluster.subscribe(FALL_RECORDED, ({ userId }) => live.devices.fallChanged(userId));
  const mqtt = await openMqtt(context, deps);
  closeLater('MQTT broker', () => mqtt.close(IN_FLIGHT_GRACE_MS));
  deps.queues.watchEvents(() => [...live.waiting(), ...mqtt.waitingAlerts()]);

  storage.notices.on('vigil_station', live.stations.ended);
  storage.notices.on('vigil_ward', (wardId) => {
    live.stations.boardChanged(wardId);
    live.wardChanged();
    mqtt.wardChanged();
  });
  const identifying = {
    guards,
    sessions,
    stations: stations.authentication,
    cookie: { maxAgeSeconds: config.sessionSeconds, secure: production },
    audit,
  };
  const usualLanguage = () => deps.organisation.current().language;
  const pipeline = new Pipeline({
    ...identifying,
    router: createRouter(routes),
    pages: createPages({ ...deps.pages, usualLanguage, guards, audit }),
    countLogin: logins.countRequest,
    requireRecentAuthentication: recentAuthentication.require,
    idempotency: new Idempotency({ db, now, log }),
    socketPaths: [live.path, mqtt.socket.path],
  });
  const serving = {
    host,
    sharePort,
    receive: (exchange: Exchange) => pipeline.receive(exchange),
    sockets: [sessionEndpoint(identifying, live), openEndpoint(guards, mqtt.socket)],
  };
  const http = await startHttpServer({ ...serving, port: config.port, tls });
  closeLater('HTTP', () => http.close(IN_FLIGHT_GRACE_MS));
  const https =
    own &&
    (await startHttpServer({ ...serving, port: config.tlsOwnPort, setting: 'TLS_OWN_PORT', tls: own }));
  closeLater('HTTPS', async () => https?.close(IN_FLIGHT_GRACE_MS));
  closeLater('live sockets', () => live.close());
  const emergencyRepeats = createEmergencyRepeats({ db, caregivers: live.caregivers, now, log });
  closeLater('emergency repeats', () => emergencyRepeats.close());
  const receiptFrames = createReceiptFrames({ db, channels: alerts.channels, boards: live.boards, now, log });
  closeLater('receipt frames', () => receiptFrames.close());
  storage.notices.on('vigil_receipts', receiptFrames.changed);
  storage.notices.on('vigil_plan', createPlanFrames({ db, boards: live.boards, now, log }));
  // Registered a second time, because MQTT must close before HTTP, whose sockets carry some MQTT connections.
  closeLater('MQTT', () => mqtt.close(IN_FLIGHT_GRACE_MS));
  const certificate = tls && readCertificateFiles(tls);
  const mqttPorts = await mqtt.listen({
    host,
    port: config.mqttPort === 'off' ? undefined : config.mqttPort,
    tls: certificate && { certificate, port: config.mqttsPort },
  });
  const files = tls ?? own;
  const certificates =
    files &&
    watchCertificate({
      files,
      current: certificate ?? readCertificateFiles(files),
      async use(changed) {
        if (https !== undefined) return https.useCertificate(changed);
        await http.useCertificate(changed);
        mqtt.useCertificate(changed);
      },
      expiry: new CertificateExpiry({ metrics: metrics.operations, now, log }),
      now,
      log,
    });
  closeLater('certificates', async () => certificates?.close());

  return {
    ports: {
      http: http.port,
      https: https?.port,
      ...mqttPorts,
      metrics: await openManagement(context, health),
    },
    /** Undefined without TLS. */
    reloadCertificates: certificates?.reload,
    baseUrl: baseUrlOf(config, http.port),
  };
}

async function openManagement({ config, metrics, closeLater }: Context, health: Health) {
  const { host, metricsPort: port } = config;
  if (port === undefined) return undefined;
  const management = await startManagementServer({ host, port, health, metrics: metrics.registry });
  closeLater('management', () => management.close());
  return management.port;
}
