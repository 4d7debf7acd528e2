import type { EventLog, NewEvent } from '../live/events.ts';
import type { FallLevel } from '../notify/levels.ts';
import { enqueue } from '../notify/store/outbox.ts';
import { workingChannels } from '../notify/store/personal-channels.ts';
import { handOffNotification } from '../notify/texts.ts';
import type { Person } from '../people/person.ts';
import { findCaregiverOf, findResponder } from '../people/store/responders.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type AppError, Conflict, Forbidden, InvalidInput, NotFound } from '../platform/errors.ts';
import { SECOND_MS } from '../platform/time.ts';
import { acknowledgement } from './acknowledgement.ts';
import { type CareTeam, careTeamsOf, lockCareTeams } from './care-team.ts';
import { hashClaimToken, linkGone } from './claim-tokens.ts';
import { audible, feed, toChannels } from './messages.ts';
import { recordChanges, textOf, wakeEscalator, wordsOf } from './record-changes.ts';
import {
  begin,
  type Changed,
  type ClaimRequest,
  cancel,
  claim,
  type Decision,
  isRefused,
  offer,
  type Refused,
  type Resolution,
  type Response,
  type ResponseRecord,
  release,
  resolve,
  responseOf,
  rise,
} from './states.ts';
import { acknowledgeAlertOf, alertsBeside } from './store/alerts.ts';
import { findClaimLink, useClaimLink } from './store/claim-links.ts';
import { policiesFor } from './store/escalation-policies.ts';
import { markResponded, setFallOutcome } from './store/outcomes.ts';
import { appendToLog, hasReleased, wasClaimed } from './store/response-log.ts';
import {
  type FallResponse,
  insertResponses,
  lockFall,
  lockResponse,
  lockResponses,
  patientOfFall,
} from './store/responses.ts';
import type { FallSource } from './vocabulary.ts';

/** The part of a fall's record that a response needs. */
export interface RaisedFall {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly source: FallSource;
  readonly deviceId: string | null;
  readonly createdAt: Date;
}

/** A fall that was recorded or rose, and whoever called for help; null for the stream and for reports. */
export interface NamedFall {
  readonly fall: RaisedFall;
  readonly patient: FallenPatient;
  readonly by?: Person | null;
}

/** What falls' records say of their responses now, and what is to be appended to the log of events with the rest. */
export interface Recorded {
  readonly responses: ReadonlyMap<string, ResponseRecord>;
  readonly events: readonly NewEvent[];
}

/** How the patient of a fall is named. */
export type FallenPatient = Pick<FallResponse, 'patientName' | 'patientRoom'>;

export interface Responses {
  /**
   * In the transaction in which falls of POTENTIAL or above are recorded or rise, before their alerts are written:
   * a response begins where there is none, and the others follow their fall.
   */
  raise(q: Queryable, falls: readonly NamedFall[]): Promise<Recorded>;
  /**
   * In the transaction of an acknowledgement, before its alert is written: it claims the fall, unless another person
   * has claimed it or the caller has released it.
   */
  claimByAcknowledging(q: Queryable, fallId: string, by: string): Promise<readonly NewEvent[]>;
  claim(fallId: string, by: string, request: ClaimRequest): Promise<void>;
  /** From a link in a message: throws 410 when it was used or has expired. */
  claimByLink(token: string): Promise<void>;
  release(fallId: string, by: string): Promise<void>;
  handOff(fallId: string, by: string, caregiverId: string): Promise<void>;
  resolve(
    fallId: string,
    by: string,
    request: { readonly outcome: Resolution; readonly note?: string | null | undefined },
  ): Promise<void>;
  /** "I'm OK", by the patient alone. */
  cancel(fallId: string, by: string): Promise<void>;
}

export interface ResponseDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly okWindowMs: number;
  /** Told how many seconds after a fall somebody first answered for it. */
  readonly onFirstResponse: (secondsAfterFall: number) => void;
  /** Told how many seconds after a fall somebody first said that they go. */
  readonly onFirstClaim?: (secondsAfterFall: number) => void;
  readonly now: () => number;
}

/** What one transaction knows and has to tell. */
interface Work {
  readonly q: Queryable;
  readonly fall: FallResponse;
  readonly careTeam: CareTeam;
  readonly at: Date;
}

interface Done {
  readonly told: readonly NewEvent[];
  readonly seconds?: number | undefined;
}

/**
 * Changes of responses: each is one transaction, in which the domain's rule decides on what the database holds, so
 * that of two at once one comes first and the other meets what it left. Locks are taken in one order everywhere, as in
 * acknowledge.ts: people, the fall, its response, its alerts, messages, recipients' cursors.
 */
