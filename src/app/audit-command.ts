import { describeVerdict, verifyAuditChain } from '../accounts/audit/verify.ts';
import { commandLine } from '../platform/command-line.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { borrowDatabase } from './borrow-database.ts';
import type { Config } from './config.ts';

interface VerifyDeps {
  readonly config: Config;
  /** The hash of an entry that the operator has kept elsewhere. */
  readonly knownHash: string | undefined;
  readonly log: Log;
}

/** `verify-audit [HASH]`, whether the service is running or not. */
export async function verifyAudit({
  config,
  knownHash,
  log,
}: VerifyDeps): Promise<ReturnType<typeof describeVerdict>> {
  if (knownHash !== undefined && !/^[0-9a-f]{64}$/i.test(knownHash))
    throw new CannotStart(
      `"${knownHash}" is not a hash of 64 hexadecimal digits: ${commandLine('verify-audit', 'HASH')}`,
    );
  const known = knownHash === undefined ? undefined : Buffer.from(knownHash, 'hex');
  const borrowed = await borrowDatabase(config, log);
  try {
    if (borrowed.isOurs) await migrate(borrowed.url, log);
    const db = openDatabase({ url: borrowed.url, log });
    try {
      const verdict = await db.session({ statementTimeoutMs: MINUTE_MS }, async (q) => {
        await q.run('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return verifyAuditChain(q, known);
      });
      return describeVerdict(verdict, known);
    } finally {
      await db.close();
    }
  } finally {
    await borrowed.close();
  }
}
