import type { Log } from '../../src/platform/log.ts';

/** For parts that are tested by themselves; pass the methods that the test listens to. */
export const silentLog = (heard: Partial<Log> = {}): Log => ({
  debug() {},
  info() {},
  warn() {},
  error() {},
  ...heard,
});
