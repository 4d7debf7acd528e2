import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Cluster, RedisScripts } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import { type Log, throttled } from '../../platform/log.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Device } from '../registry/device.ts';
import { GIVE_LEASE, IS_ALIVE, KEEP_LEASE, RENEW_LEASES, TAKE_LEASE } from './lease-scripts.ts';
import { exportSchedule, importSchedule, type StoredSchedule } from './lease-state.ts';
import { keyOf } from './redis-schedule.ts';
import { ScheduleState } from './send-schedule.ts';
import type { LeaseHolder } from './shared-schedule.ts';

/** An instance that does not renew its leases for this long has lost them. */
const LEASE_MS = 3 * SECOND_MS;
const RENEW_MS = SECOND_MS;
/** Sooner than Redis forgets the schedule of a device. A device that is silent for so long needs no lease. */
const KEEP_MS = 5 * MINUTE_MS;
/** A device that sends to two instances has no lease for so long: it would only go back and forth. */
const SHARED_MS = 30 * SECOND_MS;
/** So many leases are given back at once; other work runs before the next ones. */
const GIVEN_AT_ONCE = 50;
const MAX_CLAIM_PAUSE_MS = 50;

type TakeLeaseReply = readonly [
  holder: string,
  fence: string,
  now: number,
  wasHeld: 0 | 1,
  ...schedule: StoredSchedule,
];

