import type { WebSocket } from 'uWebSockets.js';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { recordRefusal } from '../../platform/http/audit-lines.ts';
import { notForStations } from '../../platform/http/identify.ts';
import type { Station } from '../../platform/http/principal.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import type { EventLog } from '../events.ts';
import { complaintFrame, frameOf, readFrame, refusalFrame } from './frames.ts';
import { CLOSE, MAX_BAD_FRAMES, MAX_BUFFERED } from './limits.ts';
import { deliverByWard } from './ward-overviews.ts';

/** What sockets need to know about stations; implemented in people/, which must not import this module. */
export interface StationDirectory {
  /** The given stations that have not been removed. */
  stillEnrolled(ids: readonly string[]): Promise<ReadonlyMap<string, Station>>;
  /** The ward of each of the given patients. */
  wardsOf(patientIds: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}

/** Hears which stations are connected to this instance. */
export interface StationPresence {
  connected(stationId: string): void;
  disconnected(stationId: string): void;
}

interface StationSocketDeps {
  readonly stations: StationDirectory;
  readonly presence: StationPresence;
  readonly events: Pick<EventLog, 'onOverview' | 'onCommitted'>;
  readonly cluster: Pick<Cluster, 'isHealthy'>;
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly log: Log;
}

const MAX_PER_STATION = 20;
const RETRY_SECONDS = 60;
/** A frame that changes nothing must not keep the service busy. */
const MAX_FRAMES_PER_SECOND = 20;

/** One open connection of a station (docs/home.md, "Stations"): it receives the falls of its ward, and may only ping. */
export class StationSocket {
  readonly station: Station;
  readonly caller: Caller;
  badFrames = 0;
  frameWindow = 0;
  frames = 0;
  #ws: WebSocket<unknown> | undefined;

  constructor(station: Station, caller: Caller) {
    this.station = station;
    this.caller = caller;
  }

  attach(ws: WebSocket<unknown>): void {
    this.#ws = ws;
  }

  detach(): void {
    this.#ws = undefined;
  }

  send(frame: Buffer): void {
    const ws = this.#ws;
    if (ws === undefined) return;
    ws.send(frame, false);
    // It reads the whole board when it connects again.
    if (ws.getBufferedAmount() > MAX_BUFFERED) this.end(CLOSE.tooSlow, 'The client reads too slowly');
  }

  end(code: number, reason: string): void {
    this.#ws?.end(code, reason);
  }
}

export function createStationSockets({
  stations,
  presence,
  events,
  cluster,
  audit,
  now,
  log,
}: StationSocketDeps) {
  const sockets = new Set<StationSocket>();

  const of = (stationId: string): readonly StationSocket[] =>
    [...sockets].filter(({ station }) => station.id === stationId);
  const endOf = (socket: StationSocket): void =>
    socket.end(CLOSE.sessionEnded, 'The station has been removed');

  deliverByWard({
    events,
    wardsOf: stations.wardsOf,
    hasListeners: () => sockets.size > 0,
    deliver: (overview, wardId) =>
      sendToWard(wardId, overview.type === 'response' ? frameOf(overview) : changed()),
    failed(error) {
      log.error({ err: error }, 'live socket: events for stations failed');
      boardChanged();
    },
  });
  // Overviews of other instances come by Redis alone. Without it, the commit announces that something has changed.
  events.onCommitted((newest) => {
    if (newest === undefined || !cluster.isHealthy()) boardChanged();
  });

  /** A patient without a ward is shown by stations of all wards only. */
  function sendToWard(wardId: string | null, frame: Buffer): void {
    for (const socket of sockets)
      if (socket.station.wardId === null || socket.station.wardId === wardId) socket.send(frame);
  }

  const changed = (): Buffer => frameOf({ type: 'board.changed', data: { at: new Date(now()) } });

  /** Tells the stations of a ward to read their board again; without a ward, all stations. */
  function boardChanged(wardId?: string): void {
    const frame = changed();
    if (wardId !== undefined) sendToWard(wardId, frame);
    else for (const socket of sockets) socket.send(frame);
  }

  /** Finds removals whose announcement was lost. */
  async function compare(open: readonly StationSocket[] = [...sockets]): Promise<void> {
    if (open.length === 0) return;
    const enrolled = await stations.stillEnrolled([...new Set(open.map(({ station }) => station.id))]);
    for (const socket of open) if (!enrolled.has(socket.station.id)) endOf(socket);
  }
  const compareFailed = (error: unknown) =>
    log.error({ err: error }, 'live socket: comparison of stations with the database failed');

  async function welcome(socket: StationSocket): Promise<void> {
    // Checked again, now that removals reach this socket: the station may have been removed during the upgrade.
    await compare([socket]);
    const { id, name } = socket.station;
    socket.send(
      frameOf({ type: 'station.welcome', data: { station: { id, name }, serverTime: new Date(now()) } }),
    );
  }

  function isTooBusy(socket: StationSocket): boolean {
    const second = Math.floor(now() / 1000);
    if (socket.frameWindow !== second) {
      socket.frameWindow = second;
      socket.frames = 0;
    }
    socket.frames += 1;
    return socket.frames > MAX_FRAMES_PER_SECOND;
  }

  function complain(socket: StationSocket, frame: Buffer): void {
    socket.badFrames += 1;
    socket.send(frame);
    if (socket.badFrames >= MAX_BAD_FRAMES)
      socket.end(CLOSE.badFrames, `${MAX_BAD_FRAMES} bad frames in a row`);
  }

  return {
    async admit(station: Station, caller: Caller): Promise<StationSocket> {
      if (of(station.id).length >= MAX_PER_STATION)
        throw new TooManyRequests(`At most ${MAX_PER_STATION} live sockets per station`, RETRY_SECONDS);
      return new StationSocket(station, caller);
    },
    open(socket: StationSocket): void {
      sockets.add(socket);
      presence.connected(socket.station.id);
      welcome(socket).catch((error: unknown) => {
        log.error({ err: error }, 'live socket: welcome of a station failed');
        socket.end(CLOSE.tryAgainLater, 'The board could not be loaded; reconnect later');
      });
    },
    message(socket: StationSocket, bytes: ArrayBuffer, isBinary: boolean): void {
      const frame = readFrame(bytes, isBinary);
      if (typeof frame === 'string') return complain(socket, complaintFrame(frame));
      if (isTooBusy(socket)) {
        const refusal = new TooManyRequests(`At most ${MAX_FRAMES_PER_SECOND} frames per second`, 1);
        return complain(socket, refusalFrame('error', refusal, frame.ref));
      }
      if (frame.type !== 'ping') {
        const refusal = notForStations();
        recordRefusal(audit, `live socket, ${frame.type}`, refusal, {
          by: socket.station,
          caller: socket.caller,
        });
        return complain(socket, refusalFrame('error', refusal, frame.ref));
      }
      socket.badFrames = 0;
      socket.send(frameOf({ type: 'pong', ref: frame.ref, data: { serverTime: new Date(now()) } }));
    },
    close(socket: StationSocket): void {
      socket.detach();
      if (sockets.delete(socket) && of(socket.station.id).length === 0)
        presence.disconnected(socket.station.id);
    },
    count: () => sockets.size,
    compare,
    sendToWard,
    boardChanged,
    /** A station was removed; without an id, removals may have been missed. */
    ended(stationId: string | undefined): void {
      if (stationId === undefined) compare().catch(compareFailed);
      else for (const socket of of(stationId)) endOf(socket);
    },
    closeAll(): void {
      for (const socket of [...sockets]) socket.end(CLOSE.goingAway, 'The service is stopping');
    },
  };
}
