import assert from 'node:assert/strict';

/** Fails with what breaks the rule, and with what to do about it. */
export const assertNone = (found: readonly unknown[], remedy: string): void =>
  assert.deepEqual(
    found,
    [],
    `${remedy}\n${found.map((one) => `  ${typeof one === 'string' ? one : JSON.stringify(one)}`).join('\n')}`,
  );
