import type { AccountListener } from '../accounts/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { DEVICE_DELETED } from './cluster-events.ts';
import { devicesOf } from './store/devices.ts';

/** The database deletes a person's devices together with the person; this announces them as deleted. */
export const announceDevicesOf =
  (cluster: Pick<Cluster, 'broadcast'>): AccountListener =>
  async (q, userId) => {
    const devices = await devicesOf(q, [userId]);
    return async () => {
      for (const { macAddress } of devices) await cluster.broadcast(DEVICE_DELETED, { macAddress });
    };
  };
