import { webhooksByEvent } from '../../notify/index.ts';
import type { Person } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sent } from '../../platform/database/sent.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import { careTeamsOf } from '../care-team.ts';
import type { EscalationPolicy } from '../escalation/schema.ts';
import { policiesFor } from '../escalation/store.ts';
import { type LimitsOf, limitsFor } from '../limits/store.ts';
import { feed } from '../messages.ts';
import { type ShownResponse, shownOf } from '../shown-response.ts';
import { begin, type Response, rise } from '../states.ts';
import { appendToLog } from '../store/response-log.ts';
import { type FallResponse, insertResponses, lockResponses } from '../store/responses.ts';
import { suspectedAgain } from '../verification/changes.ts';
import { pendingFrom } from '../verification/verification.ts';
import type { FallSensor, FallSource } from '../vocabulary.ts';
import { type ChangeContext, type SentChanges, sendChanges, wakeEscalator } from './record-changes.ts';

/** The part of a fall's record that a response needs. */
interface RaisedFall {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly source: FallSource;
  readonly sensor: FallSensor | null;
  readonly deviceId: string | null;
  readonly location: string | null;
  readonly isTest: boolean;
  readonly createdAt: Date;
}

/** A fall that was recorded or rose. `by` is the person who called for help; null for the stream and for reports. */
export interface NamedFall {
  readonly fall: RaisedFall;
  readonly patient: FallenPatient;
  readonly by?: Person | null;
  /** The caregiver or admin who reported a new fall for the patient. */
  readonly reportedBy?: Person;
}

/** The responses by fall, and what was sent for them. */
export interface Recorded extends SentChanges {
  readonly responses: ReadonlyMap<string, ShownResponse>;
}

/** Falls that are about to be written or were: the `older` ones are not new, and may have a response. */
export interface FallsToRaise {
  readonly patientIds: readonly string[];
  readonly older: readonly string[];
  /** The limits of the patients, where they were read already. */
  readonly limitsOf?: LimitsOf;
}

/** What raising responses needs to know. */
export interface RaiseContext extends ChangeContext {
  readonly policyOf: (patientId: string) => EscalationPolicy;
  readonly limitsOf: LimitsOf;
  /** The responses, locked, of the falls that have one. */
  readonly found: readonly FallResponse[];
}

/** How the patient of a fall is named. */
export type FallenPatient = Pick<FallResponse, 'patientName' | 'patientRoom'>;

/**
 * Falls that the transaction has just inserted have no response, so only the `older` ones are looked up: it costs a query
 * over six tables. The transaction has locked the care teams and all falls.
 */
export async function raiseContextOf(q: Queryable, falls: FallsToRaise, at: Date): Promise<RaiseContext> {
  const [found, policyOf, limitsOf, careTeamOf, webhooksOf] = await Promise.all([
    falls.older.length === 0 ? [] : lockResponses(q, falls.older),
    policiesFor(q, falls.patientIds),
    falls.limitsOf ?? limitsFor(q, falls.patientIds),
    careTeamsOf(q, falls.patientIds, at),
    webhooksByEvent(q),
  ]);
  return { found, policyOf, limitsOf, careTeamOf, webhooksOf };
}

/**
 * Starts a response to each fall that has none, and raises the others to the level of their fall. Runs in the transaction
 * in which falls of POTENTIAL or above are recorded or rise, before their alerts are written.
 */
export function raiseResponses(
  q: Queryable,
  falls: readonly NamedFall[],
  context: RaiseContext,
  { okWindowMs, at }: { readonly okWindowMs: number; readonly at: Date },
): Recorded {
  const foundOf = new Map(context.found.map((found) => [found.fallId, found]));
  const begun = startNew(
    q,
    falls.filter(({ fall }) => !foundOf.has(fall.id)),
    context,
    { okWindowMs, at },
  );
  const risen = raiseExisting(
    q,
    falls.flatMap((raised) => {
      const found = foundOf.get(raised.fall.id);
      return found === undefined ? [] : [{ raised, found }];
    }),
    context,
    at,
  );
  const all = [...begun.held, ...risen.followed];
  return {
    responses: new Map(all.map(({ fallId, response }) => [fallId, shownOf(response)])),
    events: risen.events,
    written: sent(Promise.all([begun.written, risen.written])),
  };
}

function startNew(
  q: Queryable,
  falls: readonly NamedFall[],
  { policyOf, limitsOf, webhooksOf }: RaiseContext,
  { okWindowMs, at }: { readonly okWindowMs: number; readonly at: Date },
) {
  const begun = falls.map(({ fall, patient, reportedBy }) => {
    const detected = {
      by: reportedBy ?? null,
      isCall: fall.source === 'HELP_BUTTON',
      verification:
        fall.source === 'STREAM' &&
        fall.status !== 'CONFIRMED' &&
        !fall.isTest &&
        limitsOf(fall.userId).verify
          ? pendingFrom(fall.createdAt, at)
          : null,
      source: fall.source,
      ...(fall.sensor && { sensorEvent: fall.sensor.event }),
    };
    // A test has no wearer to wait for.
    const windowMs = fall.isTest ? 0 : okWindowMs;
    const { response, entries } = begin(fall.status, policyOf(fall.userId), windowMs, at, detected);
    return { held: newResponse(fall, patient, response, at), entries };
  });
  const held = begun.map((one) => one.held);
  const written = Promise.all([
    insertResponses(q, held, at),
    appendToLog(
      q,
      begun.flatMap(({ held, entries }) => entries.map((entry) => ({ ...entry, fallId: held.fallId }))),
    ),
    feed(q, webhooksOf, 'fall.raised', held, at),
    wakeEscalator(
      q,
      held.map(({ response }) => response),
      at,
    ),
  ]);
  return { held, written };
}

function raiseExisting(
  q: Queryable,
  risen: readonly { readonly raised: NamedFall; readonly found: FallResponse }[],
  context: RaiseContext,
  at: Date,
) {
  const changes = risen.map(({ raised, found }) => {
    const risen = rise(found.response, raised.fall.status, raised.by ?? null, at);
    const { entries } = risen;
    const response = suspectedAgain(risen.response, raised.fall.createdAt, at) ?? risen.response;
    const fall = { ...found, level: raised.fall.status };
    return { fall, response, entries, isAnnounced: response !== found.response };
  });
  const followed = changes.map(({ fall, response }) => ({ ...fall, response }));
  const fed = feed(q, context.webhooksOf, 'fall.updated', followed, at);
  const { events, written } = sendChanges(q, changes, context, at);
  return { followed, events, written: Promise.all([fed, written]) };
}

const newResponse = (
  fall: RaisedFall,
  patient: FallenPatient,
  response: Response,
  at: Date,
): FallResponse => ({
  fallId: fall.id,
  patientId: fall.userId,
  ...patient,
  level: fall.status,
  source: fall.source,
  sensorEvent: fall.sensor?.event ?? null,
  deviceId: fall.deviceId,
  location: fall.location,
  fellAt: fall.createdAt,
  isTest: fall.isTest,
  begunAt: at,
  holderMayCome: true,
  offeredMayCome: true,
  unreachableAt: null,
  response,
});
