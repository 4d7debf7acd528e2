import { common } from '../text/en/common.ts';
import type { Pagination } from './records.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Failed {
  readonly ok: false;
  /** 0 when no answer came. */
  readonly status: number;
  /** For a person to read. */
  readonly error: string;
  /** By the name of the field that is wrong. */
  readonly details: Readonly<Record<string, string>>;
}

export type Answered<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly pagination?: Pagination }
  | Failed;

interface Envelope<Data> {
  readonly success?: boolean;
  readonly data?: Data;
  readonly error?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly pagination?: Pagination;
}

const TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;

let sessionEnded: () => void = () => {};

/** Told when an answer says that nobody is logged in any more. */
export const onSessionEnded = (listener: () => void): void => {
  sessionEnded = listener;
};

/**
 * Asks the API, as whoever is logged in: the browser sends the cookie. Never throws; what went wrong is part of the answer.
 * `call<Patient>('GET', '/patients/me')`
 */
export async function call<Data = unknown>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answered<Data>> {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    const envelope = (text === '' ? {} : JSON.parse(text)) as Envelope<Data>;
    if (!response.ok) return failureOf(response.status, envelope, path);
    return {
      ok: true,
      status: response.status,
      data: envelope.data as Data,
      ...(envelope.pagination && { pagination: envelope.pagination }),
    };
  } catch {
    return { ok: false, status: 0, error: common.noAnswer, details: {} };
  }
}

export function failureOf(
  status: number,
  { error = common.noAnswer, details = {} }: Envelope<unknown>,
  path: string,
): Failed {
  // A wrong password answers 401 as well.
  if (status === UNAUTHENTICATED && path !== '/auth/login') sessionEnded();
  return { ok: false, status, error, details };
}

/** `query({ page: 2, status: undefined })` is `?page=2`. */
export function query(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