export function createResponses({
  db,
  events,
  okWindowMs,
  onFirstResponse,
  onFirstClaim,
  now,
}: ResponseDeps): Responses {
  async function inTransaction(fallId: string, work: (held: Work) => Promise<Done>): Promise<void> {
    const { told, seconds } = await db.transaction(async (q) => {
      const fall = await hold(q, fallId);
      const at = new Date(now());
      const careTeam = (await careTeamsOf(q, [fall.patientId], at))(fall.patientId);
      const done = await work({ q, fall, careTeam, at });
      return { told: await events.append(q, done.told), seconds: done.seconds };
    });
    events.broadcast(told);
    if (seconds !== undefined) onFirstResponse(seconds);
  }

  const recordOne = ({ q, fall, careTeam, at }: Work, { response, entries }: Changed) =>
    recordChanges(q, [{ fall, response, entries, isTold: true }], () => careTeam, at);

  /** For the metrics, so before the commit is early enough. */
  async function recordClaim(work: Work, changed: Changed): Promise<readonly NewEvent[]> {
    const { q, fall, at } = work;
    const isFirst = fall.response.state !== 'CLAIMED' && !(await wasClaimed(q, fall.fallId));
    const told = await recordOne(work, changed);
    if (isFirst) onFirstClaim?.(Math.max(0, at.getTime() - fall.fellAt.getTime()) / SECOND_MS);
    return told;
  }

  /** Somebody's own alert is answered for with what they do about the fall. */
  async function acknowledgeFor({ q, fall, careTeam, at }: Work, by: string): Promise<Done> {
    const seconds = await markResponded(q, fall.fallId, at);
    const own = await acknowledgeAlertOf(q, fall.fallId, by, at);
    const beside =
      own === undefined ? [] : await alertsBeside(q, own.id, [...careTeam.assigned, ...careTeam.admins]);
    const told = beside.map(
      ({ id, caregiverId }): NewEvent => ({
        recipientId: caregiverId,
        aboutId: fall.patientId,
        type: 'alert.acknowledged',
        data: acknowledgement({ id, fallId: fall.fallId }, by, at),
      }),
    );
    return { told, seconds };
  }

  async function claimFor(work: Work, by: string, request: ClaimRequest): Promise<Done> {
    const { q, fall, at } = work;
    const responder = await requireResponder(q, by, fall.patientId);
    const changed = accepted(claim(fall.response, responder, request, at));
    const told = await recordClaim(work, changed);
    const answered = await acknowledgeFor(work, by);
    return { told: [...told, ...answered.told], seconds: answered.seconds };
  }

  async function beginWhereNone(q: Queryable, falls: readonly NamedFall[], at: Date) {
    const policyOf = await policiesFor(
      q,
      falls.map(({ fall }) => fall.userId),
    );
    const possible = falls.map(({ fall, patient }) => {
      const { response, entries } = begin(fall.status, policyOf(fall.userId), okWindowMs, at, {
        source: fall.source,
      });
      return { held: newlyHeld(fall, patient, response, at), entries };
    });
    const isBegun = await insertResponses(
      q,
      possible.map(({ held }) => held),
      at,
    );
    const begun = possible.filter(({ held }) => isBegun.has(held.fallId));
    const held = begun.map((one) => one.held);
    await appendToLog(
      q,
      begun.flatMap(({ held, entries }) => entries.map((entry) => ({ ...entry, fallId: held.fallId }))),
    );
    await feed(q, 'fall.raised', held, (fall) => textOf(fall, at), at);
    await wakeEscalator(
      q,
      held.map(({ response }) => response),
      at,
    );
    return held;
  }

  async function followFalls(q: Queryable, risen: ReadonlyMap<string, NamedFall>, at: Date) {
    if (risen.size === 0) return { followed: [], events: [] };
    const held = await lockResponses(q, [...risen.keys()]);
    if (held.length < risen.size) throw new NotFound('Fall');
    const changes = held.flatMap((found) => {
      const raised = risen.get(found.fallId);
      if (raised === undefined) return [];
      const { response, entries } = rise(found.response, raised.fall.status, raised.by ?? null, at);
      const fall = { ...found, level: raised.fall.status };
      return [{ fall, response, entries, isTold: response !== found.response }];
    });
    const careTeamOf = await careTeamsOf(
      q,
      held.map(({ patientId }) => patientId),
      at,
    );
    const followed = changes.map(({ fall, response }) => ({ ...fall, response }));
    await feed(q, 'fall.updated', followed, (fall) => textOf(fall, at), at);
    return { followed, events: await recordChanges(q, changes, careTeamOf, at) };
  }

  return {
    async raise(q, falls) {
      const at = new Date(now());
      // Most are new, and the insert says so: looking first would cost each of them a query over six tables.
      const begun = await beginWhereNone(q, falls, at);
      const risen = new Map(falls.map((raised) => [raised.fall.id, raised]));
      for (const { fallId } of begun) risen.delete(fallId);
      const { followed, events } = await followFalls(q, risen, at);
      const all = [...begun, ...followed];
      return {
        responses: new Map(all.map(({ fallId, response }) => [fallId, responseOf(response)])),
        events,
      };
    },

    async claimByAcknowledging(q, fallId, by) {
      await lockFall(q, fallId);
      const fall = await lockResponse(q, fallId);
      if (fall === undefined) return [];
      const at = new Date(now());
      const responder = await findResponder(q, by, fall.patientId);
      if (responder === undefined) return [];
      const decision = claim(fall.response, responder, {}, at);
      // Who holds it already only marks their alert: what they said when they claimed stands.
      if (isRefused(decision) || fall.response.claimedBy?.id === by) return [];
      // Acknowledging again after one's own release must not take the fall back.
      if (await hasReleased(q, fallId, by)) return [];
      const careTeam = (await careTeamsOf(q, [fall.patientId], at))(fall.patientId);
      return recordClaim({ q, fall, careTeam, at }, decision);
    },

    claim: (fallId, by, request) => inTransaction(fallId, (work) => claimFor(work, by, request)),

    async claimByLink(token) {
      const hash = hashClaimToken(token);
      const link = await findClaimLink(db, hash, new Date(now()));
      if (link === undefined) throw linkGone();
      await inTransaction(link.fallId, async (work) => {
        if ((await useClaimLink(work.q, hash, work.at)) === undefined) throw linkGone();
        return claimFor(work, link.personId, {});
      });
    },

    release: (fallId, by) =>
      inTransaction(fallId, async (work) => {
        const responder = await requireResponder(work.q, by, work.fall.patientId);
        return { told: await recordOne(work, accepted(release(work.fall.response, responder, work.at))) };
      }),

    handOff: (fallId, by, caregiverId) =>
      inTransaction(fallId, async (work) => {
        const { q, fall, at } = work;
        const responder = await requireResponder(q, by, fall.patientId);
        const to = await findCaregiverOf(q, caregiverId, fall.patientId);
        const changed = accepted(offer(fall.response, responder, to, at));
        const told = await recordOne(work, changed);
        const offered = { ...fall, response: changed.response };
        const channels = audible(await workingChannels(q, [caregiverId], ['webpush']), offered, at);
        const text = handOffNotification({ ...wordsOf(fall), giverName: responder.name });
        await enqueue(q, toChannels(offered, channels, { type: 'fall.alert', ...text }, at), at);
        return { told };
      }),

    resolve: (fallId, by, request) =>
      inTransaction(fallId, async (work) => {
        const { q, fall, at } = work;
        const responder = await requireResponder(q, by, fall.patientId);
        const changed = accepted(resolve(fall.response, responder, request, at));
        await setFallOutcome(q, fallId, request.outcome === 'FALSE_ALARM' ? 'FALSE_ALARM' : 'CONFIRMED');
        const told = await recordOne(work, changed);
        const answered = await acknowledgeFor(work, by);
        return { told: [...told, ...answered.told], seconds: answered.seconds };
      }),

    cancel: (fallId, by) =>
      inTransaction(fallId, async (work) => {
        const { fall, at } = work;
        if (fall.patientId !== by) throw new Forbidden('Only whoever fell can say that they are OK');
        const patient = { id: by, name: fall.patientName };
        return { told: await recordOne(work, accepted(cancel(fall.response, fall.level, patient, at))) };
      }),
  };
}

