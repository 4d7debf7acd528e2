import { overdueMessages } from '../notify/outbox/backlog-store.ts';
import { exposeQueueAges, type QueueAges } from '../operations/queue-ages.ts';
import { watchOverdue } from '../platform/batching/overdue.ts';
import { dueResponses } from '../response/store/responses.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import type { Ingest } from './readings.ts';

/** Looked for at a time; one would do. */
const MOST = 100;

/** How long the oldest item of each queue has been waiting, for the health report and the metrics. */
export function openQueueAges(
  { now, log, metrics, closeLater }: Context,
  { storage: { db }, ingest }: { readonly storage: Storage; readonly ingest: Ingest },
) {
  let findUnsentEvents = (): readonly string[] => [];
  const watch = (name: string, find: Parameters<typeof watchOverdue>[0]['find']) => {
    const failed = (error: unknown) => log.error({ err: error }, `health: search for overdue ${name} failed`);
    const overdue = watchOverdue({ find, now, failed });
    closeLater(`watch over ${name}`, overdue.close);
    return overdue.ageMs;
  };
  const ages: QueueAges = {
    readings: () => ingest.handler.oldestMs(),
    outbox: watch('messages', () => overdueMessages(db, new Date(now()), MOST)),
    responses: watch('responses', async () =>
      (await dueResponses(db, new Date(now()), MOST, [])).map(({ fallId }) => fallId),
    ),
    events: watch('events', () => findUnsentEvents().slice(0, MOST)),
  };
  exposeQueueAges(metrics.registry, ages);
  return {
    ages,
    /** The transports open later: their clients' positions in the event log at which events wait. */
    watchEvents(find: () => readonly string[]): void {
      findUnsentEvents = find;
    },
  };
}
