/** The service's logger; pino's loggers match it. Fields for machines come first, then a line for people. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

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
