import { USER_CHANGED, USER_REVOKED } from '../../accounts/cluster-events.ts';
import { chunksOf } from '../../platform/batching/chunks.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Principal, TokenDevice } from '../../platform/http/principal.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { DEVICE_SOCKET_OPENED } from '../cluster-events.ts';
import { frameOf } from './frames.ts';
import { CLOSE } from './limits.ts';
import { LiveSocket, type LiveSocketDeps } from './live-socket.ts';

/** Which device may have a live socket by which token. */
export interface DeviceTokenHolders {
  /** The number of a new socket of the device; undefined if the token is no longer its own. */
  claim(deviceId: string, tokenHash: string): Promise<number | undefined>;
  /** By device: those that still may, and the number of the newest socket. */
  current(
    deviceIds: readonly string[],
  ): Promise<
    ReadonlyMap<string, { readonly userId: string; readonly tokenHash: string; readonly number: number }>
  >;
}

/** A fall, as the wearer's device shows it. */
interface ShownFall {
  readonly fallId: string;
  readonly response: { readonly state: string };
}

export interface DeviceSocketDeps extends LiveSocketDeps {
  readonly cluster: Cluster;
  readonly deviceTokens: DeviceTokenHolders;
  /** The newest unresolved fall of a wearer, after those that the device shows already. */
  readonly wearerFalls: (wearerId: string, shown?: readonly string[]) => Promise<readonly ShownFall[]>;
  readonly log: Log;
}

const COMPARE_BATCH = 500;
const NO_SOCKETS: ReadonlySet<DeviceSocket> = new Set();

/** A socket of a wearable, which authenticated with its own token: docs/live-socket.md, "With a device token". */
export class DeviceSocket extends LiveSocket {
  readonly device: TokenDevice;
  readonly tokenHash: string;
  /** Its number among the sockets of the device, of which the newest stays open; 0 until it is known. */
  number = 0;
  /** The newest number that another instance has announced. */
  announced = 0;
  /** Resolves when its number is known, or it has none. */
  numbered: Promise<void> = Promise.resolve();
  isWelcomed = false;
  /** The unresolved falls that it was sent, as JSON. */
  readonly shown = new Map<string, string>();

  constructor(
    deps: LiveSocketDeps,
    principal: Principal,
    device: TokenDevice,
    token: string,
    caller: Caller,
  ) {
    super(deps, principal, caller, undefined);
    this.device = device;
    this.tokenHash = hashOfSecretToken(token).toString('hex');
  }
}

