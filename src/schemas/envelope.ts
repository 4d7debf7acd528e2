import Type, { type TArray, type TSchema } from 'typebox';
import { type Annotations, integer, record } from './primitives.ts';

/** Contract, section 1: every answer has one of these shapes. */
export const success = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}Answer`, { success: Type.Literal(true), data });

export const successWithToken = <S extends TSchema>(data: S) =>
  record(`${nameOf(data)}WithTokenAnswer`, { success: Type.Literal(true), data, token: Type.String() });

export const Pagination = record('Pagination', {
  page: Type.Integer({ minimum: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
  total: Type.Integer({ minimum: 0 }),
  totalPages: Type.Integer({ minimum: 0 }),
});

export const page = <S extends TSchema>(row: S) =>
  record(`${nameOf(row)}Page`, {
    success: Type.Literal(true),
    data: Type.Array(row),
    pagination: Pagination,
  });

export const Failure = record('Failure', {
  success: Type.Literal(false),
  error: Type.String(),
  details: Type.Optional(Type.Record(Type.String(), Type.String())),
  retryAfter: Type.Optional(integer(1, Number.MAX_SAFE_INTEGER)),
});

export const Notice = record('Notice', { message: Type.String() });

/** An envelope is called after what is in it. */
function nameOf(schema: TSchema): string {
  const { 'x-name': name } = schema as Annotations;
  if (name !== undefined) return name;
  const { items } = schema as Partial<TArray>;
  if (items === undefined) throw new Error('what an answer carries must have a name');
  return `${nameOf(items)}List`;
}
