import assert from 'node:assert/strict';
import type { Json } from './app.ts';

/** An answer has all the fields that the contract names; more than that is nobody's loss. */
export function assertFields(record: Json, ...names: readonly string[]): void {
  const missing = names.filter((name) => !Object.hasOwn(record, name));
  assert.deepEqual(missing, [], `missing in ${JSON.stringify(record)}`);
}
