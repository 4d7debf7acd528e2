import { readFileSync } from 'node:fs';
import { startChallengeServer } from '../operations/acme/challenge-server.ts';
import { startRenewal } from '../operations/acme/renewal.ts';
import { AcmeStore } from '../operations/acme/store.ts';
import type { Context } from './context.ts';

type AcmeDeps = Pick<Context, 'config' | 'log' | 'now' | 'closeLater'>;

/**
 * With TLS_ACME: provides the certificate file, and a placeholder until the CA has issued a certificate: the service must
 * start without the CA. Returns a function that starts the orders. One process of a machine does this.
 */
export async function openAcme({ config, log, now, closeLater }: AcmeDeps) {
  const { tlsAcme: hosts, tlsCertFile, tlsAcmeCaFile, tlsAcmeEmail: email, host } = config;
  if (hosts.length === 0 || tlsCertFile === undefined) return undefined;
  const server = {
    directory: config.tlsAcmeDirectory,
    ca: tlsAcmeCaFile && readFileSync(tlsAcmeCaFile, 'utf8'),
    email,
  };
  const store = new AcmeStore(tlsCertFile);
  await store.prepare(hosts, new Date(now()));
  const { challenges, close } = await startChallengeServer({
    host,
    port: config.tlsAcmePort,
    hosts,
    httpsPort: config.port,
  });
  closeLater('ACME challenges', close);
  return (onRenewed: () => void): void => {
    const renewal = startRenewal({ server, hosts, store, challenges, onRenewed, now, log });
    closeLater('certificate renewal', () => renewal.close());
  };
}
