import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import {
  appendChained,
  appendUnchained,
  chainStored,
  entriesAfter,
  type Head,
  lockHead,
  readHead,
} from './chain-store.ts';
import { type AuditContent, type Link, nextLink } from './entry-hash.ts';

/** Appends entries to the chain; each instance has its own, and remembers the head that it last saw. */
export function createAuditChain(db: Queryable): (entries: readonly AuditContent[]) => Promise<void> {
  let remembered: Head | undefined;

  async function append(entries: readonly AuditContent[]): Promise<boolean> {
    const { unchainedAfter, ...head } = remembered ?? (await readHead(db));
    remembered = undefined;
    if (unchainedAfter !== null) return appendUnchained(db, entries);
    const chained = linked(head, entries);
    const { number, hash } = chained.at(-1) ?? head;
    if (!(await appendChained(db, chained, head, { number, hash }))) return false;
    remembered = { number, hash, unchainedAfter };
    return true;
  }

  return async (entries) => {
    while (!(await append(entries)));
  };
}

function linked<Entry extends AuditContent>(
  head: Link,
  entries: readonly Entry[],
): readonly (Entry & Link)[] {
  let last = head;
  return entries.map((entry) => {
    last = nextLink(last, entry);
    return { ...entry, ...last };
  });
}

/** A batch keeps new entries from being stored for some milliseconds. */
const BATCH_SIZE = 500;
const RETRY_MS = 10 * SECOND_MS;

/** Chains the oldest entries that wait; returns whether some may still wait. */
async function chainBatch(q: Queryable): Promise<boolean> {
  const { unchainedAfter, ...head } = await lockHead(q);
  if (unchainedAfter === null) return false;
  const entries = linked(head, await entriesAfter(q, unchainedAfter, BATCH_SIZE));
  const areAll = entries.length < BATCH_SIZE;
  await chainStored(q, entries, { areAll });
  return !areAll;
}

/**
 * Chains the entries of an earlier version after an upgrade, beside the service. New entries wait unchained until it is
 * done, because they come after those. Instances may do this together, and a killed one loses nothing.
 */
export function startCatchUp({ db, log }: { readonly db: Database; readonly log: Log }): {
  close(): Promise<void>;
} {
  const closing = new AbortController();

  async function catchUp(): Promise<void> {
    if ((await readHead(db)).unchainedAfter === null) return;
    for (let mayWait = true; mayWait && !closing.signal.aborted; ) {
      const began = performance.now();
      mayWait = await db.transaction(chainBatch);
      // Half of the time is the service's.
      await pause(performance.now() - began);
      if (!mayWait) log.info({}, 'audit: the entries of an earlier version are chained');
    }
  }

  const pause = (ms: number): Promise<void> =>
    delay(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await catchUp();
      } catch (error) {
        log.warn(
          { err: error },
          `audit: entries of an earlier version not chained, retrying in ${RETRY_MS / SECOND_MS} s`,
        );
        await pause(RETRY_MS);
      }
    }
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}
