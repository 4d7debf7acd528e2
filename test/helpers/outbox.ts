import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { sql } from './sql.ts';

/** Waits until no message of the outbox is due or under way: a message that has not arrived then was never queued. */
export const outboxSettled = ({
  databaseUrl,
  clock,
}: Pick<TestApp, 'databaseUrl' | 'clock'>): Promise<void> =>
  eventually('no message is under way', async () => {
    const unsent = `SELECT FROM outbox WHERE state = 'PENDING' AND (lease IS NOT NULL OR due_at <= $1)`;
    return (await sql(databaseUrl, unsent, [new Date(clock.now())])).length === 0;
  });
