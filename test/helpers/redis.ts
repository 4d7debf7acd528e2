import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { MadeCertificate } from './certificates.ts';
import { type Program, startProgram } from './program.ts';

const present = spawnSync('redis-server', ['--version']).status === 0;

/** For a test's `skip`: in CI, where Redis is expected, a missing one fails the test instead. */
export const WITHOUT_REDIS: string | false =
  present || process.env.CI === 'true' ? false : 'needs redis-server on the PATH';

/** After a stop it starts on the same port, empty. */
export interface TestRedis extends Program {
  readonly url: string;
}

/** Starts a real Redis without persistence, with additional settings if given. */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
  const program = await startProgram('redis-server', args, { ready: 'Ready to accept connections' });
  return { url: `redis://127.0.0.1:${port}`, ...program };
}

/** The settings of a Redis of several that listens there, with TLS if there is a certificate. */
export function listenAt(
  port: string,
  tls: MadeCertificate | undefined,
): readonly (readonly [string, string])[] {
  const plain = [['bind', '127.0.0.1']] as const;
  if (tls === undefined) return [...plain, ['port', port]];
  return [
    ...plain,
    ['port', '0'],
    ['tls-port', port],
    ['tls-cert-file', tls.certFile],
    ['tls-key-file', tls.keyFile],
    ['tls-ca-cert-file', tls.certFile],
    ['tls-auth-clients', 'no'],
    ['tls-replication', 'yes'],
  ];
}

/** A client of it, which does not give up. */
export function adminOf(port: string, tls: MadeCertificate | undefined, password?: string): Redis {
  const admin = new Redis(Number(port), '127.0.0.1', {
    retryStrategy: () => 100,
    ...(password !== undefined && { password }),
    ...(tls && { tls: { ca: readFileSync(tls.certFile) } }),
  });
  admin.on('error', () => {});
  return admin;
}
