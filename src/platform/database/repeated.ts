import pg from 'pg';

const DEADLOCK_DETECTED = '40P01';

export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED;

/** A prepared statement that a pooler or a DISCARD has taken from the connection, or that another client has left on it. */
const OTHER_STATEMENT = new Set(['26000', '42P05']);
/**
 * The function of PostgreSQL that reports a statement whose columns, or a trigger whose row, have changed their type since
 * the connection planned it. The codes of these errors, 0A000 and 42804, have many other causes.
 */
const OUTDATED_PLAN = /^(RevalidateCachedQuery|plpgsql_param_eval_\w+)$/;

/** The connection's plans no longer fit the schema; another connection plans the statement again. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (OTHER_STATEMENT.has(error.code ?? '') || OUTDATED_PLAN.test(error.routine ?? ''));

/** Another transaction has changed what this one had read; run again, it reads the change. */
export class Overtaken extends Error {}

const MAX_TRIES = 5;

/**
 * Runs `work` again when it was rolled back for a reason that lies in other transactions: a deadlock with one of them, a
 * change of what it had read, or of the schema. `work` must do nothing but query the database.
 */
export async function repeated<T>(work: () => Promise<T>, maxTries = MAX_TRIES): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const mayRepeat = isDeadlock(error) || isOutdatedPlan(error) || error instanceof Overtaken;
      if (tries === maxTries || !mayRepeat) throw error;
    }
  }
}
