import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Language, Reader } from '../../platform/languages.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { canonicalZone } from '../../platform/zone.ts';
import { ORGANISATION_CHANGED } from '../cluster-events.ts';
import { findLanguage } from '../store/users.ts';
import type { OrganisationSettings, StoredOrganisation } from '../vocabulary.ts';
import * as store from './store.ts';

/**
 * Runs in the transaction that changes the organisation, with the new values and those before, on the one instance
 * that makes the change. `current()` still returns the old values then.
 */
type ChangeListener = (
  q: Queryable,
  now: OrganisationSettings,
  before: OrganisationSettings,
) => Promise<unknown>;

type OrganisationChange = {
  readonly [Field in keyof OrganisationSettings]?: OrganisationSettings[Field] | undefined;
};

interface OrganisationDeps {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'broadcast' | 'subscribe'>;
  /** Stored if the database has no values yet. */
  readonly firstValues: OrganisationSettings;
  readonly now: () => number;
  readonly log: Log;
}

/** An event may be lost while instances cannot reach each other. */
const REFRESH_MS = MINUTE_MS;

/**
 * The settings of the organisation (docs/home.md, "The organisation"). The database has them; every instance keeps a
 * copy, which an event replaces as soon as they change.
 */
export class Organisation {
  readonly #deps: OrganisationDeps;
  readonly #listeners: ChangeListener[] = [];
  readonly #periodic: Periodic;
  #settings: OrganisationSettings;
  #revision: number;

  static async open(deps: OrganisationDeps): Promise<Organisation> {
    const { db, firstValues, now } = deps;
    const opened = new Organisation(deps, await store.openOrganisationRow(db, firstValues, new Date(now())));
    // Another instance may have changed it before this one subscribed.
    opened.#take(await store.readOrganisation(db));
    return opened;
  }

  private constructor(deps: OrganisationDeps, stored: StoredOrganisation) {
    const { db, cluster, now, log } = deps;
    this.#deps = deps;
    this.#settings = settingsOf(stored);
    this.#revision = stored.revision;
    cluster.subscribe(ORGANISATION_CHANGED, (changed) => this.#take(changed));
    cluster.subscribe(RESYNC, () => this.#periodic.wake());
    this.#periodic = startPeriodic({
      everyMs: REFRESH_MS,
      now,
      work: async () => this.#take(await store.readOrganisation(db)),
      failed: (error) => log.warn({ err: error }, 'organisation: refresh failed, retrying in a minute'),
    });
  }

  current(): OrganisationSettings {
    return this.#settings;
  }

  /** docs/contract.md, "Rate limits": whether the limit has refused two people of one address. */
  sharesAddress(): Promise<boolean> {
    return store.hasSharedAddress(this.#deps.db);
  }

  /** How a person of that language reads, null being the language of the organisation. */
  readerOf(language: Language | null): Reader {
    const { timeZone, language: usual } = this.#settings;
    return { timeZone, language: language ?? usual };
  }

  /** How that person reads. */
  async readerWithId(userId: string): Promise<Reader> {
    return this.readerOf(await findLanguage(this.#deps.db, userId));
  }

  /**
   * The zone, for a transaction that stores instants computed with it: a change of the zone waits until it ends. Call
   * it before any other lock, as the change of the zone does.
   */
  holdTimeZone(q: Queryable): Promise<string> {
    return store.shareTimeZone(q);
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Every instance has the new values before this resolves, as far as it can be reached. */
  async change(change: OrganisationChange): Promise<OrganisationSettings> {
    const { db, cluster, now } = this.#deps;
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const changed = await db.transaction(async (q) => {
      const before = await store.lockOrganisation(q);
      const wanted = { ...before, ...given };
      const after = await store.writeOrganisation(
        q,
        { ...wanted, timeZone: canonicalZone(wanted.timeZone) },
        new Date(now()),
      );
      for (const listener of this.#listeners) await listener(q, after, before);
      return after;
    });
    await cluster.broadcast(ORGANISATION_CHANGED, changed);
    return settingsOf(changed);
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  #take(changed: StoredOrganisation): void {
    if (changed.revision <= this.#revision) return;
    this.#settings = settingsOf(changed);
    this.#revision = changed.revision;
  }
}

const settingsOf = ({
  name,
  timeZone,
  language,
  responseGoalMinutes,
}: OrganisationSettings): OrganisationSettings => ({ name, timeZone, language, responseGoalMinutes });
