import type { Response } from '../api/records.ts';
import { dueAt, etaMinutesLeft } from '../state/alert-order.ts';
import { board } from '../text/en/board.ts';

export interface Responded {
  readonly patientName: string;
  readonly response: Response;
  /** The last claim that ended without a resolution, if this page saw it. */
  readonly formerClaim: { readonly name: string; readonly timedOut: boolean } | null;
  /** The caregiver who did not take over the current claim, if this page saw it. */
  readonly formerOffer?: string | null;
}

const MINUTE_MS = 60_000;

/**
 * The response state in words, and how often the resident has pressed again. `at` is a function, so that only texts with a
 * time in them depend on the clock.
 */
export function responseText(fall: Responded, at: () => number, me?: string): string {
  const { state, helpPresses } = fall.response;
  const text = stateText(fall, at, me);
  return state === 'RESOLVED' || helpPresses < 2 ? text : board.state.pressedAgain(text, helpPresses);
}

function stateText(fall: Responded, at: () => number, me: string | undefined): string {
  const words = board.state;
  const { state, okUntil } = fall.response;
  if (state === 'RESOLVED') return words.saysOk(fall.patientName);
  if (state === 'CHECKING')
    return words.CHECKING(Math.max(0, Math.round((Date.parse(okUntil ?? '') - at()) / 1000)));
  if (state === 'CLAIMED') return claimText(fall, at(), me);
  const { formerClaim } = fall;
  if (formerClaim === null) return words.OPEN;
  return (formerClaim.timedOut ? words.timedOut : words.released)(formerClaim.name);
}

function claimText(fall: Responded, at: number, me: string | undefined): string {
  const words = board.state;
  const { claimedBy, claimedAt, etaMinutes } = fall.response;
  const since = Date.parse(claimedAt ?? '');
  const left = (dueAt(fall) ?? 0) - at;
  const progress =
    etaMinutes === null
      ? (left < 0 ? words.noUpdate : words.since)(at - since)
      : left < 0
        ? words.late(-left, since)
        : words.thereIn(etaMinutesLeft(fall, at) * MINUTE_MS, since);
  const claimant = claimedBy?.name ?? '';
  const who = claimedBy?.id === me ? words.youAreGoing : words.isGoing(claimant);
  return words.claimed(who, progress, handOffText(fall, claimant, me));
}

function handOffText({ response, formerOffer }: Responded, claimant: string, me?: string): string | null {
  const words = board.state;
  const { offeredTo } = response;
  if (offeredTo === null) return formerOffer ? words.declined(formerOffer) : null;
  return offeredTo.id === me ? words.offeredToYou(claimant) : words.offered(offeredTo.name);
}
