/**
 * Lets at most `maxPerTurn` callers continue in one turn of the event loop. The callers of a batch would all continue in the
 * same turn, and block the event loop for as long as their work takes.
 */
export function createEventLoopLimiter(maxPerTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function turn(): void {
    for (const resolve of waiting.splice(0, maxPerTurn)) resolve();
    if (waiting.length > 0) setImmediate(turn);
  }

  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn);
    });
}
