import type { NewEvent } from '../../live/index.ts';
import { dropMessagesOf } from '../../notify/index.ts';
import { type FallContent, minutesAgoOf } from '../../notify/texts/content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sent } from '../../platform/database/sent.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { alertedOf, type CareTeam } from '../care-team.ts';
import { feed, sendClosings, type WebhooksByEvent } from '../messages.ts';
import { shownOf } from '../shown-response.ts';
import { dueAt, type LogEntry, type Response } from '../states.ts';
import { appendToLog } from '../store/response-log.ts';
import { type FallResponse, saveResponses } from '../store/responses.ts';

/** How often an instance checks for due responses, in addition to wake-ups. */
export const ESCALATION_CHECK_MS = SECOND_MS;

export interface ResponseChange {
  /** The response as found; `response` is its new state. */
  readonly fall: FallResponse;
  readonly response: Response;
  readonly entries: readonly LogEntry[];
  /** Whether people and feeds get an event: the start and the escalation steps cause none. */
  readonly isAnnounced: boolean;
}

export interface ChangeContext {
  readonly careTeamOf: (patientId: string) => CareTeam;
  readonly webhooksOf: WebhooksByEvent;
  /** The people to whom the transaction writes messages afterwards. */
  readonly recipients?: readonly string[];
}

/** Statements that have been sent, and the events of the same transaction. */
export interface SentChanges {
  /** For the caller to append once, with others of the transaction. */
  readonly events: readonly NewEvent[];
  /** Resolves when the statements are done; the caller awaits it before the commit. */
  readonly written: Promise<unknown>;
  /** Writes log lines and metrics; the caller calls it after the commit, because they cannot be rolled back. */
  readonly note?: () => void;
}

/**
 * Writes a change of responses: the rows, their log, the messages to drop and the feeds' messages. Sends all statements
 * at once, so that they share a round trip with those that the caller sends next. The transaction has locked the
 * responses and their care teams.
 */
export function sendChanges(
  q: Queryable,
  changes: readonly ResponseChange[],
  { careTeamOf, webhooksOf, recipients }: ChangeContext,
  at: Date,
): SentChanges {
  const overtaken = changes.filter(({ fall, response }) => isOvertaken(fall.response, response));
  const offersEnded = changes.filter(
    ({ fall, response }) =>
      fall.response.offeredTo !== null && response.offeredTo !== fall.response.offeredTo,
  );
  const announced = changes
    .filter(({ isAnnounced }) => isAnnounced)
    .map(({ fall, response }): FallResponse => ({ ...fall, response }));
  const writing = Promise.all([
    saveResponses(
      q,
      changes.map(({ fall, response }) => ({
        fallId: fall.fallId,
        response,
        isAbandoned: isAbandoned(fall, response),
      })),
    ),
    appendToLog(
      q,
      changes.flatMap(({ fall, entries }) => entries.map((entry) => ({ ...entry, fallId: fall.fallId }))),
    ),
    dropMessagesOf(
      q,
      overtaken.map(({ fall }) => fall.fallId),
      { recipients },
    ),
    dropMessagesOf(
      q,
      offersEnded.map(({ fall }) => fall.fallId),
      { about: 'hand-off', recipients },
    ),
    feed(q, webhooksOf, 'response.changed', announced, at),
    sendClosings(
      q,
      changes
        .filter(({ fall, response }) => isResolvedNow(fall.response, response))
        .map(({ fall, response }) => ({ ...fall, response })),
      at,
    ),
    wakeEscalator(
      q,
      changes.map(({ response }) => response),
      at,
    ),
  ]);
  const events = announced.flatMap((fall) => responseEvents(fall, careTeamOf(fall.patientId)));
  return { events, written: sent(writing) };
}

/** As sendChanges, waiting until they are done. */
export async function recordChanges(
  q: Queryable,
  changes: readonly ResponseChange[],
  context: ChangeContext,
  at: Date,
): Promise<readonly NewEvent[]> {
  const { events, written } = sendChanges(q, changes, context, at);
  await written;
  return events;
}

/** A claim has begun, ended or changed hands, or the fall is resolved: unsent messages are out of date. */
const isOvertaken = (before: Response, after: Response): boolean =>
  before.claimedBy?.id !== after.claimedBy?.id || isResolvedNow(before, after);

const isResolvedNow = (before: Response, after: Response): boolean =>
  before.state !== 'RESOLVED' && after.state === 'RESOLVED';

/** The change leaves a claim or an offer with somebody who may no longer respond. */
const isAbandoned = (fall: FallResponse, { state, claimedBy, offeredTo }: Response): boolean =>
  state === 'CLAIMED' &&
  ((!fall.holderMayCome && claimedBy?.id === fall.response.claimedBy?.id) ||
    (!fall.offeredMayCome && offeredTo !== null && offeredTo.id === fall.response.offeredTo?.id));

/** Every instance checks once a second; this wakes the escalator for a response that is due earlier. */
export async function wakeEscalator(q: Queryable, responses: readonly Response[], at: Date): Promise<void> {
  const nextCheck = at.getTime() + ESCALATION_CHECK_MS;
  const isPressing = (response: Response): boolean =>
    (dueAt(response)?.getTime() ?? Number.POSITIVE_INFINITY) < nextCheck;
  if (responses.some(isPressing)) await q.run(`SELECT pg_notify('vigil_escalation', '')`);
}

/** What notifications say about a fall. */
export const contentOf = (fall: FallResponse, at: Date): FallContent => ({
  ...whoseOf(fall),
  level: fall.level,
  source: fall.source,
  sensorEvent: fall.sensorEvent,
  minutesAgo: minutesAgoOf(fall.fellAt, at.getTime()),
});

/** Whose fall it is, or whose test alert. */
export const whoseOf = ({ patientName, patientRoom, isTest }: FallResponse) => ({
  patientName,
  patientRoom,
  isTest,
});

/** Recipients are the present care team and the patient; the admins if the patient has no care team. */
function responseEvents(fall: FallResponse, careTeam: CareTeam): readonly NewEvent[] {
  const { fallId, patientId } = fall;
  const data = {
    fallId,
    patientId,
    ...whoseOf(fall),
    level: fall.level,
    timestamp: fall.fellAt,
    ...shownOf(fall.response),
  };
  const recipients = new Set([...alertedOf(careTeam), patientId]);
  return [...recipients].map((recipientId) => ({ recipientId, aboutId: patientId, type: 'response', data }));
}
