import { spawnSync } from 'node:child_process';
import { freePort } from '../../loadtest/machine/free-port.ts';
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
