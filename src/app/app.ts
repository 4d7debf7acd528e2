import { readFileSync } from 'node:fs';
import { type FirstAdmin, prepareFirstAdmin } from '../accounts/admin/first-admin.ts';
import { Organisation } from '../accounts/organisation/organisation.ts';
import type { PasswordCost } from '../accounts/passwords/passwords.ts';
import { createSubscriptions } from '../live/socket/subscriptions.ts';
import { MACHINE_CLOCKS, type MachineClocks } from '../operations/clock/machine-clocks.ts';
import { exposeGatewayStates } from '../operations/gateway-states.ts';
import { createHealth } from '../operations/health.ts';
import { queueParts } from '../operations/queue-ages.ts';
import { watchMembershipEnds } from '../people/wards/membership-ends.ts';
import { createWards } from '../people/wards/wards.ts';
import { ClockSteps } from '../platform/clock-steps.ts';
import type { Route } from '../platform/http/route.ts';
import type { Log } from '../platform/log.ts';
import { watchClockDoubt } from '../response/notices/clock-notices.ts';
import { rawKeyIn } from '../updates/signature.ts';
import { openAuth } from './accounts.ts';
import { openAlerts } from './alerts.ts';
import { type AppModule, createAppContext } from './app-context.ts';
import { brokerUrlOf, type MqttPorts } from './broker-url.ts';
import { openCertificates } from './certificates.ts';
import { openChannels } from './channels.ts';
import { openCluster } from './cluster.ts';
import { type Config, configWarnings } from './config.ts';
import { type Context, createClosers } from './context.ts';
import { openStorage } from './database.ts';
import { databaseName } from './database-name.ts';
import { openDelivery } from './delivery.ts';
import { openMetrics } from './metrics.ts';
import { MODULES } from './modules.ts';
import { openModules } from './open-modules.ts';
import { createPageTable, openConsole } from './pages.ts';
import { createPathResident } from './path-resident.ts';
import { phoneUrlsOf } from './phone-urls.ts';
import { requireFreePorts } from './ports.ts';
import { openQueueAges } from './queue-ages.ts';
import { openIngest } from './readings.ts';
import { retentionOf } from './retention.ts';
import { createRoutes } from './routes.ts';
import { openSecrets } from './secrets.ts';
import { explained } from './start-problems.ts';
import { openStations } from './stations.ts';
import { openTransports } from './transports.ts';

export interface App {
  readonly ports: {
    readonly http: number;
    /** With TLS_OWN. */
    readonly https?: number | undefined;
    /** Undefined if MQTT is offered over TLS only. */
    readonly mqtt?: number | undefined;
    readonly mqtts?: number | undefined;
    readonly metrics?: number | undefined;
  };
  readonly baseUrl: string;
  /** Where the data is stored, in words, for the start banner. */
  readonly dataPlace: string;
  readonly firstAdmin: FirstAdmin | undefined;
  readonly routes: readonly Route[];
  /** Handles SIGHUP: reads the certificate files again and logs the result. */
  reload(): void;
  /**
   * Stops accepting requests, replies to those in flight, writes the queued readings and stops the database, in this
   * order.
   */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly log: Log;
  /** Milliseconds since 1970; tests set their own. */
  readonly now?: () => number;
  /** The clocks that the service compares with its own. */
  readonly clocks?: MachineClocks;
  /** True in one of several processes that share the ports. The parent process creates and shows the first admin. */
  readonly isInstance?: boolean;
  /** False where the output is stored: then the first admin gets no random password, and an operator creates the account. */
  readonly showsPassword?: boolean;
  /** Called when the service cannot continue and the supervisor should restart it. */
  readonly onFatal?: (error: Error) => void;
  /** Number of unhandled rejections in this process, for the metrics. */
  readonly unhandledRejections?: () => number;
  /** Folder of the built console; a promise never rejects. */
  readonly consoleFolder?: string | Promise<string> | undefined;
  /** Aborting it before the start is complete rolls the start back and rejects. */
  readonly signal?: AbortSignal;
  /** Tests sign up and log in thousands of times, so they use a cheaper cost. */
  readonly passwordCost?: PasswordCost;
  /**
   * False: database connections and scoring threads start on demand. Tests start hundreds of apps that need few of
   * them.
   */
  readonly warmsUp?: boolean;
  /** Tests leave out adapters. */
  readonly modules?: readonly AppModule[];
}

export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

