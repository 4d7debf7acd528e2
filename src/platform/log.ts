/** The service's logger; pino's loggers match it. Fields for machines come first, then a line for people. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The words before the first colon: `outbox: check failed`. */
const COMPONENT = /^[\w -]{1,40}(?=:)/;

/** Counts warnings and errors by component, so that a part that fails again and again shows in the metrics. */
export const countedLog = (
  log: Log,
  count: (line: { readonly component: string; readonly level: 'warn' | 'error' }) => void,
): Log => {
  const counted = (level: 'warn' | 'error'): Log['warn'] => {
    return (fields, message) => {
      count({ component: COMPONENT.exec(message)?.[0] ?? 'other', level });
      log[level](fields, message);
    };
  };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: counted('warn'),
    error: counted('error'),
  };
};

const THROTTLE_MS = 10_000;

/** At most one line per ten seconds, for events of any rate; the next line counts the omitted ones. */
export function throttled(write: Log['warn'], clock: () => number = () => performance.now()): Log['warn'] {
  let last = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (fields, message) => {
    if (clock() - last < THROTTLE_MS) {
      leftOut += 1;
      return;
    }
    write(leftOut > 0 ? { ...fields, leftOut } : fields, message);
    last = clock();
    leftOut = 0;
  };
}
