import type { NewEvent } from '../live/index.ts';
import { dropMessagesOf } from '../notify/index.ts';
import { type FallContent, minutesAgoOf } from '../notify/texts/content.ts';
import type { Queryable } from '../platform/database/database.ts';
import { SECOND_MS } from '../platform/time.ts';
import { alertedOf, type CareTeam } from './care-team.ts';
import { feed } from './messages.ts';
import { dueAt, type LogEntry, type Response, responseOf } from './states.ts';
import { appendToLog } from './store/response-log.ts';
import { type FallResponse, saveResponses } from './store/responses.ts';

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

/**
 * Writes a change of responses: the rows, their log, the messages to drop and the feeds' messages. Returns the events,
 * which the caller appends once with others of the same transaction. The transaction has locked the responses and their
 * care teams.
 */
export async function recordChanges(
  q: Queryable,
  changes: readonly ResponseChange[],
  careTeamOf: (patientId: string) => CareTeam,
  at: Date,
): Promise<readonly NewEvent[]> {
  if (changes.length === 0) return [];
  await saveResponses(
    q,
    changes.map(({ fall, response }) => ({ fallId: fall.fallId, response })),
  );
  await appendToLog(
    q,
    changes.flatMap(({ fall, entries }) => entries.map((entry) => ({ ...entry, fallId: fall.fallId }))),
  );
  const stopped = changes.filter(({ fall, response }) => isStopped(response) && response !== fall.response);
  if (stopped.length > 0)
    await dropMessagesOf(
      q,
      stopped.map(({ fall }) => fall.fallId),
    );
  const told = changes
    .filter(({ isAnnounced }) => isAnnounced)
    .map(({ fall, response }): FallResponse => ({ ...fall, response }));
  await feed(q, 'response.changed', told, at);
  await wakeEscalator(
    q,
    changes.map(({ response }) => response),
    at,
  );
  return told.flatMap((fall) => responseEvents(fall, careTeamOf(fall.patientId)));
}

const isStopped = ({ state }: Response): boolean => state === 'CLAIMED' || state === 'RESOLVED';

/** Every instance checks once a second; this wakes the escalator for a response that is due earlier. */
export async function wakeEscalator(q: Queryable, responses: readonly Response[], at: Date): Promise<void> {
  const nextCheck = at.getTime() + ESCALATION_CHECK_MS;
  const isPressing = (response: Response): boolean =>
    (dueAt(response)?.getTime() ?? Number.POSITIVE_INFINITY) < nextCheck;
  if (responses.some(isPressing)) await q.run(`SELECT pg_notify('vigil_ladder', '')`);
}

/** What notifications say about a fall. */
export const contentOf = (fall: FallResponse, at: Date): FallContent => ({
  ...nameAndRoomOf(fall),
  level: fall.level,
  source: fall.source,
  sensorEvent: fall.sensorEvent,
  minutesAgo: minutesAgoOf(fall.fellAt, at.getTime()),
});

export const nameAndRoomOf = ({ patientName, patientRoom }: FallResponse) => ({ patientName, patientRoom });

/** Recipients are the present care team and the patient; the admins if the patient has no care team. */
function responseEvents(fall: FallResponse, careTeam: CareTeam): readonly NewEvent[] {
  const { fallId, patientId } = fall;
  const data = {
    fallId,
    patientId,
    ...nameAndRoomOf(fall),
    level: fall.level,
    response: responseOf(fall.response),
  };
  const recipients = new Set([...alertedOf(careTeam), patientId]);
  return [...recipients].map((recipientId) => ({ recipientId, aboutId: patientId, type: 'response', data }));
}
