import type { Queryable } from '../platform/database/database.ts';

/** What single sign-on asks of the directory that manages accounts (SCIM); app/callbacks.ts gives it. */
export interface Directory {
  /** The directory has created the account, so its e-mail address says whose it is. */
  isFromDirectory(q: Queryable, userId: string): Promise<boolean>;
  /** The directory sends the groups of this person, so those of a login change nothing. */
  managesGroupsOf(q: Queryable, userId: string): Promise<boolean>;
}
