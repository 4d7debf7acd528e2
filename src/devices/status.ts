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

/** `1.10.0` is newer than `1.9.3`; a version that does not consist of numbers is compared as text. */
export function isOlderFirmware(reported: string, latest: string): boolean {
  const [a, b] = [reported, latest].map((version) => version.replace(/^v/i, '').split(/[.+-]/)) as [
    string[],
    string[],
  ];
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const [x = '0', y = '0'] = [a[part], b[part]];
    if (x === y) continue;
    const numeric = /^\d+$/.test(x) && /^\d+$/.test(y);
    return numeric ? Number(x) < Number(y) : x < y;
  }
  return false;
}
