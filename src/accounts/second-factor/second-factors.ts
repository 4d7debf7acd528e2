import { createHash, randomBytes } from 'node:crypto';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Conflict, InvalidInput, NotFound, secretUnreadable } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { USER_CHANGED } from '../cluster-events.ts';
import { bytesOf, secondFactorPlace, storedOf } from '../store/sealed-secrets.ts';
import * as store from './store.ts';
import { base32, isTotpCode, normalizeCode, otpauthUrl, stepOfCode } from './totp.ts';

/** docs/contract.md, "Second factor". */
export interface SecondFactors {
  stateOf(userId: string): Promise<{ confirmedAt: Date | null; recoveryCodesLeft: number }>;
  /** The factor is inactive until it is confirmed; throws 409 when a confirmed one exists. */
  offer(user: {
    readonly id: string;
    readonly email: string;
  }): Promise<{ secret: string; otpauthUrl: string }>;
  /** Returns the recovery codes, once; counts wrong codes as `use` does. */
  confirm(userId: string, code: string): Promise<readonly string[]>;
  remove(userId: string): Promise<void>;
  /**
   * Checks a code or a recovery code, and marks it as used in the transaction. Throws 429 after too many wrong codes
   * for the account (docs/contract.md, "Login limits").
   */
  use(q: Queryable, userId: string, given: string): Promise<boolean>;
}

interface SecondFactorDeps {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly now: () => number;
}

/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Per account, from any address: codes are short, and an attacker can use many addresses. */
const WRONG_CODES: UseLimit = {
  most: 10,
  windowMs: 15 * MINUTE_MS,
  message: 'Too many wrong codes',
  code: 'CODES_LIMITED',
};
/** Sixteen base 32 characters. */
const RECOVERY_BYTES = 10;

export function createSecondFactors({ db, secretBox, cluster, now }: SecondFactorDeps): SecondFactors {
  const changed = (userId: string) => cluster.broadcast(USER_CHANGED, { userId });

  /** Undefined when it cannot be decrypted because the service runs with a different key. */
  function secretOf(userId: string, { stored }: store.SecondFactor): Buffer | undefined {
    const secret = secretBox.open(stored, secondFactorPlace(userId));
    return secret === undefined ? undefined : bytesOf(secret);
  }

  /** Counted before the check, so that parallel guesses do not all pass. */
  async function counted(userId: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const key = `wrong-codes:${userId}`;
    await countUse({ cluster, now }, key, WRONG_CODES);
    let isWrong = false;
    try {
      isWrong = !(await isRight());
      return !isWrong;
    } finally {
      if (!isWrong) await cluster.giveBack(key);
    }
  }

  return {
    async stateOf(userId) {
      const [factor, recoveryCodesLeft] = await Promise.all([
        store.findSecondFactor(db, userId),
        store.countRecoveryCodes(db, userId),
      ]);
      return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft };
    },

    async offer({ id, email }) {
      const secret = randomBytes(SECRET_BYTES);
      const stored = secretBox.seal(storedOf(secret), secondFactorPlace(id));
      if (!(await store.offerSecondFactor(db, id, stored))) throw alreadyActive();
      return { secret: base32(secret), otpauthUrl: otpauthUrl(secret, email) };
    },

    async confirm(userId, code) {
      const factor = await store.findSecondFactor(db, userId);
      if (factor === undefined) throw new Conflict('No confirmation is pending: POST /profile/totp first');
      if (factor.confirmedAt !== null) throw alreadyActive();
      const secret = secretOf(userId, factor);
      if (secret === undefined) throw secretUnreadable();
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const isConfirmed = await counted(userId, async () => {
        const { stored } = factor;
        const step = stepOfCode(secret, normalizeCode(code), now());
        if (step === undefined) return false;
        return db.transaction(async (q) => {
          if (!(await store.confirmSecondFactor(q, { userId, stored, step, now: new Date(now()) })))
            return false;
          await store.replaceRecoveryCodes(q, userId, codes.map(hashOf));
          return true;
        });
      });
      if (!isConfirmed) throw wrongCode();
      await changed(userId);
      return codes;
    },

    async remove(userId) {
      if (!(await db.transaction((q) => store.deleteSecondFactor(q, userId))))
        throw new NotFound('Second factor');
      await changed(userId);
    },

    async use(q, userId, given) {
      const factor = await store.findSecondFactor(q, userId);
      if (factor === undefined) return false;
      const secret = secretOf(userId, factor);
      return counted(userId, () => {
        if (secret === undefined && isTotpCode(normalizeCode(given))) throw secretUnreadable();
        const step = secret && stepOfCode(secret, normalizeCode(given), now());
        return step === undefined
          ? store.useRecoveryCode(q, userId, hashOf(given))
          : store.useStep(q, userId, step);
      });
    },
  };
}

const newRecoveryCode = (): string =>
  base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)?.join('-').toLowerCase() ?? '';

const hashOf = (code: string): Buffer => createHash('sha256').update(normalizeCode(code)).digest();

const alreadyActive = () =>
  new Conflict('A second factor is already set up; DELETE /profile/totp removes it', { code: 'TOTP_ACTIVE' });

function wrongCode() {
  const message = 'is not the code that the app shows now';
  return new InvalidInput({ code: message }, `The code ${message}`, 'CODE_WRONG');
}
