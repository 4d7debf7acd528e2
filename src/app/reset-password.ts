import { createPasswords } from '../accounts/passwords.ts';
import { resetPasswordOf } from '../accounts/reset-password.ts';
import { createAuditTrail } from '../accounts/store/audit.ts';
import type { Config } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `npm run reset-password -- E-MAIL`, whether the service is running or not. Returns the temporary password. */
export async function resetPassword(
  config: Config,
  email: string | undefined,
  options: { readonly removeTotp: boolean },
  log: Log,
): Promise<string> {
  if (email === undefined)
    throw new CannotStart('the e-mail address is missing: npm run reset-password -- name@example.org');
  const borrowed = await borrowDatabase(config, log);
  try {
    if (borrowed.isOurs) await migrate(borrowed.url, log);
    const db = openDatabase({ url: borrowed.url, log });
    try {
      const now = Date.now;
      const parts = { db, passwords: await createPasswords(), now };
      const reset = await resetPasswordOf(parts, email.trim().toLowerCase(), options);
      if (reset === undefined) throw new CannotStart(`there is no account with the e-mail ${email}`);
      const audit = createAuditTrail({ db, now, log });
      const message = 'Gave a user a temporary password, by the command line';
      const subjectId = reset.user.id;
      void audit.recordAuditLine({ level: 'warning', action: 'password.reset', message, subjectId });
      await audit.drain();
      return reset.temporaryPassword;
    } finally {
      await db.close();
    }
  } finally {
    await borrowed.close();
  }
}
