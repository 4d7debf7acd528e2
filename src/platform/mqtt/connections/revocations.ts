import type { Identity } from './credentials.ts';

export interface Revocations {
  /**
   * Call it before an identity is checked; the returned function tells whether the identity was revoked in the
   * meantime.
   */
  watch(): (identity: Identity) => boolean;
  /** Patients have come to a ward or left one: service accounts may no longer watch them. */
  wardChanged(): void;
  close(): Promise<void>;
}
