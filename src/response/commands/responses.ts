import type { EventLog, NewEvent } from '../../live/index.ts';
import { CHANNEL_KINDS, type ChannelKind, type Channels, dropMessagesOf } from '../../notify/index.ts';
import { findCaregiverOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { StationName } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/log.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { joinCareTeam } from '../assist/join.ts';
import { linkGone } from '../claim-links/claim-offer.ts';
import { findClaimLink, useClaimLink } from '../claim-links/store.ts';
import { setFallOutcome } from '../fall/outcomes-store.ts';
import { notifyPeople } from '../messages.ts';
import type { ResponseMetrics } from '../metrics.ts';
import { announceReceipts } from '../receipts/store.ts';
import {
  assist,
  type Changed,
  type ClaimRequest,
  cancel,
  claim,
  correct,
  decline,
  isRefused,
  offer,
  type Resolution,
  release,
  resolve,
} from '../states.ts';
import { appendToLog, hasReleased } from '../store/response-log.ts';
import type { FallResponse } from '../store/responses.ts';
import { type FurtherSign, suspectAgain, witness } from '../verification/further-signs.ts';
import type { JudgedOutcome, OutcomeLearner, ResponseState } from '../vocabulary.ts';
import type { Press } from './help-again.ts';
import {
  type AfterCommit,
  accepted,
  type FallRef,
  type LockedFall,
  lockFallResponse,
  lockForChange,
  type Outcome,
  requireResponder,
  sendChange,
  withAcknowledgement,
} from './locked-fall.ts';
import { pass } from './passing.ts';
import {
  type FallsToRaise,
  type NamedFall,
  type RaiseContext,
  type Recorded,
  raiseContextOf,
  raiseResponses,
} from './raise-responses.ts';
import { type SentChanges, whoseOf } from './record-changes.ts';
import { repeatCall } from './repeat-call.ts';

interface ResponseDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly okWindowMs: number;
  readonly channels: Pick<Channels, 'isConfigured'>;
  readonly metrics: Pick<ResponseMetrics, 'acknowledged' | 'claimed'>;
  readonly learner: OutcomeLearner;
  readonly now: () => number;
  readonly log: Log;
}

/** Marks a reply or a key as used, in the transaction; false if it was used before. */
type MarkUsed = (q: Queryable, at: Date) => Promise<boolean>;

