import type { Json } from '../helpers/app.ts';
import type { DocumentCheck } from '../helpers/openapi.ts';

/** Strings that have broken programs before, and strings that the formats of the document concern. */
const STRINGS = [
  '',
  ' ',
  'x',
  ' both ends ',
  'O\'Brien"; --',
  'Zoë Łukasz 渡辺',
  '😀👩‍👩‍👧',
  '\u202eright to left',
  'a\tb\nc',
  '\u0000',
  '\u0001\u001b[31m',
  '%00%s{{}}',
  'null',
  '12:60',
  '23:59',
  '0000-01-01',
  '0001-01-01',
  '2024-02-29',
  '2023-02-29',
  '9999-12-31',
  '2026-01-31T23:59:59.999999+14:00',
  '2026-01-31T08:00:60Z',
  '1900-01-01T00:00:00Z',
  '2026-01-31t08:00:00z',
  'https://[::1',
  'ftp://example.org/',
  'UPPER.Case@Example.ORG',
  'no-address@',
  'aa-bb-cc-dd-ee-0f',
  'aabbccddee0f',
  'aa:bb:cc:dd:ee',
  'Sunny*Day42',
  'short1*',
  '000000',
  'Etc/UTC',
];

const OF_OTHER_TYPES = ['text', 7, 0.5, true, null, {}, []];

export interface SchemaValues {
  some<T>(of: readonly T[], count: number): T[];
  /** A value that the schema allows. */
  valid(schema: Json): unknown;
  /** Values that the schema forbids, one for every kind of mistake. */
  invalid(schema: Json): unknown[];
  /** The same as text for a query parameter. */
  invalidText(schema: Json): string[];
  /** The schema of the variant that this body belongs to. */
  chosen(schema: Json, body: unknown): Json;
}

export function schemaValues(check: DocumentCheck, random: () => number): SchemaValues {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const { matches } = check;
  const typesOf = (schema: Json): string[] => [schema.type].flat().filter((type) => type !== undefined);

  function strings({ minLength = 0, maxLength = 60, examples = [] }: Json): string[] {
    const long = ['a', '😀', 'Aa1!'].flatMap((piece) =>
      [minLength - 1, minLength, maxLength, maxLength + 1].map((length) =>
        [...piece.repeat(Math.max(0, length))].slice(0, Math.max(0, length)).join(''),
      ),
    );
    return [...STRINGS, ...long, ...examples.filter((e: unknown) => typeof e === 'string')];
  }

  function numbers({ minimum = -1e6, maximum = 1e6, examples = [] }: Json): number[] {
    const within = minimum + random() * (maximum - minimum);
    const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum - 0.5, maximum + 0.5, 0, -0];
    return [...edges, within, Math.round(within), ...examples];
  }

  function valid(schema: Json): unknown {
    if (schema.$ref !== undefined) return valid(check.resolve(schema.$ref));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return one(schema.enum);
    if (schema.anyOf !== undefined && schema.type === undefined) return valid(one(schema.anyOf));
    switch (one(typesOf(schema))) {
      case 'string':
        return one(strings(schema).filter((text) => matches(schema, text)));
      case 'number':
      case 'integer':
        return one(numbers(schema).filter((number) => matches(schema, number)));
      case 'boolean':
        return random() < 0.5;
      case 'array':
        return validList(schema);
      case 'object':
        return validObject(schema);
      case 'null':
        return null;
      default:
        throw new Error(`no value can be made for ${JSON.stringify(schema)}`);
    }
  }

  function validList({ prefixItems, items, minItems = 0, maxItems = 3, uniqueItems }: Json): unknown[] {
    if (prefixItems !== undefined) return prefixItems.map(valid);
    const length = Math.max(minItems, Math.floor(random() * Math.min(maxItems, 4)));
    const list = Array.from({ length }, () => valid(items));
    return uniqueItems ? [...new Set(list)] : list;
  }

  function validObject({ properties = {}, required = [], minProperties = 0 }: Json): object {
    const names = Object.keys(properties);
    const certain = new Set([...required, ...(minProperties > 0 ? [one(names)] : [])]);
    const chosen = names.filter((name) => certain.has(name) || random() < 0.6);
    return Object.fromEntries(chosen.map((name) => [name, valid(properties[name])]));
  }

  function invalid(schema: Json): unknown[] {
    const [first = schema] = schema.anyOf ?? [];
    const plain = first.$ref === undefined ? first : check.resolve(first.$ref);
    const types = typesOf(plain);
    const candidates = [
      ...OF_OTHER_TYPES,
      ...(types.includes('string') ? strings(plain) : []),
      ...(types.includes('number') || types.includes('integer') ? numbers(plain) : []),
      ...(types.includes('array') && plain.maxItems !== undefined && plain.items !== false
        ? [Array.from({ length: plain.maxItems + 1 }, () => valid(plain.items))]
        : []),
      ...(types.includes('array') && plain.items ? invalid(plain.items).map((bad) => [bad]) : []),
      ...(types.includes('object') ? invalidInside(plain) : []),
    ];
    return candidates.filter((value) => !matches(schema, value));
  }

  function invalidInside(schema: Json): unknown[] {
    const good = validObject(schema);
    return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => [
      ...invalid(property).map((bad) => ({ ...good, [name]: bad })),
      { ...good, [name]: undefined },
    ]);
  }

  /** Parses text as the service parses a query parameter. */
  function read(schema: Json, text: string): unknown {
    const types = typesOf(schema);
    if (types.includes('boolean')) return text === 'true' || text === 'false' ? text === 'true' : text;
    const isNumber = (types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text);
    return isNumber ? Number(text) : text;
  }

  return {
    some: (of, count) => (of.length <= count ? [...of] : Array.from({ length: count }, () => one(of))),
    valid,
    invalid,
    invalidText(schema) {
      const plain = schema.$ref === undefined ? schema : check.resolve(schema.$ref);
      const texts = [...STRINGS, '0', '-1', '1.5', '9'.repeat(30), 'TRUE', 'x'.repeat(300)];
      return texts.filter((text) => !matches(plain, read(plain, text)));
    },
    chosen(schema, body) {
      const plain = schema.$ref === undefined ? schema : check.resolve(schema.$ref);
      const kinds: Json[] = plain.anyOf ?? [plain];
      const kind = kinds.find((one) => matches(one, body)) ?? plain;
      return kind.$ref === undefined ? kind : check.resolve(kind.$ref);
    },
  };
}
