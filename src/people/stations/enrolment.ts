import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound, TooManyRequests } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import type { Station } from '../../platform/http/principal.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { CODE_LIFE_MS } from './rules.ts';
import { newCode } from './secrets.ts';
import { insertStation, useCode } from './store.ts';

/** docs/home.md, "Stations". */
const REFUSAL = { message: 'Too many wrong codes; try again later', code: 'CODES_LIMITED' } as const;
const WINDOW = { windowMs: 15 * MINUTE_MS, ...REFUSAL };
const WRONG_FROM_ADDRESS: UseLimit = { most: 10, ...WINDOW };
/** Of all addresses beyond their limit: what is left of the limit in all is for the others. */
const WRONG_BEYOND_LIMIT: UseLimit = { most: 50, ...WINDOW };
const WRONG_IN_ALL: UseLimit = { most: 100, ...WINDOW };
/** Codes of stations that wait for a tablet are few, so a second draw is rare already. */
const MOST_DRAWS = 10;

export interface Enrolment {
  /** Makes a station that a tablet can enrol as with the code. */
  offer(station: Pick<Station, 'name' | 'wardId'>): Promise<{ readonly id: string; readonly code: string }>;
  /** Throws 404 for a wrong code, and 429 for a wrong one after too many of them. */
  enrol(code: string, ip: string): Promise<{ readonly station: Station; readonly token: string }>;
}

export function createEnrolment({
  db,
  cluster,
  passwords,
  now,
}: {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'hit' | 'giveBack'>;
  readonly passwords: { hashOfCode(code: string): Promise<Buffer> };
  readonly now: () => number;
}): Enrolment {
  return {
    async offer({ name, wardId }) {
      for (let draw = 0; draw < MOST_DRAWS; draw++) {
        const code = newCode();
        const at = new Date(now());
        const codeExpiresAt = new Date(at.getTime() + CODE_LIFE_MS);
        const id = await insertStation(db, {
          name,
          wardId,
          codeHash: await passwords.hashOfCode(code),
          codeExpiresAt,
          at,
        });
        if (id !== undefined) return { id, code };
      }
      throw new Error('no free enrolment code was found');
    },

    async enrol(code, ip) {
      // Counted before the check, so that guesses at several instances at once do not all pass.
      const counted: string[] = [];
      const count = async (key: string, limit: UseLimit): Promise<void> => {
        await countUse({ cluster, now }, key, limit);
        counted.push(key);
      };
      const refusal = await refusalOf(count(`enrol-wrong-from:${networkOf(ip)}`, WRONG_FROM_ADDRESS));
      // The tablets of a home share one address. A right code still passes there, and every guess counts in all.
      if (refusal !== undefined) await count('enrol-wrong-beyond', WRONG_BEYOND_LIMIT);
      await count('enrol-wrong', WRONG_IN_ALL);
      const token = newSecretToken();
      const station = await useCode(
        db,
        await passwords.hashOfCode(code),
        hashOfSecretToken(token),
        new Date(now()),
      );
      if (station === undefined) throw refusal ?? new NotFound('Enrolment code');
      await Promise.all(counted.map((key) => cluster.giveBack(key)));
      return { station, token };
    },
  };
}

const refusalOf = (counting: Promise<void>): Promise<TooManyRequests | undefined> =>
  counting.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof TooManyRequests) return error;
      throw error;
    },
  );
