import type { SeededDevice } from '../seed.ts';

const keyOf = (macAddress: string, sentAt: number): string => `${macAddress} ${sentAt}`;

/** Records every acknowledged reading: with counts only, a stored but unacknowledged reading would hide a lost one. */
export class AcknowledgedReadings {
  readonly #keys = new Set<string>();

  readonly add = ({ macAddress }: SeededDevice, sentAt: number): void => {
    this.#keys.add(keyOf(macAddress, sentAt));
  };

  get count(): number {
    return this.#keys.size;
  }

  /** Number of acknowledged readings that are not stored. */
  missingAmong(stored: readonly { readonly mac: string; readonly sentAt: number }[]): number {
    const there = new Set(stored.map(({ mac, sentAt }) => keyOf(mac, sentAt)));
    let missing = 0;
    for (const key of this.#keys) if (!there.has(key)) missing += 1;
    return missing;
  }
}
