import type { SideChannel } from '../../src/platform/cluster/cluster.ts';

/** Where a test is about Redis alone. */
export const createNoSideChannel = (): SideChannel => ({
  send: () => Promise.reject(new Error('there is none')),
  onMessage() {},
});
