import type { Log } from '../log.ts';
import { MINUTE_MS } from '../time.ts';
import type { Cluster, PresenceSet, Relay, SessionStore } from './cluster.ts';
import { RESYNC } from './events.ts';
import { createEventListeners } from './listeners.ts';

interface Window {
  count: number;
  resetAt: number;
}

const SWEEP_MS = MINUTE_MS;

/* A single instance has no others to relay to. */
const NO_RELAY: Relay = {
  async subscribe() {},
  unsubscribe() {},
  hasRemoteSubscribers: () => false,
  publish: async () => undefined,
  publishedCount: () => 0,
  onMessage() {},
};
const NO_SESSION_STORE: SessionStore = { read: async () => undefined, write() {}, delete() {} };
const NO_PRESENCE: PresenceSet = { add() {}, remove() {}, onOtherInstances: async () => new Set() };

interface MemoryClusterDeps {
  readonly now: () => number;
  readonly log: Log;
}

export function createMemoryCluster({ now, log }: MemoryClusterDeps): Cluster {
  const windows = new Map<string, Window>();
  const listeners = createEventListeners(log);

  const sweep = setInterval(() => {
    for (const [key, window] of windows) if (window.resetAt <= now()) windows.delete(key);
  }, SWEEP_MS).unref();

  return {
    isShared: false,
    scripts: undefined,
    relay: NO_RELAY,
    presence: NO_PRESENCE,
    sessionStore: NO_SESSION_STORE,
    isHealthy: () => true,
    hit(key, limit, windowMs) {
      let window = windows.get(key);
      if (window === undefined || window.resetAt <= now()) {
        window = { count: 0, resetAt: now() + windowMs };
        windows.set(key, window);
      }
      window.count += 1;
      return {
        allowed: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetAt: window.resetAt,
      };
    },
    peek(key, limit) {
      const window = windows.get(key);
      const hasExpired = window === undefined || window.resetAt <= now();
      const { count, resetAt } = hasExpired ? { count: 0, resetAt: now() } : window;
      return { allowed: count < limit, limit, remaining: Math.max(0, limit - count), resetAt };
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window === undefined) return;
      window.count -= 1;
      if (window.count <= 0) windows.delete(key);
    },
    nextConnectionSequence: async () => undefined,
    async broadcast(kind, data) {
      listeners.call(kind, data);
    },
    resync: () => listeners.call(RESYNC, {}),
    subscribe: listeners.add,
    async close() {
      clearInterval(sweep);
      listeners.clear();
    },
  };
}
