import { callEach } from '../../platform/call-each.ts';
import type { Connection } from '../../platform/database/connection.ts';
import { type Database, queryableOf } from '../../platform/database/database.ts';
import { isAway, isDuplicate, isRefusedByServer } from '../../platform/database/errors.ts';
import { isDeadlock, isOutdatedPlan } from '../../platform/database/repeated.ts';
import { type AppError, Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { insertAll } from '../backlog/store.ts';
import type { ReadingMetrics } from '../metrics.ts';
import { copyIn } from './copy-in.ts';
import {
  COPY_READINGS,
  COPY_READINGS_AND_SIGNALS,
  createRowEncoder,
  INSERT_READING,
  INSERT_SIGNAL,
  type StorableReading,
} from './encoding.ts';
import { execute, isPrepared } from './execute.ts';
import { createGathering, FULL_GROUP, GATHER_MS, type Gathering } from './gathering.ts';
import { hasSignal } from './signals.ts';

/** A reading that is called back when it is committed. */
export interface WaitingReading extends StorableReading {
  /** It is a fall, or may become one: it does not wait for other readings. */
  readonly mayBeFall: boolean;
  /** The primary has changed since its device was looked up: the key may be no device's any more. */
  readonly isOutdated?: boolean;
  /** Called once: without an error when the reading is committed. */
  stored(error: AppError | undefined): void;
}

export interface ReadingsWriter {
  /** Opens the connection and prepares the statement, so that the first reading does not wait for them. */
  open(): Promise<void>;
  /** False if too many readings are waiting: the reading is refused and the client must retry. */
  add(reading: WaitingReading): boolean;
  /** Resolves when all added readings are stored or have failed. */
  drain(): Promise<void>;
  close(): Promise<void>;
  readonly stats: WriterStats;
}

interface WriterStats {
  readonly waiting: number;
  /** How long the oldest reading has been waiting for its commit; 0 without one. */
  readonly oldestMs: number;
  readonly groups: number;
  readonly rows: number;
  /** Number of groups that failed because of the database, not because of a reading. */
  readonly failures: number;
}

interface WriterDeps {
  readonly db: Pick<Database, 'connect' | 'whileAvailable'>;
  /** Creates the table's missing day partitions; called when a row finds no partition. */
  readonly prepareDays: () => Promise<void>;
  readonly log: Log;
  readonly metrics?: Pick<ReadingMetrics, 'committed' | 'dropped' | 'readWaiting'>;
  /** Time limit of a group, after which its connection is closed. */
  readonly timeoutMs?: number;
  readonly gathering?: Gathering;
  readonly gatherMs?: number;
}

class OutdatedKeys extends Error {}

interface Attempt {
  /** A statement was sent, and its outcome is not known yet. */
  isUncertain: boolean;
}

const MAX_WAITING = 50_000;
const MAX_GROUP_SIZE = 5_000;
/**
 * COPY is set up again for every group and replies twice; for this few rows a prepared statement is cheaper on both
 * sides.
 */
const MAX_PREPARED_ROWS = 4;
/** Longer than the statement timeout: only a dead connection takes this long while the database replies to others. */
const GROUP_TIMEOUT_MS = 12_000;
/** Minimum time between connection attempts to an unavailable database. */
const RECONNECT_MS = 200;
export const NO_PARTITION = '23514';
/**
 * Of rows in binary form, when a newer instance has changed the type of a column; INSERT_READINGS names the types it
 * sends, and the server converts them.
 */
const OTHER_TYPE = new Set(['08P01', '22P03']);

/**
 * Group commit: the readings that arrive while a group is being committed form the next group. At low rates they wait a
 * little for each other, too (gathering.ts).
 *
 *   arrivals  ─┬┬┬──┬─┬┬┬┬┬┬──┬┬┬┬──►
 *   groups      [ 3 ] [    7   ][ 4 ]       one statement and one commit each
 */
export function createReadingsWriter({
  db,
  prepareDays,
  metrics,
  log,
  timeoutMs = GROUP_TIMEOUT_MS,
  gathering = createGathering(),
  gatherMs = GATHER_MS,
}: WriterDeps): ReadingsWriter {
  const encoder = createRowEncoder();
  let waiting: WaitingReading[] = [];
  /** When the oldest waiting reading was added, and that of the group being stored. */
  let waitingSince = 0;
  let storingSince: number | undefined;
  let flushing: Promise<void> | undefined;
  let isFallWaiting = false;
  let isDraining = false;
  let endPause: () => void = () => {};
  let client: Connection | undefined;
  let awayUntil = 0;
  const counted = { groups: 0, rows: 0, failures: 0 };

  async function flush(): Promise<void> {
    // Lets readings that were scored together join the same group.
    await Promise.resolve();
    while (waiting.length > 0) {
      if (!isFull() && gathering.isWorthwhile(performance.now())) await gather();
      const group = waiting.length <= MAX_GROUP_SIZE ? waiting : waiting.slice(0, MAX_GROUP_SIZE);
      waiting = group === waiting ? [] : waiting.slice(MAX_GROUP_SIZE);
      storingSince = waitingSince;
      waitingSince = performance.now();
      isFallWaiting = waiting.some(({ mayBeFall }) => mayBeFall);
      await store(group);
      gathering.committed(group.length, performance.now());
    }
    storingSince = undefined;
    flushing = undefined;
  }

  const isFull = (): boolean => isFallWaiting || isDraining || waiting.length >= FULL_GROUP;

  /** Until the group is full, or the time is over. */
  async function gather(): Promise<void> {
    await pause(gatherMs / 2);
    const early = waiting.length;
    if (isFull()) return;
    await pause(gatherMs / 2);
    if (!isFull()) gathering.ended(waiting.length > early, performance.now());
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function store(group: readonly WaitingReading[]): Promise<void> {
    const began = performance.now();
    const attempt: Attempt = { isUncertain: false };
    try {
      await withTimeout(db.whileAvailable(() => write(group, attempt)));
    } catch (error) {
      if (error instanceof OutdatedKeys) return refuseOutdated(group);
      if (isAway(error)) return giveUp(group, attempt, error);
      if (group.length > 1) return splitAndStore(group);
      log.error({ err: error }, 'readings: store failed');
      return settle(group, new Unavailable('The reading could not be stored', error));
    }
    metrics?.committed(group.length, (performance.now() - began) / 1000);
    counted.groups += 1;
    counted.rows += group.length;
    settle(group, undefined);
  }

  /** The devices resend them, and are looked up at the new primary. */
  async function refuseOutdated(group: readonly WaitingReading[]): Promise<void> {
    settle(
      group.filter(({ isOutdated }) => isOutdated),
      new Unavailable('The database has changed, nothing was stored'),
    );
    const others = group.filter(({ isOutdated }) => !isOutdated);
    if (others.length > 0) await store(others);
  }

  const settle = (group: readonly WaitingReading[], error: AppError | undefined): void =>
    callEach(
      group,
      (reading) => reading.stored(error),
      (failure, callbacks) =>
        log.error({ err: failure, callbacks }, 'readings: callback of a stored reading failed'),
    );

  /** One bad row fails the whole group; splitting it in halves finds the row, and the others are stored. */
  async function splitAndStore(group: readonly WaitingReading[]): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    await store(group.slice(0, middle));
    await store(group.slice(middle));
  }

  /** COPY has no timeout in pg. */
  function withTimeout(work: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unavailable('The database is not reachable')), timeoutMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async function write(group: readonly WaitingReading[], attempt: Attempt): Promise<void> {
    const connection = await connectedFor(group);
    attempt.isUncertain = true;
    try {
      if (group.length <= MAX_PREPARED_ROWS) {
        if (group.some(hasSignal)) await prepareSignals(connection);
        await execute(connection, INSERT_READING, encoder.executions(group));
      } else if (group.some(hasSignal)) {
        const readings = encoder.copyData(group);
        await copyIn(connection, COPY_READINGS_AND_SIGNALS, readings, encoder.copySignals(group));
      } else await copyIn(connection, COPY_READINGS, encoder.copyData(group));
    } catch (error) {
      attempt.isUncertain = !isRefusedByServer(error);
      if ((error as { code?: string }).code === NO_PARTITION) await prepareDays();
      else if (isOutdatedPlan(error)) await discard(connection);
      else if (!isDuplicate(error) && !isDeadlock(error) && !isOtherType(error)) throw error;
      const again = await connectedFor(group);
      attempt.isUncertain = true;
      await insertAll(queryableOf(again), group);
    }
  }

  async function discard(connection: Connection): Promise<void> {
    client = undefined;
    await connection.close();
  }

  async function prepareSignals(connection: Connection): Promise<void> {
    if (!isPrepared(connection, INSERT_SIGNAL))
      await execute(connection, INSERT_SIGNAL, encoder.executions([]));
  }

  async function connectedFor(group: readonly WaitingReading[]): Promise<Connection> {
    const connection = await connected();
    if (group.some(({ isOutdated }) => isOutdated)) throw new OutdatedKeys();
    return connection;
  }

  async function connected(): Promise<Connection> {
    if (client !== undefined) return client;
    if (performance.now() < awayUntil) throw new Unavailable('The database is not available');
    const fresh = await db.connect();
    fresh.once('end', () => {
      if (client === fresh) client = undefined;
    });
    client = fresh;
    return fresh;
  }

  /** None of these readings is acknowledged, so the devices will resend them. */
  function giveUp(group: readonly WaitingReading[], { isUncertain }: Attempt, cause: unknown): void {
    counted.failures += 1;
    const unsent = waiting;
    waiting = [];
    // Only an attempt postpones the next one: readings that arrive meanwhile must not postpone it forever.
    const wasAttempt = performance.now() >= awayUntil;
    if (wasAttempt) awayUntil = performance.now() + RECONNECT_MS;
    const refused = group.length + unsent.length;
    log[wasAttempt ? 'warn' : 'debug']({ err: cause, refused }, 'readings: database refuses writes');
    client?.destroy();
    client = undefined;
    const nothingStored = new Unavailable('The database is not available, nothing was stored', cause);
    const unknown = new Unavailable(
      'The database connection failed; the reading may or may not be stored',
      cause,
    );
    const error = isUncertain && !isRefusedByServer(cause) ? unknown : nothingStored;
    settle(group, error);
    settle(unsent, nothingStored);
  }

  async function drain(): Promise<void> {
    isDraining = true;
    endPause();
    while (flushing !== undefined) await flushing;
    isDraining = false;
  }

  metrics?.readWaiting(() => waiting.length);
  return {
    open: () =>
      withTimeout(
        db.whileAvailable(async () => execute(await connected(), INSERT_READING, encoder.executions([]))),
      ),
    add(reading) {
      if (waiting.length >= MAX_WAITING) {
        metrics?.dropped('reading');
        return false;
      }
      if (flushing === undefined) waitingSince = performance.now();
      waiting.push(reading);
      isFallWaiting ||= reading.mayBeFall;
      flushing ??= flush();
      if (isFull()) endPause();
      return true;
    },
    drain,
    async close() {
      await drain();
      await client?.close();
    },
    get stats() {
      const since = storingSince ?? (waiting.length > 0 ? waitingSince : undefined);
      const oldestMs = since === undefined ? 0 : performance.now() - since;
      return { waiting: waiting.length, oldestMs, ...counted };
    },
  };
}

const isOtherType = (error: unknown): boolean =>
  isRefusedByServer(error) && OTHER_TYPE.has((error as { code?: string }).code ?? '');
