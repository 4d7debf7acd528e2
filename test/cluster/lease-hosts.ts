import { pino } from 'pino';
import type { Cluster, RedisScript, RedisScripts } from '../../src/platform/cluster/cluster.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { Device, Owner } from '../../src/readings/registry/device.ts';
import { Leases } from '../../src/readings/schedule/leases.ts';
import { createRedisSchedule } from '../../src/readings/schedule/redis-schedule.ts';
import { createSchedule } from '../../src/readings/schedule/schedule.ts';
import {
  type Acceptance,
  type ScheduledReading,
  takenAt,
} from '../../src/readings/schedule/send-schedule.ts';
import { DEVICE_ROW } from '../helpers/device-row.ts';
import { createNoSideChannel } from './side-channel.ts';

const log = pino({ level: 'silent' });

/** One instance's schedule and leases, with devices whose readings are stored at once. */
export interface Host {
  readonly cluster: Cluster;
  readonly leases: Leases;
  /** Scripts that Redis has not answered in time: then the instance decides alone. */
  unanswered(): number;
  device(key: number): Device;
  /** Undefined if the reading is refused. */
  decide(key: number, reading: Omit<ScheduledReading, 'lastStoredAt'>): Promise<Acceptance | undefined>;
  giveBack(key: number, acceptance: Acceptance): void;
  /** A frozen instance neither renews its leases nor reads what it is asked. */
  freeze(isFrozen: boolean): void;
  /** Ends as with SIGKILL: it says nothing more. */
  kill(): Promise<void>;
}

interface HostOptions {
  readonly url: string;
  readonly now: () => number;
  readonly scriptsOf?: (scripts: RedisScripts) => RedisScripts;
  /** When the newest reading of any device was stored, in milliseconds since 1970. */
  readonly newestAt?: () => number;
  readonly sharedMs?: number;
}

export function startHost({
  url,
  now,
  scriptsOf = (scripts) => scripts,
  newestAt,
  sharedMs,
}: HostOptions): Host {
  let isFrozen = false;
  const cluster = createRedisCluster({ url, pgBus: createNoSideChannel(), now: Date.now, log });
  if (cluster.scripts === undefined) throw new Error('no scripts');
  let unanswered = 0;
  const asked = scriptsOf(cluster.scripts);
  const scripts: RedisScripts = {
    ...asked,
    define<Reply>(script: RedisScript) {
      const run = asked.define<Reply>(script);
      return (...args) =>
        run(...args).catch((error: unknown) => {
          unanswered += 1;
          throw error;
        });
    },
  };
  const { relay } = cluster;
  const leases = new Leases({
    scripts,
    cluster: {
      isHealthy: () => cluster.isHealthy() && !isFrozen,
      subscribe: cluster.subscribe,
      relay: {
        ...relay,
        onMessage: (listener) =>
          relay.onMessage((...message) => (isFrozen ? undefined : listener(...message))),
      },
    },
    newestTimes: async (keys) => new Map(newestAt && keys.map((key) => [key, newestAt() * 1000])),
    intervalMs: 1000,
    ...(sharedMs !== undefined && { sharedMs }),
    steadyNow: now,
    now,
    log,
  });
  const schedule = createSchedule({
    intervalMs: 1000,
    shared: { schedule: createRedisSchedule(scripts), leases },
    steadyNow: now,
    now,
  });
  const devices = new Map<number, Device>();

  function device(key: number): Device {
    const known = devices.get(key);
    if (known !== undefined) return known;
    const created = new Device({ ...DEVICE_ROW, key }, new Owner('u'), 0);
    created.window.lastArrivedAt = now();
    devices.set(key, created);
    return created;
  }

  return {
    cluster,
    leases,
    unanswered: () => unanswered,
    device,
    decide(key, reading) {
      const at = device(key);
      const turn = {
        ...reading,
        device: at,
        get lastStoredAt() {
          return at.lastStoredAt;
        },
      };
      return new Promise((resolve) =>
        schedule.decide({
          ...reading,
          device: at,
          get lastStoredAt() {
            return at.lastStoredAt;
          },
          proceed(acceptance) {
            at.lastSeenMs = Math.max(at.lastSeenMs, takenAt(turn, acceptance));
            at.advanceTo(at.lastSeenMs);
            resolve(acceptance);
          },
          refuse: () => resolve(undefined),
        }),
      );
    },
    giveBack: (key, acceptance) => schedule.giveBack(device(key), acceptance),
    freeze(frozen) {
      isFrozen = frozen;
    },
    async kill() {
      isFrozen = true;
      await cluster.close();
    },
  };
}
