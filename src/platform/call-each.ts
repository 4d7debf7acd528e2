/**
 * Calls `call` for every item, even after it has thrown for one: a faulty callback must not cost the others theirs, nor
 * end the loop that calls them. `failed` gets the first error and the number of errors.
 */
export function callEach<Item>(
  items: Iterable<Item>,
  call: (item: Item) => void,
  failed: (error: unknown, count: number) => void,
): void {
  let count = 0;
  let first: unknown;
  for (const item of items) {
    try {
      call(item);
    } catch (error) {
      if (count === 0) first = error;
      count += 1;
    }
  }
  if (count > 0) failed(first, count);
}
