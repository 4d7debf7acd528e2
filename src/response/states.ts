import type { Actor, Person } from '../people/person.ts';
import type { CodeOf } from '../platform/error-codes.ts';
import type { FallLevel } from '../platform/fall-levels.ts';
import { CLOCK_TOLERANCE_MS, MINUTE_MS } from '../platform/time.ts';
import {
  advanced,
  type Escalation,
  escalationDue,
  hasNextStep,
  hurried,
  resumeEscalation,
  startEscalation,
} from './escalation/escalation.ts';
import type { StepReceipts } from './escalation/receipts.ts';
import type { EscalationPolicy } from './escalation/schema.ts';
import { isQuiet, type Verification } from './verification/verification.ts';
import type { RESOLUTIONS, ResponseOutcome, ResponseState, TIMELINE_TYPES } from './vocabulary.ts';

/**
 *   CHECKING ──window ends, rise to CONFIRMED──► OPEN ◄──release, expiry── CLAIMED
 *      │  └────────────────claim────────────────► │ ─────────claim─────────►  │
 *      └──────────OK, resolve──────────► RESOLVED ◄──OK, resolve──┴──resolve──┘
 *
 * Beside it, a detected fall is verified: pending ──► stands, or moved_on ──further sign──► pending. Only one that stands
 * escalates; one that moved on goes from CHECKING or OPEN to RESOLVED by itself.
 */
export type { ResponseState };

export type Resolution = (typeof RESOLUTIONS)[number];

export type { ResponseOutcome };

export interface Response {
  readonly state: ResponseState;
  /** Copied when the response begins: later changes of the policy do not affect it. */
  readonly policy: EscalationPolicy;
  readonly escalation: Escalation;
  readonly okUntil: Date | null;
  /** Null in CLAIMED when the account was deleted; the next check then ends the claim. */
  readonly claimedBy: Person | null;
  readonly claimedAt: Date | null;
  readonly claimExpiresAt: Date | null;
  /** When the last claim ended; null before the first one, while claimed, and once resolved. */
  readonly unclaimedSince: Date | null;
  readonly etaMinutes: number | null;
  readonly offeredTo: Person | null;
  readonly nextStepAt: Date | null;
  /** How often the wearer has called for help; see help-again.ts. */
  readonly helpPresses: number;
  /** The last press that counted. */
  readonly helpAt: Date | null;
  /** The people notified of the last repeated press; null while it was not repeated. */
  readonly helpNotified: readonly Person[] | null;
  /** The people who have passed it on: the escalation goes on without them. */
  readonly passedBy: readonly string[];
  /** Null where there is nothing to judge: docs/response.md, "Verification". */
  readonly verification: Verification | null;
  readonly outcome: ResponseOutcome | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: Person | null;
  readonly note: string | null;
}

export type LogType =
  | (typeof TIMELINE_TYPES)[number]
  | 'opened'
  | 'step'
  | 'exhausted'
  | 'unreachable'
  | 'shift_ended'
  | 'withdrawn';

