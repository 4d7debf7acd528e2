import { isKeyOf } from '../devices/store/devices.ts';
import { statusOf } from '../operations/status.ts';
import { moveToHypertable } from '../platform/database/schema/move-to-hypertable.ts';
import { CannotStart, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { createAdmin, resetPassword } from './account-commands.ts';
import { version } from './app.ts';
import { verifyAudit } from './audit-command.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import type { Config } from './config.ts';
import { databaseName } from './database-name.ts';
import { packDiagnosis } from './diagnose.ts';
import { checkBackup } from './drill.ts';
import { createLogger } from './logger.ts';
import { runService } from './run-service.ts';
import { requireDatabaseOfRunning } from './running-database.ts';
import { rotateSecrets } from './secrets.ts';
import { explained } from './start-problems.ts';

/** Runs the command that the command line names; without one, the service. */
export async function runCommand(config: Config): Promise<void> {
  const { argv } = process;
  if (argv.includes('--move-to-timescale')) return moveReadings(config);
  if (argv.includes('--reset-password')) {
    const removeTotp = argv.includes('--remove-totp');
    return showNewPassword(config, 'The password was not changed', '--reset-password', (deps) =>
      resetPassword(deps, { removeTotp }),
    );
  }
  if (argv.includes('--create-admin'))
    return showNewPassword(config, 'No admin was created', '--create-admin', createAdmin);
  if (argv.includes('--rotate-secrets'))
    return command(config, 'Not every secret is encrypted with the present key', rotateSecrets);
  if (argv.includes('--verify-audit')) return showVerdict(config, argumentOf('--verify-audit'));
  if (argv.includes('--backup'))
    return command(config, 'Nothing was backed up', (parts) =>
      makeBackup({
        ...parts,
        file: argumentOf('--backup'),
        withoutReadings: argv.includes('--without-readings'),
        confirmsFewer: argv.includes('--fewer-accounts'),
        onlyEmbedded: argv.includes('--only-embedded'),
        keepDays: keptDays(),
      }),
    );
  if (argv.includes('--status')) return showStatus(config);
  if (argv.includes('--diagnose'))
    return command(config, 'Nothing was packed', (parts) =>
      packDiagnosis({ ...parts, file: argumentOf('--diagnose'), isLogGiven: argv.includes('--log') }),
    );
  if (argv.includes('--restore')) {
    const file = argumentOf('--restore');
    if (argv.includes('--check'))
      return command(config, 'The backup is not good', (parts) => checkBackup({ ...parts, file }));
    const options = { replace: argv.includes('--force'), skipDamaged: argv.includes('--skip-damaged') };
    return command(config, 'Nothing was restored', (parts) => restoreBackup({ ...parts, file, ...options }));
  }
  return runService(config);
}

/** The value after an option on the command line, unless it is another option. */
function argumentOf(option: string): string | undefined {
  const value = process.argv[process.argv.indexOf(option) + 1];
  return value?.startsWith('--') ? process.argv.slice(2).find((one) => !one.startsWith('--')) : value;
}

/** Days, of `--keep=DAYS`. */
function keptDays(): number | undefined {
  const given = process.argv.find((argument) => argument.startsWith('--keep='))?.slice('--keep='.length);
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  process.stderr.write(`--keep must be a number of days; got "${given}"\n`);
  process.exit(1);
}

/** Run once, with every instance stopped; run again after an interruption (docs/deploy.md). */
const moveReadings = (config: Config): Promise<void> =>
  onDatabase(config, 'Nothing was moved', async () => {
    const { databaseUrl } = config;
    if (databaseUrl === undefined)
      throw new CannotStart(
        'DATABASE_URL is not set: the embedded PostgreSQL has no TimescaleDB to move to.',
      );
    const moved = await moveToHypertable(databaseUrl, isKeyOf, await createLogger({ level: 'info', to: 2 }));
    process.stdout.write(
      moved.outcome === 'already'
        ? 'Nothing to do: the readings are in a hypertable already.\n'
        : `Moved ${moved.readings} readings of ${moved.days} days; ${moved.leftOut} of deleted devices were left out.\n`,
    );
  });

/**
 * Prints one line that says what was done, or why it failed. Ctrl-C leaves everything unchanged; a second Ctrl-C exits
 * at once.
 */
const command = (
  config: Config,
  failed: string,
  work: (parts: { config: Config; log: Log; signal: AbortSignal }) => Promise<string>,
): Promise<void> =>
  onDatabase(config, failed, async () => {
    const interruption = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
    const log = await createLogger({ level: 'warn', to: 2 });
    try {
      process.stdout.write(`${await work({ config, log, signal: interruption.signal })}\n`);
    } catch (error) {
      throw interruption.signal.aborted ? new CannotStart('interrupted.') : error;
    }
  });

/** Names the database before anything happens to it: a setting that was forgotten must not go unnoticed. */
async function onDatabase(config: Config, failed: string, work: () => Promise<void>): Promise<void> {
  process.stdout.write(`Database: ${databaseName(config)}\n`);
  try {
    await requireDatabaseOfRunning(config);
    await work();
  } catch (error) {
    giveReason(config, failed, error);
  }
}

/** Prints the reason in one line; a bug also prints its stack. */
function giveReason(config: Config, failed: string, error: unknown): void {
  const reason = explained(error, config);
  const isOperators = reason instanceof CannotStart || !(reason instanceof Error);
  process.stderr.write(`${failed}: ${isOperators ? messageOf(reason) : reason.stack}\n`);
  process.exitCode = 1;
}

/** Exits with 1 if the audit log is not intact, or could not be read. */
const showVerdict = (config: Config, knownHash: string | undefined): Promise<void> =>
  onDatabase(config, 'The audit log was not verified', async () => {
    const log = await createLogger({ level: 'warn', to: 2 });
    const { isIntact, text } = await verifyAudit({ config, knownHash, log });
    process.stdout.write(`${text}\n`);
    if (!isIntact) process.exitCode = 1;
  });

/** Exits with 1 if the service needs a hand. */
async function showStatus(config: Config): Promise<void> {
  const { isWell, text } = await statusOf({ config, version, dataPlace: databaseName(config) });
  process.stdout.write(`${text}\n`);
  if (!isWell) process.exitCode = 1;
}

const showNewPassword = (
  config: Config,
  failed: string,
  option: string,
  work: (deps: { config: Config; email: string | undefined; log: Log }) => Promise<string>,
): Promise<void> =>
  onDatabase(config, failed, async () => {
    const email = argumentOf(option);
    const password = await work({ config, email, log: await createLogger({ level: 'warn', to: 2 }) });
    process.stdout.write(`Temporary password of ${email} (shown once): ${password}\n`);
  });
