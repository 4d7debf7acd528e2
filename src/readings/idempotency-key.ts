import { Compile } from 'typebox/compile';
import { InvalidInput } from '../platform/errors.ts';
import { annotationsOf } from '../platform/schema/primitives.ts';
import type { MessageIdentity } from './repetitions.ts';
import { idempotencyKey } from './schema.ts';

const schema = idempotencyKey();
const isKey = Compile(schema);

/** What is wrong with the `idempotency_key` of a reading; undefined if nothing is. */
export const keyProblem = (key: unknown): string | undefined =>
  key === undefined || isKey.Check(key) ? undefined : (annotationsOf(schema)['x-message'] ?? 'is not valid');

export const identityOfKey = (key: string | undefined): MessageIdentity | undefined =>
  key === undefined ? undefined : { bytes: Buffer.from(key), maybeDuplicate: true };

/** Of the reading in a frame, which has no header. An error takes the place of the identity. */
export function identityIn(data: unknown): MessageIdentity | InvalidInput | undefined {
  const key: unknown =
    typeof data === 'object' && data !== null && 'idempotency_key' in data ? data.idempotency_key : undefined;
  const problem = keyProblem(key);
  if (problem !== undefined) return new InvalidInput({ idempotency_key: problem });
  return identityOfKey(typeof key === 'string' ? key : undefined);
}
