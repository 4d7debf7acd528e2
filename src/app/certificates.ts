import { keepOwnCertificate, makeOwnCertificate } from '../operations/own-certificate/keep.ts';
import { ownFile } from '../platform/config/certificate.ts';
import { openAcme } from './acme.ts';
import type { Context } from './context.ts';

type CertificateDeps = Pick<Context, 'config' | 'log' | 'now' | 'closeLater'>;

/**
 * Provides the certificate files that the service writes itself, with TLS_ACME or TLS_OWN: the servers need them to start.
 * Returns a function that starts the renewals. One process of a machine does this.
 */
export async function openCertificates(deps: CertificateDeps) {
  const { config, log, now, closeLater } = deps;
  if (config.tlsOwn === 'off') return openAcme(deps);
  const { dataDir, publicUrl } = config;
  const publicHost = publicUrl && new URL(publicUrl).hostname;
  const own = { file: ownFile(dataDir), publicHost, now, log };
  await makeOwnCertificate(own);
  return (onRenewed: () => void): void => {
    const keeping = keepOwnCertificate({ ...own, onRenewed });
    closeLater('own certificate', () => keeping.close());
  };
}
