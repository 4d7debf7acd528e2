import Type, { type TProperties } from 'typebox';
import { MAX_PAGE_SIZE } from './envelope.ts';
import { integer, oneOf, optional, type Unit } from './primitives.ts';

/** Every list can be sorted by these; the default is the first, the record's own time. */
const ALWAYS_SORTABLE = ['created_at', 'createdAt', 'id'];
const DEFAULT_PAGE_SIZE = 10;
const wholeNumber = (unit: Unit, description: string, example: number) =>
  Type.Integer({
    ...integer(1, Number.MAX_SAFE_INTEGER, unit, description, example),
    'x-message': 'must be a whole number of at least 1',
  });

/** docs/contract.md, "Lists": the same paging and sorting for every list. */
export const pageQuery = <const Filters extends TProperties>(
  filters: Filters,
  sortable: readonly string[],
  defaultLimit = DEFAULT_PAGE_SIZE,
) =>
  Type.Object({
    page: optional(wholeNumber('number', 'Page number, from 1; default 1', 1)),
    limit: optional(
      wholeNumber(
        'count',
        `Records per page; default ${defaultLimit}, maximum ${MAX_PAGE_SIZE}`,
        defaultLimit,
      ),
    ),
    sort: optional(
      oneOf(
        [...new Set([...ALWAYS_SORTABLE, ...sortable.flatMap((name) => [name, snakeCase(name)])])],
        "Sort field; default the record's own time (created_at)",
      ),
    ),
    order: optional(oneOf(['asc', 'desc'], 'Sort order; default descending')),
    ...filters,
  });

interface PageRequest {
  readonly page?: number | null | undefined;
  readonly limit?: number | null | undefined;
  readonly sort?: string | null | undefined;
  readonly order?: string | null | undefined;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  /** In camelCase; undefined sorts by the record's own time. */
  readonly sort: string | undefined;
  readonly ascending: boolean;
}

export function readPage(query: PageRequest, defaultLimit = DEFAULT_PAGE_SIZE): Page {
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
