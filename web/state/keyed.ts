import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** Records by key, each in its own signal: a change re-renders one row and not the list. */
export interface Keyed<Row> {
  /** Changes when rows are added, removed or moved. */
  readonly keys: ReadonlySignal<readonly string[]>;
  /** Changes with every row, for values computed over all rows: hundreds of subscriptions would be slow. */
  readonly changes: ReadonlySignal<number>;
  get(key: string): ReadonlySignal<Row> | undefined;
  peek(key: string): Row | undefined;
  put(row: Row): void;
  change(key: string, change: (row: Row) => Row): void;
  remove(key: string): void;
  /** Replaces all records. */
  replace(rows: readonly Row[]): void;
}

export function createKeyed<Row>(
  keyOf: (row: Row) => string,
  compare: (a: Row, b: Row) => number,
): Keyed<Row> {
  const rows = new Map<string, Signal<Row>>();
  const keys = signal<readonly string[]>([]);
  const changes = signal(0);

  function set(row: Row): void {
    const known = rows.get(keyOf(row));
    if (known === undefined) rows.set(keyOf(row), signal(row));
    // Unchanged records, most of a snapshot, cause no render.
    else if (JSON.stringify(known.peek()) !== JSON.stringify(row)) known.value = row;
    else return;
    changes.value += 1;
  }

  function order(next: readonly string[]): void {
    const before = keys.peek();
    if (next.length === before.length && next.every((key, index) => key === before[index])) return;
    keys.value = next;
    changes.value += 1;
  }

  /** Sorts after a change of one row only: readings are frequent and rarely change the order. */
  function place(row: Row): void {
    const key = keyOf(row);
    const before = keys.peek();
    const at = before.indexOf(key);
    const isAfter = (other: string | undefined): boolean => {
      const neighbour = rows.get(other ?? '')?.peek();
      return neighbour === undefined || compare(neighbour, row) <= 0;
    };
    const isBefore = (other: string | undefined): boolean => {
      const neighbour = rows.get(other ?? '')?.peek();
      return neighbour === undefined || compare(row, neighbour) <= 0;
    };
    if (at !== -1 && isAfter(before[at - 1]) && isBefore(before[at + 1])) return;
    const next = before.filter((other) => other !== key);
    let [low, high] = [0, next.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(next[middle])) low = middle + 1;
      else high = middle;
    }
    next.splice(low, 0, key);
    order(next);
  }

  const put = (row: Row): void =>
    batch(() => {
      set(row);
      place(row);
    });

  return {
    keys,
    changes,
    get: (key) => rows.get(key),
    peek: (key) => rows.get(key)?.peek(),
    put,
    change(key, change) {
      const row = rows.get(key)?.peek();
      if (row !== undefined) put(change(row));
    },
    remove(key) {
      if (rows.delete(key)) batch(() => order(keys.peek().filter((other) => other !== key)));
    },
    replace(all) {
      batch(() => {
        const wanted = new Set(all.map(keyOf));
        for (const key of rows.keys()) if (!wanted.has(key)) rows.delete(key);
        for (const row of all) set(row);
        order(
          [...rows.values()]
            .map((row) => row.peek())
            .sort(compare)
            .map(keyOf),
        );
      });
    },
  };
}
