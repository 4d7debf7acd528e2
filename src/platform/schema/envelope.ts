import Type, { type TArray, type TSchema } from 'typebox';
import { type Annotations, count, integer, record, string } from './primitives.ts';

const succeeded = () => Type.Literal(true, { description: 'The request succeeded' });
const failed = () => Type.Literal(false, { description: 'The request failed' });

/** docs/contract.md, "Response format": every answer has one of these shapes. */
export const success = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}Answer`, 'The envelope of a success', { success: succeeded(), data });

export const successWithToken = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}WithTokenAnswer`, 'The envelope of a success that opens or renews a session', {
    success: succeeded(),
    data,
    token: string(
      'The session: to be sent as `Authorization: Bearer <token>`. The same is set as a cookie',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzZjBjOWE1MiJ9.c2lnbmF0dXJl',
    ),
  });

export const MAX_PAGE_SIZE = 100;

const Pagination = record('Pagination', 'Which part of a list this is', {
  page: integer(1, Number.MAX_SAFE_INTEGER, 'number', 'This page, counted from 1', 1),
  limit: integer(1, MAX_PAGE_SIZE, 'count', 'How many records a page has at most', 10),
  total: count('How many records the whole list has', 1),
  totalPages: count('How many pages the whole list has', 1),
});

export const page = <S extends TSchema>(row: S) =>
  record(`${nameOf(row)}Page`, 'The envelope of a page of a list', {
    success: succeeded(),
    data: Type.Array(row, { description: 'Records of this page; empty after the last page' }),
    pagination: Pagination,
  });

export const details = () =>
  Type.Record(Type.String(), Type.String(), {
    description: 'Problems by field; inner fields as `steps.0.targets`',
    examples: [{ email: 'must be a valid e-mail address' }],
  });
/** docs/errors.md lists the codes; a string, because later versions may have more. */
export const errorCode = () =>
  string('Stable name of the error, for programs (docs/errors.md)', 'VALIDATION_FAILED');
export const retryAfter = () => integer(1, Number.MAX_SAFE_INTEGER, 's', 'When to try again, with a 429', 1);

export const Failure = record('Failure', 'The envelope of every error', {
  success: failed(),
  error: string('What went wrong, in a sentence for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
  retryAfter: Type.Optional(retryAfter()),
});

export const Confirmation = record('Notice', 'That it is done', {
  message: string('What was done, in a sentence for people', 'The patient is deleted'),
});

/** An envelope is named after its content. */
function nameOf(schema: TSchema): string {
  const { 'x-name': name } = schema as Annotations;
  if (name !== undefined) return name;
  const { items } = schema as Partial<TArray>;
  if (items === undefined) throw new Error('what an answer carries must have a name');
  return `${nameOf(items)}List`;
}
