import type pg from 'pg';
import { callEach } from '../call-each.ts';
import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';

/** pg's own types lack the time limit of one query. */
interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number;
}

/** Moving the numbers of a large installation takes a second or two. */
const PRESENT_EPOCH: TimedQuery = { text: 'SELECT present_epoch() AS epoch', query_timeout: 10 * SECOND_MS };
const UNDEFINED_FUNCTION = '42883';

/**
 * Which history of the database this process goes by. A standby that lagged, or a backup, goes on without the last
 * transactions of the primary before it, so what is in memory may never have happened there. The first connection to such a
 * primary moves all numbers on (sql/135), and nothing is written before.
 */
export class Timelines {
  readonly #log: Log;
  readonly #listeners: (() => void)[] = [];
  readonly #left = new Set<string>();
  #present: string | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Called when the primary has changed, before any connection to the new one is used: whatever was read from the old
   * one must be read again.
   */
  onPrimaryChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * The history that a new connection sees; undefined before the first migration to know one. Rejects if this process
   * has left it: a former primary that runs again would take writes that the others never see.
   */
  async admit(client: Pick<pg.Client, 'query'>): Promise<string | undefined> {
    const epoch = await epochOf(client);
    if (epoch === undefined || epoch === this.#present) return epoch;
    if (this.#left.has(epoch)) throw new Unavailable('The database host is a former primary');
    const before = this.#present;
    this.#present = epoch;
    if (before === undefined) return epoch;
    this.#left.add(before);
    this.#log.warn({}, 'database: the primary has changed, reading everything again');
    callEach(
      this.#listeners,
      (listener) => listener(),
      (err) => this.#log.error({ err }, 'database: listener of a changed primary failed'),
    );
    return epoch;
  }
}

async function epochOf(client: Pick<pg.Client, 'query'>): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ epoch: string }>(PRESENT_EPOCH);
    return rows[0]?.epoch;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_FUNCTION) return undefined;
    throw error;
  }
}

/** After a restore: the numbers of the backup have been used since it was made. The next connection moves them on. */
export async function forgetTimeline(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('DELETE FROM timelines');
}