const newlyHeld = (fall: RaisedFall, patient: FallenPatient, response: Response, at: Date): FallResponse => ({
  fallId: fall.id,
  patientId: fall.userId,
  ...patient,
  level: fall.status,
  source: fall.source,
  deviceId: fall.deviceId,
  fellAt: fall.createdAt,
  begunAt: at,
  holderMayCome: true,
  offeredMayCome: true,
  unreachableAt: null,
  response,
});

async function hold(q: Queryable, fallId: string): Promise<FallResponse> {
  const patientId = await patientOfFall(q, fallId);
  if (patientId === undefined) throw new NotFound('Fall');
  await lockCareTeams(q, [patientId]);
  if ((await lockFall(q, fallId)) === undefined) throw new NotFound('Fall');
  const fall = await lockResponse(q, fallId);
  if (fall === undefined)
    throw new Conflict('This fall has no response: nobody was alerted', { code: 'NO_RESPONSE' });
  return fall;
}

/** Asked within the transaction: care may have ended since the request was let in. */
async function requireResponder(q: Queryable, personId: string, patientId: string) {
  const responder = await findResponder(q, personId, patientId);
  if (responder === undefined)
    throw new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' });
  return responder;
}

function accepted(decision: Decision): Changed {
  if (isRefused(decision)) throw errorOf(decision);
  return decision;
}

function errorOf({ refused, code, message, details }: Refused): AppError {
  if (refused === 'forbidden') return new Forbidden(message, { code: 'CLAIMED_BY_ANOTHER' });
  return refused === 'invalid'
    ? new InvalidInput(details, message)
    : new Conflict(message, { details, ...(code && { code }) });
}
