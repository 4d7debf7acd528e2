import type { EventLog, NewEvent } from '../live/index.ts';
import { dropMessagesOf, enqueue, ROUTINE_KINDS, workingChannels } from '../notify/index.ts';
import type { NotificationContent } from '../notify/texts/content.ts';
import { findCaregiverOf, findResponder } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type AppError, Conflict, Forbidden, InvalidInput, NotFound } from '../platform/errors.ts';
import type { StationName } from '../platform/http/principal.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { SECOND_MS } from '../platform/time.ts';
import { acknowledgement } from './acknowledgement.ts';
import { type CareTeam, careTeamsOf, lockCareTeams } from './care-team.ts';
import { linkGone } from './claim-offer.ts';
import { toChannels, unmutedChannels } from './messages.ts';
import type { ResponseMetrics } from './metrics.ts';
import { pass } from './passing.ts';
import { type NamedFall, type Recorded, raiseResponses } from './raise-responses.ts';
import { nameAndRoomOf, recordChanges } from './record-changes.ts';
import {
  type Changed,
  type ClaimRequest,
  cancel,
  claim,
  correct,
  type Decision,
  decline,
  isRefused,
  offer,
  type Refused,
  type Resolution,
  release,
  resolve,
} from './states.ts';
import { acknowledgeAlertOf, alertsOfSameOccurrence } from './store/alerts.ts';
import { findClaimLink, useClaimLink } from './store/claim-links.ts';
import { markResponded, setFallOutcome } from './store/outcomes.ts';
import { appendToLog, hasReleased, wasClaimed } from './store/response-log.ts';
import { type FallResponse, lockFall, lockResponse, patientOfFall } from './store/responses.ts';
import type { JudgedOutcome, OutcomeLearner } from './vocabulary.ts';

interface ResponseDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly okWindowMs: number;
  readonly metrics: Pick<ResponseMetrics, 'acknowledged' | 'claimed'>;
  readonly learner: OutcomeLearner;
  readonly now: () => number;
}

/** A fall whose response is locked by the transaction `q`. */
interface LockedFall {
  readonly q: Queryable;
  readonly fall: FallResponse;
  readonly careTeam: CareTeam;
  readonly at: Date;
  readonly station: StationName | undefined;
}

interface Outcome {
  readonly events: readonly NewEvent[];
  /** From the fall to this first reaction to it; undefined where there was an earlier one. */
  readonly firstResponseSeconds?: number | undefined;
  readonly afterCommit?: AfterCommit | undefined;
}

/** Undefined if nothing is left to do after the commit. */
type AfterCommit = (() => Promise<void>) | undefined;

/** True the first time. */
type Once = (q: Queryable, at: Date) => Promise<boolean>;

interface ResolveRequest {
  readonly outcome: Resolution;
  readonly note?: string | null | undefined;
}

/**
 * Changes of responses. Each is one transaction, in which the rule (states.ts) decides on the locked rows: of two
 * concurrent changes the second sees the result of the first. Locks are taken in one order everywhere, as in
 * acknowledge.ts: people, the fall, its response, its alerts, messages, recipients' cursors.
 */
export class Responses {
  readonly #deps: ResponseDeps;

  constructor(deps: ResponseDeps) {
    this.#deps = deps;
  }

