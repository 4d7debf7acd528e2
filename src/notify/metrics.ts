import type { Metrics } from '../platform/metrics.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channels/kinds.ts';

export interface NotifyMetrics {
  /** An attempt to deliver a message by a channel has ended, this long after the message was ready to send. */
  deliveryTried(channel: ChannelKind, delivered: boolean, attempt: number, ageMs: number): void;
  /** The first message about a fall was delivered, this long after its escalation started. */
  firstDelivered(seconds: number): void;
  /** Both are called at each scrape. */
  readOutbox(read: { readonly ageSeconds: () => number; readonly pending: () => number }): void;
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 180, 600];

export function createNotifyMetrics(metrics: Metrics): NotifyMetrics {
  const deliveries = metrics.counter(
    'deliveries_total',
    'Tries to deliver a message, by channel and outcome',
    { labels: ['channel', 'outcome'] },
  );
  const firstTry = metrics.histogram(
    'notification_seconds',
    'From a message to the end of its first try',
    SECONDS,
  );
  const firstDelivered = metrics.histogram(
    'first_notification_seconds',
    'From a fall, or the end of its OK window, to the first message that arrived',
    SECONDS,
  );
  // Start at 0, so that the first failure is an increase.
  for (const channel of CHANNEL_KINDS)
    for (const outcome of ['delivered', 'failed']) deliveries.inc({ channel, outcome }, 0);
  return {
    deliveryTried(channel, delivered, attempt, ageMs) {
      deliveries.inc({ channel, outcome: delivered ? 'delivered' : 'failed' });
      if (attempt === 1) firstTry.observe(ageMs / 1000);
    },
    firstDelivered: (seconds) => firstDelivered.observe(seconds),
    readOutbox({ ageSeconds, pending }) {
      metrics.readGauge('outbox_age_seconds', 'Age of the oldest message still to be sent', ageSeconds);
      metrics.readGauge('outbox_pending', 'Messages still to be sent', pending);
    },
  };
}
