import { type BorrowedPostgres, borrowEmbeddedPostgres } from '../platform/database/embedded/borrow.ts';
import type { Log } from '../platform/log.ts';
import type { Config } from './config.ts';
import { embeddedFolder } from './database-name.ts';

/** Opens the service's database for a command, whether the service is running or not. */
export const borrowDatabase = async (
  config: Config,
  log: Log,
  options: { readonly creates?: boolean } = {},
): Promise<BorrowedPostgres> =>
  config.databaseUrl === undefined
    ? borrowEmbeddedPostgres({ directory: embeddedFolder(config), log, ...options })
    : { url: config.databaseUrl, isOurs: false, close: async () => {} };
