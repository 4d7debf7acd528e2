import Type, { type TProperties } from 'typebox';
import { oneOf, optional } from './primitives.ts';

const MAX_PAGE_SIZE = 100;
/** Every list can be sorted by these, the first being the default: the record's own time. */
const ALWAYS_SORTABLE = ['created_at', 'createdAt', 'id'];
const wholeNumber = () =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    'x-says': 'must be a whole number of at least 1',
  });

/** docs/contract.md, "Lists": one way to page and sort for every list. */
export const pageQuery = <const Filters extends TProperties>(filters: Filters, sortable: readonly string[]) =>
  Type.Object({
    page: optional(wholeNumber()),
    limit: optional(wholeNumber()),
    sort: optional(
      oneOf([...new Set([...ALWAYS_SORTABLE, ...sortable.flatMap((name) => [name, snakeCase(name)])])]),
    ),
    order: optional(oneOf(['asc', 'desc'])),
    ...filters,
  });

export interface PageRequest {
  readonly page?: number | null | undefined;
  readonly limit?: number | null | undefined;
  readonly sort?: string | null | undefined;
  readonly order?: string | null | undefined;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  /** camelCase; undefined sorts by the record's own time. */
  readonly sort: string | undefined;
  readonly ascending: boolean;
}

export function readPage(query: PageRequest, defaultLimit = 10): Page {
  const page = query.page ?? 1;
  const limit = Math.min(MAX_PAGE_SIZE, query.limit ?? defaultLimit);
  const sort = camelCase(query.sort ?? 'created_at');
  return {
    page,
    limit,
    offset: (page - 1) * limit,
    sort: sort === 'createdAt' ? undefined : sort,
    ascending: query.order === 'asc',
  };
}

export const paginationOf = ({ page, limit }: Page, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

/** A page of rows that are all in memory, for values that no query can sort by; ties by id, as in `list`. */
export function pageOf<Row extends { readonly id: string }>(
  all: readonly Row[],
  page: Page,
  by: (row: Row) => number,
) {
  const sign = page.ascending ? 1 : -1;
  const sorted = [...all].sort(
    (a, b) => sign * (by(a) - by(b)) || sign * (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  );
  return {
    rows: sorted.slice(page.offset, page.offset + page.limit),
    pagination: paginationOf(page, all.length),
  };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