export interface LogEntry {
  readonly type: LogType;
  readonly at: Date;
  readonly by: Person | null;
  /** The other person concerned: the one notified, or the one the claim was offered to. */
  readonly person?: Person;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Changed {
  readonly response: Response;
  readonly entries: readonly LogEntry[];
}

export interface Refused {
  /** `conflict` becomes 409, `forbidden` 403, `invalid` 400. */
  readonly refused: 'conflict' | 'forbidden' | 'invalid';
  /** Set for a conflict. */
  readonly code?: CodeOf<409>;
  readonly message: string;
  readonly details?: Readonly<Record<string, string>>;
}

export type Decision = Changed | Refused;

export const isRefused = (decision: Decision): decision is Refused => 'refused' in decision;

export const CLAIM_MS = 10 * MINUTE_MS;

export const ETA_GRACE_MS = 5 * MINUTE_MS;

/** After a resolution a wrong press can be corrected; what is known later is an amendment. */
export const CORRECTION_MS = 15 * MINUTE_MS;

const conflict = (
  code: CodeOf<409>,
  message: string,
  details?: Readonly<Record<string, string>>,
): Refused => ({
  refused: 'conflict',
  code,
  message,
  ...(details && { details }),
});

const forbidden = (message: string): Refused => ({ refused: 'forbidden', message });

export const ALREADY_RESOLVED = conflict('ALREADY_RESOLVED', 'This fall is resolved already');

const UNCLAIMED = conflict('NOT_CLAIMED', 'Nobody has claimed this fall');

const UNRESOLVED = conflict('NOT_RESOLVED', 'This fall is not resolved yet');

const NOT_OFFERED = conflict('NOT_OFFERED', 'This fall is not offered to you any more');

/** docs/response.md, "Help from another ward": somebody has joined the care team for this fall. */
export const assist = (response: Response, by: Person, reason: string | null, now: Date): Decision =>
  response.state === 'RESOLVED'
    ? ALREADY_RESOLVED
    : { response, entries: [{ type: 'assisted', at: now, by, ...(reason && { details: { reason } }) }] };

/** `endedAt` is null where there was no claim. */
export const noClaim = (endedAt: Date | null) => ({
  claimedBy: null,
  claimedAt: null,
  claimExpiresAt: null,
  unclaimedSince: endedAt,
  etaMinutes: null,
  offeredTo: null,
});

/** Open, with the escalation continued from its current step; never due before now. */
export function opened(response: Response, escalation: Escalation, now: Date): Response {
  const due = isQuiet(response.verification) ? null : escalationDue(response.policy, escalation);
  const nextStepAt =
    due === null || due.what === 'exhausted' ? null : new Date(Math.max(due.at.getTime(), now.getTime()));
  return { ...response, state: 'OPEN', okUntil: null, escalation, nextStepAt };
}

/** When the response must be checked next, for any reason; null when nothing more is due. */
export function dueAt(response: Response): Date | null {
  const { verification } = response;
  const isJudged = verification?.status === 'pending';
  switch (response.state) {
    case 'CHECKING':
      return earliestOf(response.okUntil, verification?.dueAt);
    case 'OPEN':
      if (isQuiet(verification)) return verification?.dueAt ?? null;
      return earliestOf(
        response.nextStepAt ?? escalationDue(response.policy, response.escalation)?.at,
        response.escalation.receiptsDueAt,
      );
    case 'CLAIMED':
      return earliestOf(response.claimExpiresAt, isJudged ? verification.dueAt : null);
    case 'RESOLVED':
      return isJudged ? verification.dueAt : null;
  }
}

const earliestOf = (...times: readonly (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((first, time) => (time ? earlierOf(time, first) : first), null);

/**
 * Past events have times in the past. If not, the clock was set back since, and upcoming steps would be late by the
 * same amount. All times move with the clock, so that a step due in a minute stays due in a minute.
 */
export function followClock(response: Response, begunAt: Date, now: Date): Response {
  const { escalation, claimedAt, unclaimedSince, helpAt, state, verification } = response;
  const happened = [
    begunAt,
    escalation.lastAt,
    claimedAt,
    helpAt,
    unclaimedSince,
    state === 'OPEN' ? escalation.startsAt : null,
  ];
  const ahead = Math.max(...happened.map((time) => time?.getTime() ?? 0)) - now.getTime();
  if (ahead <= CLOCK_TOLERANCE_MS) return response;
  const earlier = <Time extends Date | null>(time: Time) =>
    (time === null ? null : new Date(time.getTime() - ahead)) as Time;
  return {
    ...response,
    okUntil: earlier(response.okUntil),
    claimedAt: earlier(claimedAt),
    claimExpiresAt: earlier(response.claimExpiresAt),
    unclaimedSince: earlier(unclaimedSince),
    nextStepAt: earlier(response.nextStepAt),
    helpAt: earlier(response.helpAt),
    verification: verification && { ...verification, dueAt: earlier(verification.dueAt) },
    escalation: {
      ...escalation,
      startsAt: earlier(escalation.startsAt),
      lastAt: earlier(escalation.lastAt),
      receiptsDueAt: earlier(escalation.receiptsDueAt),
    },
  };
}

/** CONFIRMED, and therefore every call for help, has no OK window: the escalation starts at once. */
export function begin(
  level: FallLevel,
  policy: EscalationPolicy,
  okWindowMs: number,
  now: Date,
  {
    by = null,
    isCall = false,
    verification = null,
    ...details
  }: LogEntry['details'] & {
    readonly by?: Person | null;
    readonly isCall?: boolean;
    readonly verification?: Verification | null;
  } = {},
): Changed {
  const windowMs = level === 'CONFIRMED' ? 0 : okWindowMs;
  const startsAt = new Date(now.getTime() + windowMs);
  const escalation = startEscalation(policy, startsAt);
  const blank: Response = {
    ...noClaim(null),
    state: 'CHECKING',
    policy,
    escalation,
    okUntil: startsAt,
    nextStepAt: startsAt,
    helpPresses: isCall ? 1 : 0,
    helpAt: isCall ? now : null,
    helpNotified: null,
    passedBy: [],
    verification,
    outcome: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
  };
  return {
    response: windowMs > 0 ? blank : opened(blank, escalation, now),
    entries: [{ type: 'detected', at: now, by, details: { level, ...details } }],
  };
}

/** The wearer has not answered within the window. */
export function endWindow(response: Response, now: Date): Changed | undefined {
  if (response.state !== 'CHECKING') return undefined;
  return {
    response: opened(response, response.escalation, now),
    entries: [{ type: 'opened', at: now, by: null }],
  };
}

/** The fall's level rose; `by` is the person who called for help, null for the stream. An emergency is not judged again. */
export function rise(response: Response, level: FallLevel, by: Person | null, now: Date): Changed {
  const entries: LogEntry[] = [{ type: 'risen', at: now, by, details: { level } }];
  const isEmergency = level === 'CONFIRMED';
  const restarts = isEmergency && (response.state === 'CHECKING' || response.state === 'OPEN');
  const risen = isEmergency && response.verification ? { ...response, verification: null } : response;
  const called = by === null ? risen : { ...risen, helpPresses: risen.helpPresses + 1, helpAt: now };
  if (!restarts) return { response: called, entries };
  // An emergency is news to those, too, who have passed the fall on.
  const restarted = { ...called, passedBy: [] };
  return { response: opened(restarted, startEscalation(response.policy, now), now), entries };
}

/**
 * All steps and repeats were taken without a response: another call for help would reach no one unless the escalation
 * starts again.
 */
export const isGivenUp = ({ state, escalation }: Response): boolean =>
  state === 'OPEN' && escalation.exhaustedAt !== null;

export interface ClaimRequest {
  readonly etaMinutes?: number | null | undefined;
  readonly note?: string | null | undefined;
}

/** "I'm going": of two concurrent claims the database lets one win; the other is refused with the holder's name. */
export function claim(
  response: Response,
  by: Person,
  { etaMinutes, note }: ClaimRequest,
  now: Date,
): Decision {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  const holder = response.state === 'CLAIMED' ? response.claimedBy : null;
  const isOffered = response.offeredTo?.id === by.id;
  if (holder !== null && holder.id !== by.id && !isOffered && !isExpired(response, now)) {
    return conflict('ALREADY_CLAIMED', `${holder.name} has claimed this fall`, { claimedBy: holder.name });
  }
  const person = personOf(by);
  const eta = etaMinutes ?? null;
  const expiresAfter = eta === null ? CLAIM_MS : eta * MINUTE_MS + ETA_GRACE_MS;
  const expiresAt = new Date(now.getTime() + expiresAfter);
  const isCalled = holder?.id === by.id && isCalledAgain(response);
  return {
    response: {
      ...response,
      state: 'CLAIMED',
      escalation: { ...response.escalation, receiptsDueAt: null },
      okUntil: null,
      claimedBy: person,
      claimedAt: holder?.id === by.id ? response.claimedAt : now,
      claimExpiresAt: isCalled ? earlierOf(expiresAt, response.claimExpiresAt) : expiresAt,
      unclaimedSince: null,
      etaMinutes: eta,
      offeredTo: null,
      nextStepAt: null,
      passedBy: response.passedBy.filter((id) => id !== by.id),
    },
    entries: [
      // The earlier claim had expired, but no check had recorded that yet.
      ...(holder !== null && holder.id !== by.id && !isOffered
        ? [{ type: 'expired' as const, at: now, by: holder }]
        : []),
      { type: 'claimed', at: now, by: person, details: { etaMinutes: eta, note: note ?? null } },
    ],
  };
}

/** The wearer has called for help again since the claim: only a resolution answers that. */
const isCalledAgain = ({ helpPresses, helpAt, helpNotified, claimedBy, claimedAt }: Response): boolean =>
  helpPresses > 1 &&
  helpAt !== null &&
  claimedAt !== null &&
  helpAt >= claimedAt &&
  helpNotified?.[0]?.id === claimedBy?.id;

/** `other` is null where there is no other time. */
export const earlierOf = (time: Date, other: Date | null): Date =>
  other !== null && other < time ? other : time;

const isExpired = ({ claimExpiresAt }: Response, now: Date): boolean =>
  claimExpiresAt !== null && claimExpiresAt <= now;

function holderOrAdmin(response: Response, by: Actor, verb: string): Refused | undefined {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  if (response.state !== 'CLAIMED') return UNCLAIMED;
  if (response.claimedBy?.id === by.id || by.isAdmin) return undefined;
  return forbidden(`Only whoever has claimed this fall, or an admin, may ${verb}`);
}

export function release(response: Response, by: Actor, now: Date): Decision {
  const refused = holderOrAdmin(response, by, 'release it');
  return refused ?? unclaimed(response, { type: 'released', at: now, by: personOf(by) });
}

/** In the timeline: the account of the holder, or of everybody notified, is deactivated, or they no longer look after the patient. */
const LEFT = 'left';

/**
 * The holder has not resolved the fall in time, or may no longer respond (`holderMayCome`): the other caregivers must
 * know, and at once if the wearer has called for help again.
 */
export function expire(response: Response, now: Date, holderMayCome = true): Changed | undefined {
  if (response.state !== 'CLAIMED') return undefined;
  if (holderMayCome && response.claimedBy !== null && !isExpired(response, now)) return undefined;
  const { response: open, entries } = unclaimed(response, {
    type: 'expired',
    at: now,
    by: response.claimedBy,
    ...(!holderMayCome && { details: { reason: LEFT } }),
  });
  if (!isCalledAgain(response)) return { response: open, entries };
  return { response: opened(open, hurried(open.policy, open.escalation, now), now), entries };
}

const unclaimed = (response: Response, entry: LogEntry): Changed => ({
  response: opened(
    { ...response, ...noClaim(entry.at) },
    resumeEscalation(response.policy, response.escalation),
    entry.at,
  ),
  entries: [entry],
});

/**
 * Offers the claim to another caregiver; the holder keeps it until they claim. `to` is undefined when they do not look
 * after the patient.
 */
export function offer(response: Response, by: Actor, to: Person | undefined, now: Date): Decision {
  const refused = holderOrAdmin(response, by, 'hand it off');
  if (refused?.refused === 'forbidden') return refused;
  if (to === undefined) return invalidCaregiver('must be a caregiver assigned to the patient');
  if (refused) return refused;
  if (response.claimedBy?.id === to.id) return invalidCaregiver('has claimed this fall already');
  return {
    response: { ...response, offeredTo: to },
    entries: [{ type: 'offered', at: now, by: personOf(by), person: to }],
  };
}

/** The holder keeps the claim and learns at once that nobody takes it over. */
export function decline(response: Response, by: Person, now: Date): Decision {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  if (response.offeredTo?.id !== by.id) return NOT_OFFERED;
  return {
    response: withdrawOffer(response),
    entries: [{ type: 'declined', at: now, by: personOf(by) }],
  };
}

const invalidCaregiver = (problem: string): Refused => ({
  refused: 'invalid',
  message: 'Validation failed',
  details: { caregiverId: problem },
});

/** The person it was offered to may no longer respond. */
export const withdrawOffer = (response: Response): Response => ({ ...response, offeredTo: null });

export function resolve(
  response: Response,
  by: Person,
  { outcome, note }: { readonly outcome: Resolution; readonly note?: string | null | undefined },
  now: Date,
): Decision {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  return {
    response: resolved(response, outcome, personOf(by), now, note ?? null),
    entries: [{ type: 'resolved', at: now, by: personOf(by), details: { outcome, note: note ?? null } }],
  };
}

/** Changes the outcome of a resolved fall. The log keeps the former one. */
export function correct(
  response: Response,
  by: Person,
  { outcome, note = null }: { readonly outcome: Resolution; readonly note?: string | null | undefined },
  now: Date,
): Decision {
  if (response.state !== 'RESOLVED' || response.resolvedAt === null) return UNRESOLVED;
  if (response.outcome === outcome && response.note === note) return { response, entries: [] };
  const isAmendment = now.getTime() - response.resolvedAt.getTime() > CORRECTION_MS;
  return {
    response: { ...response, outcome, note },
    entries: [
      { type: isAmendment ? 'amended' : 'corrected', at: now, by: personOf(by), details: { outcome, note } },
    ],
  };
}

/** "I'm OK". A caregiver who is on the way checks in person, and the wearer cannot cancel an emergency. */
export function cancel(response: Response, level: FallLevel, by: Person, now: Date): Decision {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  if (response.state === 'CLAIMED') {
    const name = response.claimedBy?.name;
    return conflict(
      'CANNOT_CANCEL',
      `${name ?? 'Somebody'} is coming already`,
      name === undefined ? undefined : { claimedBy: name },
    );
  }
  if (level === 'CONFIRMED')
    return conflict('CANNOT_CANCEL', 'An emergency cannot be called off: somebody will look after you');
  return {
    response: resolved(response, 'CANCELLED_BY_PATIENT', personOf(by), now, null),
    entries: [{ type: 'cancelled', at: now, by: personOf(by) }],
  };
}

/** `by` is null for the service itself. */
export const resolved = (
  response: Response,
  outcome: ResponseOutcome,
  by: Person | null,
  now: Date,
  note: string | null,
): Response => ({
  ...response,
  state: 'RESOLVED',
  okUntil: null,
  // The record keeps who responded; there is nothing left to expire or to take over.
  claimExpiresAt: null,
  unclaimedSince: null,
  offeredTo: null,
  nextStepAt: null,
  outcome,
  resolvedAt: now,
  resolvedBy: by,
  note,
});

/** A step, or a repeat of the last one, was taken now. */
export function takeStep(response: Response, now: Date, details: LogEntry['details']): Changed {
  const escalation = advanced(response.policy, response.escalation, now);
  return {
    response: opened(response, escalation, now),
    entries: [{ type: 'step', at: now, by: null, details: { step: escalation.step, ...details } }],
  };
}

/** The receipts of the last step are looked at then, unless a further step follows before. Repeats keep their interval. */
export const awaitReceipts = (response: Response, until: Date): Response =>
  hasNextStep(response.policy, response.escalation)
    ? { ...response, escalation: { ...response.escalation, receiptsDueAt: until } }
    : response;

/** docs/response.md, "Nobody received it": the next step is due now. */
export function followReceipts(response: Response, receipts: StepReceipts, now: Date): Changed {
  if (receipts.is === 'awaited') return { response: awaitReceipts(response, receipts.until), entries: [] };
  const escalation = { ...response.escalation, receiptsDueAt: null };
  if (receipts.is === 'received') return { response: { ...response, escalation }, entries: [] };
  return {
    response: opened(response, hurried(response.policy, escalation, now), now),
    entries: [
      { type: 'unreceived', at: now, by: null, ...(receipts.is === 'left' && { details: { reason: LEFT } }) },
    ],
  };
}

/** All steps and repeats were taken, and no one responded. */
export const exhaust = (response: Response, now: Date): Changed => ({
  response: opened(response, { ...response.escalation, exhaustedAt: now }, now),
  entries: [{ type: 'exhausted', at: now, by: null }],
});

/** The claim stays until it expires; the other caregivers are notified that its holder's shift is over. */
export function endShift(response: Response, of: Person, now: Date): Changed | undefined {
  if (response.state !== 'CLAIMED' || response.claimedBy?.id !== of.id) return undefined;
  return { response, entries: [{ type: 'shift_ended', at: now, by: of }] };
}

const personOf = ({ id, name }: Person): Person => ({ id, name });
