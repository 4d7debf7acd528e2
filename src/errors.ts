/** Field name → what is wrong with it (contract, section 7). */
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
  constructor(message = 'Missing, invalid or expired token') {
    super(401, message);
  }
}

export class Forbidden extends AppError {
  constructor(message = 'Insufficient permissions') {
    super(403, message);
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

/** The database or another part we depend on is away, or a bounded queue is full: the client should try again. */
export class Unavailable extends AppError {
  constructor(message = 'Service temporarily unavailable', cause?: unknown) {
    super(503, message, { retryAfter: 1, cause });
  }
}
