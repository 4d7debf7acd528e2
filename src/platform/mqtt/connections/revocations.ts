import type { Identity } from './credentials.ts';

export interface Revocations {
  /** To be called before an identity is checked; the answer says whether it was revoked in the meantime. */
  watch(): (identity: Identity) => boolean;
  close(): Promise<void>;
}
