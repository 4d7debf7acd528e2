import { type CodeOf, type ErrorCode, type ErrorStatus, statusOf } from './error-codes.ts';

/** Field name → error (docs/contract.md, "Response format"). */
export type Details = Readonly<Record<string, string>>;

interface Extras {
  readonly details?: Details | undefined;
  /** Whole seconds; becomes `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Further fields of the error body that the contract asks for. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Of a status from 500 on: whoever throws it has written a line of its own. */
  readonly isLogged?: boolean;
}

/** An error that is reported to the client. Any other thrown error is a bug, and the client gets 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly details: Details | undefined;
  readonly retryAfter: number | undefined;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly isLogged: boolean;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = statusOf(code);
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
    this.fields = extras.fields;
    this.isLogged = extras.isLogged ?? false;
  }
}

/** The code of the error within its status, and the invalid fields. */
interface Precisely<Code extends ErrorCode> {
  readonly code?: Code;
  readonly details?: Details | undefined;
}

export class InvalidInput extends AppError {
  constructor(details?: Details, message = 'Validation failed', code: CodeOf<400> = 'VALIDATION_FAILED') {
    super(code, message, { details });
  }
}

export class Unauthenticated extends AppError {
  constructor(
    message = 'Missing, invalid or expired token',
    { code = 'UNAUTHENTICATED', details }: Precisely<CodeOf<401>> = {},
  ) {
    super(code, message, { details });
  }
}

export class Forbidden extends AppError {
  constructor(
    message = 'Insufficient permissions',
    { code = 'FORBIDDEN', details }: Precisely<CodeOf<403>> = {},
  ) {
    super(code, message, { details });
  }
}

export class NotFound extends AppError {
  constructor(what = 'Resource') {
    super('NOT_FOUND', `${what} not found`);
  }
}

export class Conflict extends AppError {
  constructor(message: string, { code = 'CONFLICT', details }: Precisely<CodeOf<409>> = {}) {
    super(code, message, { details });
  }
}

export class TooManyRequests extends AppError {
  constructor(message: string, retryAfter: number, code: CodeOf<429> = 'RATE_LIMITED') {
    super(code, message, { retryAfter, fields: { retryAfter } });
  }
}

/** A failed start that the operator can fix: its message is printed as one line, without a stack. */
export class CannotStart extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/**
 * A connection attempt to several addresses fails with an AggregateError whose own message is empty: the first
 * attempt's message is used instead.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0)
    return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The database or another dependency is unavailable, or a bounded queue is full: the client should retry. */
export class Unavailable extends AppError {
  constructor(message = 'Service temporarily unavailable', cause?: unknown) {
    super('UNAVAILABLE', message, { retryAfter: 1, cause });
  }
}

/** docs/contract.md, "Devices": every transport refuses such a reading with this error. */
export const deviceNotYours = (): Forbidden =>
  new Forbidden('This device belongs to another user', { code: 'DEVICE_NOT_YOURS' });
export const deviceDisabled = (): Forbidden =>
  new Forbidden('This device is disabled', { code: 'DEVICE_DISABLED' });

export const emailTaken = (): Conflict =>
  new Conflict('This e-mail is already registered', { code: 'EMAIL_TAKEN' });

export const externalIdTaken = (): Conflict =>
  new Conflict('Another account has this external ID', { code: 'EXTERNAL_ID_TAKEN' });

/** docs/single-sign-on.md, "Without passwords". */
export const passwordLoginOff = (): Forbidden =>
  new Forbidden('Passwords are switched off; log in with single sign-on', { code: 'PASSWORD_LOGIN_OFF' });

/** docs/security.md, "Encrypted secrets": the service runs with a key other than the one that encrypted the secret. */
export const secretUnreadable = (): AppError =>
  new AppError(
    'SECRET_UNREADABLE',
    'The code cannot be checked, because the service cannot decrypt its secret; use a recovery code, or ask an admin',
  );

export const internalError = (cause?: unknown): AppError =>
  new AppError('INTERNAL_ERROR', 'Internal server error', { cause });
