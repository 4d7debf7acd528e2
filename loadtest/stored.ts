import type { Check } from './report.ts';
import { storedReadings } from './seed.ts';

export interface Sent {
  readonly acknowledged: number;
  /** Readings without a response: they may be stored or not. */
  readonly unanswered: number;
}

/** Runs the work, and compares the acknowledged readings with the rows in the table. */
export async function comparedWithTable<T extends Sent>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly check: Check }> {
  const before = await storedReadings(databaseUrl);
  const done = await work();
  const rows = (await storedReadings(databaseUrl)) - before;
  return { done, check: storedOnce(done, rows) };
}

export function storedOnce({ acknowledged, unanswered }: Sent, rows: number): Check {
  const inDoubt = unanswered === 0 ? '' : `, ${unanswered} without an answer`;
  return {
    name: 'every acknowledged reading is stored once',
    found: `${acknowledged} acknowledged, ${rows} in the table${inDoubt}`,
    holds: rows >= acknowledged && rows <= acknowledged + unanswered,
  };
}
