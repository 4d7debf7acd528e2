import { setTimeout as delay } from 'node:timers/promises';
import type { GatedDatabase } from './gated-database.ts';
import { lockWaits } from './sql.ts';

interface Pair<First, Second> {
  /** Works on the gated database. */
  readonly first: () => Promise<First>;
  /** Works on another connection, while the first one stands still. */
  readonly second: () => Promise<Second>;
}

export interface Interleaving<First, Second> {
  readonly first: PromiseSettledResult<First>;
  readonly second: PromiseSettledResult<Second>;
  /** What the first one had sent when the second one ran. */
  readonly before: readonly string[];
  /** Whether the second one had to wait for the first one. */
  readonly hasWaited: boolean;
}

/**
 * Runs the first work up to a statement, then the second one until it ends or waits for a lock of the first one, then
 * the rest of the first one. Undefined if the first one has no such statement. No other session of the database may
 * wait for a lock meanwhile.
 */
export async function interleaved<First, Second>(
  { gate, databaseUrl }: { readonly gate: GatedDatabase; readonly databaseUrl: string },
  statement: number,
  { first, second }: Pair<First, Second>,
): Promise<Interleaving<First, Second> | undefined> {
  const stop = gate.stopBefore(statement);
  const firstEnds = settled(first());
  await Promise.race([stop.reached, firstEnds]);
  if (stop.statements.length !== statement) {
    stop.goOn();
    await firstEnds;
    return undefined;
  }
  const before = [...stop.statements];
  let isDone = false;
  const secondEnds = settled(second()).finally(() => {
    isDone = true;
  });
  while (!isDone && (await lockWaits(databaseUrl)) === 0) await Promise.race([secondEnds, delay(POLL_MS)]);
  const hasWaited = !isDone;
  stop.goOn();
  return { first: await firstEnds, second: await secondEnds, before, hasWaited };
}

/** Only how often to look: a shorter time costs more than the work itself. */
const POLL_MS = 3;

const settled = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([work]))[0];
