import { createBatchedLookup } from '../batched-lookup.ts';
import type { Coordination } from '../coordination/coordination.ts';
import type { Database } from '../storage/database.ts';
import { appendEvents, eventsAfter, lastEventIds } from '../storage/live-events.ts';
import { recordJson } from './event-json.ts';
import type { EventLog, EventType } from './events.ts';

export interface EventLogParts {
  readonly db: Database;
  readonly coordination: Coordination;
  readonly now: () => number;
}

const PAGE = 200;

export function createEventLog({ db, coordination, now }: EventLogParts): EventLog {
  const lastIdOf = createBatchedLookup((recipientIds) => lastEventIds(db, recipientIds));
  return {
    async append(q, events) {
      if (events.length === 0) return [];
      const ids = await appendEvents(
        q,
        events.map(({ recipientId, aboutId, type, data }) => ({
          recipientId,
          aboutId,
          type,
          json: recordJson(data),
        })),
        new Date(now()),
      );
      return events.flatMap(({ recipientId, type, data }, i) => {
        const id = ids[i];
        return id === undefined ? [] : [{ recipientId, id, type, data }];
      });
    },
    broadcast(events) {
      for (const { recipientId, id, type, data } of events) {
        void coordination.broadcast({ type: 'live.event', recipientId, id, event: type, data });
      }
    },
    async *after(recipientId, id) {
      let position = id;
      for (;;) {
        const page = await eventsAfter(db, recipientId, position, PAGE);
        for (const { id, type, data } of page) {
          yield { recipientId, id, type: type as EventType, data };
          position = id;
        }
        if (page.length < PAGE) return;
      }
    },
    lastId: async (recipientId) => (await lastIdOf(recipientId)) ?? 0,
    lastIds: (recipientIds) => lastEventIds(db, recipientIds),
    subscribe(listener) {
      coordination.subscribe((message) => {
        if (message.type !== 'live.event') return;
        const { recipientId, id, event, data } = message;
        // The log wrote it, so its type is one of ours, whichever instance it comes from.
        listener({ recipientId, id, type: event as EventType, data });
      });
    },
  };
}
