import { restAfter } from '../batching/pacing.ts';
import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { isAway } from './errors.ts';

export interface BatchWriter<Entry> {
  /** Queues the entry; resolves when it is committed or dropped. Never rejects. */
  add(entry: Entry): Promise<void>;
  /** Resolves when all entries added so far are written, or an attempt to write has failed. */
  settled(): Promise<void>;
  /** As `settled`, but gives up instead of waiting for an unavailable database. */
  drain(): Promise<void>;
}

interface BatchWriterDeps<Entry> {
  /** For the log. */
  readonly name: string;
  readonly write: (entries: readonly Entry[]) => Promise<unknown>;
  /**
   * For entries without a waiting caller: the pause after a group, per entry of the group, while the next group
   * gathers.
   */
  readonly restMsEach?: number;
  /** Called for every dropped entry. */
  readonly onDropped?: (() => void) | undefined;
  readonly log: Log;
}

/** Entries queue while the database is unavailable; beyond this limit the oldest are dropped and the log says so. */
const MAX_WAITING = 10_000;
const MAX_GROUP_SIZE = 500;
const RETRY_MS = 500;

interface Waiting<Entry> {
  readonly entry: Entry;
  /** Called when the entry is written or dropped. */
  readonly done: () => void;
  isDone: boolean;
}

/**
 * Writes records other than readings (audit, device logs): entries that arrive while one group is written form the
 * next group.
 */
export function createBatchWriter<Entry>({
  name,
  write,
  restMsEach = 0,
  onDropped,
  log,
}: BatchWriterDeps<Entry>): BatchWriter<Entry> {
  const waiting: Waiting<Entry>[] = [];
  let writing: Promise<void> | undefined;
  let lastAdded: Promise<void> = Promise.resolve();
  let draining = false;
  const settling = new Set<() => void>();
  let stopResting: () => void = () => {};

  async function work(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const group = waiting.splice(0, MAX_GROUP_SIZE);
        try {
          await writeGroup(group);
          if (restMsEach > 0 && !draining && settling.size === 0)
            await rest(restAfter(group.length, restMsEach));
        } catch (error) {
          waiting.unshift(...group.filter(({ isDone }) => !isDone));
          log.error({ err: error, waiting: waiting.length }, `${name}: write failed`);
          for (const settled of settling) settled();
          if (draining) return finish(waiting.splice(0));
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
        }
      }
    } finally {
      // Not in a later tick: an entry that is added in between would find a writer that no longer looks for it.
      writing = undefined;
    }
  }

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      stopResting = resolve;
      setTimeout(resolve, ms).unref();
    });

  /** One bad entry fails the whole group; halving the group finds it, and the others are written. */
  async function writeGroup(group: readonly Waiting<Entry>[]): Promise<void> {
    try {
      await write(group.map(({ entry }) => entry));
    } catch (error) {
      if (isTransient(error)) throw error;
      if (group.length > 1) {
        const middle = Math.ceil(group.length / 2);
        await writeGroup(group.slice(0, middle));
        return writeGroup(group.slice(middle));
      }
      log.error({ err: error }, `${name}: entry dropped, it cannot be written`);
      dropped();
    }
    finish(group);
  }

  /** The entry is dropped either way: an error must not make it an entry to be retried forever. */
  function dropped(): void {
    try {
      onDropped?.();
    } catch (error) {
      log.error({ err: error }, `${name}: callback of a dropped entry failed`);
    }
  }

  function finish(group: readonly Waiting<Entry>[]): void {
    for (const entry of group) {
      entry.isDone = true;
      entry.done();
    }
  }

  function startWriting(): void {
    writing ??= work();
  }

  return {
    add(entry) {
      if (waiting.length >= MAX_WAITING) {
        waiting.shift()?.done();
        log.error({}, `${name}: entry dropped, queue is full`);
        dropped();
      }
      lastAdded = new Promise((done) => {
        waiting.push({ entry, done, isDone: false });
        startWriting();
      });
      return lastAdded;
    },
    settled: () =>
      new Promise((resolve) => {
        const settled = () => {
          settling.delete(settled);
          resolve();
        };
        settling.add(settled);
        stopResting();
        void lastAdded.then(settled);
      }),
    async drain() {
      draining = true;
      stopResting();
      if (waiting.length > 0) startWriting();
      await writing;
    },
  };
}

/** The database is unavailable, or two transactions conflicted: a retry may succeed. */
function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Unavailable || isAway(error) || (typeof code === 'string' && code.startsWith('40'));
}
