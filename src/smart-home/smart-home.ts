import type { Organisation } from '../accounts/index.ts';
import { chunksOf } from '../platform/batching/chunks.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { KeptConnection } from '../platform/database/kept-connection.ts';
import { holdSessionLock, type SessionLock } from '../platform/database/session-lock.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { DeviceRegistry } from '../readings/index.ts';
import { type BrokerClient, openBrokerClient } from './broker-client.ts';
import { discoveryOf } from './discovery.ts';
import { statesOf } from './states.ts';
import * as store from './store.ts';
import { smartHomeTexts } from './texts/index.ts';
import * as topics from './topics.ts';

export interface SmartHomeDeps {
  readonly db: Database;
  readonly url: string;
  readonly registry: Pick<DeviceRegistry, 'newest'>;
  /** Of several instances only one is a client of the home's broker. */
  readonly connection: Pick<KeptConnection, 'use' | 'onLost'>;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly version: string;
  readonly publicUrl: () => string;
  /** Claims the fall as the service account of the home. */
  readonly claim: (fallId: string) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** The advisory lock of the instance that is connected. */
const SMART_HOME_LOCK = 0x7667_736d;
/** Shows batteries, names and silent wearables; falls wake the work at once. */
const EVERY_MS = 15 * SECOND_MS;
/** Changes within this time share one comparison. */
const REST_MS = 100;
/** An outage shorter than this is a reconnect. */
const DEGRADED_AFTER_MS = 10 * SECOND_MS;
const AT_ONCE = 100;

/**
 * docs/smart-home.md: a client of the home's own broker. It compares what the residents' topics should say with what
 * this connection has published, and publishes the difference; so nothing needs to be queued while the broker is away.
 */
export class SmartHome {
  readonly #deps: SmartHomeDeps;
  readonly #published = new Map<string, string>();
  readonly #claiming = new Set<string>();
  #periodic: Periodic | undefined;
  #lock: SessionLock | undefined;
  #client: BrokerClient | undefined;
  #awaySince: number | undefined;

  constructor(deps: SmartHomeDeps) {
    this.#deps = deps;
  }

  /** Call it once the public address is known. */
  start(): void {
    const { connection, now, log } = this.#deps;
    this.#lock = holdSessionLock({
      connection,
      key: SMART_HOME_LOCK,
      onHeld: () => this.#connect(),
      onLost: () => void this.#disconnect(),
      now,
      log,
    });
    this.#periodic = startPeriodic({
      everyMs: EVERY_MS,
      now,
      work: () => this.#work(),
      failed: (error) => log.warn({ err: error }, 'home broker: publishing failed, retrying'),
      restMs: () => REST_MS,
    });
  }

  /** A fall, a wearable or a resident has changed. */
  wake(): void {
    this.#periodic?.wake();
  }

  /** Instances that leave the connection to another one have nothing to complain about. */
  isHealthy(): boolean {
    return this.#awaySince === undefined || this.#deps.now() - this.#awaySince < DEGRADED_AFTER_MS;
  }

  async close(): Promise<void> {
    await this.#periodic?.close();
    await this.#disconnect({ topic: topics.STATUS_TOPIC, payload: topics.OFFLINE });
    await this.#lock?.close();
  }

  async #work(): Promise<void> {
    const client = this.#client;
    if (client?.isConnected()) await this.#publishChanges(client);
  }

  async #publishChanges(client: BrokerClient): Promise<void> {
    const { db, registry, organisation, version, publicUrl, now } = this.#deps;
    const residents = await store.sharedResidents(db, registry, now());
    const texts = smartHomeTexts(organisation.current().language);
    const shared = new Set(residents.map(({ id }) => id));
    const before = await store.announcedBefore(db);
    await store.rememberAnnounced(
      db,
      residents.map(({ id }) => id).filter((id) => !before.includes(id)),
    );
    const wanted: [string, string][] = [[topics.STATUS_TOPIC, topics.ONLINE]];
    for (const resident of residents) {
      const discovery = discoveryOf(resident, { version, publicUrl: publicUrl() }, texts);
      wanted.push([topics.configTopic(resident.id), JSON.stringify(discovery)]);
      const states = statesOf(resident);
      for (const state of topics.STATES) wanted.push([topics.stateTopic(resident.id, state), states[state]]);
    }
    await this.#publish(client, wanted);
    const gone = before.filter((id) => !shared.has(id));
    if (gone.length === 0) return;
    await this.#publish(client, gone.flatMap(emptied));
    await store.forgetAnnounced(db, gone);
    for (const [topic] of gone.flatMap(emptied)) this.#published.delete(topic);
  }

  async #publish(client: BrokerClient, wanted: readonly [string, string][]): Promise<void> {
    const changed = wanted.filter(([topic, payload]) => this.#published.get(topic) !== payload);
    for (const some of chunksOf(changed, AT_ONCE))
      await Promise.all(
        some.map(async ([topic, payload]) => {
          await client.publishRetained(topic, payload);
          this.#published.set(topic, payload);
        }),
      );
  }

  #connect(): void {
    const { url, log, now } = this.#deps;
    this.#awaySince = now();
    this.#client = openBrokerClient({
      url,
      will: { topic: topics.STATUS_TOPIC, payload: topics.OFFLINE },
      filters: [topics.HOME_ASSISTANT_STATUS, topics.CLAIM_FILTER],
      onConnected: () => {
        this.#awaySince = undefined;
        this.#publishAll();
      },
      onDisconnected: () => {
        this.#awaySince ??= now();
      },
      onMessage: (topic, payload) => this.#receive(topic, payload),
      log,
    });
  }

  async #disconnect(finalMessage?: { readonly topic: string; readonly payload: string }): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close(finalMessage);
    this.#awaySince = undefined;
  }

  #publishAll(): void {
    this.#published.clear();
    this.wake();
  }

  #receive(topic: string, payload: string): void {
    if (topic === topics.HOME_ASSISTANT_STATUS) {
      if (payload === topics.ONLINE) this.#publishAll();
      return;
    }
    const patientId = payload === topics.PRESS ? topics.patientOfClaim(topic) : undefined;
    // One press at a time: whoever can publish on the home's broker must not cost a query each.
    if (patientId === undefined || this.#claiming.has(patientId) || this.#claiming.size >= AT_ONCE) return;
    this.#claiming.add(patientId);
    this.#claimFallOf(patientId)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'home broker: claim failed'))
      .finally(() => this.#claiming.delete(patientId));
  }

  async #claimFallOf(patientId: string): Promise<void> {
    const fallId = await store.fallToClaim(this.#deps.db, patientId);
    if (fallId !== undefined) await this.#deps.claim(fallId);
  }
}

/** An empty retained message removes the one before it. */
const emptied = (patientId: string): [string, string][] => [
  [topics.configTopic(patientId), ''],
  ...topics.STATES.map((state): [string, string] => [topics.stateTopic(patientId, state), '']),
];
