import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisScript, RedisScripts } from '../platform/cluster/cluster.ts';
import { SECOND_MS } from '../platform/time.ts';

/** Longer than a reading takes to be stored. The claim of an instance that has died ends by then. */
const CLAIM_MS = 3 * SECOND_MS;
const POLL_MS = 25;

/** ARGV: the instance. Returns 0 if another instance has the claim. */
const TAKE_CLAIM: RedisScript = {
  name: 'vigilTakeMessage',
  numberOfKeys: 1,
  lua: `return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ${CLAIM_MS}) and 1 or 0`,
};

/** ARGV: the instance. */
const END_CLAIM: RedisScript = {
  name: 'vigilEndMessage',
  numberOfKeys: 1,
  lua: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0`,
};

/**
 * Of copies of a message that arrive at the same moment, at several instances or live and in a backlog, none finds another in the
 * table. So a message that may be a copy is claimed before its search, until it is stored or refused; the others wait for that.
 */
export class MessageClaims {
  readonly #instance = randomUUID();
  readonly #here = new Map<string, Promise<void>>();
  readonly #take: ((key: string, instance: string) => Promise<0 | 1>) | undefined;
  readonly #end: ((key: string, instance: string) => Promise<0>) | undefined;

  /** `scripts`: set if there are several instances. */
  constructor(scripts: RedisScripts | undefined) {
    this.#take = scripts?.define(TAKE_CLAIM);
    this.#end = scripts?.define(END_CLAIM);
  }

  /** Of several messages of a device. In one order, so that no two holders wait for each other. */
  async takeAll(deviceKey: number, fingerprints: readonly number[]): Promise<() => void> {
    const ends: (() => void)[] = [];
    for (const fingerprint of [...new Set(fingerprints)].sort((a, b) => a - b))
      ends.push(await this.take(deviceKey, fingerprint));
    return () => {
      for (const end of ends) end();
    };
  }

  /** Resolves with the end of the claim. */
  async take(deviceKey: number, fingerprint: number): Promise<() => void> {
    const key = `vigil:message:${deviceKey}:${fingerprint}`;
    for (let other = this.#here.get(key); other !== undefined; other = this.#here.get(key)) await other;
    let free = () => {};
    this.#here.set(key, new Promise<void>((resolve) => (free = resolve)));
    const until = performance.now() + CLAIM_MS;
    try {
      while ((await this.#take?.(key, this.#instance)) === 0 && performance.now() < until)
        await delay(POLL_MS);
    } catch {
      // Without Redis each instance decides by the table alone.
    }
    return () => {
      this.#here.delete(key);
      free();
      this.#end?.(key, this.#instance).catch(() => {});
    };
  }
}
