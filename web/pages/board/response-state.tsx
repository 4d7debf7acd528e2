import { useComputed } from '@preact/signals';
import { now } from '../../state/clock.ts';
import { dueAt, falls, type OpenFall } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';

/** The response state as text. The clock's tick updates the text only. */
export function ResponseState({ id }: { readonly id: string }) {
  const text = useComputed(() => {
    const fall = falls.get(id)?.value;
    return fall === undefined ? '' : responseText(fall, () => now.value, user.value?.id);
  });
  const className = useComputed(() => {
    const fall = falls.get(id)?.value;
    const due = fall === undefined ? null : dueAt(fall);
    return `state ${fall?.response.state.toLowerCase()}${due !== null && due < now.value ? ' overdue' : ''}`;
  });
  return <p class={className}>{text}</p>;
}

/** `at` is a function, so that only texts with a time in them depend on the clock. */
export function responseText(fall: OpenFall, at: () => number, me: string | undefined): string {
  const words = board.state;
  const { state, okUntil } = fall.response;
  if (state === 'RESOLVED') return words.saysOk(fall.patientName);
  if (state === 'CHECKING')
    return words.CHECKING(Math.max(0, Math.round((Date.parse(okUntil ?? '') - at()) / 1000)));
  if (state === 'CLAIMED') return claimText(fall, at(), me);
  const { formerClaim } = fall;
  if (formerClaim === null) return words.OPEN;
  return words.OPEN + (formerClaim.timedOut ? words.timedOut : words.released)(formerClaim.name);
}

function claimText(fall: OpenFall, at: number, me: string | undefined): string {
  const words = board.state;
  const { claimedBy, claimedAt, etaMinutes, offeredTo } = fall.response;
  const claimant = claimedBy?.name ?? '';
  const since = at - Date.parse(claimedAt ?? '');
  const left = (dueAt(fall) ?? 0) - at;
  const progress =
    etaMinutes === null
      ? (left < 0 ? words.noUpdate : words.since)(since)
      : left < 0
        ? words.late(-left)
        : words.thereIn(left);
  const offer =
    offeredTo === null
      ? ''
      : offeredTo.id === me
        ? words.offeredToYou(claimant)
        : words.offered(offeredTo.name);
  return (claimedBy?.id === me ? words.youAreGoing : words.isGoing(claimant)) + progress + offer;
}
