import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';

export const JWT_SECRET_FILE = 'jwt-secret';

/** Development without JWT_SECRET: one is made once, so that tokens outlive a restart. */
export async function developmentSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, JWT_SECRET_FILE);
  await makeFolder(dataDir);
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
