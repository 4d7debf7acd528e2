import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { sql } from './sql.ts';

/** Waits until no message is due or being sent: a message that has not arrived by then was never queued. */
export const outboxSettled = ({
  databaseUrl,
  clock,
}: Pick<TestApp, 'databaseUrl' | 'clock'>): Promise<void> =>
  eventually('no message is being sent', async () => {
    const unsent = `SELECT FROM outbox WHERE state = 'PENDING' AND (lease IS NOT NULL OR due_at <= $1)`;
    return (await sql(databaseUrl, unsent, [new Date(clock.now())])).length === 0;
  });
