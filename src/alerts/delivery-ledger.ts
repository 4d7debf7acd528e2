import { type Delivery, markDelivered } from '../storage/alert-delivery.ts';
import type { Database } from '../storage/database.ts';
import { createGroupWriter } from '../storage/group-writer.ts';

export interface Deliveries {
  /** An alert went out to one of its caregiver's connections. */
  sent(alertId: string): void;
  drain(): Promise<void>;
}

export interface DeliveryParts {
  readonly db: Database;
  readonly now: () => number;
  readonly gaveUp?: () => void;
  readonly log: { error(fields: object, message: string): void };
}

/** The delivery ledger, written in groups behind the alerts' backs: sending waits for no bookkeeping. */
export function createDeliveries({ db, now, gaveUp, log }: DeliveryParts): Deliveries {
  const writer = createGroupWriter<Delivery>({
    name: 'delivery ledger',
    write: (deliveries) => markDelivered(db, deliveries),
    gaveUp,
    log,
  });
  return {
    sent: (alertId) => void writer.add({ alertId, at: new Date(now()) }),
    drain: () => writer.drain(),
  };
}
