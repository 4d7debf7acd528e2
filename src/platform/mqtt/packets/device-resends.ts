/** `resent`: equal to one reading that may be stored; `alike`: equal to several; `new`: equal to none. */
type Likeness = 'resent' | 'alike' | 'new';

/** Detects messages that a device resends on a new connection, by the fingerprints of its newest stored readings. */
export class DeviceResends {
  /** Undefined when they are not known for certain: then every message is looked up once. */
  readonly #stored: Float64Array | undefined;
  /** The fingerprints of this connection's messages: for a few numbers, a linear search is faster than hashing. */
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
