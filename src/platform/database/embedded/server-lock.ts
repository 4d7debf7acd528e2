// The kernel's lock (flock) on a file of the data folder, held by the processes of the PostgreSQL server that serves it.
// Paths and process ids say nothing about a server behind another mount or in another container; the lock belongs to the
// file, and ends with the last process of the server, however it ends.
// Node has no flock. flock(1) belongs to util-linux, as setpriv does: it takes the lock and becomes PostgreSQL, which inherits it.

import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Of no program that runs under the lock. */
export const LOCK_HELD = 75;

/** unsupported: there is no flock(1), as on macOS, or the file system has no locks. */
type ServerLock = 'free' | 'held' | 'unsupported';

/** The command that runs `program` in the place of flock, unless another process holds the lock. */
export const underLock = (data: string, program: string, args: readonly string[], kind = '--exclusive') => ({
  file: 'flock',
  args: [
    kind,
    '--nonblock',
    '--no-fork',
    `--conflict-exit-code=${LOCK_HELD}`,
    join(data, 'PG_VERSION'),
    program,
    ...args,
  ],
});

/** Shared, so that two that look at once do not see each other. */
export const lookAtLock = (data: string): Promise<ServerLock> =>
  outcomeOf(underLock(data, 'true', [], '--shared'));

/** Removes a file of the data folder, unless a server serves it. */
export const removeUnderLock = (data: string, path: string): Promise<ServerLock> =>
  outcomeOf(underLock(data, 'rm', ['-f', path]));

const outcomeOf = ({ file, args }: ReturnType<typeof underLock>): Promise<ServerLock> =>
  new Promise((resolve) => {
    execFile(file, args, (error) => {
      if (error === null) resolve('free');
      else resolve(error.code === LOCK_HELD ? 'held' : 'unsupported');
    });
  });
