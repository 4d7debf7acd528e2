/** What the newest backup of a folder says about itself. */
export interface LastBackup {
  readonly file: string;
  readonly madeAt: string;
  /** Undefined in a backup of an earlier version. */
  readonly accounts: number | undefined;
}

/**
 * Accounts rarely become fewer: more often a setting leads to an abandoned database, and its backups would replace the good
 * ones one by one. Returns why the backup must not be made, unless the operator confirms it.
 */
export function fewerAccounts(
  { accounts, confirmed }: { readonly accounts: number; readonly confirmed: boolean },
  last: LastBackup | undefined,
): string | undefined {
  if (confirmed || last?.accounts === undefined || accounts >= last.accounts) return undefined;
  return `the database has ${accounts} accounts, and the last backup in this folder has ${last.accounts} (${last.file}, of ${last.madeAt}). Is it the right database? If it is, add --fewer-accounts.`;
}
