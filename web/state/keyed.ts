import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** Records by key, each in a signal of its own: a change of one draws one row anew, and the list stays as it is. */
export interface Keyed<Row> {
  /** Changes when rows come, go or move. */
  readonly keys: ReadonlySignal<readonly string[]>;
  get(key: string): ReadonlySignal<Row> | undefined;
  peek(key: string): Row | undefined;
  put(row: Row): void;
  change(key: string, change: (row: Row) => Row): void;
  remove(key: string): void;
  /** In place of all that was there. */
  replace(rows: readonly Row[]): void;
}

export function createKeyed<Row>(
  keyOf: (row: Row) => string,
  compare: (a: Row, b: Row) => number,
): Keyed<Row> {
  const rows = new Map<string, Signal<Row>>();
  const keys = signal<readonly string[]>([]);

  function sort(): void {
    const sorted = [...rows.values()].map((row) => row.peek()).sort(compare);
    const next = sorted.map(keyOf);
    const before = keys.peek();
    if (next.length !== before.length || next.some((key, index) => key !== before[index])) keys.value = next;
  }

  function set(row: Row): void {
    const known = rows.get(keyOf(row));
    if (known === undefined) rows.set(keyOf(row), signal(row));
    // What is the same is drawn anew by nobody: most of a snapshot is.
    else if (JSON.stringify(known.peek()) !== JSON.stringify(row)) known.value = row;
  }

  /** After a change of one row alone: readings come by the hundred, and hardly ever move anybody. */
  function place(row: Row): void {
    const order = keys.peek();
    const at = order.indexOf(keyOf(row));
    const neighbour = (index: number): Row | undefined => rows.get(order[index] ?? '')?.peek();
    const [before, after] = [neighbour(at - 1), neighbour(at + 1)];
    const isInPlace =
      at !== -1 &&
      (before === undefined || compare(before, row) <= 0) &&
      (after === undefined || compare(row, after) <= 0);
    if (!isInPlace) sort();
  }

  function put(row: Row): void {
    set(row);
    place(row);
  }

  return {
    keys,
    get: (key) => rows.get(key),
    peek: (key) => rows.get(key)?.peek(),
    put,
    change(key, change) {
      const row = rows.get(key)?.peek();
      if (row !== undefined) put(change(row));
    },
    remove(key) {
      if (rows.delete(key)) keys.value = keys.peek().filter((other) => other !== key);
    },
    replace(all) {
      const wanted = new Set(all.map(keyOf));
      for (const key of rows.keys()) if (!wanted.has(key)) rows.delete(key);
      for (const row of all) set(row);
      sort();
    },
  };
}
