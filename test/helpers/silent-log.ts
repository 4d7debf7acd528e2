import type { Log } from '../../src/platform/log.ts';

/** A log for unit tests; pass the methods that the test observes. */
export const silentLog = (overrides: Partial<Log> = {}): Log => ({
  debug() {},
  info() {},
  warn() {},
  error() {},
  ...overrides,
});