  /** Runs in the caller's transaction: see raise-responses.ts. */
  raise(q: Queryable, falls: readonly NamedFall[]): Promise<Recorded> {
    return raiseResponses(q, falls, { okWindowMs: this.#deps.okWindowMs, at: this.#now() });
  }

  /**
   * Runs in the transaction of an acknowledgement, before its alert is written. Claims the fall, unless another person
   * has claimed it or the caller has released it.
   */
  async claimByAcknowledging(
    q: Queryable,
    fallId: string,
    by: string,
    station?: StationName,
  ): Promise<readonly NewEvent[]> {
    await lockFall(q, fallId);
    const fall = await lockResponse(q, fallId);
    if (fall === undefined) return [];
    const at = this.#now();
    const responder = await findResponder(q, by, fall.patientId);
    if (responder === undefined) return [];
    const decision = claim(fall.response, responder, {}, at);
    // The person who has the claim only marks their alert: the note and time of their claim stay.
    if (isRefused(decision) || fall.response.claimedBy?.id === by) return [];
    // Acknowledging after one's own release must not claim the fall again.
    if (await hasReleased(q, fallId, by)) return [];
    const careTeam = (await careTeamsOf(q, [fall.patientId], at))(fall.patientId);
    return this.#recordClaim({ q, fall, careTeam, at, station }, decision);
  }

  /**
   * Runs in the transaction that records a fall with a response, for a caregiver who reports it and is with the patient:
   * the first step of the escalation finds it claimed.
   */
  async claimByReporting(q: Queryable, fallId: string, by: string): Promise<readonly NewEvent[]> {
    const { events, firstResponseSeconds } = await this.#claimFor(await this.#lock(q, fallId), by, {});
    // Before the commit, as in recordClaim.
    if (firstResponseSeconds !== undefined) this.#deps.metrics.acknowledged(firstResponseSeconds);
    return events;
  }

  claim(fallId: string, by: string, request: ClaimRequest, station?: StationName): Promise<void> {
    return this.#change(fallId, (locked) => this.#claimFor(locked, by, request), station);
  }

  /** Claims by phone. `once` runs in the transaction; false: this answer was used before, which throws 410. */
  claimOnce(fallId: string, by: string, once: Once): Promise<void> {
    return this.#change(fallId, async (locked) => {
      if (!(await once(locked.q, locked.at))) throw linkGone();
      return this.#claimFor(locked, by, {});
    });
  }

