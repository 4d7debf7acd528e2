import { createServer } from 'node:net';
import { join } from 'node:path';

/** The shortest of all systems, without the zero at its end. */
const MAX_PATH_BYTES = 103;
const LONGEST_NAME = '.s.PGSQL.65535';
const PROBE = '.s.probe';
/** The setting is a list of folders, in which these would have a meaning. */
const SPECIAL = /[\s,"]/;

/**
 * A socket costs about half of TCP on loopback for every statement and its answer. Empty where there can be none: its
 * path is short, and some mounted folders have no sockets at all. TCP stays for all others.
 */
export async function socketFolderIn(data: string): Promise<string> {
  const isPossible = Buffer.byteLength(join(data, LONGEST_NAME)) <= MAX_PATH_BYTES && !SPECIAL.test(data);
  return isPossible && (await canListen(join(data, PROBE))) ? data : '';
}

const canListen = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(path, () => server.close(() => resolve(true)));
  });
