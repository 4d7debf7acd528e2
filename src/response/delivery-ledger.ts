import { createBatchWriter } from '../platform/database/batch-writer.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { ResponseMetrics } from './metrics.ts';
import { type AlertDelivery, markDelivered } from './store/alert-delivery.ts';

interface DeliveryLedger {
  /** An alert was sent to a connection of its caregiver. */
  recordSent(alertId: string): void;
  drain(): Promise<void>;
}

interface DeliveryLedgerDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly metrics: Pick<ResponseMetrics, 'dropped'>;
  readonly log: Log;
}

const REST_MS_EACH = 20;

/** Records when alerts were first sent. Writes asynchronously in batches, so sending does not wait for it. */
export function createDeliveryLedger({ db, now, metrics, log }: DeliveryLedgerDeps): DeliveryLedger {
  const writer = createBatchWriter<AlertDelivery>({
    name: 'delivery ledger',
    write: (deliveries) => markDelivered(db, deliveries),
    restMsEach: REST_MS_EACH,
    onDropped: () => metrics.dropped('delivery_entry'),
    log,
  });
  return {
    recordSent: (alertId) => void writer.add({ alertId, at: new Date(now()) }),
    drain: () => writer.drain(),
  };
}
