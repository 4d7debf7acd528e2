import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { sql } from './sql.ts';

/** Writes the event log directly, as `append` does: thousands of API calls would take minutes. */
export const APPEND = `
  WITH cursor AS (
    INSERT INTO live_cursors AS c (user_id, last_id) VALUES ($1, $2)
    ON CONFLICT (user_id) DO UPDATE SET last_id = c.last_id + $2 RETURNING last_id
  )
  INSERT INTO live_events (recipient_id, id, type, data, created_at)
  SELECT $1, last_id - $2 + n, 'message', json_build_object('n', n, 'content', repeat('x', $3)), now()
  FROM cursor, generate_series(1, $2) AS n`;

export const fill = (
  app: Pick<TestApp, 'databaseUrl'>,
  who: Pick<Person, 'id'>,
  count: number,
  bytes = 100,
) => sql(app.databaseUrl, APPEND, [who.id, count, bytes]);

/** The event ids among these frames. */
export const numbers = (frames: readonly { id?: number }[]): number[] =>
  frames.flatMap(({ id }) => (id === undefined ? [] : [id]));

export const upTo = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