/** The sockets of wearables: one per device, over all instances, each with the falls of its wearer. */
export function createDeviceSockets(deps: DeviceSocketDeps) {
  const { cluster, deviceTokens, wearerFalls, events, now, log } = deps;
  const sockets = new Map<string, DeviceSocket>();
  const ofWearer = new Map<string, Set<DeviceSocket>>();
  /** Wearers whose falls are being read, and whether they have changed since. */
  const reading = new Map<string, boolean>();

  const takeOver = (socket: DeviceSocket): void =>
    socket.end(CLOSE.takenOver, 'Another phone uses this code');
  const revoke = (socket: DeviceSocket): void =>
    socket.end(CLOSE.sessionEnded, 'The token of the device is no longer valid');

  cluster.subscribe(DEVICE_SOCKET_OPENED, ({ deviceId, number }) => {
    const socket = sockets.get(deviceId);
    if (socket === undefined) return;
    socket.announced = Math.max(socket.announced, number);
    if (socket.number !== 0 && socket.number < number) takeOver(socket);
  });
  for (const kind of [USER_REVOKED, USER_CHANGED])
    cluster.subscribe(kind, ({ userId }) => recheck([...(ofWearer.get(userId) ?? NO_SOCKETS)]));
  cluster.subscribe(RESYNC, () => recheck([...sockets.values()]));

  // docs/response.md, "Frames": every change of a response is an event of the patient; the start of one is not.
  events.subscribe(({ recipientId, type }) => {
    if (type === 'response') fallChanged(recipientId);
  });
  events.onCommitted((newest) => {
    // Without Redis, the commit says nothing about a wearer whose fall has just begun.
    if (newest === undefined || !cluster.isHealthy())
      for (const wearer of ofWearer.keys()) fallChanged(wearer);
    else for (const wearer of newest.keys()) fallChanged(wearer);
  });

  async function begin(socket: DeviceSocket, former: DeviceSocket | undefined, user: object): Promise<void> {
    // One after the other: the socket that was opened last gets the highest number.
    await former?.numbered;
    const number = await deviceTokens.claim(socket.device.id, socket.tokenHash);
    if (number === undefined) return revoke(socket);
    socket.number = number;
    if (sockets.get(socket.device.id) !== socket) return;
    if (socket.announced > number) return takeOver(socket);
    void cluster.broadcast(DEVICE_SOCKET_OPENED, { deviceId: socket.device.id, number });
    void welcome(socket, user).catch((error: unknown) => failed(socket, error));
  }

  async function welcome(socket: DeviceSocket, user: object): Promise<void> {
    const falls = await wearerFalls(socket.userId);
    const fall = falls.at(-1) ?? null;
    if (fall !== null) socket.shown.set(fall.fallId, JSON.stringify(fall));
    socket.send(
      frameOf({
        type: 'welcome',
        data: {
          user,
          device: socket.device,
          fall,
          serverTime: new Date(now()),
          sessionEndsAt: null,
          lastEventId: 0,
        },
      }),
    );
    socket.isWelcomed = true;
    // It may have changed since it was read.
    fallChanged(socket.userId);
  }

  function failed(socket: DeviceSocket, error: unknown): void {
    log.error({ err: error }, 'live socket: welcome of a device failed');
    socket.end(CLOSE.tryAgainLater, 'The device could not be loaded; reconnect later');
  }

  /** A fall of this person has begun, has risen, or its response has changed. */
  function fallChanged(wearerId: string): void {
    if (!ofWearer.has(wearerId)) return;
    const isReading = reading.has(wearerId);
    reading.set(wearerId, isReading);
    if (isReading) return;
    sendFalls(wearerId)
      // The next change or comparison sends it.
      .catch((error: unknown) =>
        log.error({ err: error }, 'live socket: falls of a wearer could not be read'),
      )
      .finally(() => {
        const hasChanged = reading.get(wearerId);
        reading.delete(wearerId);
        if (hasChanged) fallChanged(wearerId);
      });
  }

  async function sendFalls(wearerId: string): Promise<void> {
    const shown = [...(ofWearer.get(wearerId) ?? NO_SOCKETS)].flatMap((socket) => [...socket.shown.keys()]);
    const falls = await wearerFalls(wearerId, [...new Set(shown)]);
    for (const socket of ofWearer.get(wearerId) ?? NO_SOCKETS)
      if (socket.isWelcomed) for (const fall of falls) sendFall(socket, fall);
  }

  function sendFall(socket: DeviceSocket, fall: ShownFall): void {
    const { fallId, response } = fall;
    const json = JSON.stringify(fall);
    const before = socket.shown.get(fallId);
    const isOver = response.state === 'RESOLVED';
    if (before === json || (isOver && before === undefined)) return;
    if (isOver) socket.shown.delete(fallId);
    else socket.shown.set(fallId, json);
    socket.send(Buffer.from(`{"type":"fall","data":${json}}`));
  }

  /** Finds revocations, and newer sockets, whose announcement was lost. */
  async function compare(open: readonly DeviceSocket[] = [...sockets.values()]): Promise<void> {
    for (const some of chunksOf(open, COMPARE_BATCH)) {
      const holders = await deviceTokens.current(some.map(({ device }) => device.id));
      for (const socket of some) {
        const holder = holders.get(socket.device.id);
        if (holder?.tokenHash !== socket.tokenHash || holder.userId !== socket.userId) revoke(socket);
        else if (socket.number !== 0 && socket.number < holder.number) takeOver(socket);
        else fallChanged(socket.userId);
      }
    }
  }

  function recheck(open: readonly DeviceSocket[]): void {
    compare(open).catch((error: unknown) => {
      log.error({ err: error }, 'live socket: re-check of devices failed');
      for (const socket of open) socket.end(CLOSE.tryAgainLater, 'The token could not be checked; reconnect');
    });
  }

  return {
    open(socket: DeviceSocket, user: object): void {
      const former = sockets.get(socket.device.id);
      sockets.set(socket.device.id, socket);
      const own = ofWearer.get(socket.userId);
      if (own === undefined) ofWearer.set(socket.userId, new Set([socket]));
      else own.add(socket);
      if (former !== undefined) takeOver(former);
      socket.numbered = begin(socket, former, user).catch((error: unknown) => failed(socket, error));
    },
    close(socket: DeviceSocket): void {
      if (sockets.get(socket.device.id) === socket) sockets.delete(socket.device.id);
      const own = ofWearer.get(socket.userId);
      own?.delete(socket);
      if (own?.size === 0) ofWearer.delete(socket.userId);
    },
    fallChanged,
    /** The token of a device was replaced, or the device moved or deleted. */
    revoked(macAddress: string): void {
      recheck([...sockets.values()].filter(({ device }) => device.macAddress === macAddress));
    },
    compare,
    count: () => sockets.size,
    all: (): readonly DeviceSocket[] => [...sockets.values()],
  };
}
