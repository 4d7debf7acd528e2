import { createServer } from 'node:net';
import { portsOf } from '../platform/config/settings.ts';
import { CannotStart } from '../platform/errors.ts';
import type { Config } from './config.ts';

const ANY_IPV6 = '::';
const PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program, perhaps by another Vigil',
  EACCES: 'is only for root: below 1024',
};

/** Checks all ports before anything starts, so that starting a second Vigil by mistake fails at once with one line. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { host } = config;
  const problems: string[] = [];
  for (const [setting, number] of portsOf(config)) {
    const code = number === undefined ? undefined : await tryPort(host, number);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CannotStart(`HOST: ${host} is no address of this machine (${code}): set HOST.`);
    const problem = code === undefined ? undefined : PROBLEMS[code];
    if (problem !== undefined) problems.push(`port ${number} ${problem}: set ${setting} to another.`);
  }
  if (problems.length > 0) throw new CannotStart(problems.join(' '));
}

/** Returns the error code if the port cannot be used. */
function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  }).then((code) =>
    // A machine without IPv6 listens on IPv4 instead.
    host === ANY_IPV6 && code !== undefined && code !== 'EADDRINUSE' && code !== 'EACCES'
      ? tryPort('0.0.0.0', port)
      : (code as string | undefined),
  );
}
