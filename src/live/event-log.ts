import { createDataLoader } from '../platform/batching/data-loader.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { PgListener } from '../platform/database/pg-listener.ts';
import { overviewsOf } from './admin-overview.ts';
import { LIVE_EVENT, LIVE_OVERVIEW } from './cluster-events.ts';
import { recordJson } from './event-json.ts';
import type { EventLog, EventType, LiveEvent, NewEvent, Overview } from './events.ts';
import * as store from './store.ts';

interface EventLogDeps {
  readonly db: Database;
  readonly cluster: Cluster;
  /** Reports commits of every instance; without it, announcements are the only source. */
  readonly notices?: PgListener;
  readonly now: () => number;
}

const PAGE = 200;
/** Announcements carry the events themselves: they get this long to arrive before the log is read instead. */
const ANNOUNCED_MS = 200;

export function createEventLog({ db, cluster, notices, now }: EventLogDeps): EventLog {
  const onCommitted = followCommits(notices);
  const pageAfter = createDataLoader((positions) => pagesAfter(db, positions));
  const lastIdOf = createDataLoader((recipientIds) => store.lastEventIds(db, recipientIds));

  async function append(q: Queryable, events: readonly NewEvent[]): Promise<readonly LiveEvent[]> {
    if (events.length === 0) return [];
    const ids = await store.appendEvents(
      q,
      events.map(({ recipientId, aboutId, type, data }) => ({
        recipientId,
        aboutId,
        type,
        json: recordJson(data),
      })),
      { at: new Date(now()), isAnnounced: cluster.isShared },
    );
    return events.flatMap(({ recipientId, type, data }, i) => {
      const id = ids[i];
      return id === undefined ? [] : [{ recipientId, id, type, data }];
    });
  }

  function broadcast(events: readonly LiveEvent[]): void {
    for (const { recipientId, id, type, data } of events) {
      void cluster.broadcast(LIVE_EVENT, { recipientId, id, event: type, data });
    }
    for (const { type, data } of overviewsOf(events))
      void cluster.broadcast(LIVE_OVERVIEW, { event: type, data });
  }

  return {
    async transaction(work, options) {
      const [appended, result] = await db.transaction(async (q) => {
        const { result, events } = await work(q);
        return Promise.all([append(q, events), result]);
      }, options);
      broadcast(appended);
      return result;
    },
    async *after(recipientId, id) {
      let position = id;
      for (;;) {
        const page = (await pageAfter(keyOf({ recipientId, id: position }))) ?? [];
        for (const { id, type, data, at } of page) {
          yield { recipientId, id, type: type as EventType, data, at: at.getTime() };
          position = id;
        }
        if (page.length < PAGE) return;
      }
    },
    lastId: async (recipientId) => (await lastIdOf(recipientId)) ?? 0,
    lastIds: (recipientIds) => store.lastEventIds(db, recipientIds),
    onCommitted,
    onOverview(listener) {
      cluster.subscribe(LIVE_OVERVIEW, ({ event, data }) =>
        listener({ type: event as Overview['type'], data }),
      );
    },
    subscribe(listener) {
      cluster.subscribe(LIVE_EVENT, ({ recipientId, id, event, data }) => {
        // The event log wrote the event, on this or another instance, so its type is an EventType.
        listener({ recipientId, id, type: event as EventType, data });
      });
    },
  };
}

const keyOf = ({ recipientId, id }: store.EventPosition): string => `${recipientId} ${id}`;

/** A lost announcement affects many recipients at once: their reads of the log share one query. */
async function pagesAfter(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly store.StoredEvent[]>> {
  const positions = keys.map((key): store.EventPosition => {
    const [recipientId = '', id] = key.split(' ');
    return { recipientId, id: Number(id) };
  });
  const pages = await store.eventsAfter(db, positions, PAGE);
  return new Map(positions.map((position, i) => [keyOf(position), pages[i] ?? []]));
}

function followCommits(notices: PgListener | undefined): EventLog['onCommitted'] {
  const listeners: ((newest?: ReadonlyMap<string, number>) => void)[] = [];
  let newest = new Map<string, number>();

  function callListeners(): void {
    const committed = newest;
    newest = new Map();
    for (const listener of listeners) listener(committed);
  }

  notices?.on('vigil_live', (payload) => {
    if (payload === undefined) {
      for (const listener of listeners) listener();
      return;
    }
    if (newest.size === 0) setTimeout(callListeners, ANNOUNCED_MS).unref();
    for (const [userId, id] of store.readAnnouncement(payload))
      newest.set(userId, Math.max(id, newest.get(userId) ?? 0));
  });
  return (listener) => void listeners.push(listener);
}
