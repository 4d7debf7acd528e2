import { createAdminAccount } from '../accounts/admin/create-admin.ts';
import { resetPasswordOf } from '../accounts/admin/reset-password.ts';
import { createAuditTrail } from '../accounts/audit/store.ts';
import { createPasswords, type Passwords } from '../accounts/passwords/passwords.ts';
import { commandLine } from '../platform/command-line.ts';
import { email as parseEmail } from '../platform/config/addresses.ts';
import { InvalidValue } from '../platform/config/values.ts';
import { createConnector } from '../platform/database/connection.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { borrowDatabase } from './borrow-database.ts';
import type { Config } from './config.ts';

interface AccountCommandDeps {
  readonly config: Config;
  readonly email: string | undefined;
  readonly log: Log;
}

type Work<T> = (deps: {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly now: () => number;
  readonly audit: ReturnType<typeof createAuditTrail>;
}) => Promise<T>;

/** `reset-password E-MAIL`, whether the service is running or not. Returns the temporary password. */
export async function resetPassword(
  { config, email, log }: AccountCommandDeps,
  options: { readonly removeTotp: boolean },
): Promise<string> {
  if (email === undefined) throw missingEmail('reset-password');
  return withAccounts(config, log, async (deps) => {
    const reset = await resetPasswordOf(deps, email.trim().toLowerCase(), options);
    if (reset === undefined) throw new CannotStart(`there is no account with the e-mail ${email}`);
    const message = 'Gave a user a temporary password, by the command line';
    const subjectId = reset.user.id;
    void deps.audit.recordAuditLine({ level: 'warning', action: 'password.reset', message, subjectId });
    return reset.temporaryPassword;
  });
}

/** `create-admin E-MAIL`, whether the service is running, is stopped or was never started. Returns the temporary password. */
export async function createAdmin({ config, email, log }: AccountCommandDeps): Promise<string> {
  if (email === undefined) throw missingEmail('create-admin');
  const address = checkedEmail(email.trim());
  return withAccounts(
    config,
    log,
    async (deps) => {
      const created = await createAdminAccount(deps, address);
      if (created === undefined)
        throw new CannotStart(
          `there is an account with the e-mail ${address} already; ${commandLine('reset-password', address)} gives it a new password`,
        );
      const message = 'Created an admin, by the command line';
      const subjectId = created.user.id;
      void deps.audit.recordAuditLine({ level: 'warning', action: 'account.created', message, subjectId });
      return created.temporaryPassword;
    },
    { creates: true },
  );
}

const missingEmail = (command: string): CannotStart =>
  new CannotStart(`the e-mail address is missing: ${commandLine(command, 'name@example.org')}`);

function checkedEmail(value: string): string {
  try {
    return parseEmail(value);
  } catch (error) {
    throw error instanceof InvalidValue ? new CannotStart(`"${value}" is not an e-mail address`) : error;
  }
}

async function withAccounts<T>(
  config: Config,
  log: Log,
  work: Work<T>,
  { creates = false }: { readonly creates?: boolean } = {},
): Promise<T> {
  const borrowed = await borrowDatabase(config, log, { creates });
  try {
    if (borrowed.isOurs || (creates && (await isEmpty(borrowed.url)))) await migrate(borrowed.url, log);
    const db = openDatabase({ url: borrowed.url, log });
    try {
      const now = Date.now;
      const audit = createAuditTrail({ db, now, log });
      const result = await work({ db, passwords: await createPasswords(), now, audit });
      await audit.drain();
      return result;
    } finally {
      await db.close();
    }
  } finally {
    await borrowed.close();
  }
}

/** A database of the operator's own that no Vigil has used yet. A running service migrates the one it uses. */
async function isEmpty(url: string): Promise<boolean> {
  const client = await createConnector(url).connect();
  try {
    const { rows } = await client.query<{ isEmpty: boolean }>(
      `SELECT to_regclass('users') IS NULL AS "isEmpty"`,
    );
    return rows[0]?.isEmpty === true;
  } finally {
    await client.close();
  }
}
