import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Station } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { LOST_MS, SEEN_MS } from './rules.ts';
import { markLost, markSeen } from './store.ts';

export interface LostStation extends Station {
  readonly seenAt: Date;
}

interface PresenceDeps {
  readonly db: Database;
  /** Runs in the transaction that marks them, so each is notified once. Returns what to do after the commit. */
  readonly onLost: (markLost: (q: Queryable) => Promise<readonly LostStation[]>, at: Date) => Promise<void>;
  /** A lost station is connected again. */
  readonly onFound: (stationIds: readonly string[]) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 5 * SECOND_MS;
const MOST_AT_ONCE = 100;

/**
 * Keeps in the database when each station was last connected, and finds the stations that no instance has
 * (docs/home.md, "Blind spots").
 */
export function watchStations({ db, onLost, onFound, now, log }: PresenceDeps) {
  /** Connected to this instance. */
  const connected = new Set<string>();
  // Stations need time to come back after a start: an instance does not judge what it cannot know yet.
  const judgesFrom = now() + LOST_MS;
  let savedAt = now();

  async function save(ids: readonly string[]): Promise<void> {
    const found = await markSeen(db, ids, new Date(now()));
    if (found.length > 0) await onFound(found);
  }

  const saveSoon = (ids: readonly string[]): void =>
    void save(ids).catch((error: unknown) =>
      log.error({ err: error }, 'stations: saving the last connection failed'),
    );

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      // Read once: if the clock jumped after the save, a connected station would look lost.
      const startedAt = now();
      // Before the check: after a pause of the process, its own stations are not lost.
      if (connected.size > 0 && startedAt - savedAt >= SEEN_MS) {
        savedAt = startedAt;
        await save([...connected]);
      }
      if (startedAt < judgesFrom) return;
      const at = new Date(startedAt);
      await onLost((q) => markLost(q, new Date(startedAt - LOST_MS), at, MOST_AT_ONCE), at);
    },
    failed: (error) => log.error({ err: error }, 'stations: check for lost stations failed'),
  });

  return {
    connected(stationId: string): void {
      connected.add(stationId);
      saveSoon([stationId]);
    },
    /** The last socket of the station on this instance has closed. */
    disconnected(stationId: string): void {
      if (connected.delete(stationId)) saveSoon([stationId]);
    },
    close: () => periodic.close(),
  };
}
