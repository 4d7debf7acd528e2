import type { Queryable } from '../../platform/database/database.ts';
import type { TestOutcome } from './store.ts';

interface QueuedTest {
  readonly channelId: string;
  readonly personId: string;
  readonly lane: string;
  readonly message: object;
}

/** A test message for the instance that sends this kind. Returns the id of the message. */
export async function insertTest(
  q: Queryable,
  { channelId, personId, lane, message }: QueuedTest,
  at: Date,
): Promise<string | undefined> {
  return q.value<string>(
    `INSERT INTO outbox (person_id, channel_id, lane, message, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)
     RETURNING id, pg_notify('vigil_outbox', '')`,
    [personId, channelId, lane, JSON.stringify(message), at],
  );
}

interface TestAttempt extends TestOutcome {
  readonly delivered: boolean;
  readonly status: number | null;
}

/** The result of the first attempt; undefined while there is none. */
export const testAttempt = (q: Queryable, id: string) =>
  q.row<TestAttempt>(
    'SELECT delivered, status, error FROM delivery_attempts WHERE outbox_id = $1 ORDER BY attempt LIMIT 1',
    [id],
  );

/** The owner has the result, or waits no longer: it is not tried again. */
export const endTest = (q: Queryable, id: string) =>
  q.run(`UPDATE outbox SET state = 'DROPPED' WHERE id = $1 AND state = 'PENDING'`, [id]);
