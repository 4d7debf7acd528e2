import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import type { Json } from './app.ts';

/** Holds values and answers against an OpenAPI or AsyncAPI document. */
export interface DocumentCheck {
  /** Much quicker than `complaints` where it does not. */
  fits(schema: Json, value: unknown): boolean;
  /** What is wrong with the value; nothing when it fits. */
  complaints(schema: Json, value: unknown): string[];
  /** The status is one that the operation has, and headers and body are as the document says of it. */
  assertAnswer(
    method: string,
    path: string,
    answer: { readonly status: number; readonly headers: Headers; readonly body: unknown },
  ): void;
  /** What a reference of the document leads to. */
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
    // Without all the others it is compiled thirty times as fast.
    const refers = JSON.stringify(schema).includes('"$ref"');
    const made = Compile(refers ? { ...schema, components: document.components } : schema);
    if (name === undefined) unnamed.set(schema, made);
    else named.set(name, made);
    return made;
  }

  function complaints(schema: Json, value: unknown): string[] {
    const checker = compile(schema);
    if (checker.Check(value)) return [];
    return [...checker.Errors(value)].map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  return {
    fits: (schema, value) => compile(schema).Check(value),
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
      // A download is no JSON, and has no schema to fit.
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