  /** Passes the fall on to the others, by phone. `once` as for claimOnce. */
  passOnce(fallId: string, by: string, once: Once): Promise<void> {
    return this.#change(fallId, async (locked) => {
      const { q, fall, at } = locked;
      if (!(await once(q, at))) throw linkGone();
      const responder = await requireResponder(q, by, fall.patientId);
      const changed = accepted(pass(fall.response, responder, at));
      const events = await record(locked, changed);
      await dropMessagesOf(q, [fallId], by);
      return { events };
    });
  }

  /** Claims with the link in a message; throws 410 when the link was used or has expired. */
  async claimByLink(token: string): Promise<void> {
    const hash = hashOfSecretToken(token);
    const link = await findClaimLink(this.#deps.db, hash, this.#now());
    if (link === undefined) throw linkGone();
    await this.#change(link.fallId, async (locked) => {
      if ((await useClaimLink(locked.q, hash, locked.at)) === undefined) throw linkGone();
      return this.#claimFor(locked, link.personId, {});
    });
  }

  /**
   * Claims by the acknowledgement of a message on a pager. False if there is nothing to do: the person has the claim, or
   * has released it since the message was sent.
   */
  async claimByPage(fallId: string, by: string, sentAt: Date): Promise<boolean> {
    let isClaimed = false;
    await this.#change(fallId, async (locked) => {
      const { q, fall } = locked;
      const hasClaim = fall.response.state === 'CLAIMED' && fall.response.claimedBy?.id === by;
      if (hasClaim || (await hasReleased(q, fallId, by, sentAt))) return { events: [] };
      isClaimed = true;
      return this.#claimFor(locked, by, {});
    });
    return isClaimed;
  }

  release(fallId: string, by: string, station?: StationName): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const responder = await requireResponder(q, by, fall.patientId);
      return { events: await record(locked, accepted(release(fall.response, responder, at))) };
    };
    return this.#change(fallId, work, station);
  }

  handOff(fallId: string, by: string, caregiverId: string, station?: StationName): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const responder = await requireResponder(q, by, fall.patientId);
      const to = await findCaregiverOf(q, caregiverId, fall.patientId);
      const changed = accepted(offer(fall.response, responder, to, at));
      const events = await record(locked, changed);
      const content = { about: 'hand-off', ...nameAndRoomOf(fall), giverName: responder.name } as const;
      await push({ ...locked, fall: { ...fall, response: changed.response } }, caregiverId, content);
      return { events };
    };
    return this.#change(fallId, work, station);
  }

  /** By the caregiver whom the claim was offered to; its holder is notified. */
  declineHandOff(fallId: string, by: string, station?: StationName): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const responder = await requireResponder(q, by, fall.patientId);
      const changed = accepted(decline(fall.response, responder, at));
      const events = await record(locked, changed);
      const holder = changed.response.claimedBy;
      const declinerName = responder.name;
      const content = { about: 'hand-off-declined', ...nameAndRoomOf(fall), declinerName } as const;
      if (holder !== null)
        await push({ ...locked, fall: { ...fall, response: changed.response } }, holder.id, content);
      return { events };
    };
    return this.#change(fallId, work, station);
  }

  resolve(fallId: string, by: string, request: ResolveRequest, station?: StationName): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const responder = await requireResponder(q, by, fall.patientId);
      const changed = accepted(resolve(fall.response, responder, request, at));
      const events = await record(locked, changed);
      const outcome = judgementOf(request.outcome);
      const afterCommit = await this.setOutcome(q, { fallId, patientId: fall.patientId, outcome, at });
      return { ...(await withAcknowledgement(locked, by, events)), afterCommit };
    };
    return this.#change(fallId, work, station);
  }

  /** Returns the kind of the change: an amendment some time after the resolution. */
  async correct(
    fallId: string,
    by: string,
    request: ResolveRequest,
  ): Promise<'corrected' | 'amended' | undefined> {
    let made: 'corrected' | 'amended' | undefined;
    await this.#change(fallId, async (locked) => {
      const { q, fall, at } = locked;
      const responder = await requireResponder(q, by, fall.patientId);
      const changed = accepted(correct(fall.response, responder, request, at));
      const type = changed.entries[0]?.type;
      if (type === undefined) return { events: [] };
      made = type === 'amended' ? 'amended' : 'corrected';
      const events = await record(locked, changed);
      const judged = { fallId, patientId: fall.patientId, outcome: judgementOf(request.outcome), at };
      return { events, afterCommit: await this.setOutcome(q, judged) };
    });
    return made;
  }

  /**
   * Sets the outcome of a fall that the transaction has locked; the detector learns from it. Returns what to do after the
   * commit.
   */
  async setOutcome(q: Queryable, judged: JudgedOutcome): Promise<AfterCommit> {
    const { fallId, outcome, at } = judged;
    if (!(await setFallOutcome(q, fallId, outcome))) return undefined;
    const learned = await this.#deps.learner.learn(q, judged);
    if (learned === undefined) return undefined;
    const { sensitivity, falseAlarms, announce } = learned;
    if (sensitivity !== undefined)
      await appendToLog(q, [
        { fallId, type: 'learned', at, by: null, details: { sensitivity, falseAlarms } },
      ]);
    return announce;
  }

  /** "I'm OK", by the patient only. */
  cancel(fallId: string, by: string): Promise<void> {
    return this.#change(fallId, async (locked) => {
      const { fall, at } = locked;
      if (fall.patientId !== by) throw new Forbidden('Only the patient who fell can cancel the fall');
      const patient = { id: by, name: fall.patientName };
      return { events: await record(locked, accepted(cancel(fall.response, fall.level, patient, at))) };
    });
  }

  #now(): Date {
    return new Date(this.#deps.now());
  }

  async #change(
    fallId: string,
    work: (locked: LockedFall) => Promise<Outcome>,
    station?: StationName,
  ): Promise<void> {
    const { db, events, metrics } = this.#deps;
    const { appended, firstResponseSeconds, afterCommit } = await db.transaction(async (q) => {
      const outcome = await work(await this.#lock(q, fallId, station));
      return {
        appended: await events.append(q, outcome.events),
        firstResponseSeconds: outcome.firstResponseSeconds,
        afterCommit: outcome.afterCommit,
      };
    });
    events.broadcast(appended);
    if (firstResponseSeconds !== undefined) metrics.acknowledged(firstResponseSeconds);
    await afterCommit?.();
  }

  async #lock(q: Queryable, fallId: string, station?: StationName): Promise<LockedFall> {
    const fall = await lockForChange(q, fallId);
    const at = this.#now();
    const careTeam = (await careTeamsOf(q, [fall.patientId], at))(fall.patientId);
    return { q, fall, careTeam, at, station };
  }

  async #claimFor(locked: LockedFall, by: string, request: ClaimRequest): Promise<Outcome> {
    const { q, fall, at } = locked;
    const responder = await requireResponder(q, by, fall.patientId);
    const events = await this.#recordClaim(locked, accepted(claim(fall.response, responder, request, at)));
    return withAcknowledgement(locked, by, events);
  }

  async #recordClaim(locked: LockedFall, changed: Changed): Promise<readonly NewEvent[]> {
    const { q, fall, at } = locked;
    const isFirst = fall.response.state !== 'CLAIMED' && !(await wasClaimed(q, fall.fallId));
    const events = await record(locked, changed);
    // Before the commit: a metric may count a claim that is rolled back.
    if (isFirst) this.#deps.metrics.claimed(Math.max(0, at.getTime() - fall.fellAt.getTime()) / SECOND_MS);
    return events;
  }
}

