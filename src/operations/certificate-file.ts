import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';

/** A certificate with its key in one file, so that both change in one step. Nobody else may read it. */
export class CertificateFile {
  protected readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Undefined if the file is missing or damaged. */
  async certificate(): Promise<X509Certificate | undefined> {
    try {
      const pem = await readFile(this.file);
      const certificate = new X509Certificate(pem);
      return certificate.checkPrivateKey(createPrivateKey(pem)) ? certificate : undefined;
    } catch {
      return undefined;
    }
  }

  async save(chain: string, key: KeyObject): Promise<void> {
    await makeFolder(dirname(this.file), 0o700);
    await replaceFile(this.file, `${chain}${pemOf(key)}`);
  }
}

export const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

export async function replaceFile(file: string, content: string): Promise<void> {
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
