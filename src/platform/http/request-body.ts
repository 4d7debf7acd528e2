import { AppError, InvalidInput } from '../errors.ts';
import { decodeJson } from '../schema/json.ts';
import type { RequestHead } from './head.ts';
import { needsBody, needsSomeField, type Route } from './route.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const NO_BODY = Buffer.alloc(0);
const JSON_TYPES = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/** The body that the route's schema has checked; undefined for a route without a body. */
export function parseBody(route: Route, head: RequestHead, body: Buffer | AppError | undefined): unknown {
  if (body instanceof AppError) throw body;
  if (route.readBody !== undefined) return route.readBody(body ?? NO_BODY);
  const missing = body === undefined || body.length === 0;
  if (route.body === undefined) {
    if (!missing) requireJson(head.contentType);
    return undefined;
  }
  if (missing && needsBody(route))
    throw new InvalidInput(undefined, 'A JSON body is required', 'BODY_MALFORMED');
  const parsed = route.body.parse(missing ? {} : read(route, body, head.contentType));
  if (needsSomeField(route) && Object.keys(parsed ?? {}).length === 0) {
    throw new InvalidInput(undefined, 'Nothing to change', 'NOTHING_TO_CHANGE');
  }
  return parsed;
}

/** The e-mail of a valid body: an invalid body does not count against any account. */
export function accountIn(
  route: Route,
  head: RequestHead,
  body: Buffer | AppError | undefined,
): string | undefined {
  try {
    const { email } = (parseBody(route, head, body) ?? {}) as { readonly email?: unknown };
    return typeof email === 'string' ? email : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The JSON value, or the AppError that refuses the bytes. */
export function parsedJsonOrError(bytes: Buffer, contentType: string): unknown {
  try {
    return parseJson(bytes, contentType);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const read = (route: Route, body: Buffer, contentType: string): unknown =>
  route.form && FORM_TYPE.test(contentType)
    ? Object.fromEntries(new URLSearchParams(body.toString()))
    : parseJson(body, contentType);

function parseJson(bytes: Buffer, contentType: string): unknown {
  requireJson(contentType);
  return decodeJson(bytes);
}

function requireJson(contentType: string): void {
  if (contentType !== '' && !JSON_TYPES.test(contentType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
  }
}
