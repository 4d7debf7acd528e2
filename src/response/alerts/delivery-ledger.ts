import { createBatchWriter } from '../../platform/database/batch-writer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { ResponseMetrics } from '../metrics.ts';
import { type AlertDelivery, markDelivered } from './delivery-store.ts';
import { type FallDelivery, markNotified } from './notified-store.ts';

interface DeliveryLedger {
  /** An alert was sent to a connection of its caregiver. */
  recordSent(alertId: string): void;
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

/** Records when alerts were first sent, and when a person was first notified of a fall. Writes asynchronously in batches, so sending does not wait for it. */
export function createDeliveryLedger({ db, now, metrics, log }: DeliveryLedgerDeps): DeliveryLedger {
  const writer = createBatchWriter<AlertDelivery | FallDelivery>({
    name: 'delivery ledger',
    async write(deliveries) {
      const alerts = deliveries.filter((delivery) => 'alertId' in delivery);
      const falls = deliveries.filter((delivery) => 'fallId' in delivery);
      if (alerts.length > 0) await markDelivered(db, alerts);
      for (const fallId of await markNotified(db, alerts, falls)) log.info({ fallId }, 'fall: notified');
    },
    restMsEach: REST_MS_EACH,
    onDropped: () => metrics.dropped('delivery_entry'),
    log,
  });
  return {
    recordSent: (alertId) => void writer.add({ alertId, at: new Date(now()) }),
    recordDelivered: (delivery) => void writer.add(delivery),
    drain: () => writer.drain(),
  };
}
