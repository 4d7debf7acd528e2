import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { AppError, emailTaken, Forbidden, NotFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Language } from '../../platform/languages.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time.ts';
import { deleteAccessTokensSince } from '../access-tokens/store.ts';
import { CONFIRMATION_LIFETIME_MS, UNDO_LIFETIME_MS } from '../link-lifetimes.ts';
import type { Broadcast, Sessions } from '../login/sessions.ts';
import { deletePasskeysSince } from '../passkeys/store.ts';
import type { PasswordResets } from '../passwords/password-resets.ts';
import { mayChangeEmailOf } from '../permissions.ts';
import type { AccountMail } from './account-mail.ts';
import * as store from './store.ts';

/** The e-mail change and the action that a mailed link performs. */
export interface EmailLink extends store.EmailChangeRow {
  readonly does: 'confirm' | 'undo';
}

/** docs/contract.md, "Changing an e-mail address". */
export interface EmailChanges {
  /**
   * Run it in the transaction that changes the account, and run the function it returns after the commit. Throws 403
   * when the caller may not change the address, 409 when the address is taken.
   */
  request(q: Queryable, userId: string, email: string, by: Principal): Promise<Broadcast>;
  /** Looks a link up; throws 410 when the link is used, expired or replaced. */
  linkOf(token: string): Promise<EmailLink>;
  /** Performs the action of the link and returns the link. An undo restores the old address and ends every session. */
  follow(token: string): Promise<EmailLink>;
}

interface EmailChangeDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly cluster: Pick<Cluster, 'hit'>;
  /** Undefined when mail is not configured: a new address then takes effect at once. */
  readonly mail: AccountMail | undefined;
  readonly resets: Pick<PasswordResets, 'invite'> | undefined;
  /** Whether another user may still change the account: an admin, or a caregiver of the patient's care team. */
  readonly mayActFor: (q: Queryable, actorId: string, userId: string) => Promise<boolean>;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Per account: a user must not be able to mail strangers without limit. */
const CHANGES: UseLimit = {
  most: 5,
  windowMs: HOUR_MS,
  message: 'The address was changed too often',
};

export function createEmailChanges(deps: EmailChangeDeps): EmailChanges {
  const { db, sessions, mail, resets, publicUrl, now } = deps;

  /** Applies the address now. An account with an open invitation gets a new one at the new address. */
  async function apply(
    q: Queryable,
    userId: string,
    email: string,
    keptSession: string | undefined,
  ): Promise<Broadcast> {
    const { wasInvited, language } = await store.setEmail(q, { userId, email, now: new Date(now()) });
    const announce = await sessions.endAllOf(q, userId, keptSession);
    const invite = wasInvited ? await resets?.invite(q, { id: userId, email, language }) : undefined;
    return async () => {
      invite?.();
      await announce();
    };
  }

  async function askByMail(
    q: Queryable,
    change: Pick<store.EmailChangeRow, 'userId' | 'oldEmail' | 'newEmail' | 'askedBy' | 'keptSession'>,
    language: Language | null,
    { send }: AccountMail,
  ): Promise<Broadcast> {
    const { userId, oldEmail, newEmail } = change;
    const at = now();
    if (await store.isEmailTaken(q, { email: newEmail, userId, now: new Date(at) })) throw emailTaken();
    await countUse(deps, `email:${userId}`, CHANGES);
    const confirm = newSecretToken();
    const undo = newSecretToken();
    await store.insertEmailChange(q, {
      ...change,
      confirmHash: hashOfSecretToken(confirm),
      confirmUntil: new Date(at + CONFIRMATION_LIFETIME_MS),
      undoHash: hashOfSecretToken(undo),
      undoUntil: new Date(at + UNDO_LIFETIME_MS),
    });
    return async () => {
      send({ email: newEmail, language }, 'confirmation', `${publicUrl()}/email/${confirm}`);
      send({ email: oldEmail, language }, 'addressChange', `${publicUrl()}/email/${undo}`, newEmail);
    };
  }

  /** An older link must not give the account to a caregiver who has left the care team or to a former admin. */
  const mayStillBeConfirmed = async (q: Queryable, { askedBy, userId, confirmedAt }: store.EmailChangeRow) =>
    confirmedAt !== null ||
    askedBy === userId ||
    (askedBy !== null && (await deps.mayActFor(q, askedBy, userId)));

  async function linkOf(q: Queryable, token: string): Promise<EmailLink> {
    const hash = hashOfSecretToken(token);
    const at = new Date(now());
    const confirmation = await store.findConfirmation(q, hash, at);
    if (confirmation !== undefined && (await mayStillBeConfirmed(q, confirmation)))
      return { ...confirmation, does: 'confirm' };
    const undo = await store.findUndo(q, hash, at);
    if (undo !== undefined) return { ...undo, does: 'undo' };
    throw new AppError('LINK_USED', 'This link was used, has expired or was replaced by a newer one');
  }

  async function confirm(q: Queryable, { id, userId, newEmail, keptSession, confirmedAt }: EmailLink) {
    if (confirmedAt !== null) return async () => {};
    await store.markEmailConfirmed(q, id, new Date(now()));
    return apply(q, userId, newEmail, keptSession ?? undefined);
  }

  async function undo(q: Queryable, link: EmailLink) {
    await store.deleteEmailChangesFrom(q, link);
    // The person who asked for the change may have added a passkey or a token, shortly before it or since.
    const askedAt = link.undoUntil.getTime() - UNDO_LIFETIME_MS;
    const since = new Date(askedAt - DAY_MS);
    await deletePasskeysSince(q, link.userId, since);
    const tokens = await deleteAccessTokensSince(q, link.userId, since);
    const announce = await apply(q, link.userId, link.oldEmail, undefined);
    return async () => {
      await announce();
      for (const sessionId of tokens) await sessions.announceEndOf({ userId: link.userId, sessionId });
    };
  }

  return {
    async request(q, userId, newEmail, by) {
      const account = await store.lockForEmail(q, userId);
      if (account === undefined) throw new NotFound('User');
      const isUnchanged = account.email === newEmail;
      if (isUnchanged && account.pendingEmail === null) return async () => {};
      if (!mayChangeEmailOf(by, { id: userId, hasOwnPassword: account.hasOwnPassword }))
        throw new Forbidden('Only the account owner or an admin can change this e-mail address', {
          code: 'EMAIL_OWNED',
        });
      if (isUnchanged) {
        await store.dropPendingEmail(q, userId);
        return async () => {};
      }
      const keptSession = by.userId === userId ? by.sessionId : undefined;
      if (mail === undefined) return apply(q, userId, newEmail, keptSession);
      const change = {
        userId,
        oldEmail: account.email,
        newEmail,
        askedBy: by.userId,
        keptSession: keptSession ?? null,
      };
      return askByMail(q, change, account.language, mail);
    },

    linkOf: (token) => linkOf(db, token),

    async follow(token) {
      const { userId } = await linkOf(db, token);
      const { link, announce } = await db
        .transaction(async (q) => {
          await store.lockForEmail(q, userId);
          // Looked up again under the lock: the address cannot change any more.
          const link = await linkOf(q, token);
          return { link, announce: await (link.does === 'confirm' ? confirm(q, link) : undo(q, link)) };
        })
        .catch(async (error: unknown) => {
          if (!isDuplicate(error)) throw error;
          // Another account has taken the address in the meantime.
          await db.transaction((q) => store.dropPendingEmail(q, userId));
          throw emailTaken();
        });
      await announce();
      return link;
    },
  };
}
