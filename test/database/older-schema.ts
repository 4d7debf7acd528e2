import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswords } from '../../src/accounts/passwords/passwords.ts';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { inProject } from '../helpers/project.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

/** The password of everyone in the data. */
export const OLD_PASSWORD = 'Secret!123';

/**
 * Fills an empty database as an earlier version left it, with the data of a care home: applies the migrations up to
 * each number, and then its data. Earlier migrations create the earlier schemas, because they never change.
 */
export async function createOldDatabase(
  url: string,
  { upTo, receiver }: { readonly upTo: readonly number[]; readonly receiver: string },
): Promise<void> {
  const HASH = await (await createPasswords({ memoryKib: 64, passes: 1 })).hash(OLD_PASSWORD);
  for (const version of upTo) {
    await migrateTo(url, version);
    const file = `after-${String(version).padStart(3, '0')}.sql`;
    await seed(url, file, { HASH, RECEIVER: receiver });
  }
}

async function migrateTo(url: string, version: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-upgrade-'));
  for (const file of await readdir(inProject('sql')))
    if (Number.parseInt(file, 10) <= version) await copyFile(inProject('sql', file), join(folder, file));
  await migrate(url, silentLog(), { folder });
  await rm(folder, { recursive: true });
}

async function seed(url: string, file: string, values: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(inProject('test', 'database', 'upgrade', file), 'utf8');
  await sql(
    url,
    text.replaceAll(/@([A-Z]+)@/g, (_, name: string) => values[name] ?? assert.fail(name)),
  );
}
