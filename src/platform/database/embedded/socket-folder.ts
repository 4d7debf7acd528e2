import { createServer } from 'node:net';
import { join } from 'node:path';

/** The lowest limit of all systems, without the terminating zero. */
const MAX_PATH_BYTES = 103;
const LONGEST_NAME = '.s.PGSQL.65535';
const PROBE = '.s.probe';
/** The setting is a list of folders, in which these characters have a meaning. */
const SPECIAL = /[\s,"]/;

/**
 * For each statement and its reply, a socket costs about half as much as TCP on loopback. Empty where a socket is
 * impossible: its path must be short, and some mounted folders do not support sockets. TCP stays available for all
 * other clients.
 */
export async function socketFolderIn(data: string): Promise<string> {
  return fitsSocket(data) && (await canListen(join(data, PROBE))) ? data : '';
}

export const fitsSocket = (data: string): boolean =>
  Buffer.byteLength(join(data, LONGEST_NAME)) <= MAX_PATH_BYTES && !SPECIAL.test(data);

const canListen = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(path, () => server.close(() => resolve(true)));
  });
