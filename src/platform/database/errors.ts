import pg from 'pg';
import { AppError, Unavailable } from '../errors.ts';
import { CONNECT_TIMEOUT } from './connection.ts';

/** SQLSTATE classes for errors of the server, not of the statement; the client should retry. */
const AWAY_STATES = /^(08|53|57|58|25006)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const READ_TIMEOUT = 'Query read timeout';
/** pg and its pool have no error codes for these. */
const AWAY_MESSAGES = new RegExp(
  [
    READ_TIMEOUT,
    'Connection terminated',
    'timeout exceeded when trying to connect',
    CONNECT_TIMEOUT,
    'Client has encountered a connection error',
    'Client was closed',
    'not queryable',
  ].join('|'),
);

const IN_FAILED_TRANSACTION = '25P02';
/** The statement did not run, because an earlier one of its transaction has failed. */
export const isAborted = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;

const READ_ONLY = '25006';
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY;
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === READ_TIMEOUT;

/** Also finds a wrapped error. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error instanceof Unavailable;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return AWAY_CODES.has(code) || AWAY_STATES.test(code);
  return AWAY_MESSAGES.test(error.message) || isAway(error.cause);
}

const QUERY_CANCELED = '57014';

/**
 * The statement took too long, most often because it waited for a lock; the database itself is available. Also finds a
 * wrapped error.
 */
export function isStatementTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === QUERY_CANCELED || isStatementTimeout(error.cause);
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Another session held a table for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/**
 * The server refused the statement, so it and its transaction had no effect. A FATAL error may come after the commit.
 */
export const isRefusedByServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Of any unique index, or of the named one. */
export const isDuplicate = (error: unknown, index?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  (index === undefined || error.constraint === index);

/** A record refers to another that was deleted since it was looked up. */
export const isOrphan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
