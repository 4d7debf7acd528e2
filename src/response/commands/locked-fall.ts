import type { NewEvent } from '../../live/index.ts';
import { webhooksByEvent } from '../../notify/index.ts';
import { findResponder } from '../../people/index.ts';
import type { Actor } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sent } from '../../platform/database/sent.ts';
import { type AppError, Conflict, Forbidden, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { StationName } from '../../platform/http/principal.ts';
import { acknowledgeAlert, type FallAlert, fallAlerts } from '../alerts/store.ts';
import { type CareTeam, careTeamsOf, lockCareTeams, lockStanding } from '../care-team.ts';
import { markResponded } from '../fall/outcomes-store.ts';
import type { WebhooksByEvent } from '../messages.ts';
import { type Changed, type Decision, isRefused, type Refused } from '../states.ts';
import { wasClaimed } from '../store/response-log.ts';
import { type FallResponse, lockFalls, lockResponse, patientOfFall } from '../store/responses.ts';
import { acknowledgement } from './acknowledgement.ts';
import { type SentChanges, sendChanges } from './record-changes.ts';

/** The id of a fall, with its patient where the caller has looked them up. */
export type FallRef = string | { readonly id: string; readonly userId: string };

/** A fall whose response is locked by the transaction `q`, and what a change of it needs to know. */
export interface LockedFall {
  readonly q: Queryable;
  readonly fall: FallResponse;
  readonly careTeam: CareTeam;
  /** The person who makes the change; undefined if they may not respond to this patient's falls. */
  readonly responder: Actor | undefined;
  readonly alerts: readonly FallAlert[];
  readonly wasClaimed: boolean;
  readonly webhooksOf: WebhooksByEvent;
  readonly at: Date;
  readonly station: StationName | undefined;
}

/** The statements of a change that have been sent, and the events to append. */
export interface Outcome extends SentChanges {
  /** From the fall to this first reaction to it; undefined where there was an earlier one. */
  readonly firstResponseSeconds?: Promise<number | undefined>;
  readonly afterCommit?: AfterCommit;
}

/** Undefined if nothing is left to do after the commit. */
export type AfterCommit = (() => Promise<void>) | undefined;

interface Change {
  /** The person who makes the change. */
  readonly by: string;
  readonly station: StationName | undefined;
  readonly now: () => number;
}

/**
 * Locks a fall with its response, in the order of sql/031: people, care team, fall, response. What the change needs to
 * know is read behind the locks in the same round trip. Undefined if the fall has no response.
 */
export async function lockFallResponse(
  q: Queryable,
  ref: FallRef,
  { by, station, now }: Change,
): Promise<LockedFall | undefined> {
  const { id: fallId, userId: patientId } =
    typeof ref === 'string' ? { id: ref, userId: await patientOfFall(q, ref) } : ref;
  if (patientId === undefined) throw new NotFound('Fall');
  const [, , held, fall, careTeamOf, responder, alerts, isClaimedBefore, webhooksOf] = await Promise.all([
    lockStanding(q, by),
    lockCareTeams(q, [patientId]),
    lockFalls(q, [fallId]),
    lockResponse(q, fallId),
    careTeamsOf(q, [patientId], new Date(now())),
    findResponder(q, by, patientId),
    fallAlerts(q, fallId),
    wasClaimed(q, fallId),
    webhooksByEvent(q),
  ]);
  if (held === 0) throw new NotFound('Fall');
  if (fall === undefined) return undefined;
  return {
    q,
    fall,
    careTeam: careTeamOf(patientId),
    responder,
    alerts,
    wasClaimed: isClaimedBefore,
    webhooksOf,
    // Not before the locks: of two changes, the second is later.
    at: new Date(now()),
    station,
  };
}

export async function lockForChange(q: Queryable, ref: FallRef, change: Change): Promise<LockedFall> {
  const locked = await lockFallResponse(q, ref, change);
  if (locked === undefined)
    throw new Conflict('This fall has no response because no caregiver was alerted', { code: 'NO_RESPONSE' });
  return locked;
}

export function sendChange(
  { q, fall, careTeam, webhooksOf, at, station }: LockedFall,
  { response, entries }: Changed,
  recipients: readonly string[] = [],
): SentChanges {
  const entriesAt = station
    ? entries.map((entry) => ({ ...entry, details: { ...entry.details, station } }))
    : entries;
  const change = { fall, response, entries: entriesAt, isAnnounced: true };
  return sendChanges(q, [change], { careTeamOf: () => careTeam, webhooksOf, recipients }, at);
}

/** A reaction to the fall acknowledges the person's own alert about it. */
export function withAcknowledgement(
  { q, fall, careTeam, alerts, at }: LockedFall,
  by: string,
  { events, written, ...rest }: SentChanges,
): Outcome {
  const firstResponseSeconds = sent(markResponded(q, fall.fallId, at));
  const own = alerts.find(({ caregiverId, acknowledged }) => caregiverId === by && !acknowledged);
  if (own === undefined) return { ...rest, events, written, firstResponseSeconds };
  const present = new Set([...careTeam.all, ...careTeam.admins]);
  const acknowledged = alerts
    .filter(({ caregiverId }) => present.has(caregiverId))
    .map(
      ({ id, caregiverId }): NewEvent => ({
        recipientId: caregiverId,
        aboutId: fall.patientId,
        type: 'alert.acknowledged',
        data: acknowledgement({ id, fallId: fall.fallId }, by, at),
      }),
    );
  return {
    ...rest,
    events: [...events, ...acknowledged],
    written: sent(Promise.all([written, acknowledgeAlert(q, own.id, by, at)])),
    firstResponseSeconds,
  };
}

/** Within the transaction of a change: the care may have ended since the request's permissions were checked. */
export function requireResponder({ responder }: LockedFall): Actor {
  if (responder === undefined)
    throw new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' });
  return responder;
}

export function accepted(decision: Decision): Changed {
  if (isRefused(decision)) throw errorOf(decision);
  return decision;
}

function errorOf({ refused, code, message, details }: Refused): AppError {
  if (refused === 'forbidden') return new Forbidden(message, { code: 'CLAIMED_BY_ANOTHER' });
  return refused === 'invalid'
    ? new InvalidInput(details, message)
    : new Conflict(message, { details, ...(code && { code }) });
}
