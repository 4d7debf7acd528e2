import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { createConcurrencyLimit } from '../../platform/batching/concurrency-limit.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** For an unknown account (`hash` undefined) it takes the same time and never matches. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /**
   * The same hash for the same code, so that it can be looked up by its hash. A code has few digits: with a fast hash, a
   * reader of the database could try all of them while the code is valid.
   */
  hashOfCode(code: string): Promise<Buffer>;
}

/** The cost of one hash, and therefore of every password guess. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

const COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
/** A hash occupies a thread of the pool for tens of milliseconds; more at once would starve other work. */
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_WAITING = 1000;
const CODE_SALT = Buffer.from('vigil enrolment code');

export async function createPasswords({ memoryKib, passes } = COST): Promise<Passwords> {
  const limited = createConcurrencyLimit({
    count: CONCURRENCY,
    maxWaiting: MAX_WAITING,
    refusal: 'Too many logins are waiting',
  });
  const options = { type: argon2.argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const unknownAccountHash = await argon2.hash(randomBytes(16), options);
  return {
    hash: (password) => limited(() => argon2.hash(password, options)),
    async matches(hash, password) {
      const right = await limited(() => argon2.verify(hash ?? unknownAccountHash, password));
      return right && hash !== undefined;
    },
    hashOfCode: (code) => limited(() => argon2.hash(code, { ...options, salt: CODE_SALT, raw: true })),
  };
}
