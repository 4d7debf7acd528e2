import { TooManyRequests } from '../../platform/errors.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { createSteadyClock } from '../../platform/time.ts';
import type { Device } from '../registry/device.ts';
import type { MessageIdentity } from '../repetitions.ts';

/** docs/contract.md, "Backlog": at most one every 5 s per device. */
const INTERVAL_MS = 5_000;

/** Limits how often a device may send a backlog. */
export class BacklogInterval {
  readonly #steadyNow: () => number;
  readonly #latest = new WeakMap<Device, { readonly at: number; readonly fingerprint: number | undefined }>();

  constructor(now: () => number) {
    this.#steadyNow = createSteadyClock(now);
  }

  /**
   * Throws if the backlog is too early. A resent message is not too early if it was stored and only its acknowledgement
   * was lost.
   */
  take(device: Device, identity: MessageIdentity | undefined): void {
    const fingerprint = identity && fingerprintOf(device.macAddress, identity.bytes);
    const last = this.#latest.get(device);
    const repeated = identity?.maybeDuplicate === true && last?.fingerprint === fingerprint;
    const wait = (last?.at ?? Number.NEGATIVE_INFINITY) + INTERVAL_MS - this.#steadyNow();
    if (wait > 0 && !repeated) {
      throw new TooManyRequests(
        `One backlog per ${INTERVAL_MS / 1000} s and device`,
        Math.ceil(wait / 1000),
        'READING_TOO_EARLY',
      );
    }
    this.#latest.set(device, { at: this.#steadyNow(), fingerprint });
  }

  /** Call when the backlog could not be stored: its device may resend it at once. */
  giveBack(device: Device): void {
    this.#latest.delete(device);
  }
}
