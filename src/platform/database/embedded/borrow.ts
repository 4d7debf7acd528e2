// The embedded database for a command that runs beside the service: uses the running one, or starts one temporarily.

import { join } from 'node:path';
import { CannotStart } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isInitialised, readPassword, urlOf } from './data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { FolderTaken } from './folder-lock.ts';
import { findPostmaster, identify } from './postmaster.ts';

export interface BorrowedPostgres {
  readonly url: string;
  /** False when a running Vigil owns it; it is then left running. */
  readonly isOurs: boolean;
  close(): Promise<void>;
}

export async function borrowEmbeddedPostgres({
  directory,
  log,
  creates = false,
}: {
  readonly directory: string;
  readonly log: Log;
  /** Where there is no database yet, the command creates it, as the first start would. */
  readonly creates?: boolean;
}): Promise<BorrowedPostgres> {
  const data = join(directory, 'data');
  const isThere = await isInitialised(data);
  if (!isThere && !creates)
    throw new CannotStart(`there is no database in ${directory}: set DATA_DIR, or DATABASE_URL`);
  const running = isThere ? await borrowRunning(data) : undefined;
  if (running !== undefined) return running;
  try {
    const { url, stop } = await startEmbeddedPostgres({ directory, log });
    return { url, isOurs: true, close: stop };
  } catch (error) {
    // A Vigil started at the same moment.
    const started = error instanceof FolderTaken ? await borrowRunning(data) : undefined;
    if (started !== undefined) return started;
    throw error;
  }
}

async function borrowRunning(data: string): Promise<BorrowedPostgres | undefined> {
  const postmaster = await findPostmaster(await identify(data));
  if (postmaster?.status !== 'ready') return undefined;
  const url = urlOf(await readPassword(data), postmaster);
  return { url, isOurs: false, close: async () => {} };
}
