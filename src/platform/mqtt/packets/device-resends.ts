/** `resent`: like one reading that may be stored; `alike`: like several; `new`: like none. */
export type Likeness = 'resent' | 'alike' | 'new';

/** What a device may resend on a new connection, by the fingerprints of its newest stored readings. */
export class DeviceResends {
  /** Undefined when they are not known for sure: then every message is looked up once. */
  readonly #stored: Float64Array | undefined;
  /** Of this connection's messages: a few numbers, looked through faster than hashed. */
  readonly #seen: number[] = [];

  constructor(stored: Float64Array | undefined) {
    this.#stored = stored;
  }

  compare(fingerprint: number): Likeness {
    if (this.#seen.includes(fingerprint)) return 'alike';
    const first = this.#stored?.indexOf(fingerprint);
    if (first === -1) return 'new';
    this.#seen.push(fingerprint);
    return first === this.#stored?.lastIndexOf(fingerprint) ? 'resent' : 'alike';
  }
}
