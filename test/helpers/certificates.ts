import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { connect } from 'node:tls';

export interface MadeCertificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Creates a self-signed certificate with this common name, for localhost if no other names are given. */
export function makeCertificate(folder: string, name: string, hosts = 'DNS:localhost'): MadeCertificate {
  const made = { certFile: join(folder, `${name}-cert.pem`), keyFile: join(folder, `${name}-key.pem`) };
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    made.keyFile,
  ];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${hosts}`, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', made.certFile, ...names], { stdio: 'ignore' });
  return made;
}

/** The common name that the server presents in a new handshake, with or without SNI. */
export const commonNameAt = (port: number, servername = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername, rejectUnauthorized: false };
    const socket = connect(options, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
