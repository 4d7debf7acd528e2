import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateFile } from '../../platform/read-or-create-file.ts';

export const JWT_SECRET_FILE = 'jwt-secret';

/** Development without JWT_SECRET: generates a secret once, so that tokens survive a restart. */
export async function developmentSecret(dataDir: string): Promise<string> {
  return (
    await readOrCreateFile(join(dataDir, JWT_SECRET_FILE), () => randomBytes(48).toString('base64url'))
  ).trim();
}
