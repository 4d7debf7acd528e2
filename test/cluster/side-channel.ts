import type { PgBus } from '../../src/platform/cluster/cluster.ts';

/** Where a test is about Redis alone. */
export const createNoSideChannel = (): PgBus => ({
  send: () => Promise.reject(new Error('there is none')),
  onMessage() {},
});
