import { Mistake } from '../rules/options.ts';
import { openFilesLimit } from './processes.ts';

/** Files, database connections and pipes in addition to the test's connections. */
const RESERVE = 300;

/** Node raises its limit to the hard limit at start. The service inherits the limit and needs the same number of files. */
export function requireOpenFiles(connections: number): void {
  const needed = connections + RESERVE;
  const limit = openFilesLimit();
  if (limit >= needed) return;
  throw new Mistake(
    `${connections} connections need ${needed} open files, but this shell allows ${limit}. ` +
      `Raise the limit (ulimit -n ${needed}; as root: ulimit -Hn ${needed} first) or ask for fewer connections.`,
  );
}

/** Maximum number of connections of a process. */
export const openFilesLeft = (): number => openFilesLimit() - RESERVE;