/** Rejects as soon as the signal aborts, so that stopping a start does not wait for its slowest part. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  let stop: () => void = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
}

export async function startApp(
  config: Config,
  {
    log: plainLog,
    now = Date.now,
    clocks = MACHINE_CLOCKS,
    isInstance = false,
    showsPassword = true,
    onFatal,
    unhandledRejections = () => 0,
    consoleFolder,
    signal,
    passwordCost,
    warmsUp = true,
    modules = MODULES,
  }: AppOptions,
): Promise<App> {
  const started = performance.now();
  const { metrics, log, outage, border } = openMetrics(modules, { log: plainLog, unhandledRejections });
  const { closeLater, closeAll } = createClosers(log);
  let httpPort = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${httpPort}`;
  let httpsPort: number | undefined;
  let mqttPorts: MqttPorts = { mqtt: undefined };
  const brokerUrl = () => brokerUrlOf(publicUrl(), mqttPorts);
  const context: Context = {
    config,
    log,
    outage,
    now,
    clocks,
    steps: new ClockSteps(now, clocks.uptime),
    metrics,
    closeLater,
    publicUrl,
    brokerUrl,
    phoneUrls: () => phoneUrlsOf(config, httpsPort),
    updateKey: config.firmwarePublicKey === undefined ? null : rawKeyIn(config.firmwarePublicKey),
    onFatal,
    signal,
  };
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    const from = performance.now();
    await closeAll();
    log.info({ ms: Math.round(performance.now() - from) }, 'stopped');
  }

  try {
    // Instances share ports that their parent has checked already.
    if (!isInstance) await requireFreePorts(config);
    const keepCertificates = isInstance ? undefined : await openCertificates(context);
    const storage = await openStorage(context, retentionOf(modules, config, border.call.bind(border)));
    const { db } = storage;
    const cluster = openCluster(context, storage);
    const organisation = await Organisation.open({
      db,
      cluster,
      firstValues: {
        name: config.organisationName,
        timeZone: config.timeZone,
        language: config.defaultLanguage,
        responseGoalMinutes: config.responseGoalMinutes,
      },
      now,
      log,
    });
    closeLater('organisation', () => organisation.close());
    const channels = await openChannels(context);
    const { mailer } = channels;
    const secretBox = await openSecrets(context, db);
    const auth = await openAuth(context, {
      storage,
      secretBox,
      cluster,
      organisation,
      mailer,
      passwordCost,
    });
    const finishFirstAdmin = isInstance
      ? undefined
      : await prepareFirstAdmin({ config, db, passwords: auth.passwords, showsPassword, now, log });
    const alerts = await openAlerts(context, { storage, cluster, organisation, channels });
    const clockNotices = watchClockDoubt({
      clock: storage.clock,
      onDeath: storage.membership.onDeath,
      adminNotices: alerts.adminNotices,
      now,
      log,
    });
    closeLater('clock notices', () => clockNotices.close());
    const stations = openStations(context, { storage, cluster, organisation, auth, alerts });
    // Must exist before the reading handler, which checks for every reading whether a client subscribes to it.
    const subscriptions = createSubscriptions(db, cluster.relay);
    const { watchers } = subscriptions;
    const ingest = await openIngest(context, { storage, cluster, alerts, watchers, organisation, warmsUp });
    let isOpen = false;
    const queues = openQueueAges(context, { storage, ingest });
    const health = createHealth({
      db,
      isReady: () => isOpen && ingest.writes.isProven(),
      writes: ingest.writes,
      parts: {
        scoring: () => ingest.scoring.isHealthy(),
        redis: cluster.isHealthy,
        ...queueParts(queues.ages),
      },
    });
    const wards = createWards({ db, cluster, now });
    const membershipEnds = watchMembershipEnds({ db, wards, audit: storage.audit, now, log });
    closeLater('ends of ward memberships', () => membershipEnds.close());
    const deps = { storage, secretBox, cluster, organisation, auth, wards, alerts, stations, ingest, health };
    const gateways: Record<string, () => boolean> = {};
    const healthDetails: Record<string, () => object | undefined> = {};
    const appContext = createAppContext(context, {
      ...deps,
      gateways,
      healthDetails,
      pathResident: createPathResident({ db, secretBox, cluster }),
      failedAdapters: () => border.failedAdapters(),
      queues: queues.ages,
      version,
      modules,
    });
    const opened = openModules(modules, appContext, border);
    Object.assign(gateways, opened.gateways);
    Object.assign(healthDetails, opened.healthDetails);
    // Not before every channel is known: it would warn of caregivers who can be reached.
    alerts.reachability.check();
    exposeGatewayStates(metrics.registry, gateways);
    const routes = createRoutes(modules, appContext, border, opened.routes);
    const pages = createPageTable(modules, appContext, border, await openConsole(context, consoleFolder));
    const transports = { ...deps, queues, subscriptions, routes, pages, opened, sharePort: isInstance };
    // Opened before the transports, so that it closes after them.
    openDelivery(context, { storage, secretBox, cluster, organisation, alerts });
    await unlessAborted(ingest.prepare(), signal);
    await membershipEnds.prepare();
    const { ports, baseUrl, reloadCertificates } = await openTransports(context, transports);
    ingest.silence.listen();
    httpPort = ports.http;
    httpsPort = ports.https;
    mqttPorts = ports;
    keepCertificates?.(() => reloadCertificates?.());
    opened.start();
    isOpen = true;
    const firstAdmin = await finishFirstAdmin?.();

    const checks = await Promise.all(
      modules.map(({ name, checks }) =>
        border.wait(name, 'checks', async () => (await checks?.(appContext)) ?? [], []),
      ),
    );
    for (const warning of [...configWarnings(config), ...checks.flat()]) log.warn({}, warning);
    log.info({ version, ports, ms: Math.round(performance.now() - started) }, 'started');
    return {
      ports,
      baseUrl,
      dataPlace: databaseName(config),
      firstAdmin,
      routes,
      reload() {
        if (reloadCertificates) reloadCertificates();
        else log.info({}, 'reload: nothing to do, TLS_CERT_FILE is not set');
      },
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await closeAll();
    throw explained(error, config);
  }
}
