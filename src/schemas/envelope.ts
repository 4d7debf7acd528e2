import Type, { type TSchema } from 'typebox';
import { integer } from './primitives.ts';

/** docs/contract.md, "Answers": every answer has one of these shapes. */
export const success = <S extends TSchema>(data: S) => Type.Object({ success: Type.Literal(true), data });

export const successWithToken = <S extends TSchema>(data: S) =>
  Type.Object({ success: Type.Literal(true), data, token: Type.String() });

export const Pagination = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
  total: Type.Integer({ minimum: 0 }),
  totalPages: Type.Integer({ minimum: 0 }),
});

export const page = <S extends TSchema>(row: S) =>
  Type.Object({ success: Type.Literal(true), data: Type.Array(row), pagination: Pagination });

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  details: Type.Optional(Type.Record(Type.String(), Type.String())),
  retryAfter: Type.Optional(integer(1, Number.MAX_SAFE_INTEGER)),
});

export const Notice = Type.Object({ message: Type.String() });
