import { NotFound } from '../../errors.ts';
import { isUuid } from '../../schemas/primitives.ts';

export { isUuid };

/** Decisions: a path id that is no UUID is answered as an unknown one. */
export async function found<T>(
  what: string,
  id: string | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const record = id !== undefined && isUuid(id) ? await find(id) : undefined;
  if (record === undefined) throw new NotFound(what);
  return record;
}
