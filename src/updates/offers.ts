import { chunksOf } from '../platform/batching/chunks.ts';
import { createDataLoader } from '../platform/batching/data-loader.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { PgListener } from '../platform/database/pg-listener.ts';
import type { Log } from '../platform/log.ts';
import { deviceTopic } from '../platform/mqtt/topics.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import { countStates, OFFERS_CHANGED, type Offer, offersByMac, settle } from './store.ts';
import { UPDATE_STATES, type UpdateState } from './vocabulary.ts';

interface Subscribers {
  /** To the local connections that may watch the wearer. */
  readonly publish: (topic: string, payload: string, userId: string) => void;
  readonly listenedDevices: () => Iterable<string>;
}

export interface OfferDeps {
  readonly db: Database;
  readonly notices: Pick<PgListener, 'on'>;
  /** The service's address, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly log: Log;
}

const BATCH = 1_000;
/** Notices that arrive together share a run. */
const REST_MS = SECOND_MS;

/** As wearables get it: docs/updates.md, "Wearables". */
export const updateOf = ({ id, version, size, sha256, signature }: Offer, publicUrl: string) => ({
  id,
  version,
  url: `${publicUrl}/api/firmware/${id}/image`,
  size,
  sha256,
  signature,
});

/**
 * Tells the wearables that are connected to this instance what they are offered. Every instance does so for its own; what has
 * changed comes by NOTIFY, and once a minute everything is looked at, for what no notice tells.
 */
export class Offers {
  readonly #deps: OfferDeps;
  readonly #offerOf: (macAddress: string) => Promise<Offer | undefined>;
  /** By MAC address: the image that its subscribers know of, and the wearer. */
  readonly #published = new Map<string, Pick<Offer, 'id' | 'userId'>>();
  readonly #changed = new Set<string>();
  #areAllChanged = false;
  #mustSettle = false;
  /** Most of the time nothing is offered, and then thousands of new subscribers take no query. */
  #isAnyOffered = true;
  #counts: ReadonlyMap<UpdateState, number> = new Map();
  #subscribers: Subscribers | undefined;
  #periodic: Periodic | undefined;

  constructor(deps: OfferDeps) {
    this.#deps = deps;
    this.#offerOf = createDataLoader((macs) => offersByMac(deps.db, macs));
    deps.notices.on('vigil_firmware', (payload) => this.#hear(payload));
    deps.notices.on('vigil_ward', () => this.#hear(undefined));
  }

  start(): void {
    const { now, log } = this.#deps;
    this.#periodic = startPeriodic({
      everyMs: MINUTE_MS,
      now,
      work: () => this.#work(),
      restMs: () => REST_MS,
      failed: (error) => log.error({ err: error }, 'updates: offering firmware failed, retrying'),
    });
    this.#periodic.wake();
  }

  async close(): Promise<void> {
    await this.#periodic?.close();
  }

  serve(subscribers: Subscribers): void {
    this.#subscribers = subscribers;
  }

  counts(): readonly { readonly state: UpdateState; readonly count: number }[] {
    return UPDATE_STATES.map((state) => ({ state, count: this.#counts.get(state) ?? 0 }));
  }

  /** For a new subscriber. */
  async retained(macAddress: string): Promise<string | undefined> {
    if (!this.#isAnyOffered) return undefined;
    const offer = await this.#offerOf(macAddress);
    if (offer === undefined) return undefined;
    this.#published.set(macAddress, offer);
    return this.#textOf(offer);
  }

  #textOf(offer: Offer): string {
    return JSON.stringify(updateOf(offer, this.#deps.publicUrl()));
  }

  /** A MAC address, that all offers may have changed, or else that a wearable reports another version. */
  #hear(payload: string | undefined): void {
    if (payload === OFFERS_CHANGED) this.#areAllChanged = true;
    else if (payload) this.#changed.add(payload);
    else this.#mustSettle = true;
    if (payload) this.#isAnyOffered = true;
    this.#periodic?.wake();
  }

  async #work(): Promise<void> {
    const { db, now } = this.#deps;
    // What is marked while this runs belongs to the next run.
    const isOfSome = this.#changed.size > 0 && !this.#areAllChanged && !this.#mustSettle;
    const mustSettle = this.#mustSettle || !(isOfSome || this.#areAllChanged);
    const some = [...this.#changed];
    this.#areAllChanged = false;
    this.#mustSettle = false;
    this.#changed.clear();
    if (isOfSome) return this.#tell(some);
    this.#isAnyOffered = true;
    if (mustSettle) await db.transaction((q) => settle(q, new Date(now())));
    await this.#count();
    const here = new Set(this.#subscribers?.listenedDevices());
    for (const mac of this.#published.keys()) if (!here.has(mac)) this.#published.delete(mac);
    if (!this.#isAnyOffered && this.#published.size === 0) return;
    for (const chunk of chunksOf([...here], BATCH)) await this.#tell(chunk);
  }

  async #count(): Promise<void> {
    const counts = new Map((await countStates(this.#deps.db)).map(({ state, count }) => [state, count]));
    this.#counts = counts;
    // What was offered meanwhile is announced, and looked at next.
    this.#isAnyOffered = this.#areAllChanged || counts.has('offered') || counts.has('loading');
  }

  async #tell(macs: readonly string[]): Promise<void> {
    const offers = await offersByMac(this.#deps.db, macs);
    for (const mac of macs) {
      const offer = offers.get(mac);
      const before = this.#published.get(mac);
      if (offer?.id === before?.id) continue;
      const topic = deviceTopic(mac, 'updates');
      if (offer !== undefined) {
        this.#published.set(mac, offer);
        this.#subscribers?.publish(topic, this.#textOf(offer), offer.userId);
      } else if (before !== undefined) {
        this.#published.delete(mac);
        this.#subscribers?.publish(topic, '', before.userId);
      }
    }
  }
}
