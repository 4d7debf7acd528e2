import { createHash } from 'node:crypto';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse } from '../../platform/cluster/count-use.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Station } from '../../platform/http/principal.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { UNLOCK_MS } from './rules.ts';
import { newUnlockToken } from './secrets.ts';
import { insertUnlock, mayUnlock } from './store.ts';

/** A stolen cookie must not keep the service busy with hashing, whatever ids it names. */
const PER_STATION = { most: 30, windowMs: MINUTE_MS, message: 'Too many PINs at this station' };

export interface PinLocked {
  readonly station: Station;
  readonly personId: string;
  readonly lockedMs: number;
}

interface UnlockDeps {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'hit'>;
  /** The PINs of accounts/. Throws 401 PIN_WRONG or 429 PIN_LOCKED. */
  readonly pins: {
    require(attempt: {
      readonly key: string;
      readonly userId: string | undefined;
      readonly pin: string;
      readonly onLocked: (lockedMs: number) => Promise<void>;
    }): Promise<void>;
  };
  /** Five wrong PINs were entered for the person. */
  readonly onLocked: (locked: PinLocked) => Promise<void>;
  readonly now: () => number;
}

export interface Unlocked {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Checks the PIN of a person at a station. Throws 401 PIN_WRONG or 429 PIN_LOCKED. */
export const createUnlock =
  ({ db, cluster, pins, onLocked, now }: UnlockDeps) =>
  async (station: Station, personId: string, pin: string): Promise<Unlocked> => {
    await countUse({ cluster, now }, `station-pins:${station.id}`, PER_STATION);
    const may = await mayUnlock(db, station, personId, new Date(now()));
    await pins.require({
      key: may ? personId : keyOfOutsider(station, personId),
      userId: may ? personId : undefined,
      pin,
      onLocked: (lockedMs) => (may ? onLocked({ station, personId, lockedMs }) : Promise.resolve()),
    });
    const token = newUnlockToken();
    const expiresAt = new Date(now() + UNLOCK_MS);
    await insertUnlock(db, {
      stationId: station.id,
      personId,
      tokenHash: hashOfSecretToken(token),
      expiresAt,
    });
    return { token, expiresAt };
  };

/** Tries for a person who is not of the ward lock only here: a station must not lock people of other wards out. */
function keyOfOutsider(station: Station, personId: string): string {
  const hex = createHash('sha256').update(`${station.id} ${personId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
