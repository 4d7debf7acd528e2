export interface GroupWriter<Entry> {
  /** Queues the entry; resolves when it is committed or given up. Never rejects. */
  add(entry: Entry): Promise<void>;
  /** Resolves when all that was added so far is written. */
  settled(): Promise<void>;
  /** As settled, but gives up instead of waiting for a database that is away. */
  drain(): Promise<void>;
}

interface Log {
  error(fields: object, message: string): void;
}

export interface GroupWriterParts<Entry> {
  /** For the log. */
  readonly name: string;
  readonly write: (entries: readonly Entry[]) => Promise<unknown>;
  readonly log: Log;
}

/** While the database is away entries wait; beyond this many the oldest are given up, and the log says so. */
const MOST_WAITING = 10_000;
const LARGEST_GROUP = 500;
const RETRY_MS = 500;

interface Waiting<Entry> {
  readonly entry: Entry;
  readonly written: () => void;
}

/** For records beside the readings: entries that gather while one group is written become the next group. */
export function createGroupWriter<Entry>({ name, write, log }: GroupWriterParts<Entry>): GroupWriter<Entry> {
  const waiting: Waiting<Entry>[] = [];
  let writing: Promise<void> | undefined;
  let draining = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, LARGEST_GROUP);
      try {
        await write(group.map(({ entry }) => entry));
        for (const { written } of group) written();
      } catch (error) {
        waiting.unshift(...group);
        log.error({ err: error, waiting: waiting.length }, `${name} could not be written`);
        if (draining) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  function kick(): void {
    writing ??= work().finally(() => {
      writing = undefined;
    });
  }

  return {
    add(entry) {
      if (waiting.length >= MOST_WAITING) {
        waiting.shift()?.written();
        log.error({}, `${name}: an entry was given up, too many are waiting`);
      }
      return new Promise((written) => {
        waiting.push({ entry, written });
        kick();
      });
    },
    async settled() {
      await writing;
    },
    async drain() {
      draining = true;
      if (waiting.length > 0) kick();
      await writing;
    },
  };
}
