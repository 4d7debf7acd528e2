// Explains in one line why a start failed and names the setting to change. A problem not listed here is a bug.

import { resolve, sep } from 'node:path';
import pg from 'pg';
import { CannotStart, messageOf, Unavailable } from '../platform/errors.ts';
import type { Config } from './config.ts';

/** Keyed by the error code of Node, TLS or PostgreSQL. */
const DATABASE_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ECONNRESET: 'the server there hung up: is it a PostgreSQL?',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ENOENT: 'there is no such socket',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  '28P01': 'the user or the password is wrong',
  '28000': 'the user may not log in there',
  '3D000': 'create the database first',
  '42501': 'the user may not create tables there',
  '53300': 'the server has no connection left',
  '57P03': 'the server is not ready yet',
};
/** Errors of pg that have no code. */
const DATABASE_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'the server has no TLS: leave out sslmode'],
  [/Connection terminated unexpectedly/, 'the server there hung up: is it a PostgreSQL?'],
];
const FOLDER_PROBLEMS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT']);

/** Returns the error itself if there is nothing to add. */
export const explained = (error: unknown, config: Config): unknown =>
  error instanceof CannotStart
    ? error
    : (databaseProblem(error, config) ?? folderProblem(error, config) ?? error);

function databaseProblem(error: unknown, { databaseUrl }: Config): CannotStart | undefined {
  if (databaseUrl === undefined || !(error instanceof Error)) return undefined;
  const words = error instanceof Unavailable ? error.message : problemOf(error);
  if (words === undefined) return undefined;
  const detail = error instanceof Unavailable ? '' : ` (${messageOf(error)})`;
  return new CannotStart(`DATABASE_URL: ${words}${detail}`, error);
}

function problemOf(error: Error & { code?: unknown; path?: unknown; syscall?: unknown }): string | undefined {
  // The error is about a file, not a connection.
  if (error.path !== undefined && error.syscall !== 'connect') return undefined;
  const isNamed = error instanceof pg.DatabaseError || typeof error.code === 'string';
  if (isNamed) return DATABASE_PROBLEMS[String(error.code)];
  return DATABASE_MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1];
}

function folderProblem(error: unknown, { dataDir }: Config): CannotStart | undefined {
  const { code = '', path = '', syscall } = error as NodeJS.ErrnoException;
  // A folder that cannot be created, as under /proc. A file missing inside a folder is a different problem.
  const isFolderProblem = FOLDER_PROBLEMS.has(code) || (code === 'ENOENT' && syscall === 'mkdir');
  const folder = resolve(dataDir);
  const isInside = folder.startsWith(resolve(path)) || resolve(path).startsWith(folder + sep);
  if (!(error instanceof Error) || !isFolderProblem || path === '' || !isInside) return undefined;
  return new CannotStart(
    `DATA_DIR: ${path} cannot be used (${messageOf(error)}). ` +
      `Set DATA_DIR to a folder that ${whoWeAre()} may write to.`,
    error,
  );
}

const whoWeAre = (): string => (process.geteuid === undefined ? 'this user' : `uid ${process.geteuid()}`);
