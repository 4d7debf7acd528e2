import type { Queryable } from '../../platform/database/database.ts';
import { AppError, TooManyRequests } from '../../platform/errors.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Passwords } from './passwords.ts';
import { countTry, forgetTries, lockedUntil, pinHashOf, savePin } from './pin-store.ts';

/** docs/home.md, "Stations": five wrong tries lock a person's PIN at all stations. */
const LIMIT = { most: 5, lockMs: 15 * MINUTE_MS };

interface PinTry {
  /** The counter: the person's id, or a key of its own for somebody whose PIN does not count here. */
  readonly key: string;
  /** Undefined: no PIN is right. */
  readonly userId: string | undefined;
  readonly pin: string;
  /** Called after the wrong try that locked the PIN. */
  readonly onLocked: (lockedMs: number) => Promise<void>;
}

/** PINs of users, with which they act at stations. */
export interface Pins {
  save(userId: string, pin: string): Promise<void>;
  /**
   * Throws 401 PIN_WRONG, or 429 PIN_LOCKED. Takes the same steps and about the same time for a person without a PIN,
   * or with one that does not count here.
   */
  require(attempt: PinTry): Promise<void>;
}

export function createPins({
  db,
  passwords,
  now,
}: {
  readonly db: Queryable;
  readonly passwords: Passwords;
  readonly now: () => number;
}): Pins {
  return {
    async save(userId, pin) {
      await savePin(db, userId, await passwords.hash(pin), new Date(now()));
    },
    async require({ key, userId, pin, onLocked }) {
      const tries = await countTry(db, key, LIMIT, new Date(now()));
      if (tries === undefined) throw await locked(key);
      // The nil UUID is nobody's id: the same query, whether or not a PIN counts.
      const hash = await pinHashOf(db, userId ?? NOBODY);
      if (await passwords.matches(hash, pin)) {
        await forgetTries(db, key);
        return;
      }
      if (tries === LIMIT.most) await onLocked(LIMIT.lockMs);
      throw new AppError('PIN_WRONG', 'The PIN is wrong');
    },
  };

  async function locked(key: string): Promise<TooManyRequests> {
    const until = (await lockedUntil(db, key))?.getTime() ?? 0;
    const seconds = Math.max(1, Math.ceil((until - now()) / SECOND_MS));
    return new TooManyRequests('Too many wrong PINs; try again later', seconds, 'PIN_LOCKED');
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
