import { PATH_RESIDENT } from '../../accounts/vocabulary.ts';
import type { Changed, EventLog, NewEvent } from '../../live/index.ts';
import {
  CHANNEL_KINDS,
  type Channels,
  enqueue,
  type NotificationChannel,
  type OutboxMessage,
  webhooksByEvent,
  workingChannels,
} from '../../notify/index.ts';
import { unreachableMessage } from '../../notify/texts/alerts.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import { restAfter } from '../../platform/batching/pacing.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isStatementTimeout } from '../../platform/database/errors.ts';
import { sent } from '../../platform/database/sent.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { careTeamsOf, lockCareTeams } from '../care-team.ts';
import {
  contentOf,
  ESCALATION_CHECK_MS,
  type ResponseChange,
  sendChanges,
} from '../commands/record-changes.ts';
import { toChannels } from '../messages.ts';
import type { ResponseMetrics } from '../metrics.ts';
import type { Shifts } from '../roster/shifts.ts';
import {
  beginNoLaterThan,
  dueResponses,
  type FallResponse,
  lockDueResponses,
  markUnreachable,
  nextDueAt,
  responsesAwaitingReceipts,
} from '../store/responses.ts';
import { ALL_STAND, judgeDue } from '../verification/judge.ts';
import type { FallVerifier, VerificationVerdict } from '../vocabulary.ts';
import { type Advance, advance } from './advance.ts';
import { alertAgain } from './alert-again.ts';
import { receiptsOf, type StepReceipts } from './receipts.ts';
import { notificationsSince } from './store.ts';

export interface Escalator {
  /** Handles everything that is due now; also runs every second, and when something becomes due. */
  check(): Promise<void>;
  /**
   * The database notified that something is due now or soon, or that a notification of this fall has failed: nobody may
   * have received the last step.
   */
  wake(failedFallId?: string): void;
  close(): Promise<void>;
}

interface EscalatorDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly shifts: Pick<Shifts, 'endOverdue'>;
  readonly verifier: FallVerifier;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  /** A channel whose kind is not configured does not work. */
  readonly channels: Pick<Channels, 'isConfigured' | 'givesReceipts'>;
  /** How long a step waits for receipts; 0 if it does not. */
  readonly receiptSeconds: number;
  readonly metrics: Pick<ResponseMetrics, 'unanswered' | 'verified'>;
  readonly now: () => number;
  readonly log: Log;
}

const BATCH_SIZE = 50;

interface DueResponse {
  readonly fallId: string;
  readonly patientId: string;
}

interface Advanced {
  readonly taken: number;
  readonly verified: readonly { readonly fallId: string; readonly status: VerificationVerdict }[];
  readonly exhausted: readonly Unreached[];
  readonly unreachable: readonly Unreached[];
}

/** A fall, and the ids of its recipients who have no working channel. */
interface Unreached {
  readonly fall: FallResponse;
  readonly unreached: readonly string[];
}

const NOTHING: Advanced = { taken: 0, verified: [], exhausted: [], unreachable: [] };

/** docs/operations.md, "A fall in the log". */
const VERIFIED_LINES = {
  stands: 'fall: verified',
  moved_on: 'fall: moved on',
} as const satisfies Record<VerificationVerdict, string>;

/**
 * Due responses are in the database, and any instance can handle them. Rows that another instance has locked are
 * skipped, and the new state is committed together with its messages. So no step is taken twice, and no restart loses
 * one.
 */
