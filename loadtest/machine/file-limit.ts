import { Mistake } from '../rules/options.ts';
import { openFilesLimit } from './processes.ts';

/** Files, database connections and pipes beside the connections of the test. */
const RESERVE = 300;

/** Node raises its own limit to the hard one at the start; the service inherits it and needs as many again. */
export function requireOpenFiles(connections: number): void {
  const needed = connections + RESERVE;
  const limit = openFilesLimit();
  if (limit >= needed) return;
  throw new Mistake(
    `${connections} connections need ${needed} open files, but this shell allows ${limit}. ` +
      `Raise the limit (ulimit -n ${needed}; as root: ulimit -Hn ${needed} first) or ask for fewer connections.`,
  );
}

/** So many connections a process may have. */
export const openFilesLeft = (): number => openFilesLimit() - RESERVE;
