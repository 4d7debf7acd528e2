import assert from 'node:assert/strict';
import type { Json } from './app.ts';

/** Asserts that an answer has all fields of the contract; further fields are allowed. */
export function assertFields(record: Json, ...names: readonly string[]): void {
  const missing = names.filter((name) => !Object.hasOwn(record, name));
  assert.deepEqual(missing, [], `missing in ${JSON.stringify(record)}`);
}
