import { answeredPages } from '../notify/channels/index.ts';
import type { NotifiedFalls } from '../notify/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { HOUR_MS } from '../platform/time.ts';
import { refOf } from './page.ts';
import type { Pager } from './pager.ts';

interface PageStopDeps {
  readonly db: Queryable;
  readonly notifiedFalls: Pick<NotifiedFalls, 'responses'>;
  readonly pager: Pick<Pager, 'isHere' | 'isConnected' | 'stop'>;
  readonly now: () => number;
  readonly log: Log;
}

export interface PageStops {
  /** Stops the messages about a fall that is claimed or resolved; without a fall, about all such falls. */
  check(fallId?: string): void;
  /** The device has answered: its own message needs no stop. */
  ended(messageId: string): void;
  /** Whether the message was answered or stopped: what the paging system reports now is about its end. */
  hasEnded(messageId: string): boolean;
  close(): Promise<void>;
}

/** Paging systems end a message by themselves long before. */
const RUNNING_MS = HOUR_MS;
const MAX_REMEMBERED = 2_000;
/** A burst of claims waits for one another; each check covers what came before. */
const MAX_WAITING = 200;

/**
 * docs/pagers.md, "Acknowledgements": when a fall is claimed or resolved, pagers that still ring about it are stopped.
 * What the paging system could not be sent is repeated when it is connected again.
 */
export function createPageStops({ db, notifiedFalls, pager, now, log }: PageStopDeps): PageStops {
  const stopped = new Set<string>();
  let isClosed = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  function remember(id: string): void {
    const [oldest] = stopped;
    if (stopped.size >= MAX_REMEMBERED && oldest !== undefined) stopped.delete(oldest);
    stopped.add(id);
  }

  async function stopAnswered(fallId: string | null): Promise<void> {
    if (isClosed || !pager.isHere() || !pager.isConnected()) return;
    const since = new Date(now() - RUNNING_MS);
    for (const id of await answeredPages(db, notifiedFalls, { fallId, since })) {
      if (stopped.has(id)) continue;
      if (!(await pager.stop(refOf(id)))) return;
      remember(id);
    }
  }

  return {
    check(fallId) {
      if (waiting >= MAX_WAITING) return;
      waiting += 1;
      last = last
        .then(() => stopAnswered(fallId ?? null))
        .catch((error: unknown) => log.warn({ err: error }, 'pager: stopping messages failed'))
        .finally(() => {
          waiting -= 1;
        });
    },
    ended: remember,
    hasEnded: (messageId) => stopped.has(messageId),
    async close() {
      isClosed = true;
      await last;
    },
  };
}
