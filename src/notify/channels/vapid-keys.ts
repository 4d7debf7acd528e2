import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import { isVapidKeyPair, newVapidKeyPair, type VapidKeyPair } from '../../platform/vapid-key-pair.ts';

export interface VapidKeys extends VapidKeyPair {
  /** How a push service reaches whoever runs this server: `mailto:` or `https:`. */
  readonly subject: string;
}

export const VAPID_KEYS_FILE = 'vapid-keys.json';
/** Push services want a subject; nobody is behind a development server. */
const DEVELOPMENT_SUBJECT = 'mailto:development@example.org';

/** Development without VAPID_*: made once, because every subscription is bound to the key it was made with. */
export async function developmentVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = join(dataDir, VAPID_KEYS_FILE);
  await makeFolder(dataDir);
  try {
    await writeFile(file, `${JSON.stringify(newVapidKeyPair())}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { privateKey, publicKey } = JSON.parse(await readFile(file, 'utf8')) as VapidKeyPair;
  if (!isVapidKeyPair({ privateKey, publicKey })) throw new Error(`${file} holds no VAPID key pair`);
  return { privateKey, publicKey, subject: DEVELOPMENT_SUBJECT };
}
