import { createBatchWriter } from '../../platform/database/batch-writer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { ResponseMetrics } from '../metrics.ts';
import { markDelivered } from './delivery-store.ts';
import { type FallDelivery, markNotified } from './notified-store.ts';

interface SentAlert {
  readonly id: string;
  /** Null for an alert about a wearable. */
  readonly fallId: string | null;
}

interface DeliveryLedger {
  /** An alert was sent to a connection of its caregiver. */
  recordSent(alert: SentAlert): void;
  /** A message about a fall was delivered to a person. */
  recordDelivered(delivery: FallDelivery): void;
  drain(): Promise<void>;
}

interface DeliveryLedgerDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly metrics: Pick<ResponseMetrics, 'dropped'>;
  readonly log: Log;
}

const REST_MS_EACH = 20;

interface SentAt {
  readonly alert: SentAlert;
  readonly at: Date;
}

/** Records when alerts were first sent, and when a person was first notified of a fall. Writes asynchronously in batches, so sending does not wait for it. */
export function createDeliveryLedger({ db, now, metrics, log }: DeliveryLedgerDeps): DeliveryLedger {
  const writer = createBatchWriter<SentAt | FallDelivery>({
    name: 'delivery ledger',
    async write(deliveries) {
      const alerts = deliveries.flatMap((sent) =>
        'alert' in sent ? [{ alertId: sent.alert.id, at: sent.at }] : [],
      );
      if (alerts.length > 0) await markDelivered(db, alerts);
      const falls = firstOfEachFall(deliveries);
      if (falls.length === 0) return;
      for (const fallId of await markNotified(db, falls)) log.info({ fallId }, 'fall: notified');
    },
    restMsEach: REST_MS_EACH,
    onDropped: () => metrics.dropped('delivery_entry'),
    log,
  });
  return {
    recordSent: (alert) => void writer.add({ alert, at: new Date(now()) }),
    recordDelivered: (delivery) => void writer.add(delivery),
    drain: () => writer.drain(),
  };
}

/** A fall has an alert for each caregiver, and the ledger one row for the fall. */
function firstOfEachFall(deliveries: readonly (SentAt | FallDelivery)[]): readonly FallDelivery[] {
  const first = new Map<string, Date>();
  for (const delivery of deliveries) {
    const { fallId } = 'alert' in delivery ? delivery.alert : delivery;
    const known = fallId === null ? undefined : first.get(fallId);
    if (fallId !== null && (known === undefined || delivery.at < known)) first.set(fallId, delivery.at);
  }
  return [...first].map(([fallId, at]) => ({ fallId, at }));
}
