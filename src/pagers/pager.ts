import type { DeliveryResult } from '../notify/channels/index.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { KeptConnection } from '../platform/database/kept-connection.ts';
import { holdSessionLock, type SessionLock } from '../platform/database/session-lock.ts';
import type { Log } from '../platform/log.ts';
import { createSteadyClock, SECOND_MS } from '../platform/time.ts';
import { PAGER_STATE } from './cluster-events.ts';
import { type PagerServer, pagerServerOf } from './espa/espa-url.ts';
import { Espa444Link } from './espa/espa444-link.ts';
import { EspaxLink } from './espa/espax-link.ts';
import type { Wire } from './espa/wire.ts';
import type { Page, PageEvent, PagerLink } from './page.ts';
import { PagerConnection } from './pager-connection.ts';

/** The operator's paging system, which all instances share: one of them has the connection. */
export interface Pager {
  /** Call it once the listeners are there. */
  start(): void;
  /** Whether this instance has the connection, or tries to open it: only this instance sends. */
  isHere(): boolean;
  /** The state that every instance reports, whichever has the connection. */
  isConnected(): boolean;
  /** Never rejects. */
  send(page: Page, signal?: AbortSignal): Promise<DeliveryResult>;
  /** Takes a message back, where the protocol can do that. False if the paging system could not be reached. */
  stop(ref: string): Promise<boolean>;
  onEvent(listener: (event: PageEvent) => void): void;
  /** Called when a session with the paging system has begun: events may have been missed before. */
  onOpen(listener: () => void): void;
  close(): Promise<void>;
}

export interface PagerDeps {
  readonly espaUrl: string;
  readonly connection: Pick<KeptConnection, 'use' | 'onLost'>;
  readonly cluster: Pick<Cluster, 'broadcast' | 'subscribe'>;
  readonly now: () => number;
  readonly log: Log;
}

/** The advisory lock of the instance that has the connection. */
const PAGER_LOCK = 0x7667_7067;
const PUBLISH_MS = 5 * SECOND_MS;
/** Two of three reports may be lost. */
const KNOWN_MS = 15 * SECOND_MS;

export function createPager({ espaUrl, connection: database, cluster, now, log }: PagerDeps): Pager {
  const server = pagerServerOf(espaUrl);
  const steadyNow = createSteadyClock(now);
  const eventListeners: ((event: PageEvent) => void)[] = [];
  const openListeners: (() => void)[] = [];
  let reported: { readonly isConnected: boolean; readonly at: number } | undefined;

  const onEvent = (event: PageEvent) => {
    for (const listener of eventListeners) listener(event);
  };
  const connection = new PagerConnection({
    address: server,
    openLink: (wire) => openLink(server, { wire, onEvent, now }),
    onOpen() {
      publishState();
      for (const listener of openListeners) listener();
    },
    now,
    log,
  });
  let lock: SessionLock | undefined;
  const isHere = () => lock?.isHeld() ?? false;
  const hold = () =>
    holdSessionLock({
      connection: database,
      key: PAGER_LOCK,
      onHeld: () => connection.hold(),
      onLost() {
        connection.release();
        reported = undefined;
      },
      now,
      log,
    });
  cluster.subscribe(PAGER_STATE, ({ isConnected }) => {
    reported = { isConnected, at: steadyNow() };
  });
  const publishState = () => void cluster.broadcast(PAGER_STATE, { isConnected: connection.isConnected() });
  const publishing = startPeriodic({
    everyMs: PUBLISH_MS,
    now,
    work() {
      if (isHere()) publishState();
    },
    failed: (error) => log.error({ err: error }, 'pager: state could not be published'),
  });

  return {
    start() {
      lock ??= hold();
    },
    isHere,
    isConnected() {
      if (isHere()) return connection.isConnected();
      return reported?.isConnected === true && steadyNow() - reported.at < KNOWN_MS;
    },
    send: (page, signal) => connection.send(page, signal),
    stop: (ref) => connection.stop(ref),
    onEvent: (listener) => void eventListeners.push(listener),
    onOpen: (listener) => void openListeners.push(listener),
    async close() {
      await publishing.close();
      await lock?.close();
      await connection.close();
    },
  };
}

interface LinkDeps {
  readonly wire: Wire;
  readonly onEvent: (event: PageEvent) => void;
  readonly now: () => number;
}

function openLink(server: PagerServer, { wire, onEvent, now }: LinkDeps): Promise<PagerLink> {
  if (server.protocol === 'ESPA 4.4.4') return Espa444Link.open(wire);
  const { user, password } = server;
  return EspaxLink.open({ wire, user, password, onEvent, now });
}
