import type { DeviceStatus } from '../people/device-summary-schema.ts';
import { MINUTE_MS } from '../platform/time.ts';

export const INACTIVE_AFTER_MS = 30 * MINUTE_MS;

export const OFFLINE_AFTER_MS = 24 * 60 * MINUTE_MS;

/** docs/contract.md, "Devices": derived on read, never stored by a timer. */
export function deviceStatus(
  device: { disabled: boolean; lastSeen: Date | null },
  now: number,
): DeviceStatus {
  if (device.disabled) return 'DISABLED';
  if (device.lastSeen === null) return 'UNREGISTERED';
  const silence = now - device.lastSeen.getTime();
  if (silence >= OFFLINE_AFTER_MS) return 'OFFLINE';
  return silence >= INACTIVE_AFTER_MS ? 'INACTIVE' : 'ACTIVE';
}
