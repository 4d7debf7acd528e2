import type { BoardFall, Response, Verification } from '../api/records.ts';
import { dueAt, etaMinutesLeft, hasMovedOn, stageOf, unclaimedSince } from '../state/alert-order.ts';
import { board } from '../text/en/board.ts';

export interface Responded {
  /** When it happened: milliseconds since 1970. */
  readonly at: number;
  readonly patientName: string;
  readonly response: Response;
  readonly verification: Verification | null;
  /** The last claim that ended without a resolution, if this page saw it. */
  readonly formerClaim: {
    readonly name: string;
    readonly timedOut: boolean;
  } | null;
  /** The caregiver who did not take over the current claim, if this page saw it. */
  readonly formerOffer?: string | null;
  readonly notified: BoardFall['notified'];
}

const MINUTE_MS = 60_000;

/**
 * The response state in words, and how often the resident has pressed again. `at` is a function, so that only texts with a
 * time in them depend on the clock.
 */
export function responseText(fall: Responded, at: () => number, me?: string): string {
  return withPresses(stateText(fall, at, me), fall.response);
}

export const withPresses = (text: string, { state, helpPresses }: Response): string =>
  state === 'RESOLVED' || helpPresses < 2 ? text : board.state.pressedAgain(text, helpPresses);

function stateText(fall: Responded, at: () => number, me: string | undefined): string {
  const words = board.state;
  const { state } = fall.response;
  if (state === 'RESOLVED') return words.isOk(fall.patientName);
  if (state === 'CLAIMED') return claimText(fall, at(), me);
  if (hasMovedOn(fall)) return words.movedOn;
  const text = unclaimedText(fall, at);
  return fall.verification === 'pending' ? words.checked(text) : text;
}

function unclaimedText(fall: Responded, at: () => number): string {
  const words = board.state;
  const { response, formerClaim } = fall;
  if (response.state === 'CHECKING')
    return words.CHECKING(Math.max(0, Math.round((Date.parse(response.okUntil ?? '') - at()) / 1000)));
  const open = isOld(fall, at) ? words.nobodyFor(openMs(fall, at)) : words.OPEN;
  if (formerClaim === null) return open;
  return (formerClaim.timedOut ? words.timedOut : words.released)(open, formerClaim.name);
}

/** How long nobody has been going. */
const openMs = (fall: Responded, now: () => number): number => now() - unclaimedSince(fall);

const isOld = (fall: Responded, now: () => number): boolean =>
  fall.response.state === 'OPEN' && openMs(fall, now) >= MINUTE_MS;

/** `old`: the time without a caregiver is to be read from afar. */
export const stateClass = (fall: Responded, now: () => number): string =>
  `state ${stageOf(fall, now)}${isOld(fall, now) ? ' old' : ''}`;

/** What escalation has done, and what it does next; empty for other states. */
export function nextCallText({ state, step, nextStepAt }: Response, at: number): string {
  if (state !== 'OPEN') return '';
  const words = board.nextCall;
  const next =
    nextStepAt === null ? words.none : Date.parse(nextStepAt) <= at ? words.now : words.at(nextStepAt);
  return step === 0 ? next : words.called(step, next);
}

function claimText(fall: Responded, at: number, me: string | undefined): string {
  const words = board.state;
  const { claimedBy } = fall.response;
  const claimant = claimedBy?.name ?? '';
  const who = claimedBy?.id === me ? words.youAreGoing : words.isGoing(claimant);
  return words.claimed(who, progressText(fall, at), handOffText(fall, claimant, me));
}

/** How far the claimant is. */
export function progressText(fall: Pick<Responded, 'response'>, at: number): string {
  const words = board.state;
  const { claimedAt, etaMinutes } = fall.response;
  const since = Date.parse(claimedAt ?? '');
  const left = (dueAt(fall) ?? 0) - at;
  if (etaMinutes === null) return (left < 0 ? words.noUpdate : words.since)(at - since);
  return left < 0 ? words.late(-left, since) : words.thereIn(etaMinutesLeft(fall, at) * MINUTE_MS, since);
}

function handOffText(
  { response, notified, formerOffer }: Responded,
  claimant: string,
  me?: string,
): string | null {
  const words = board.state;
  const { offeredTo } = response;
  if (offeredTo === null) return formerOffer ? words.declined(formerOffer) : null;
  if (offeredTo.id === me) return words.offeredToYou(claimant);
  const offer = notified.find(({ id }) => id === offeredTo.id)?.offer;
  return words.offered(offeredTo.name, offer?.receivedAt ?? null, offer?.sentAt ?? null);
}
