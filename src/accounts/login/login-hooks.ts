import type { Queryable } from '../../platform/database/database.ts';
import type { User } from '../user.ts';

export interface OwnSignOn {
  readonly name: string;
  readonly isLinked: boolean;
  readonly hasPassword: boolean;
  readonly mayUsePasskey: boolean;
}

/** What single sign-on adds to logins with a password; it sets them when it is opened. */
export interface LoginHooks {
  /** An admin has logged in with a password although passwords are off. Never throws. */
  onBreakGlass(user: Pick<User, 'id' | 'firstName' | 'lastName'>): void;
  /** Where the browser ends the session at the provider; undefined for a session that the provider has not opened. */
  endSessionUrlOf(sessionId: string): Promise<string | undefined>;
  /** For the console: how the person proves who they are; undefined without single sign-on. */
  signOnOf(q: Queryable, userId: string): Promise<OwnSignOn | undefined>;
  /** False for a person whom the directory alone lets in: a mailed link must not give them a password. */
  mayChoosePassword(q: Queryable, userId: string): Promise<boolean>;
}

export const createLoginHooks = (): LoginHooks => ({
  onBreakGlass: () => {},
  endSessionUrlOf: async () => undefined,
  signOnOf: async () => undefined,
  mayChoosePassword: async () => true,
});
