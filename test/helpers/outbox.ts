import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { sql } from './sql.ts';

/**
 * Waits until no step of a response is due, and no message is due or being sent: a message that has not arrived by then
 * was never queued.
 */
export const outboxSettled = ({
  databaseUrl,
  clock,
}: Pick<TestApp, 'databaseUrl' | 'clock'>): Promise<void> =>
  eventually('no step is due, and no message is being sent', async () => {
    // In this order: a step queues its messages in its transaction.
    const due = `SELECT FROM responses WHERE due_at <= $1`;
    const unsent = `SELECT FROM outbox WHERE state = 'PENDING' AND (lease IS NOT NULL OR due_at <= $1)`;
    for (const rest of [due, unsent])
      if ((await sql(databaseUrl, rest, [new Date(clock.now())])).length > 0) return false;
    return true;
  });
