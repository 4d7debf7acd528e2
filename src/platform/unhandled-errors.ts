import type { Log } from './log.ts';

interface FaultDeps {
  readonly process: NodeJS.EventEmitter;
  readonly log: Log;
  /** The process can no longer be trusted: it should stop, and a supervisor should restart it. */
  readonly onFatal: () => void;
}

export interface Faults {
  unhandledRejections(): number;
}

/** A connection without an error listener broke; nothing else is affected. */
const CONNECTION_ERRORS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH']);

/**
 * Handles errors that no other code has caught. An unhandled rejection leaves the code before and after it intact, so
 * the service continues. An uncaught exception has left a function half-way, so its state may be wrong: the service
 * drains and stops. It continues only after a socket error, which Node throws after the socket is destroyed.
 */
export function watchFaults({ process, log, onFatal }: FaultDeps): Faults {
  let rejections = 0;
  process.on('unhandledRejection', (reason: unknown) => {
    rejections += 1;
    log.error({ err: asError(reason) }, 'process: unhandled promise rejection, continuing');
  });
  process.on('uncaughtException', (error: unknown) => {
    if (isConnectionError(error)) {
      log.error({ err: error }, 'process: unhandled connection error, continuing');
      return;
    }
    log.error({ err: asError(error) }, 'process: uncaught exception, stopping');
    onFatal();
  });
  return { unhandledRejections: () => rejections };
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function isConnectionError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && syscall !== undefined && CONNECTION_ERRORS.has(code ?? '');
}
