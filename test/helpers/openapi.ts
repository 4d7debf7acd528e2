import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import type { Json } from './app.ts';

/** Validates values and answers against an OpenAPI or AsyncAPI document. */
export interface DocumentCheck {
  /** Much faster than `complaints` for values that do not match. */
  matches(schema: Json, value: unknown): boolean;
  /** The validation errors of a value; empty when it matches. */
  complaints(schema: Json, value: unknown): string[];
  /** Asserts that the operation documents this status, and that headers and body match the document. */
  assertAnswer(
    method: string,
    path: string,
    answer: { readonly status: number; readonly headers: Headers; readonly body: unknown },
  ): void;
  /** Resolves a reference of the document. */
  resolve(reference: string): Json;
}

export function checkAgainst(document: Json): DocumentCheck {
  type Compiled = ReturnType<typeof Compile>;
  const named = new Map<string, Compiled>();
  const unnamed = new WeakMap<object, Compiled>();

  function compile(schema: Json): Compiled {
    const name: string | undefined = schema.$ref;
    const known = name === undefined ? unnamed.get(schema) : named.get(name);
    if (known !== undefined) return known;
    // Without the other schemas it compiles thirty times as fast.
    const made = Compile({ ...schema, components: componentsOf(schema) });
    if (name === undefined) unnamed.set(schema, made);
    else named.set(name, made);
    return made;
  }

  /** The components to which a schema refers, directly or through others. */
  function componentsOf(schema: Json): Json {
    const components: Json = {};
    const texts = [JSON.stringify(schema)];
    for (let text = texts.pop(); text !== undefined; text = texts.pop())
      for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g)) {
        components[kind] ??= {};
        if (name in components[kind]) continue;
        components[kind][name] = document.components[kind][name];
        texts.push(JSON.stringify(components[kind][name]));
      }
    return components;
  }

  function complaints(schema: Json, value: unknown): string[] {
    const checker = compile(schema);
    if (checker.Check(value)) return [];
    return [...checker.Errors(value)].map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  return {
    matches: (schema, value) => compile(schema).Check(value),
    complaints,
    assertAnswer(method, path, { status, headers, body }) {
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      const which = `${method} ${path} ${status}`;
      assert.ok(response, `${which} is not in the document: ${JSON.stringify(body)}`);
      for (const [name, { required }] of Object.entries<Json>(document.components.headers)) {
        if (headers.has(name)) assert.ok(name in response.headers, `${which} has ${name}`);
        else assert.ok(!(required && name in response.headers), `${which} lacks ${name}`);
      }
      if (response.content === undefined) return assert.equal(body, undefined, which);
      const json = response.content['application/json'];
      // A download is not JSON and has no schema.
      if (json === undefined) return;
      assert.deepEqual(complaints(json.schema, body), [], `${which}: ${JSON.stringify(body)}`);
    },
    resolve: (reference) =>
      reference
        .slice(2)
        .split('/')
        .reduce((place, word) => place?.[word.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  };
}