export function createEscalator({
  db,
  events,
  shifts,
  verifier,
  audit,
  channels: { isConfigured, givesReceipts },
  receiptSeconds,
  metrics,
  now,
  log,
}: EscalatorDeps): Escalator {
  let timer: NodeJS.Timeout | undefined;
  let lastTaken = 0;
  /** The falls with notifications that have failed since the last check. */
  const failed = new Set<string>();

  async function check(): Promise<void> {
    await endShifts();
    await checkFailed();
    // Each response once: those that cannot be advanced, or that another instance holds, hide no later one.
    const seen: string[] = [];
    for (;;) {
      const due = await dueResponses(db, new Date(now()), BATCH_SIZE, seen);
      lastTaken = due.length === 0 ? 0 : await advanceBatch(due);
      if (due.length < BATCH_SIZE) return;
      seen.push(...due.map(({ fallId }) => fallId));
    }
  }

  /** One that is not looked at here, after an error, is when its receipts are due. */
  async function checkFailed(): Promise<void> {
    const fallIds = [...failed].slice(0, BATCH_SIZE);
    if (fallIds.length === 0) return;
    for (const id of fallIds) failed.delete(id);
    const waiting = await responsesAwaitingReceipts(db, fallIds);
    if (waiting.length > 0) await advanceBatch(waiting);
    return checkFailed();
  }

  /** A shift that cannot be ended holds up no response. */
  async function endShifts(): Promise<void> {
    try {
      while ((await shifts.endOverdue()) > 0);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      log.error({ err: error }, 'escalation: ending shifts failed, retrying');
    }
  }

  async function advanceBatch(due: readonly DueResponse[]): Promise<number> {
    try {
      return await advanceAll(due);
    } catch (error) {
      // A statement that takes too long is one of this batch, often the judgement: the database is there.
      if (error instanceof Unavailable && !isStatementTimeout(error)) throw error;
      // A response that cannot be advanced must not block the others.
      log.error({ err: error, due: due.length }, 'escalation: batch failed, advancing responses one by one');
      let taken = 0;
      for (const one of due) {
        // A judgement that fails must not keep a fall from ringing.
        taken += await advanceAll([one], ALL_STAND).catch((failure: unknown) => {
          log.error({ err: failure, fallId: one.fallId }, 'escalation: response could not be advanced');
          return 0;
        });
      }
      return taken;
    }
  }

  async function advanceAll(due: readonly DueResponse[], judge: FallVerifier = verifier): Promise<number> {
    const { taken, verified, exhausted, unreachable } = await events.transaction(
      (q) => advanceHeld(q, due, judge),
      { urgent: true },
    );
    for (const { fallId, status } of verified) {
      log.info({ fallId }, VERIFIED_LINES[status]);
      metrics.verified(status);
    }
    for (const { fall, unreached } of unreachable)
      log.warn({ fallId: fall.fallId, unreached }, 'escalation: step reached nobody, no working channel');
    for (const { fall, unreached } of exhausted.filter((one) => !one.fall.isTest)) {
      const { fallId, patientId } = fall;
      log.error(
        { fallId, unreached },
        unreached.length === 0
          ? 'escalation: exhausted, nobody took over'
          : `escalation: exhausted, nobody took over, ${unreached.length} without a working channel`,
      );
      void audit.recordAuditLine({
        level: 'error',
        action: 'response.unanswered',
        outcome: 'failed',
        message: `Nobody has answered fall ${fallId}${unreached.length === 0 ? '' : `; ${unreached.length} could not be reached`}`,
        subjectId: patientId,
      });
      metrics.unanswered();
    }
    return taken;
  }

  async function advanceHeld(
    q: Queryable,
    due: readonly DueResponse[],
    judge: FallVerifier,
  ): Promise<Changed<Advanced>> {
    await lockCareTeams(q, [...new Set(due.map(({ patientId }) => patientId))]);
    const at = new Date(now());
    const falls = await lockDueResponses(
      q,
      due.map(({ fallId }) => fallId),
      at,
    );
    if (falls.length === 0) return { result: NOTHING, events: [] };
    const patients = [...new Set(falls.map(({ patientId }) => patientId))];
    const [careTeamOf, webhooksOf, verdicts, receiptsOfFall] = await Promise.all([
      careTeamsOf(q, patients, at),
      webhooksByEvent(q),
      judgeDue(q, judge, falls, at),
      readReceipts(q, falls, at),
    ]);
    const admins = careTeamOf('').admins;
    const people = new Set(patients.flatMap((patientId) => careTeamOf(patientId).all).concat(admins));
    const channels = await workingChannels(q, [...people], CHANNEL_KINDS.filter(isConfigured));
    const channelsOf = groupedBy(channels, ({ userId }) => userId);

    const advances = falls.map((fall) =>
      advance(
        fall,
        {
          verdict: verdicts.get(fall.fallId),
          careTeam: careTeamOf(fall.patientId),
          channelsOf,
          receipts: receiptsOfFall.get(fall.fallId),
          receiptSeconds,
        },
        at,
      ),
    );
    const { events: changed, written } = sendChanges(
      q,
      advances.map(({ change }) => change),
      { careTeamOf, webhooksOf, recipients: [...people] },
      at,
    );
    const ahead = falls.filter(({ begunAt }) => begunAt > at).map(({ fallId }) => fallId);
    const begun = sent(beginNoLaterThan(q, ahead, at));
    const unreachable = advances
      .filter(({ isUnreachable, change: { fall } }) => isUnreachable && fall.unreachableAt === null)
      .filter(({ change: { fall } }) => fall.patientId !== PATH_RESIDENT)
      .map(({ change }): FallResponse => ({ ...change.fall, response: change.response }));
    const alarm = await notifyAdmins(q, unreachable, admins, admins.flatMap(channelsOf), at);
    const isAlarmed = new Set(alarm.messages.map(({ fallId, to }) => `${fallId} ${channelOf(to)}`));
    const steps = advances.flatMap(({ messages }) => messages);
    // Together, so that falls due at the same time become one message. An admin who learns that no one can be reached
    // needs no other message.
    await Promise.all([
      written,
      begun,
      enqueue(
        q,
        [
          ...steps.filter(({ fallId, to }) => !isAlarmed.has(`${fallId} ${channelOf(to)}`)),
          ...alarm.messages,
        ],
        at,
      ),
    ]);
    return {
      result: {
        taken: falls.length,
        verified: advances.flatMap(({ change }) => verdictIn(change)),
        exhausted: advances.filter(({ isExhausted }) => isExhausted).map(unreachedOf),
        unreachable: advances
          .filter(({ isUnreachable, change }) => isUnreachable && change.fall.unreachableAt === null)
          .map(unreachedOf),
      },
      events: [...changed, ...alarm.events],
    };
  }

  /** Of the falls that wait for receipts, and whose next step is not due anyway. */
  async function readReceipts(
    q: Queryable,
    falls: readonly FallResponse[],
    at: Date,
  ): Promise<ReadonlyMap<string, StepReceipts>> {
    const steps = falls.flatMap(({ fallId, response: { nextStepAt, escalation } }) => {
      const isWaiting = escalation.receiptsDueAt !== null && nextStepAt !== null && nextStepAt > at;
      return isWaiting && escalation.lastAt !== null ? [{ fallId, since: escalation.lastAt }] : [];
    });
    // Steps that were taken before the setting was switched off.
    if (receiptSeconds === 0) return new Map(steps.map(({ fallId }) => [fallId, { is: 'received' }]));
    if (steps.length === 0) return new Map();
    const sent = groupedBy(await notificationsSince(q, steps), ({ fallId }) => fallId);
    return new Map(
      steps.map(({ fallId }) => {
        const known = sent(fallId).map((one) => ({
          ...one,
          givesReceipts: one.givesReceipts && givesReceipts(one.kind),
        }));
        return [fallId, receiptsOf(known, receiptSeconds, at)];
      }),
    );
  }

  const periodic = startPeriodic({
    everyMs: ESCALATION_CHECK_MS,
    now,
    work: async () => {
      await check();
      await sleepUntilDue();
    },
    failed: (error) => log.error({ err: error }, 'escalation: step failed, retrying'),
    restMs: () => restAfter(lastTaken),
  });

  /**
   * A step may be due before the next check, which runs every second. Another instance is handling steps that are
   * overdue.
   */
  async function sleepUntilDue(): Promise<void> {
    clearTimeout(timer);
    const next = await nextDueAt(db);
    const wait = next === null ? Number.POSITIVE_INFINITY : next.getTime() - now();
    if (wait > 0 && wait <= ESCALATION_CHECK_MS) timer = setTimeout(periodic.wake, wait).unref();
  }

  return {
    check,
    wake(failedFallId) {
      if (failedFallId) failed.add(failedFallId);
      periodic.wake();
    },
    async close() {
      await periodic.close();
      clearTimeout(timer);
    },
  };
}

