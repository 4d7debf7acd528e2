import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { DEVICE_DELETED } from './cluster-events.ts';
import { devicesOf } from './store/devices.ts';

/** The database deletes a person's devices together with the person; this announces them as deleted. */
export const announceDevicesOf =
  (cluster: Pick<Cluster, 'broadcast'>) =>
  async (q: Queryable, userId: string): Promise<() => Promise<void>> => {
    const devices = await devicesOf(q, [userId]);
    return async () => {
      for (const { macAddress } of devices) await cluster.broadcast(DEVICE_DELETED, { macAddress });
    };
  };
