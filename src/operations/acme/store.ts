import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import { createKey, placeholderCertificate } from './certificate-request.ts';

const ACCOUNT = 'account-key.pem';

/**
 * The key of the account, and the certificate with its key in one file, so that both change in one step. Nobody else may
 * read them.
 */
export class AcmeStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Creates a placeholder if there is no usable certificate; the servers cannot start without one. */
  async prepare(hosts: readonly string[], now: Date): Promise<void> {
    await makeFolder(dirname(this.#file), 0o700);
    if ((await this.certificate()) !== undefined) return;
    const key = createKey();
    await this.save(placeholderCertificate(key, hosts, now), key);
  }

  /** The stored certificate, or the placeholder; undefined if the file is missing or damaged. */
  async certificate(): Promise<X509Certificate | undefined> {
    try {
      const pem = await readFile(this.#file);
      const certificate = new X509Certificate(pem);
      return certificate.checkPrivateKey(createPrivateKey(pem)) ? certificate : undefined;
    } catch {
      return undefined;
    }
  }

  save(chain: string, key: KeyObject): Promise<void> {
    return replaceFile(this.#file, `${chain}${pemOf(key)}`);
  }

  async accountKey(): Promise<KeyObject> {
    const file = join(dirname(this.#file), ACCOUNT);
    try {
      return createPrivateKey(await readFile(file));
    } catch {
      const key = createKey();
      await replaceFile(file, pemOf(key));
      return key;
    }
  }
}

const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

async function replaceFile(file: string, content: string): Promise<void> {
  const made = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(made, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(made, file);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
}
