import { createDataLoader } from '../platform/batching/data-loader.ts';
import type { Queryable } from '../platform/database/database.ts';
import { REPETITION_MS } from '../platform/fingerprint.ts';
import type { FindResendable } from '../platform/mqtt/packets/resends.ts';
import { lately } from '../platform/time.ts';
import type { DeviceRegistry } from './registry/registry.ts';
import { newestFingerprints } from './store/readings.ts';

interface ResendableDeps {
  readonly db: Queryable;
  readonly registry: Pick<DeviceRegistry, 'known'>;
  /** Maximum number of a device's readings that a client may resend. */
  readonly maxPerDevice: number;
  readonly now: () => number;
}

/**
 * Finds the readings that a client may resend after a lost connection: one query per device instead of one per message.
 */
export function createFindResendable({ db, registry, maxPerDevice, now }: ResendableDeps): FindResendable {
  const stored = createDataLoader((macAddresses) =>
    newestFingerprints(db, macAddresses, { ...lately(now(), REPETITION_MS), maxPerDevice }),
  );
  return (macAddress, found) => {
    const device = registry.known(macAddress);
    const isSettled = (device?.unacknowledged ?? 0) === 0;
    const messages = device?.messages ?? 0;
    stored(macAddress).then(
      (fingerprints = new Float64Array()) => {
        const isAll = isSettled && (registry.known(macAddress)?.messages ?? 0) === messages;
        found(isAll ? fingerprints : undefined);
      },
      () => found(undefined),
    );
  };
}
