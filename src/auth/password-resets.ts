import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { passwordResetMail, RESET_LIFETIME_MS } from '../domain/password-reset.ts';
import { InvalidInput } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { findPasswordReset, holdPasswordReset, insertPasswordReset } from '../storage/password-resets.ts';
import { findUserForLogin, setPasswordHash } from '../storage/users.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** docs/contract.md, "Forgotten passwords": by e-mail. */
export interface PasswordResets {
  /**
   * Returns at once, so that its time does not tell whether there is such an account; `asked` hears of the account whom
   * a link was sent to.
   */
  ask(email: string, asked: (userId: string) => void): void;
  /** Ends every session; answers whose password it was. Throws 400 when the token was used or has expired. */
  reset(token: string, newPassword: string): Promise<string>;
  /** Waits for mails that are being sent. */
  drain(): Promise<void>;
}

export interface PasswordResetParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** The operator's mail server; never throws. */
  readonly sendMail: (mail: {
    readonly id: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }) => Promise<{ readonly error: string | null }>;
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly log: Log;
}

const TOKEN_BYTES = 32;
/** Of one person at a time: whoever asks on and on for somebody else fills nobody's mailbox. */
const MAX_USABLE = 3;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function createPasswordResets(parts: PasswordResetParts): PasswordResets {
  const { db, passwords, sessions, sendMail, publicUrl, now, log } = parts;
  const underWay = new Set<Promise<void>>();

  async function sendLink(email: string, asked: (userId: string) => void): Promise<void> {
    const user = await findUserForLogin(db, email);
    if (user === undefined || user.status !== 'active') return;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const at = now();
    const reset = {
      tokenHash: hashOf(token),
      userId: user.id,
      expiresAt: new Date(at + RESET_LIFETIME_MS),
      now: new Date(at),
    };
    if (!(await insertPasswordReset(db, reset, MAX_USABLE))) return;
    asked(user.id);
    // Behind a #: it reaches neither a server's log nor a proxy's.
    const { title, body } = passwordResetMail(`${publicUrl()}/login#token=${token}`);
    const mail = { id: randomUUID(), to: user.email, subject: title, text: body };
    const { error } = await sendMail(mail);
    if (error !== null) log.warn({ error }, 'a link to a new password could not be sent');
  }

  return {
    ask(email, asked) {
      const sending = sendLink(email, asked)
        .catch((error: unknown) => log.error({ err: error }, 'a link to a new password could not be made'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },

    async reset(token, newPassword) {
      const tokenHash = hashOf(token);
      // Looked up first, because a password costs time to hash, and anybody may try.
      const found = await findPasswordReset(db, tokenHash, new Date(now()));
      if (found === undefined) throw unusable();
      const { userId } = found;
      const passwordHash = await passwords.hash(newPassword);
      const announce = await db.transaction(async (q) => {
        const at = new Date(now());
        if (!(await holdPasswordReset(q, { tokenHash, userId, now: at }))) throw unusable();
        await setPasswordHash(q, userId, passwordHash, at);
        return sessions.endAllOf(q, userId);
      });
      await announce();
      return userId;
    },

    async drain() {
      await Promise.all(underWay);
    },
  };
}

const unusable = () =>
  new InvalidInput(
    { token: 'was used, has expired or is not ours; ask for a new one' },
    'The link is void',
    'LINK_VOID',
  );
