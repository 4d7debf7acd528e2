import type { WebSocket, WebSocketBehavior } from 'uWebSockets.js';
import { setTimeout as delay } from 'node:timers/promises';
import { ROLE_CHANGED, SESSION_REVOKED, USER_REVOKED } from '../../accounts/cluster-events.ts';
import { findIdentities } from '../../accounts/index.ts';
import { CARE_ENDED } from '../../people/cluster-events.ts';
import { chunksOf } from '../../platform/batching/chunks.ts';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { InvalidInput, TooManyRequests, Unauthenticated, Unavailable } from '../../platform/errors.ts';
import type { Authenticator, Principal, Station } from '../../platform/http/principal.ts';
import type { Caller } from '../../platform/http/route.ts';
import { READING_BYTES } from '../../platform/mqtt/limits.ts';
import type { LiveMetrics } from '../metrics.ts';
import { type CommandDeps, createCommands } from './commands.ts';
import { createDeviceSockets, DeviceSocket, type DeviceSocketDeps } from './device-sockets.ts';
import { frameOf, type ServerFrame } from './frames.ts';
import { CLOSE } from './limits.ts';
import { LiveSocket, type LiveSocketDeps, type SocketData } from './live-socket.ts';
import type { ConnectedCaregivers } from './repeats.ts';
import { createSessionEnds } from './session-ends.ts';
import { createSocketRegistry } from './socket-registry.ts';
import {
  createStationSockets,
  type StationDirectory,
  type StationPresence,
  StationSocket,
} from './station-sockets.ts';
import { deliverByWard } from './ward-overviews.ts';

interface LiveDeps extends CommandDeps, LiveSocketDeps, DeviceSocketDeps {
  readonly db: Queryable;
  readonly sessions: Pick<Authenticator, 'authenticate'>;
  readonly cluster: Cluster;
  readonly stations: StationDirectory;
  readonly stationPresence: StationPresence;
  readonly sessionSeconds: number;
  readonly metrics: LiveMetrics;
}

/** Who shows a patient on a board, beside the admins. */
interface BoardViewers {
  readonly caregiverIds: readonly string[];
  readonly wardId: string | null;
}

interface Visit {
  readonly principal: Principal;
  readonly token: string;
  readonly query: URLSearchParams;
  readonly caller: { readonly ip: string; readonly requestId: string };
}

const MAX_PER_ACCOUNT = 100;
const ENVELOPE_BYTES = 1024;
/** Never 1 to 7: uWebSockets.js ends the process at such an idle timeout. */
const IDLE_SECONDS = 60;
/** Above the limit at which LiveSocket disconnects a client, so that the closing frame still fits. */
const BUFFER_BYTES = 1024 * 1024;
const SUPERVISE_MS = 1_000;
/** A replay is cut off when its client reads nothing for this long. */
const MAX_STALL_MS = 30_000;
const COMPARE_MS = 30_000;
/** Occupies the main thread for a few milliseconds. */
const COMPARE_BATCH = 500;
const IN_FLIGHT_GRACE_MS = 3_000;
const POLL_MS = 10;
/** Time for closing frames to be sent before the server stops. */
const CLOSE_FRAME_MS = 50;

