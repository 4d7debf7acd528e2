import { join } from 'node:path';
import { readOrCreateFile } from '../../../platform/read-or-create-file.ts';
import { isVapidKeyPair, newVapidKeyPair, type VapidKeyPair } from './vapid-key-pair.ts';

export interface VapidKeys extends VapidKeyPair {
  /** The operator's contact address for push services: `mailto:` or `https:`. */
  readonly subject: string;
}

export const VAPID_KEYS_FILE = 'vapid-keys.json';
/** Push services require a subject; a development server has no operator to contact. */
const DEVELOPMENT_SUBJECT = 'mailto:development@example.org';

/** For development without VAPID_*: created once, because every subscription is bound to the key it was made with. */
export async function developmentVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = join(dataDir, VAPID_KEYS_FILE);
  const text = await readOrCreateFile(file, () => `${JSON.stringify(newVapidKeyPair())}\n`);
  const { privateKey, publicKey } = JSON.parse(text) as VapidKeyPair;
  if (!isVapidKeyPair({ privateKey, publicKey })) throw new Error(`${file} holds no VAPID key pair`);
  return { privateKey, publicKey, subject: DEVELOPMENT_SUBJECT };
}