interface LeasesDeps {
  readonly scripts: RedisScripts;
  readonly cluster: Pick<Cluster, 'relay' | 'isHealthy' | 'subscribe'>;
  /** When the newest readings of some devices were stored, in microseconds, by device key. */
  readonly newestTimes: (deviceKeys: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly intervalMs: number;
  /** For tests. */
  readonly sharedMs?: number;
  readonly steadyNow: () => number;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * A device that sends over MQTT belongs to the instance of its connection: the instance keeps the device's send
 * schedule in memory, and no reading asks Redis. Redis knows the holder of each lease. An instance that receives a
 * reading of another's device asks the holder, which writes the schedule back; a holder that is dead, or whose lease has
 * ended, is not waited for, and the schedule begins as after a restart. Each lease has a number that grows, the fence: an instance
 * that was frozen for longer than its lease writes nothing over the schedule of the next holder.
 */
export class Leases {
  readonly #deps: LeasesDeps;
  readonly #instance = randomUUID();
  readonly #take: (key: string, instance: string) => Promise<TakeLeaseReply>;
  readonly #give: (...args: readonly (string | number)[]) => Promise<0 | 1>;
  readonly #keep: (key: string, instance: string, fence: string) => Promise<0 | 1>;
  readonly #renew: (key: string, ms: number) => Promise<0 | 1>;
  readonly #isAlive: (key: string) => Promise<0 | 1>;
  readonly #newestOf: (deviceKey: string) => Promise<number | undefined>;
  readonly #warn: (fields: object, message: string) => void;
  /** By device key, the one that was kept longest ago last. Those of earlier generations are as good as given back. */
  readonly #held = new Map<number, Device>();
  readonly #taking = new Map<number, Promise<unknown>>();
  readonly #toGive = new Set<Device>();
  readonly #timer: NodeJS.Timeout;
  /** Leases taken before an interruption may be another's by now. */
  #generation = 1;
  #validUntil = 0;
  /** Other instances can ask for leases. */
  #isListening = false;
  #isRenewing = false;
  #giving: Promise<void> | undefined;
  #closed = false;

  constructor(deps: LeasesDeps) {
    this.#deps = deps;
    const { scripts, cluster, newestTimes, log } = deps;
    this.#take = scripts.define(TAKE_LEASE);
    this.#give = scripts.define(GIVE_LEASE);
    this.#keep = scripts.define(KEEP_LEASE);
    this.#renew = scripts.define(RENEW_LEASES);
    this.#isAlive = scripts.define(IS_ALIVE);
    this.#newestOf = createDataLoader(newestTimes);
    this.#warn = throttled((fields, message) => log.warn(fields, message));
    cluster.relay.onMessage((subject, message) => {
      if (subject === subjectOf(this.#instance)) this.#asked(message);
    });
    cluster.subscribe(RESYNC, () => {
      this.#generation += 1;
      this.#validUntil = 0;
      this.#isListening = false;
      void this.#beat();
    });
    this.#timer = setInterval(() => void this.#beat(), RENEW_MS).unref();
  }

  /** Whether this instance decides alone about the device's readings. Runs for every reading. */
  holds({ lease }: Device): boolean {
    return lease.generation === this.#generation && this.#isValid && this.#deps.cluster.isHealthy();
  }

  mayTake({ lease }: Device): boolean {
    return this.#isListening && !this.#closed && this.#isValid && performance.now() >= lease.sharedUntil;
  }

  /** Settles when the lease that is being taken now is taken or refused. */
  taking(device: Device): Promise<unknown> | undefined {
    return this.#taking.get(device.key);
  }

  /** Returns the holder, if that is another instance. Otherwise it is taken, or Redis is unavailable. */
  async take(device: Device): Promise<LeaseHolder | undefined> {
    const taking = this.#takeNow(device).finally(() => this.#taking.delete(device.key));
    this.#taking.set(device.key, taking);
    return taking;
  }

  /**
   * Asks the holder for its lease; call again until Redis says that the lease is free. The lease of a dead holder ends
   * at once.
   */
  async claim(deviceKey: number, { holder, fence }: LeaseHolder, attempt: number): Promise<void> {
    try {
      if (holder === this.#instance) return await this.#giveBackUnheld(deviceKey, fence);
      const receivers = await this.#deps.cluster.relay.publish(subjectOf(holder), `${deviceKey} ${fence}`);
      const isDead = receivers === 0 || (await this.#isAlive(aliveKeyOf(holder))) === 0;
      if (isDead) await this.#end(deviceKey, holder, fence);
      else await delay(Math.min(MAX_CLAIM_PAUSE_MS, 2 ** attempt));
    } catch (error) {
      this.#warn({ err: error }, 'readings: asking for the lease of a device failed');
    }
  }

  /** The device has disconnected. */
  release(device: Device): void {
    if (this.#held.get(device.key) !== device) return;
    this.#toGive.add(device);
    void this.#giveQueued();
  }

  count(): number {
    return this.#held.size;
  }

  /** Writes the schedules of all devices back. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#giving;
    for (const device of this.#held.values()) this.#toGive.add(device);
    await this.#giveQueued();
    await this.#renew(aliveKeyOf(this.#instance), 0).catch(() => {});
  }

  get #isValid(): boolean {
    return performance.now() < this.#validUntil;
  }

  async #takeNow(device: Device): Promise<LeaseHolder | undefined> {
    const generation = this.#generation;
    const { key, lease } = device;
    try {
      const [holder, fence, now, wasHeld, ...stored] = await this.#take(keyOf(key), this.#instance);
      const known = this.#held.get(key);
      this.#held.delete(key);
      if (holder !== this.#instance) {
        lease.generation = 0;
        return { holder, fence };
      }
      // What an instance holds it knows better than Redis.
      if (wasHeld === 0) importSchedule(device, stored, now, this.#deps);
      else if (known !== undefined && known !== device) Object.assign(device.schedule, known.schedule);
      this.#held.set(key, device);
      lease.fence = fence;
      lease.generation = generation;
    } catch {
      // This instance decides without it.
    }
    return undefined;
  }

  /** Another instance has received a reading of the device. */
  #asked(message: string): void {
    const [key = '', fence = ''] = message.split(' ');
    const deviceKey = Number(key);
    // It asks again.
    if (fence === '' || this.#taking.has(deviceKey)) return;
    const device = this.#held.get(deviceKey);
    if (device !== undefined)
      device.lease.sharedUntil = performance.now() + (this.#deps.sharedMs ?? SHARED_MS);
    this.#giveBackUnheld(deviceKey, fence).catch(() => {});
  }

  /** This instance is the holder, as far as Redis knows. Without the device in memory it may have lost the schedule. */
  async #giveBackUnheld(deviceKey: number, fence: string): Promise<void> {
    const device = this.#held.get(deviceKey);
    if (device === undefined) await this.#end(deviceKey, this.#instance, fence);
    else await this.#giveBack(device);
  }

  async #giveBack(device: Device): Promise<void> {
    const { key, lease } = device;
    const { fence } = lease;
    lease.generation = 0;
    this.#toGive.delete(device);
    await this.#give(keyOf(key), this.#instance, fence, ...exportSchedule(device, this.#deps));
    this.#forget(device, fence);
  }

  /** Unless it was taken again meanwhile. */
  #forget({ key, lease }: Device, fence: string): void {
    if (lease.fence === fence && this.#held.get(key)?.lease === lease) this.#held.delete(key);
  }

  /** A device's next reading is judged as after a restart: by what the table has of it. */
  async #end(deviceKey: number, holder: string, fence: string): Promise<void> {
    const newestUs = await this.#newestOf(String(deviceKey)).catch(() => undefined);
    const lastStoredAt = newestUs === undefined ? 0 : Math.floor(newestUs / 1000);
    const fresh = { schedule: new ScheduleState(), lastStoredAt, lastAcceptedAt: lastStoredAt };
    await this.#give(keyOf(deviceKey), holder, fence, ...exportSchedule(fresh, this.#deps));
  }

  async #giveQueued(): Promise<void> {
    this.#giving ??= this.#giveInChunks().finally(() => {
      this.#giving = undefined;
    });
    return this.#giving;
  }

  async #giveInChunks(): Promise<void> {
    while (this.#toGive.size > 0) {
      const some = firstOf(this.#toGive, GIVEN_AT_ONCE);
      for (const device of some) this.#toGive.delete(device);
      // A lease that cannot be given back now is given to the instance that asks for it.
      await Promise.allSettled(some.map((device) => this.#giveBack(device)));
      await nextTurn();
    }
  }

  /** One command for all leases of the instance, and one each for a few of them. */
  async #beat(): Promise<void> {
    if (this.#isRenewing || this.#closed || !this.#deps.cluster.isHealthy()) return;
    this.#isRenewing = true;
    try {
      if (!this.#isListening) await this.#listen();
      const sentAt = performance.now();
      const wasAlive = await this.#renew(aliveKeyOf(this.#instance), LEASE_MS);
      // By either clock: that of a virtual machine may have stood still.
      if (wasAlive === 0 || !this.#isValid) this.#generation += 1;
      this.#validUntil = sentAt + LEASE_MS;
      this.#keepSome();
    } catch (error) {
      this.#warn({ err: error }, 'readings: renewing the leases of devices failed');
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Without a subscription in Redis this instance would count as dead. */
  async #listen(): Promise<void> {
    const generation = this.#generation;
    const { relay } = this.#deps.cluster;
    const subject = subjectOf(this.#instance);
    await relay.subscribe(subject);
    this.#isListening = (await relay.publish(subject, '')) === 1 && generation === this.#generation;
  }

  /** Redis forgets a schedule that nobody uses. Each device has its turn once in `KEEP_MS`. */
  #keepSome(): void {
    const count = Math.ceil((this.#held.size * RENEW_MS) / KEEP_MS);
    const { now } = this.#deps;
    for (const [key, device] of firstOf(this.#held, count)) {
      this.#held.delete(key);
      this.#held.set(key, device);
      if (now() - device.window.lastArrivedAt > KEEP_MS) this.release(device);
      else this.#keepOne(device).catch(() => {});
    }
  }

  async #keepOne(device: Device): Promise<void> {
    const { key, lease } = device;
    const { fence } = lease;
    if ((await this.#keep(keyOf(key), this.#instance, fence)) === 1 || lease.fence !== fence) return;
    lease.generation = 0;
    this.#forget(device, fence);
  }
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}

const subjectOf = (instance: string): string => `lease:${instance}`;
const aliveKeyOf = (instance: string): string => `vigil:lease:${instance}`;
