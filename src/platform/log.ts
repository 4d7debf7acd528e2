/** The one logger of the service; pino's loggers fit. Fields first: what a machine reads, then a line for a person. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const THROTTLE_MS = 10_000;

/** At most one line in ten seconds, for what may happen at any rate; the next line counts those left out before it. */
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
