import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from './certificates.ts';
import { type Program, startProgram } from './program.ts';

/** Pebble, Let's Encrypt's ACME server for tests, for which every host name is this machine. */
export interface Pebble {
  readonly directory: string;
  /** PEM file that its own certificate is verified with. */
  readonly caFile: string;
  /** Where it verifies hosts. */
  readonly httpPort: number;
  readonly server: Program;
  stop(): Promise<void>;
}

/** It rejects this share of nonces, and clients try again: so few that five in a row do not happen. */
const REJECTED_NONCES_PERCENT = '5';

export const CERTIFICATE_SECONDS = 7200;

const present = spawnSync('pebble', ['-help']).error === undefined;
/** For a test's `skip`: in CI a missing one fails the test instead. */
export const WITHOUT_PEBBLE: string | false =
  present || process.env.CI === 'true' ? false : 'needs pebble on the PATH';

export async function startPebble(folder: string): Promise<Pebble> {
  const [dns, dnsManagement, acme, management, httpPort, tlsPort] = await freePorts(6);
  const { certFile, keyFile } = makeCertificate(folder, 'pebble');
  const config = join(folder, 'pebble.json');
  writeFileSync(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${acme}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: certFile,
        privateKey: keyFile,
        httpPort,
        tlsPort,
        certificateValidityPeriod: CERTIFICATE_SECONDS,
      },
    }),
  );
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  const names = await startProgram(
    'pebble-challtestsrv',
    [...off, '-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`, '-defaultIPv6', ''],
    { ready: 'Starting management server' },
  );
  const server = await startProgram(
    'env',
    [
      'PEBBLE_VA_NOSLEEP=1',
      `PEBBLE_WFE_NONCEREJECT=${REJECTED_NONCES_PERCENT}`,
      'pebble',
      '-strict',
      '-config',
      config,
      '-dnsserver',
      `127.0.0.1:${dns}`,
    ],
    { ready: 'ACME directory available' },
  );
  return {
    directory: `https://localhost:${acme}/dir`,
    caFile: certFile,
    httpPort: httpPort ?? 0,
    server,
    async stop() {
      await server.stop();
      await names.stop();
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