/**
 * Notifies the admins once per response, over their sockets and all their channels, that no recipient can be reached.
 */
async function notifyAdmins(
  q: Queryable,
  falls: readonly FallResponse[],
  admins: readonly string[],
  channels: readonly NotificationChannel[],
  at: Date,
): Promise<{ readonly messages: readonly OutboxMessage[]; readonly events: readonly NewEvent[] }> {
  if (falls.length === 0) return { messages: [], events: [] };
  const alarms = falls.map((fall) => {
    const content = { about: 'unreachable', ...contentOf(fall, at) } as const;
    return { fall, content, message: unreachableMessage(content) };
  });
  await markUnreachable(
    q,
    falls.map(({ fallId }) => fallId),
    at,
  );
  const messages = alarms.flatMap(({ fall, content }) =>
    toChannels(fall, channels, { type: 'fall.alert', claimable: true, gathers: true, content }, at),
  );
  return { messages, events: await alertAgain(q, alarms, admins, at) };
}

/** The verdict that a change has brought, if it has. */
function verdictIn({ fall, response: { verification } }: ResponseChange): Advanced['verified'] {
  const status = verification?.status;
  const isNew = fall.response.verification?.status !== status;
  if (status === undefined || status === 'pending' || !isNew) return [];
  return [{ fallId: fall.fallId, status }];
}

const unreachedOf = ({ change, unreached }: Advance): Unreached => ({ fall: change.fall, unreached });

const channelOf = (to: OutboxMessage['to']): string | null => ('channelId' in to ? to.channelId : null);
