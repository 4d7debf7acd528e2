import type { SafeRequest } from '../notify/channels/index.ts';
import type { KeptConnection } from '../platform/database/kept-connection.ts';
import { holdSessionLock, type SessionLock } from '../platform/database/session-lock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Running } from '../platform/module.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import { exposePath } from './metrics.ts';
import { FAILED, PathNotices } from './notices.ts';
import { askBy } from './outside/ask.ts';
import { complaintOf, type ServiceHealth } from './outside/complaint.ts';
import { Heartbeat } from './outside/heartbeat.ts';
import { LastInstance } from './outside/last-instance.ts';
import { downSubjectOf, watchNeighbours } from './outside/neighbours.ts';
import { RECEIVER_ORIGIN } from './path-test.ts';
import { createReceiver } from './receiver.ts';
import type { TestResident } from './resident.ts';
import { shownOf } from './routes.ts';
import type { PathConfig } from './settings.ts';
import { type PathState, UNTESTED } from './store.ts';
import { Tester, type TesterDeps } from './tester.ts';

interface OpenDeps extends Omit<TesterDeps, 'resident' | 'host' | 'intervalMs' | 'isHere' | 'notices'> {
  readonly config: PathConfig & { readonly host: string };
  readonly connection: Pick<KeptConnection, 'use' | 'onOpen' | 'onLost'>;
  readonly pathResident: TestResident;
  readonly request: Pick<SafeRequest, 'post'> & { routeHere(origin: string, port: number): void };
  readonly health: { check(): Promise<ServiceHealth> };
  readonly adminNotices: AdminNotices;
  readonly metrics: { readonly registry: Metrics };
  /** Since when the clock has not been set, in milliseconds since 1970. */
  readonly steps: { steadySince(): number };
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

const PATH_LOCK = 0x7667_7061;

/** docs/operations.md, "Path test" and "Watched from outside": what one instance does for all. */
export function openPath(deps: OpenDeps): Running {
  const { config, metrics } = deps;
  let tester: Tester | undefined;
  const state = (): PathState => tester?.state() ?? UNTESTED;
  exposePath(metrics.registry, state);
  const isOff =
    config.pathTestMinutes === 0 && config.heartbeatUrl === undefined && config.watchUrls.length === 0;
  const start = () => endFormerNotices(deps);
  if (isOff) return { start };
  const heldLock = openLock(deps);
  return {
    start() {
      start();
      const lock = heldLock.hold();
      tester = openTester(deps, lock);
      openHeartbeat(deps, heldLock, state);
      openNeighbours(deps, lock);
    },
    health: {
      path() {
        const { ok, lastOkAt, failing } = state();
        return tester && { ok, lastOkAt, failing: failing && shownOf(failing) };
      },
    },
  };
}

/** What was switched off since must not stay on the boards. */
function endFormerNotices({ config, brokerUrl, adminNotices, log }: OpenDeps): void {
  Promise.all([
    adminNotices.endOthers('PATH_FAILED', isTested({ config, brokerUrl }) ? [FAILED] : []),
    adminNotices.endOthers('NEIGHBOUR_DOWN', config.watchUrls.map(downSubjectOf)),
  ]).catch((error: unknown) => log.error({ err: error }, 'path: ending former notices failed'));
}

/** Tests go over MQTT. */
const isTested = ({ config, brokerUrl }: Pick<OpenDeps, 'config' | 'brokerUrl'>): boolean =>
  config.pathTestMinutes > 0 && brokerUrl() !== null;

/** The work of one instance; it is closed after what depends on it. */
function openLock({ connection, now, log, closeLater }: OpenDeps) {
  const listeners: (() => void)[] = [];
  let lock: SessionLock | undefined;
  closeLater('turn of path tests', async () => lock?.close());
  return {
    hold(): SessionLock {
      const onHeld = () => {
        for (const listener of listeners) listener();
      };
      lock = holdSessionLock({ connection, key: PATH_LOCK, onHeld, onLost() {}, now, log });
      return lock;
    },
    onHeld: (listener: () => void): void => void listeners.push(listener),
    isHeld: (): boolean => lock?.isHeld() ?? false,
  };
}

function openTester(deps: OpenDeps, lock: SessionLock): Tester | undefined {
  const { config, brokerUrl, pathResident, request, adminNotices, log, closeLater } = deps;
  if (config.pathTestMinutes === 0) return undefined;
  if (brokerUrl() === null) {
    log.warn({}, 'path: no tests, because MQTT is off (MQTT_PORT, MQTTS_PORT)');
    return undefined;
  }
  const receiver = createReceiver(deps);
  closeLater('receiver of path tests', () => receiver.close());
  receiver.listen().then(
    (port) => request.routeHere(RECEIVER_ORIGIN, port),
    (error: unknown) => log.error({ err: error }, 'path: the receiver could not be opened'),
  );
  const tester = new Tester({
    ...deps,
    host: config.host,
    resident: pathResident,
    intervalMs: config.pathTestMinutes * MINUTE_MS,
    isHere: lock.isHeld,
    notices: new PathNotices({ adminNotices }),
  });
  closeLater('path tests', () => tester.close());
  return tester;
}

function openHeartbeat(
  { config, connection, request, health, steps, now, log, closeLater }: OpenDeps,
  lock: ReturnType<typeof openLock>,
  state: () => PathState,
): void {
  if (config.heartbeatUrl === undefined) return;
  const lastInstance = new LastInstance(connection);
  let wasHeld = false;
  let isAway = false;
  const heartbeat = new Heartbeat({
    url: config.heartbeatUrl,
    everyMs: config.heartbeatSeconds * SECOND_MS,
    ask: askBy(request),
    // While the database is away, nobody has the turn: the instance that had it goes on.
    isHere() {
      if (lock.isHeld()) wasHeld = true;
      else if (!isAway) wasHeld = false;
      return wasHeld;
    },
    async complaint() {
      const found = await health.check();
      isAway = found.degraded[0] === 'database';
      return complaintOf(found, state(), {
        intervalMs: config.pathTestMinutes * MINUTE_MS,
        steadySince: steps.steadySince(),
        now: now(),
      });
    },
    now,
    log,
  });
  lock.onHeld(() => heartbeat.beat());
  closeLater('heartbeat', async () => {
    await heartbeat.close();
    if (await lastInstance.isLast()) await heartbeat.stopped();
  });
}

function openNeighbours(
  { config, request, adminNotices, now, log, closeLater }: OpenDeps,
  lock: SessionLock,
): void {
  if (config.watchUrls.length === 0) return;
  const neighbours = watchNeighbours({
    urls: config.watchUrls,
    patienceMs: config.watchSeconds * SECOND_MS,
    ask: askBy(request),
    isHere: lock.isHeld,
    adminNotices,
    now,
    log,
  });
  closeLater('neighbours', () => neighbours.close());
}
