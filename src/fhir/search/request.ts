import type { Coding } from 'fhir/r4.js';
import { InvalidInput } from '../../platform/errors.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { INSTANT_RULE, type InstantFilter, readInstant } from './instants.ts';

/** The parameters that a type may have besides those of every type. */
export type ParameterName = 'patient' | 'date' | 'code' | 'status' | 'identifier';

/** `system` is undefined where any system matches, and empty for a code without one. */
export interface Token {
  readonly system: string | undefined;
  readonly code: string | undefined;
}

/** The position after the last entry of a page: the entry's place and id. */
export interface Cursor {
  readonly place: string;
  readonly id: string;
}

export interface SearchRequest {
  readonly ids: readonly string[] | undefined;
  readonly lastUpdated: readonly InstantFilter[];
  readonly count: number;
  readonly after: Cursor | undefined;
  readonly patientId: string | undefined;
  readonly dates: readonly InstantFilter[];
  readonly codes: readonly Token[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly identifiers: readonly Token[] | undefined;
  /** As given, for the links of the reply. */
  readonly given: URLSearchParams;
}

export interface SearchRules {
  readonly parameters: readonly ParameterName[];
  /** The valid values of `status`, and their system. */
  readonly statuses?: { readonly system: string; readonly codes: readonly string[] };
}

interface Reading {
  readonly base: string;
  readonly zone: string;
}

const DEFAULT_COUNT = 20;
const MAX_COUNT = 100;
/** Of one parameter, separated by commas. */
const MAX_VALUES = 100;
const MAX_TIMES = 4;

const OF_EVERY_TYPE = ['_id', '_lastUpdated', '_count', '_cursor', '_format'];
const REPEATABLE = new Set(['_lastUpdated', 'date']);

/** docs/fhir.md, "Search". Throws InvalidInput that names every wrong parameter. */
export function readSearch(
  given: URLSearchParams,
  { parameters, statuses }: SearchRules,
  { base, zone }: Reading,
): SearchRequest {
  const wrong = unknownAndRepeated(given, [...OF_EVERY_TYPE, ...parameters]);
  const read = <T>(name: string, rule: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = given.get(name);
    if (text === null || name in wrong) return undefined;
    const value = parse(text);
    if (value === undefined) wrong[name] = rule;
    return value;
  };
  const instants = (name: string): readonly InstantFilter[] => {
    if (name in wrong) return [];
    const values = given.getAll(name).map((text) => readInstant(text, zone));
    if (values.length > MAX_TIMES) wrong[name] = `may be given ${MAX_TIMES} times`;
    else if (values.includes(undefined)) wrong[name] = INSTANT_RULE;
    return values.filter((value) => value !== undefined);
  };
  const request: SearchRequest = {
    ids: read('_id', `must be one to ${MAX_VALUES} ids, separated by commas`, listed),
    lastUpdated: instants('_lastUpdated'),
    count: read('_count', 'must be a whole number of at least 1', countOf) ?? DEFAULT_COUNT,
    after: read('_cursor', 'must be that of a link of a page', cursorOf),
    patientId: read('patient', 'must be the id of a patient, or Patient/<id>', (text) =>
      patientIdOf(text, base),
    ),
    dates: instants('date'),
    codes: read('code', 'must be <code>, <system>|<code> or <system>|', tokensOf),
    statuses: read('status', `must be some of ${statuses?.codes.join(', ')}`, (text) =>
      statusesOf(text, statuses),
    ),
    identifiers: read('identifier', 'must be <value>, <system>|<value> or <system>|', tokensOf),
    given,
  };
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
  return request;
}

/** A read takes `_format` only. */
export function refuseParameters(given: URLSearchParams): void {
  const wrong = unknownAndRepeated(given, ['_format']);
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}

function unknownAndRepeated(given: URLSearchParams, known: readonly string[]): Record<string, string> {
  const names = [...new Set(given.keys())];
  return Object.fromEntries([
    ...names.filter((name) => !known.includes(name)).map((name) => [name, 'is not supported here']),
    ...names
      .filter((name) => known.includes(name) && !REPEATABLE.has(name) && given.getAll(name).length > 1)
      .map((name) => [name, 'may be given once']),
  ]);
}

function listed(text: string): readonly string[] | undefined {
  const values = splitAt(',', text).map((value) => value.trim());
  return values.includes('') || values.length > MAX_VALUES ? undefined : [...new Set(values)];
}

function countOf(text: string): number | undefined {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return count < 1 ? undefined : Math.min(count, MAX_COUNT);
}

/** A place is a time in microseconds since 1970, or empty for types that are in the order of their ids. */
function cursorOf(text: string): Cursor | undefined {
  const [, place, id] = /^(\d{0,16})_([A-Za-z\d-]{0,64})$/.exec(text) ?? [];
  return place === undefined || id === undefined ? undefined : { place, id };
}

export const cursorText = ({ place, id }: Cursor): string => `${place}_${id}`;

function patientIdOf(text: string, base: string): string | undefined {
  const id = text.replace(`${base}/`, '').replace(/^Patient\//, '');
  return isUuid(id) ? id.toLowerCase() : undefined;
}

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens = listed(text)?.map((value): Token => {
    const parts = splitAt('|', value).map((part) => part.replaceAll(/\\([\\,|$])/g, '$1'));
    const code = parts.pop() || undefined;
    return { system: parts.length === 0 ? undefined : parts.join('|'), code };
  });
  return tokens?.every(({ system, code }) => code !== undefined || system) ? tokens : undefined;
}

/** The parts between separators without a backslash before them, as https://hl7.org/fhir/R4/search.html#escaping asks. */
function splitAt(separator: ',' | '|', text: string): readonly string[] {
  const parts = [''];
  for (const piece of text.match(/\\?[\s\S]/g) ?? []) {
    if (piece === separator) parts.push('');
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts;
}

function statusesOf(text: string, rules: SearchRules['statuses']): readonly string[] | undefined {
  const codes = listed(text)?.map((value) => value.replace(`${rules?.system}|`, ''));
  return codes?.every((code) => rules?.codes.includes(code)) ? codes : undefined;
}

/** Whether a search for these tokens finds a record with this coding. Without tokens every record is found. */
export const hasCode = (tokens: readonly Token[] | undefined, { system, code }: Coding): boolean =>
  tokens?.some(
    (token) =>
      (token.system === undefined || token.system === system) &&
      (token.code === undefined || token.code === code),
  ) ?? true;
