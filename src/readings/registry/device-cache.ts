import type { DeviceRow } from '../../devices/index.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { Device, Owner } from './device.ts';

/** Devices in memory and their owners: a known device costs no query. */
export interface DeviceCache {
  get(macAddress: string): Device | undefined;
  /** False for a removed device, even if its MAC address has been added again since. */
  holds(device: Device): boolean;
  macAddresses(): string[];
  ownerOf(userId: string): Owner | undefined;
  /** Evicts another device if the cache is full. */
  add(row: DeviceRow): Device;
  remove(device: Device): void;
}

const RELEASE_RETRY_MS = 100;
/** When window memory runs out, the device of this many that has been silent longest is evicted. */
const EVICTION_SAMPLE = 64;

export function createDeviceCache(scoring: Pick<Scoring, 'claimSlot' | 'releaseSlot'>): DeviceCache {
  const devices = new Map<string, Device>();
  const owners = new Map<string, { readonly owner: Owner; devices: number }>();

  function remove(device: Device): void {
    if (devices.get(device.macAddress) !== device) return;
    devices.delete(device.macAddress);
    releaseSlotOf(device);
    const owned = owners.get(device.owner.userId);
    if (owned === undefined) return;
    owned.devices -= 1;
    if (owned.devices === 0) owners.delete(device.owner.userId);
  }

  /**
   * Keeps the slot while the device has readings in flight: they would be written into the window of the slot's next
   * device.
   */
  function releaseSlotOf(device: Device): void {
    if (!isBusy(device)) scoring.releaseSlot(device.slot);
    else setTimeout(releaseSlotOf, RELEASE_RETRY_MS, device).unref();
  }

  function evictOne(): number {
    let longestSilent: Device | undefined;
    let seen = 0;
    for (const device of devices.values()) {
      if (seen++ >= EVICTION_SAMPLE) break;
      // Moved to the end, so that the next eviction checks other devices.
      devices.delete(device.macAddress);
      devices.set(device.macAddress, device);
      if (isBusy(device) || device.unsaved) continue;
      if (longestSilent === undefined || device.lastSeenMs < longestSilent.lastSeenMs) longestSilent = device;
    }
    if (longestSilent === undefined) throw new Unavailable('Too many devices are active at once');
    remove(longestSilent);
    return scoring.claimSlot() ?? longestSilent.slot;
  }

  return {
    get: (macAddress) => devices.get(macAddress),
    holds: (device) => devices.get(device.macAddress) === device,
    macAddresses: () => [...devices.keys()],
    ownerOf: (userId) => owners.get(userId)?.owner,
    add(row) {
      const slot = scoring.claimSlot() ?? evictOne();
      const owned = owners.get(row.userId) ?? { owner: new Owner(row.userId), devices: 0 };
      owned.devices += 1;
      owners.set(row.userId, owned);
      const device = new Device(row, owned.owner, slot);
      devices.set(row.macAddress, device);
      return device;
    },
    remove,
  };
}

const isBusy = ({ inFlight, window }: Device): boolean => inFlight + window.pins > 0;
