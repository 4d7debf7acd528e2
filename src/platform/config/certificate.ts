import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Certificate {
  /** Includes the chain. */
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** With TLS_ACME: the certificate and its key in one file, so that both change in one step. */
export const acmeFile = (dataDir: string): string => join(dataDir, 'acme', 'certificate.pem');

/** With TLS_OWN, likewise. */
export const ownFile = (dataDir: string): string => join(dataDir, 'tls', 'certificate.pem');

/** Reads the files as they are, without checking that they match. */
export const readCertificateFiles = ({ certFile, keyFile }: CertificateFiles): Certificate => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
});

/**
 * Throws when the certificate and the key do not match. Uses Node's TLS, because uWebSockets.js gives no reason when
 * it refuses a pair.
 */
export function requirePair(certificate: Certificate): void {
  createSecureContext(certificate);
}

export const isSameCertificate = (one: Certificate, other: Certificate): boolean =>
  one.cert.equals(other.cert) && one.key.equals(other.key);
