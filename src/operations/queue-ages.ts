import type { Metrics } from '../platform/metrics.ts';
import { SECOND_MS } from '../platform/time.ts';

/**
 * What waits inside the service. `readings`: accepted, and without a reply yet. `outbox`: messages that are due and not sent.
 * `responses`: due, and not advanced. `events`: of the event log, not sent to a client that reads them.
 */
const QUEUES = ['readings', 'outbox', 'responses', 'events'] as const;

export type Queue = (typeof QUEUES)[number];

/** How long the oldest item has been waiting, in milliseconds. Called for each health report and each scrape. */
export type QueueAges = Readonly<Record<Queue, () => number>>;

/** docs/contract.md, "Health report". */
const MAX_AGE_MS: Readonly<Record<Queue, number>> = {
  readings: 30 * SECOND_MS,
  outbox: 60 * SECOND_MS,
  responses: 30 * SECOND_MS,
  events: 60 * SECOND_MS,
};

/** For the health check: whether each queue moves. */
export const queueParts = (ages: QueueAges): Readonly<Record<Queue, () => boolean>> =>
  ofEach((queue) => () => ages[queue]() < MAX_AGE_MS[queue]);

/** In seconds. */
export const readQueueAges = (ages: QueueAges): Readonly<Record<Queue, number>> =>
  ofEach((queue) => Math.floor(ages[queue]() / SECOND_MS));

export function exposeQueueAges(metrics: Pick<Metrics, 'readGauges'>, ages: QueueAges): void {
  metrics.readGauges(
    'queue_age_seconds',
    'How long the oldest reading, message, response or event has been waiting',
    ['queue'],
    () => Object.entries(readQueueAges(ages)).map(([queue, value]) => ({ labels: { queue }, value })),
  );
}

const ofEach = <T>(read: (queue: Queue) => T): Record<Queue, T> =>
  Object.fromEntries(QUEUES.map((queue) => [queue, read(queue)])) as Record<Queue, T>;
