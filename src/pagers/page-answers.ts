import { setTimeout as delay } from 'node:timers/promises';
import {
  findPage,
  noteChannelError,
  ownersOfPager,
  recordReceipts,
  type SentPage,
  settlePage,
} from '../notify/channels/index.ts';
import type { NotifiedFalls } from '../notify/vocabulary.ts';
import { findResponder } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError, Unavailable } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import { type Log, throttled } from '../platform/log.ts';
import { HOUR_MS, SECOND_MS } from '../platform/time.ts';
import { messageIdOf, type PageEvent } from './page.ts';

export interface PageAnswerDeps {
  readonly db: Database;
  readonly notifiedFalls: NotifiedFalls;
  /** Claims the fall for a person; false if there is nothing to do. Rejects with an AppError if they may not. */
  readonly claimFall: (fallId: string, by: string, sentAt: Date) => Promise<boolean>;
  /** A message of the fall that counted as delivered has failed. Runs in the transaction that records it. */
  readonly onFailed: (q: Queryable, fallId: string) => Promise<unknown>;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly now: () => number;
  readonly log: Log;
}

export interface PageAnswers {
  /** Never throws. Events are handled one by one. */
  receive(event: PageEvent): void;
  /** Resolves when every event so far is handled. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** docs/pagers.md, "Acknowledgements": like a text message, a page can be answered for an hour. */
const ANSWERED_WITHIN_MS = HOUR_MS;
/** While the database is away; a claim that comes later than this is stale. */
const RETRY_MS = 2 * SECOND_MS;
const MAX_RETRIES = 30;
/** When, and how often, an event of a try that is not recorded yet is handled again. */
const AGAIN_MS = 200;
const MAX_TIMES = 50;
/** A paging system that sends more is broken. */
const MAX_WAITING = 500;

/** The paging system was faster than the record of the try that it reports on. */
class TryNotRecorded extends Error {}

/**
 * What the paging system reports about messages to pagers: an acknowledgement claims the fall, a failure is shown at the
 * channel and in the timeline. The message's row in the outbox knows the person and the fall, so any instance can handle it.
 */
export function createPageAnswers({
  db,
  notifiedFalls,
  claimFall,
  onFailed,
  audit,
  now,
  log,
}: PageAnswerDeps): PageAnswers {
  const ignored = throttled(log.info.bind(log));
  let isClosed = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function handle({ what, ref, number, reason }: PageEvent): Promise<void> {
    const messageId = messageIdOf(ref);
    const page = messageId === undefined ? undefined : await findPage(db, notifiedFalls, messageId);
    if (page === undefined) return ignored({}, 'pager: event of an unknown message ignored');
    if (what === 'failed') return fail(page, reason);
    if (now() - page.sentAt.getTime() > ANSWERED_WITHIN_MS)
      return ignored({ fallId: page.fallId }, 'pager: late acknowledgement ignored');
    const personId = await acknowledgedBy(page, number);
    if (personId === undefined)
      return ignored({ fallId: page.fallId }, 'pager: acknowledgement of an unknown number ignored');
    await db.transaction(async (q) => {
      const at = new Date(now());
      await settlePage(q, notifiedFalls, page, null, at);
      await recordReceipts(q, notifiedFalls, [
        { messageId: page.id, hash: null, state: 'opened', reason: null, at },
      ]);
    });
    await claim(page, personId);
  }

  const fail = (page: SentPage, reason: string | null): Promise<void> =>
    db.transaction(async (q) => {
      await noteChannelError(q, page.channelId, 'The pager could not be reached');
      const changed = await settlePage(q, notifiedFalls, page, reason, new Date(now()));
      if (changed === 'early') throw new TryNotRecorded();
      if (changed) await onFailed(q, page.fallId);
    });

  /** Who has the device that answered: the person notified, unless the paging system has diverted the message. */
  async function acknowledgedBy(page: SentPage, number: string | null): Promise<string | undefined> {
    if (number === null || number === page.number) return page.personId;
    const owners = await ownersOfPager(db, number, page.fallId);
    for (const owner of owners)
      if ((await findResponder(db, owner, page.patientId)) !== undefined) return owner;
    // Some paging systems report the number with a prefix.
    return owners.length === 0 && number.endsWith(page.number) ? page.personId : undefined;
  }

  async function claim({ fallId, patientId, sentAt }: SentPage, personId: string): Promise<void> {
    try {
      if (!(await claimFall(fallId, personId, sentAt))) return;
      void audit.recordAuditLine({
        action: 'response.claimed',
        message: 'Claimed a fall on a pager',
        actorId: personId,
        subjectId: patientId,
      });
    } catch (error) {
      // Another caregiver was faster, the fall is resolved, or the person has left the care team.
      if (!(error instanceof AppError) || error instanceof Unavailable) throw error;
      log.info({ fallId, code: error.code }, 'pager: acknowledgement did not claim the fall');
    }
  }

  async function handleInTime(event: PageEvent): Promise<void> {
    for (let tries = 1; !isClosed; tries++) {
      try {
        return await handle(event);
      } catch (error) {
        if (!(error instanceof Unavailable) || tries > MAX_RETRIES) throw error;
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  function receive(event: PageEvent, times = 1): void {
    if (waiting >= MAX_WAITING) return ignored({}, 'pager: too many events, one was dropped');
    waiting += 1;
    last = last
      .then(() => handleInTime(event))
      .catch((error: unknown) => {
        // Later events do not wait for it: they are about other messages, and may be claims.
        if (error instanceof TryNotRecorded && times < MAX_TIMES)
          setTimeout(receive, AGAIN_MS, event, times + 1).unref();
        else log.error({ err: error }, 'pager: event could not be handled');
      })
      .finally(() => {
        waiting -= 1;
      });
  }

  return {
    receive: (event) => receive(event),
    settled: () => last,
    async close() {
      isClosed = true;
      await last;
    },
  };
}