/** What the outcome says about the detector. */
const judgementOf = (outcome: Resolution): JudgedOutcome['outcome'] =>
  outcome === 'FALSE_ALARM' ? 'FALSE_ALARM' : 'CONFIRMED';

async function lockForChange(q: Queryable, fallId: string): Promise<FallResponse> {
  const patientId = await patientOfFall(q, fallId);
  if (patientId === undefined) throw new NotFound('Fall');
  await lockCareTeams(q, [patientId]);
  if ((await lockFall(q, fallId)) === undefined) throw new NotFound('Fall');
  const fall = await lockResponse(q, fallId);
  if (fall === undefined)
    throw new Conflict('This fall has no response because no caregiver was alerted', { code: 'NO_RESPONSE' });
  return fall;
}

function record({ q, fall, careTeam, at, station }: LockedFall, { response, entries }: Changed) {
  const entriesAt = station
    ? entries.map((entry) => ({ ...entry, details: { ...entry.details, station } }))
    : entries;
  return recordChanges(q, [{ fall, response, entries: entriesAt, isAnnounced: true }], () => careTeam, at);
}

/** To one person who is involved in the response, by the channels for messages that can wait. */
async function push({ q, fall, at }: LockedFall, to: string, content: NotificationContent): Promise<void> {
  const channels = unmutedChannels(await workingChannels(q, [to], ROUTINE_KINDS), fall, at);
  await enqueue(q, toChannels(fall, channels, { type: 'fall.alert', content }, at), at);
}

/** A reaction to the fall acknowledges the person's own alert about it. */
async function withAcknowledgement(
  { q, fall, careTeam, at }: LockedFall,
  by: string,
  events: readonly NewEvent[],
): Promise<Outcome> {
  const firstResponseSeconds = await markResponded(q, fall.fallId, at);
  const own = await acknowledgeAlertOf(q, fall.fallId, by, at);
  const beside =
    own === undefined ? [] : await alertsOfSameOccurrence(q, own.id, [...careTeam.all, ...careTeam.admins]);
  const acknowledged = beside.map(
    ({ id, caregiverId }): NewEvent => ({
      recipientId: caregiverId,
      aboutId: fall.patientId,
      type: 'alert.acknowledged',
      data: acknowledgement({ id, fallId: fall.fallId }, by, at),
    }),
  );
  return { events: [...events, ...acknowledged], firstResponseSeconds };
}

/** Within the transaction of a change: the care may have ended since the request's permissions were checked. */
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
