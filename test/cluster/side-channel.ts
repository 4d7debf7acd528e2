import type { PgBus } from '../../src/platform/cluster/cluster.ts';

/** For tests of Redis without the side channel. */
export const createNoSideChannel = (): PgBus => ({
  send: () => Promise.reject(new Error('there is none')),
  onMessage() {},
});
