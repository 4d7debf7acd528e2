import type { TestApp } from './app.ts';
import { sql } from './sql.ts';

/**
 * Deletes all falls, so that none of an earlier test escalates in the next one. Locks them in the order of their ids,
 * as the service does, which may be recording the results of messages about several of them.
 */
export const deleteFalls = ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>) =>
  sql(
    databaseUrl,
    `WITH held AS MATERIALIZED (SELECT id FROM fall_events ORDER BY id FOR UPDATE)
     DELETE FROM fall_events WHERE id = ANY(array(SELECT id FROM held))`,
  );
