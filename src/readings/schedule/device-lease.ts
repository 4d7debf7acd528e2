/** What this instance knows of a device's lease (leases.ts). */
export class DeviceLease {
  /** Of the lease that it took last. */
  fence = '';
  /** The instance's generation of leases in which it was taken; 0 if it was given back. */
  generation = 0;
  /** Another instance has asked for it: until then Redis decides for both. By the machine's monotonic clock. */
  sharedUntil = 0;
}
