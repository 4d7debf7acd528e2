import { now } from '../../state/clock.ts';
import type { OpenFall } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';

/** Who has it, in words. */
export function ResponseState({ fall }: { readonly fall: OpenFall }) {
  const { state, okUntil, claimedBy, offeredTo, etaMinutes } = fall.response;
  const words = board.state;
  if (state === 'CHECKING') {
    const left = Math.max(0, Math.round((Date.parse(okUntil ?? '') - now.value) / 1000));
    return <p class="state">{words.CHECKING(left)}</p>;
  }
  if (state === 'OPEN') return <p class="state open">{words.OPEN}</p>;
  if (state === 'RESOLVED') return <p class="state">{words.saysOk(fall.patientName)}</p>;
  const isMine = claimedBy?.id === user.value?.id;
  const eta = etaMinutes === null ? '' : words.eta(etaMinutes);
  return (
    <p class="state claimed">
      {isMine ? words.claimedByYou : words.claimedBy(claimedBy?.name ?? '')}
      {eta}
      {offeredTo !== null &&
        (offeredTo.id === user.value?.id
          ? `. ${words.offeredToYou(claimedBy?.name ?? '')}`
          : `, ${words.offered(offeredTo.name)}`)}
    </p>
  );
}
