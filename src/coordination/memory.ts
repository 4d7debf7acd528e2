import type { Coordination, Keep, News, Relay, Roll } from './coordination.ts';

interface Window {
  count: number;
  resetAt: number;
}

const SWEEP_MS = 60_000;

/* There is nobody else. */
const NO_RELAY: Relay = {
  async listen() {},
  stop() {},
  isHeardElsewhere: () => false,
  say() {},
  said: () => 0,
  hear() {},
};
const NO_KEEP: Keep = { read: async () => undefined, write() {}, drop() {} };
const NO_ROLL: Roll = { enter() {}, leave() {}, elsewhere: async () => new Set() };

export function createMemoryCoordination({ now }: { readonly now: () => number }): Coordination {
  const windows = new Map<string, Window>();
  const listeners: ((news: News) => void)[] = [];

  const sweep = setInterval(() => {
    for (const [key, window] of windows) if (window.resetAt <= now()) windows.delete(key);
  }, SWEEP_MS).unref();

  return {
    schedule: undefined,
    relay: NO_RELAY,
    roll: NO_ROLL,
    keep: NO_KEEP,
    isWell: () => true,
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
    used(key) {
      const window = windows.get(key);
      return window === undefined || window.resetAt <= now() ? 0 : window.count;
    },
    ticket: async () => undefined,
    async announce(news) {
      for (const listener of listeners) listener(news);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    async close() {
      clearInterval(sweep);
      listeners.length = 0;
    },
  };
}
