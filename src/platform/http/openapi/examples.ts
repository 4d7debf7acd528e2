import type { TSchema } from 'typebox';

/**
 * A request example has all fields; a reply example only the required ones, since the rest belongs to special cases.
 */
export type Completeness = 'all' | 'required';

interface Schema {
  readonly 'x-shown'?: Schema;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
}

/** A valid value: the schema's own example, or one built from the examples of its parts. */
export const exampleOf = (schema: TSchema, completeness: Completeness): unknown =>
  composed(schema as Schema, completeness);

function composed(schema: Schema, completeness: Completeness): unknown {
  const { examples, const: only, enum: words, anyOf, properties, required = [], items } = schema;
  if (schema['x-shown'] !== undefined) return composed(schema['x-shown'], completeness);
  if (examples !== undefined) return examples[0];
  if (only !== undefined) return only;
  if (words !== undefined) return words[0];
  if (anyOf?.[0] !== undefined) return composed(anyOf[0], completeness);
  if (properties !== undefined) {
    const shown = Object.entries(properties).filter(
      ([name]) => completeness === 'all' || required.includes(name),
    );
    return Object.fromEntries(shown.map(([name, property]) => [name, composed(property, completeness)]));
  }
  if (Array.isArray(items)) return items.map((item) => composed(item, completeness));
  if (items !== undefined) return [composed(items as Schema, completeness)];
  throw new Error(`no example can be made for ${JSON.stringify(schema)}`);
}
