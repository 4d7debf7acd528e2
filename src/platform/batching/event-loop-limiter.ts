/**
 * Lets at most `maxPerTurn` callers continue in one turn of the event loop. The callers of a batch would all continue in the
 * same turn, and block the event loop for as long as their work takes.
 */
export function createEventLoopLimiter(maxPerTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = [];

  function turn(): void {
    const some = waiting.slice(0, maxPerTurn);
    waiting = waiting.slice(maxPerTurn);
    for (const resolve of some) resolve();
    if (waiting.length > 0) setImmediate(turn);
  }

  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn);
    });
}