interface ChangeOptions {
  /** Where the caller stands, without a login of their own. */
  readonly station?: StationName | undefined;
  /** Runs last in the transaction. */
  readonly beforeCommit?: ((q: Queryable) => Promise<void>) | undefined;
}

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

  get #kinds(): readonly ChannelKind[] {
    return CHANNEL_KINDS.filter(this.#deps.channels.isConfigured);
  }

  /** Reads in the caller's transaction what `raise` needs. */
  raiseContextOf(q: Queryable, falls: FallsToRaise): Promise<RaiseContext> {
    return raiseContextOf(q, falls, this.#now());
  }

  /** Runs in the caller's transaction: see raise-responses.ts. */
  raise(q: Queryable, falls: readonly NamedFall[], context: RaiseContext): Recorded {
    return raiseResponses(q, falls, context, { okWindowMs: this.#deps.okWindowMs, at: this.#now() });
  }

  /** Runs in the caller's transaction: see verification/further-signs.ts. */
  suspectAgain(q: Queryable, signs: readonly FurtherSign[]): Promise<readonly NewEvent[]> {
    return signs.length === 0 ? Promise.resolve([]) : suspectAgain(q, signs, this.#now());
  }

  /** Runs in the caller's transaction: another sensor has noticed the fall, too. */
  witness(q: Queryable, fallId: string): Promise<readonly NewEvent[]> {
    return witness(q, fallId, this.#now());
  }

  /** Runs in the caller's transaction: see repeat-call.ts. */
  repeatCall(q: Queryable, fall: FallResponse, press: Press): Promise<readonly NewEvent[] | undefined> {
    return repeatCall(q, fall, press, { kinds: this.#kinds, at: this.#now() });
  }

  /**
   * Runs in the transaction of an acknowledgement, before its alert is written. Claims the fall, unless another person
   * has claimed it or the caller has released it. `locked` is undefined if the fall has no response.
   */
  async claimByAcknowledging(
    q: Queryable,
    ref: FallRef,
    by: string,
    station?: StationName,
  ): Promise<SentChanges & { readonly locked: LockedFall | undefined }> {
    const locked = await lockFallResponse(q, ref, { by, station, now: this.#deps.now });
    const nothing = { locked, events: [], written: Promise.resolve() };
    if (locked?.responder === undefined) return nothing;
    const { fall, responder, at } = locked;
    const decision = claim(fall.response, responder, {}, at);
    // The person who has the claim only marks their alert: the note and time of their claim stay.
    if (isRefused(decision) || fall.response.claimedBy?.id === by) return nothing;
    // Acknowledging after one's own release must not claim the fall again.
    if (locked.wasClaimed && (await hasReleased(q, fall.fallId, by))) return nothing;
    return { locked, ...this.#sendClaim(locked, decision) };
  }

  /**
   * Runs in the transaction that records a fall with a response, for a caregiver who reports it and is with the patient:
   * the first step of the escalation finds it claimed.
   */
  async claimByReporting(
    q: Queryable,
    fall: FallRef,
    by: string,
  ): Promise<Pick<SentChanges, 'events' | 'note'>> {
    const locked = await lockForChange(q, fall, { by, station: undefined, now: this.#deps.now });
    const { events, written, note, firstResponseSeconds } = this.#claimFor(locked, by, {});
    const [seconds] = await Promise.all([firstResponseSeconds, written]);
    return {
      events,
      note: () => {
        note?.();
        if (seconds !== undefined) this.#deps.metrics.acknowledged(seconds);
      },
    };
  }

  claim(fall: FallRef, by: string, request: ClaimRequest, options?: ChangeOptions): Promise<void> {
    return this.#change(fall, by, async (locked) => this.#claimFor(locked, by, request), options);
  }

  /** Claims by phone. `markUsed` runs in the transaction; false: this answer was used before, which throws 410. */
  claimByPhone(fallId: string, by: string, markUsed: MarkUsed): Promise<void> {
    return this.#change(fallId, by, async (locked) => {
      if (!(await markUsed(locked.q, locked.at))) throw linkGone();
      return this.#claimFor(locked, by, {});
    });
  }

  /** Passes the fall on to the others, by phone, or declines an offer of it. `markUsed` as for claimByPhone. */
  async passByPhone(fallId: string, by: string, markUsed: MarkUsed): Promise<'passed' | 'declined'> {
    let done: 'passed' | 'declined' = 'passed';
    await this.#change(fallId, by, async (locked) => {
      const { q, fall, at } = locked;
      if (!(await markUsed(q, at))) throw linkGone();
      done = fall.response.offeredTo?.id === by ? 'declined' : 'passed';
      if (done === 'declined') return this.#decline(locked);
      const changed = accepted(pass(fall.response, requireResponder(locked), at));
      const sent = this.#send(locked, changed);
      return { ...sent, written: Promise.all([sent.written, dropMessagesOf(q, [fallId], { personId: by })]) };
    });
    return done;
  }

  /** Claims with the link in a message; throws 410 when the link was used or has expired. */
  async claimByLink(token: string): Promise<void> {
    const hash = hashOfSecretToken(token);
    const link = await findClaimLink(this.#deps.db, hash, this.#now());
    if (link === undefined) throw linkGone();
    await this.#change(link.fallId, link.personId, async (locked) => {
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
    await this.#change(fallId, by, async (locked) => {
      const { q, fall } = locked;
      const hasClaim = fall.response.state === 'CLAIMED' && fall.response.claimedBy?.id === by;
      isClaimed = !hasClaim && !(await hasReleased(q, fallId, by, sentAt));
      return isClaimed ? this.#claimFor(locked, by, {}) : NOTHING;
    });
    return isClaimed;
  }

  /** A caregiver who is not in the patient's care team joins it for this fall: docs/response.md, "Help from another ward". */
  assist(
    fall: Exclude<FallRef, string>,
    by: string,
    reason: string | null,
    options?: ChangeOptions,
  ): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> =>
      this.#send(locked, accepted(assist(locked.fall.response, requireResponder(locked), reason, locked.at)));
    return this.#change(fall, by, work, options, (q) => joinCareTeam(q, fall, by, this.#now()));
  }

  release(fall: FallRef, by: string, options?: ChangeOptions): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> =>
      this.#send(locked, accepted(release(locked.fall.response, requireResponder(locked), locked.at)));
    return this.#change(fall, by, work, options);
  }

  handOff(ref: FallRef, by: string, caregiverId: string, options?: ChangeOptions): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const responder = requireResponder(locked);
      const to = await findCaregiverOf(q, caregiverId, fall.patientId);
      const changed = accepted(offer(fall.response, responder, to, at));
      const content = { about: 'hand-off', ...whoseOf(fall), giverName: responder.name } as const;
      return this.#sendAndNotify(locked, changed, caregiverId, { content, claimable: true });
    };
    return this.#change(ref, by, work, options);
  }

  /** By the caregiver whom the claim was offered to; its holder is notified. */
  declineHandOff(ref: FallRef, by: string, options?: ChangeOptions): Promise<void> {
    return this.#change(ref, by, async (locked) => this.#decline(locked), options);
  }

  resolve(ref: FallRef, by: string, request: ResolveRequest, options?: ChangeOptions): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { q, fall, at } = locked;
      const { fallId, patientId } = fall;
      const changed = accepted(resolve(fall.response, requireResponder(locked), request, at));
      const sent = withAcknowledgement(locked, by, this.#send(locked, changed));
      const outcome = judgementOf(request.outcome);
      const [afterCommit] = await Promise.all([
        this.setOutcome(q, { fallId, patientId, outcome, at }),
        sent.written,
      ]);
      return { ...sent, afterCommit };
    };
    return this.#change(ref, by, work, options);
  }

  /** Returns the kind of the change: an amendment some time after the resolution. */
  async correct(
    fallId: string,
    by: string,
    request: ResolveRequest,
  ): Promise<'corrected' | 'amended' | undefined> {
    let made: 'corrected' | 'amended' | undefined;
    await this.#change(fallId, by, async (locked) => {
      const { q, fall, at } = locked;
      const changed = accepted(correct(fall.response, requireResponder(locked), request, at));
      const type = changed.entries[0]?.type;
      made = type === undefined ? undefined : type === 'amended' ? 'amended' : 'corrected';
      if (made === undefined) return NOTHING;
      const sent = this.#send(locked, changed);
      const judged = { fallId, patientId: fall.patientId, outcome: judgementOf(request.outcome), at };
      const [afterCommit] = await Promise.all([this.setOutcome(q, judged), sent.written]);
      return { ...sent, afterCommit };
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
  cancel(fallId: string, by: string, options?: ChangeOptions): Promise<void> {
    const work = async (locked: LockedFall): Promise<Outcome> => {
      const { fall, at } = locked;
      if (fall.patientId !== by) throw new Forbidden('Only the patient who fell can cancel the fall');
      const patient = { id: by, name: fall.patientName };
      return this.#send(locked, accepted(cancel(fall.response, fall.level, patient, at)));
    };
    return this.#change(fallId, by, work, options);
  }

  #now(): Date {
    return new Date(this.#deps.now());
  }

  async #change(
    fall: FallRef,
    by: string,
    work: (locked: LockedFall) => Promise<Outcome>,
    { station, beforeCommit }: ChangeOptions = {},
    prepare?: (q: Queryable) => Promise<void>,
  ): Promise<void> {
    const { events, metrics, now } = this.#deps;
    const { seconds, note, afterCommit } = await events.transaction(
      async (q) => {
        await prepare?.(q);
        const outcome = await work(await lockForChange(q, fall, { by, station, now }));
        const { note, afterCommit, firstResponseSeconds, written } = outcome;
        return {
          result: Promise.all([firstResponseSeconds, written]).then(async ([seconds]) => {
            await beforeCommit?.(q);
            return { seconds, note, afterCommit };
          }),
          events: outcome.events,
        };
      },
      { urgent: true },
    );
    note?.();
    if (seconds !== undefined) metrics.acknowledged(seconds);
    await afterCommit?.();
  }

  #decline(locked: LockedFall): Outcome {
    const { fall, at } = locked;
    const responder = requireResponder(locked);
    const changed = accepted(decline(fall.response, responder, at));
    const holder = changed.response.claimedBy;
    if (holder === null) return this.#send(locked, changed);
    const declinerName = responder.name;
    const content = { about: 'hand-off-declined', ...whoseOf(fall), declinerName } as const;
    return this.#sendAndNotify(locked, changed, holder.id, { content });
  }

  /** Also notifies one person who is involved in the response, as of an alert. */
  #sendAndNotify(
    locked: LockedFall,
    changed: Changed,
    to: string,
    message: Parameters<typeof notifyPeople>[3],
  ): Outcome {
    const { q, fall, at } = locked;
    const sent = this.#send(locked, changed, [to]);
    const { response } = changed;
    const notified = notifyPeople(q, { ...fall, response }, [to], message, { kinds: this.#kinds, at });
    // The giver must not see the receipts of an earlier offer.
    const announced = q.run(announceReceipts('$1'), [[fall.fallId]]);
    return { ...sent, written: Promise.all([sent.written, notified, announced]) };
  }

  #claimFor(locked: LockedFall, by: string, request: ClaimRequest): Outcome {
    const { fall, at } = locked;
    const changed = accepted(claim(fall.response, requireResponder(locked), request, at));
    return withAcknowledgement(locked, by, this.#sendClaim(locked, changed));
  }

  #sendClaim(locked: LockedFall, changed: Changed): SentChanges {
    const { fall, at } = locked;
    const isFirst = fall.response.state !== 'CLAIMED' && !locked.wasClaimed;
    const sent = this.#send(locked, changed);
    const note = () => {
      sent.note?.();
      this.#deps.metrics.claimed(secondsSince(fall.fellAt, at));
    };
    return isFirst && !fall.isTest ? { ...sent, note } : sent;
  }

  #send(locked: LockedFall, changed: Changed, recipients?: readonly string[]): SentChanges {
    const { fall, at } = locked;
    const { state } = changed.response;
    const sent = sendChange(locked, changed, recipients);
    if (state === fall.response.state || fall.isTest) return sent;
    const seconds = secondsSince(fall.fellAt, at);
    return { ...sent, note: () => this.#deps.log.info({ fallId: fall.fallId, seconds }, LIFE_LINES[state]) };
  }
}

const secondsSince = (fellAt: Date, at: Date): number =>
  Math.max(0, at.getTime() - fellAt.getTime()) / SECOND_MS;

/** docs/operations.md, "A fall in the log". */
const LIFE_LINES = {
  CHECKING: 'fall: waiting for the wearer',
  OPEN: 'fall: open again',
  CLAIMED: 'fall: claimed',
  RESOLVED: 'fall: resolved',
} as const satisfies Record<ResponseState, string>;

const NOTHING: Outcome = { events: [], written: Promise.resolve() };

/** What the outcome says about the detector. */
const judgementOf = (outcome: Resolution): JudgedOutcome['outcome'] =>
  outcome === 'FALSE_ALARM' ? 'FALSE_ALARM' : 'CONFIRMED';
