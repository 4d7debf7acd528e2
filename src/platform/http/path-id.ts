import { NotFound } from '../errors.ts';
import { isUuid } from '../schema/primitives.ts';

export { isUuid };

/** docs/contract.md, "Requests": a path id that is not a UUID is 404. */
export async function found<T>(
  what: string,
  id: string | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const record = id !== undefined && isUuid(id) ? await find(id) : undefined;
  if (record === undefined) throw new NotFound(what);
  return record;
}
