import { createDeliveryLedger } from '../alerts/delivery-ledger.ts';
import { createDeviceWatch } from '../alerts/device-watch.ts';
import { createFallAlerts } from '../alerts/raise.ts';
import type { Coordination } from '../coordination/coordination.ts';
import { createEventLog } from '../live/event-log.ts';
import type { Context } from './context.ts';
import type { Storage } from './storage.ts';

export interface AlertParts {
  readonly storage: Storage;
  readonly coordination: Coordination;
}

/** From a fall, or a device that has fallen silent, to numbered events that any transport can deliver. */
export function openAlerts(
  { config, log, now, metrics, closeLater }: Context,
  { storage: { db }, coordination }: AlertParts,
) {
  const events = createEventLog({ db, coordination, now });
  const fallAlerts = createFallAlerts({ db, coordination, events, onRaised: metrics.alertRaised, now });
  const deviceWatch = createDeviceWatch({ db, events, latestFirmware: config.latestFirmware, now, log });
  closeLater('device watch', () => deviceWatch.close());
  const onDropped = () => metrics.dropped('delivery_entry');
  const deliveries = createDeliveryLedger({ db, now, onDropped, log });
  closeLater('delivery ledger', () => deliveries.drain());
  return { events, fallAlerts, deviceWatch, deliveries };
}

export type Alerts = ReturnType<typeof openAlerts>;
