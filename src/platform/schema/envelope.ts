import Type, { type TArray, type TSchema, type TUnion } from 'typebox';
import { type Annotations, count, integer, record, string } from './primitives.ts';

const succeeded = () => Type.Literal(true, { description: 'The request succeeded' });
const failed = () => Type.Literal(false, { description: 'The request failed' });

/** docs/contract.md, "Response format": every reply has one of these shapes. */
export const success = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}Answer`, 'Envelope of a success', { success: succeeded(), data });

export const successWithToken = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}WithTokenAnswer`, 'Envelope of a success that creates or renews a session', {
    success: succeeded(),
    data,
    token: string(
      'Session token for `Authorization: Bearer <token>`; also set as a cookie',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzZjBjOWE1MiJ9.c2lnbmF0dXJl',
    ),
  });

export const MAX_PAGE_SIZE = 100;

const Pagination = record('Pagination', 'Position of a page in its list', {
  page: integer(1, Number.MAX_SAFE_INTEGER, 'number', 'Page number, from 1', 1),
  limit: integer(1, MAX_PAGE_SIZE, 'count', 'Maximum number of records per page', 10),
  total: count('Number of records in the whole list', 1),
  totalPages: count('Number of pages in the whole list', 1),
});

export const page = <S extends TSchema>(row: S) =>
  record(`${nameOf(row)}Page`, 'Envelope of a page of a list', {
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
export const errorCode = () => string('Stable error code (docs/errors.md)', 'VALIDATION_FAILED');
export const retryAfter = () =>
  integer(1, Number.MAX_SAFE_INTEGER, 's', 'Time to wait before a retry, with a 429', 1);

export const Failure = record('Failure', 'Envelope of an error', {
  success: failed(),
  error: string('Error message for people', 'Validation failed'),
  code: errorCode(),
  details: Type.Optional(details()),
  retryAfter: Type.Optional(retryAfter()),
});

export const Confirmation = record('Notice', 'Confirmation message', {
  message: string('Message text for people', 'The patient is deleted'),
});

/** An envelope is named after its content. */
function nameOf(schema: TSchema): string {
  const { 'x-name': name } = schema as Annotations;
  if (name !== undefined) return name;
  // Of one that may be null.
  const { items, anyOf } = schema as Partial<TArray & TUnion<TSchema[]>>;
  if (anyOf?.[0] !== undefined) return nameOf(anyOf[0]);
  if (items === undefined) throw new Error('the data of a reply must have a name');
  return `${nameOf(items)}List`;
}
