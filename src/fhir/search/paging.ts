import { InvalidInput } from '../../platform/errors.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import type { Cursor } from './request.ts';

const foreign = () => new InvalidInput({ _cursor: 'is that of another search' });

/** The position in a type that is in the order of its ids. */
export function idAfter(after: Cursor | undefined): string | undefined {
  if (after !== undefined && (after.place !== '' || !isUuid(after.id))) throw foreign();
  return after?.id;
}

/** The position in a type that is in the order of time, newest first. */
export function placeAfter(after: Cursor | undefined): Cursor | undefined {
  if (after?.place === '') throw foreign();
  return after;
}

/** Whether an entry comes after the cursor: older, or as old and with a higher id. */
export const comesAfter = ({ place, id }: Cursor, after: Cursor | undefined): boolean =>
  after === undefined ||
  Number(place) < Number(after.place) ||
  (Number(place) === Number(after.place) && id > after.id);

/** A page of rows of which one more than `count` was read. */
export function pageOf<Row>(rows: readonly Row[], count: number, cursorOf: (row: Row) => Cursor) {
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return { rows: page, next: rows.length > count && last !== undefined ? cursorOf(last) : undefined };
}
