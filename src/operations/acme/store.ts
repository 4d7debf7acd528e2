import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CertificateFile, pemOf, replaceFile } from '../certificate-file.ts';
import { createKey, placeholderCertificate } from './certificate-request.ts';

const ACCOUNT = 'account-key.pem';

/** The certificate, and the key of the account beside it. */
export class AcmeStore extends CertificateFile {
  /** Creates a placeholder if there is no usable certificate; the servers cannot start without one. */
  async prepare(hosts: readonly string[], now: Date): Promise<void> {
    if ((await this.certificate()) !== undefined) return;
    const key = createKey();
    await this.save(placeholderCertificate(key, hosts, now), key);
  }

  async accountKey(): Promise<KeyObject> {
    const file = join(dirname(this.file), ACCOUNT);
    try {
      return createPrivateKey(await readFile(file));
    } catch {
      const key = createKey();
      await replaceFile(file, pemOf(key));
      return key;
    }
  }
}