/** `GET /api/live`: docs/live-socket.md, "Connect". */
export function createLive(deps: LiveDeps) {
  const { db, events, sessions, cluster, subscriptions, now, log } = deps;
  const sockets = createSocketRegistry();
  const caregivers: ConnectedCaregivers = sockets;
  const userWithId = createDataLoader((ids) => findIdentities(db, ids));
  const handleFrame = createCommands(deps);
  /** State that a socket needs only until its welcome. */
  const arriving = new WeakMap<LiveSocket, { readonly user: object; readonly token: string }>();
  const endSession = (socket: LiveSocket) => socket.end(CLOSE.sessionEnded, 'The session has ended');
  const sessionEnds = createSessionEnds({ db, sessionSeconds: deps.sessionSeconds, endSession, now });
  const stationSockets = createStationSockets({ ...deps, presence: deps.stationPresence });
  const deviceSockets = createDeviceSockets(deps);
  let closing = false;

  events.subscribe((event) => {
    for (const socket of sockets.of(event.recipientId)) socket.onEvent(event);
  });

  events.onCommitted((newest) => {
    if (newest === undefined) compare().catch(compareFailed);
    for (const [userId, lastId] of newest ?? [])
      for (const socket of sockets.of(userId)) socket.catchUpTo(lastId);
  });

  // docs/live-socket.md, "Frames": admin boards follow all patients; their next snapshot includes lost frames.
  events.onOverview((overview) => {
    const admins = sockets.admins().filter(({ isStarted }) => isStarted);
    if (admins.length === 0) return;
    const frame = frameOf(overview);
    for (const socket of admins) socket.send(frame);
  });

  deliverByWard({
    events,
    wardsOf: deps.stations.wardsOf,
    hasListeners: () => sockets.services().length > 0,
    deliver(overview, wardId) {
      if (wardId === null) return;
      const frame = frameOf(overview);
      for (const socket of sockets.services())
        if (socket.isStarted && socket.principal.service?.wardIds?.includes(wardId)) socket.send(frame);
    },
    failed: (error) => log.error({ err: error }, 'live socket: events for service accounts failed'),
  });

  cluster.subscribe(SESSION_REVOKED, ({ userId, sessionId }) => {
    for (const socket of sockets.of(userId)) if (socket.principal.sessionId === sessionId) endSession(socket);
  });
  cluster.subscribe(USER_REVOKED, ({ userId, keptSession, endsTokens = false }) => {
    for (const socket of sockets.of(userId)) {
      const { sessionId, scopes } = socket.principal;
      if (sessionId !== keptSession && (scopes === undefined || endsTokens)) endSession(socket);
    }
  });
  cluster.subscribe(ROLE_CHANGED, ({ userId }) => {
    for (const socket of sockets.of(userId))
      socket.end(CLOSE.tryAgainLater, 'The role of the account has changed; reconnect');
  });
  cluster.subscribe(CARE_ENDED, ({ caregiverId }) => review(sockets.of(caregiverId)));
  cluster.subscribe(RESYNC, () => {
    review(sockets.all());
    compare().catch(compareFailed);
  });

  function review(sockets: readonly LiveSocket[]): void {
    subscriptions.review(sockets).catch((error: unknown) => {
      log.error({ err: error }, 'live socket: re-check of subscriptions failed');
      // Without a reply, no client may go on watching: the client reconnects and subscribes again.
      for (const socket of sockets)
        if (socket.watching?.size)
          socket.end(CLOSE.tryAgainLater, 'Subscriptions could not be checked; reconnect');
    });
  }

  async function admit({ principal, token, query, caller }: Visit): Promise<SocketData> {
    if (closing) throw new Unavailable('The service is stopping');
    const after = readAfter(query.get('after'));
    if (sockets.of(principal.userId).length >= MAX_PER_ACCOUNT) {
      throw new TooManyRequests(`At most ${MAX_PER_ACCOUNT} live sockets per account`, IDLE_SECONDS);
    }
    const user = await userWithId(principal.userId);
    if (user === undefined) throw new Unauthenticated();
    const { device } = principal;
    if (device !== undefined) {
      const socket = new DeviceSocket(deps, principal, device, token, caller);
      const { id, firstName, role } = user;
      arriving.set(socket, { user: { id, firstName, role }, token });
      return { socket };
    }
    const socket = new LiveSocket(deps, principal, caller, after);
    arriving.set(socket, { user, token });
    return { socket };
  }

  async function welcome(socket: LiveSocket): Promise<void> {
    const arrival = arriving.get(socket);
    arriving.delete(socket);
    if (arrival === undefined) return;
    // Checked again, now that revocations reach this socket: the session may have ended during the upgrade.
    await sessions.authenticate(arrival.token);
    // Read after the socket is registered, so that every event above this number is announced to it.
    const lastId = await events.lastId(socket.userId);
    socket.send(
      frameOf({
        type: 'welcome',
        data: {
          user: arrival.user,
          serverTime: new Date(now()),
          sessionEndsAt: Number.isFinite(socket.sessionEndsAt) ? new Date(socket.sessionEndsAt) : null,
          lastEventId: lastId,
        },
      }),
    );
    socket.start(lastId);
  }

  const behaviour: Omit<WebSocketBehavior<SocketData>, 'upgrade'> = {
    maxPayloadLength: READING_BYTES + ENVELOPE_BYTES,
    maxBackpressure: BUFFER_BYTES,
    idleTimeout: IDLE_SECONDS,
    sendPingsAutomatically: true,
    open(ws: WebSocket<SocketData>) {
      const data = ws.getUserData();
      const socket = 'station' in data ? data.station : data.socket;
      socket.attach(ws);
      if (closing) return socket.end(CLOSE.goingAway, 'The service is stopping');
      if (socket instanceof StationSocket) return stationSockets.open(socket);
      if (socket instanceof DeviceSocket) {
        const { user = {} } = arriving.get(socket) ?? {};
        return deviceSockets.open(socket, user);
      }
      sockets.add(socket);
      welcome(socket).catch((error: unknown) => {
        if (error instanceof Unauthenticated) return endSession(socket);
        log.error({ err: error }, 'live socket: welcome failed');
        socket.end(CLOSE.tryAgainLater, 'Events could not be loaded; reconnect later');
      });
    },
    message(ws, bytes, isBinary) {
      const data = ws.getUserData();
      if ('station' in data) stationSockets.message(data.station, bytes, isBinary);
      else handleFrame(data.socket, bytes, isBinary);
    },
    drain(ws) {
      const data = ws.getUserData();
      if ('socket' in data) data.socket.drained();
    },
    close(ws) {
      const data = ws.getUserData();
      if ('station' in data) return stationSockets.close(data.station);
      const { socket } = data;
      socket.detach();
      if (socket instanceof DeviceSocket) return deviceSockets.close(socket);
      sockets.remove(socket);
      subscriptions.leave(socket);
    },
  };

  const supervision = startPeriodic({
    everyMs: SUPERVISE_MS,
    now,
    async work() {
      await sessionEnds.check(sockets.all());
      for (const socket of sockets.all()) {
        if (socket.waitingFor(now()) > MAX_STALL_MS) socket.cutOff();
      }
    },
    failed: (error) => log.error({ err: error }, 'live socket: watch failed'),
  });

  /** Finds events and revocations whose announcement was lost. */
  async function compare(): Promise<void> {
    await stationSockets.compare();
    await deviceSockets.compare();
    for (const some of chunksOf(sockets.all(), COMPARE_BATCH)) {
      await sessionEnds.refresh(some);
      const lastIds = await events.lastIds([...new Set(some.map(({ userId }) => userId))]);
      for (const socket of some) socket.catchUpTo(lastIds.get(socket.userId) ?? 0);
    }
  }
  const compareFailed = (error: unknown) =>
    log.error({ err: error }, 'live socket: comparison with the database failed');
  const comparison = startPeriodic({ everyMs: COMPARE_MS, now, work: compare, failed: compareFailed });

  deps.metrics.readSockets(() => sockets.count() + stationSockets.count() + deviceSockets.count());
  return {
    path: '/api/live',
    protocol: 'fall-monitor.v1',
    behaviour,
    admit,
    async admitStation({ station, caller }: { readonly station: Station; readonly caller: Caller }) {
      if (closing) throw new Unavailable('The service is stopping');
      return { station: await stationSockets.admit(station, caller) };
    },
    stations: stationSockets,
    devices: deviceSockets,
    /** Where events wait to be sent. */
    waiting: (): readonly string[] => sockets.all().flatMap(({ waitsAt }) => waitsAt ?? []),
    /** Patients have come to a ward or left one. */
    wardChanged: () => review(sockets.services()),
    caregivers,
    /** Boards on this instance. Their frames are not numbered: the next snapshot has what a lost one had. */
    boards: {
      watching: (): readonly string[] | undefined =>
        sockets.count() + stationSockets.count() === 0 ? undefined : sockets.connected(),
      send(frame: ServerFrame, { caregiverIds, wardId }: BoardViewers): void {
        const bytes = frameOf(frame);
        const services = sockets
          .services()
          .filter(({ principal }) => wardId !== null && principal.service?.wardIds?.includes(wardId));
        const viewers = new Set([...caregiverIds.flatMap(sockets.of), ...sockets.admins(), ...services]);
        for (const socket of viewers) if (socket.isStarted) socket.send(bytes);
        stationSockets.sendToWard(wardId, bytes);
      },
    },
    /** Waits for the replies to readings in flight, then closes every socket with 1001. */
    async close(): Promise<void> {
      closing = true;
      const deadline = performance.now() + IN_FLIGHT_GRACE_MS;
      const everySocket = () => [...sockets.all(), ...deviceSockets.all()];
      const busy = () => everySocket().some((socket) => socket.inFlight > 0);
      while (busy() && performance.now() < deadline) await delay(POLL_MS);
      const open = everySocket();
      for (const socket of open) socket.end(CLOSE.goingAway, 'The service is stopping');
      stationSockets.closeAll();
      if (open.length + stationSockets.count() > 0) await delay(CLOSE_FRAME_MS);
      await Promise.all([supervision.close(), comparison.close()]);
    },
  };
}

function readAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const after = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(after)) throw new InvalidInput({ after: 'must be the number of an event' });
  return after;
}
