/** Field name → what is wrong with it (docs/contract.md, "Answers"). */
export type Details = Readonly<Record<string, string>>;

interface Extras {
  readonly details?: Details | undefined;
  /** Whole seconds; becomes `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Further fields of the error body that the contract asks for. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Everything a client may be told went wrong. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly status: number;
  readonly details: Details | undefined;
  readonly retryAfter: number | undefined;
  readonly fields: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = new.target.name;
    this.status = status;
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
    this.fields = extras.fields;
  }
}

export class InvalidInput extends AppError {
  constructor(details?: Details, message = 'Validation failed') {
    super(400, message, { details });
  }
}

export class Unauthenticated extends AppError {
  constructor(message = 'Missing, invalid or expired token', details?: Details) {
    super(401, message, { details });
  }
}

export class Forbidden extends AppError {
  constructor(message = 'Insufficient permissions', details?: Details) {
    super(403, message, { details });
  }
}

export class NotFound extends AppError {
  constructor(what = 'Resource') {
    super(404, `${what} not found`);
  }
}

export class Conflict extends AppError {
  constructor(message: string, details?: Details) {
    super(409, message, { details });
  }
}

export class TooManyRequests extends AppError {
  constructor(message: string, retryAfter: number) {
    super(429, message, { retryAfter, fields: { retryAfter } });
  }
}

/** A failed start that the operator can mend: its message is printed as one line, without a stack. */
export class CannotStart extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/**
 * A connection that was tried on several addresses fails with an AggregateError whose own message is empty: the first
 * attempt's message is used instead.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0)
    return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The database or another part we depend on is away, or a bounded queue is full: the client should try again. */
export class Unavailable extends AppError {
  constructor(message = 'Service temporarily unavailable', cause?: unknown) {
    super(503, message, { retryAfter: 1, cause });
  }
}
