import { useComputed } from '@preact/signals';
import { now } from '../../state/clock.ts';
import { dueAt, falls, type OpenFall } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';

/** Who has it, in words; only the text changes while time goes by. */
export function ResponseState({ id }: { readonly id: string }) {
  const text = useComputed(() => {
    const fall = falls.get(id)?.value;
    return fall === undefined ? '' : responseWords(fall, () => now.value, user.value?.id);
  });
  const look = useComputed(() => {
    const fall = falls.get(id)?.value;
    const due = fall === undefined ? null : dueAt(fall);
    return `state ${fall?.response.state.toLowerCase()}${due !== null && due < now.value ? ' overdue' : ''}`;
  });
  return <p class={look}>{text}</p>;
}

/** `at` is asked only where time matters: most alerts read the same from second to second. */
export function responseWords(fall: OpenFall, at: () => number, me: string | undefined): string {
  const words = board.state;
  const { state, okUntil } = fall.response;
  if (state === 'RESOLVED') return words.saysOk(fall.patientName);
  if (state === 'CHECKING')
    return words.CHECKING(Math.max(0, Math.round((Date.parse(okUntil ?? '') - at()) / 1000)));
  if (state === 'CLAIMED') return claimWords(fall, at(), me);
  const { formerClaim } = fall;
  if (formerClaim === null) return words.OPEN;
  return words.OPEN + (formerClaim.ranOut ? words.ranOut : words.gaveUp)(formerClaim.name);
}

function claimWords(fall: OpenFall, at: number, me: string | undefined): string {
  const words = board.state;
  const { claimedBy, claimedAt, etaMinutes, offeredTo } = fall.response;
  const holder = claimedBy?.name ?? '';
  const since = at - Date.parse(claimedAt ?? '');
  const left = (dueAt(fall) ?? 0) - at;
  const progress =
    etaMinutes === null
      ? (left < 0 ? words.noWord : words.since)(since)
      : left < 0
        ? words.late(-left)
        : words.thereIn(left);
  const offer =
    offeredTo === null
      ? ''
      : offeredTo.id === me
        ? words.offeredToYou(holder)
        : words.offered(offeredTo.name);
  return (claimedBy?.id === me ? words.youAreGoing : words.isGoing(holder)) + progress + offer;
}
