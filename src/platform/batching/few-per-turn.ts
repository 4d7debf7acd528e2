/**
 * Lets at most so many callers continue in one turn of the event loop. The callers of a batch would all continue in the
 * same turn, and block the event loop for as long as their work takes.
 */
export function createFewPerTurn(most: number): () => Promise<void> {
  let waiting: (() => void)[] = [];

  function turn(): void {
    const some = waiting.slice(0, most);
    waiting = waiting.slice(most);
    for (const resolve of some) resolve();
    if (waiting.length > 0) setImmediate(turn);
  }

  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn);
    });
}
