import { type Condition, readFilter } from './paths.ts';
import { refused } from './protocol.ts';

/** Which attributes of a resource the caller wants. Names in lower case, without the URN of the schema. */
export interface Selection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

export interface ListQuery extends Selection {
  readonly where: readonly Condition[];
  readonly startIndex: number;
  readonly count: number;
}

export const MAX_COUNT = 500;
const DEFAULT_COUNT = 100;

export function readSelection(given: URLSearchParams): Selection {
  return { attributes: namesIn(given.get('attributes')), excluded: namesIn(given.get('excludedAttributes')) };
}

/** RFC 7644, section 3.4.2. Sorting is not supported, and left out as RFC 7644 allows; so are unknown parameters. */
export function readList(given: URLSearchParams): ListQuery {
  const filter = given.get('filter');
  return {
    ...readSelection(given),
    where: filter === null ? [] : readFilter(filter),
    startIndex: Math.max(1, numberOf('startIndex', given.get('startIndex')) ?? 1),
    count: Math.min(MAX_COUNT, Math.max(0, numberOf('count', given.get('count')) ?? DEFAULT_COUNT)),
  };
}

function numberOf(name: string, text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text.trim())) throw refused('invalidValue', `${name} must be a whole number`);
  return Number(text);
}

const namesIn = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:.*:/, ''),
    )
    .filter(Boolean);

const ALWAYS = new Set(['schemas', 'id']);

/** Whether a reply has this attribute. */
export const isSelected = ({ attributes, excluded }: Selection, name: string): boolean =>
  attributes.length > 0
    ? attributes.some((one) => one === name || one.startsWith(`${name}.`))
    : !excluded.includes(name);

/** The resource with the attributes that the caller wants; `id` and `schemas` always. */
export function selected(resource: Readonly<Record<string, unknown>>, selection: Selection): object {
  const fields = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = key.toLowerCase();
    if (ALWAYS.has(name)) return [[key, value]];
    return isSelected(selection, name) ? [[key, partsOf(value, name, selection)]] : [];
  });
  return Object.fromEntries(fields);
}

/** `name.familyName`, `members.value` */
function partsOf(value: unknown, name: string, { attributes, excluded }: Selection): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, name, { attributes, excluded }));
  if (typeof value !== 'object' || value === null) return value;
  const isWhole = attributes.length === 0 || attributes.includes(name);
  return Object.fromEntries(
    Object.entries(value).filter(([part]) => {
      const path = `${name}.${part.toLowerCase()}`;
      return isWhole ? !excluded.includes(path) : attributes.includes(path);
    }),
  );
}

export const listResponse = (
  { startIndex }: ListQuery,
  total: number,
  resources: readonly object[],
): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
