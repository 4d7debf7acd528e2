import { developmentSecret } from '../accounts/login/development-secret.ts';
import { commandLine } from '../platform/command-line.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/schema/migrate.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Module } from '../platform/module.ts';
import { createSecretBox, keyFromJwtSecret, type SecretBox } from '../platform/secret-box.ts';
import { type SecretCounts, sealSecrets } from '../platform/stored-secrets.ts';
import { borrowDatabase } from './borrow-database.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { MODULES } from './modules.ts';

const modules: readonly Module<never>[] = MODULES;
const TABLES = modules.flatMap(({ secrets = [] }) => secrets);

type KeySettings = Pick<Config, 'secretsKey' | 'jwtSecret' | 'oldSecretsKey' | 'oldJwtSecret' | 'dataDir'>;

/** docs/security.md, "Encrypted secrets": the current key, and older keys that can still decrypt stored secrets. */
async function secretBoxOf({ secretsKey, oldSecretsKey, oldJwtSecret, ...config }: KeySettings) {
  const derived = keyFromJwtSecret(config.jwtSecret ?? (await developmentSecret(config.dataDir)));
  const old = [
    oldSecretsKey,
    oldJwtSecret === undefined ? undefined : keyFromJwtSecret(oldJwtSecret),
    derived,
  ];
  return createSecretBox({
    current: secretsKey ?? derived,
    old: old.filter((key) => key !== undefined),
  });
}

/** Encrypts secrets that an earlier version stored in clear text, and logs those that this service cannot decrypt. */
export async function openSecrets({ config, log }: Context, db: Database): Promise<SecretBox> {
  const box = await secretBoxOf(config);
  const { sealed, old, unreadable } = await sealSecrets(db, box, { tables: TABLES, rotate: false });
  if (sealed > 0) log.info({ secrets: sealed }, 'secrets: encrypted secrets that were stored in clear text');
  if (old > 0)
    log.warn(
      { secrets: old },
      `secrets: some are encrypted with an old key; run ${commandLine('rotate-secrets')}`,
    );
  if (unreadable > 0)
    log.error(
      { secrets: unreadable },
      `secrets: some cannot be decrypted, so their second factors and channels do not work; check SECRETS_KEY and JWT_SECRET, or give the former one as OLD_SECRETS_KEY or OLD_JWT_SECRET and run ${commandLine('rotate-secrets')}`,
    );
  return box;
}

/** `rotate-secrets`, whether the service is running or not. Returns the message for the operator. */
export async function rotateSecrets({ config, log }: { config: Config; log: Log }): Promise<string> {
  const borrowed = await borrowDatabase(config, log);
  try {
    if (borrowed.isOurs) await migrate(borrowed.url, log);
    const db = openDatabase({ url: borrowed.url, log });
    try {
      return described(await sealSecrets(db, await secretBoxOf(config), { tables: TABLES, rotate: true }));
    } finally {
      await db.close();
    }
  } finally {
    await borrowed.close();
  }
}

function described({ sealed, current, unreadable }: SecretCounts): string {
  const done = `${sealed} encrypted with the present key now, ${current} already`;
  if (unreadable === 0) return `Secrets: ${done}.`;
  throw new CannotStart(
    `${unreadable} could not be decrypted (${done}). Set OLD_SECRETS_KEY or OLD_JWT_SECRET to the one that they were encrypted with, and run it again.`,
  );
}
