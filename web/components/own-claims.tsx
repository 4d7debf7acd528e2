import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { HandOffDialog } from '../pages/board/hand-off-dialog.tsx';
import { ResolveDialog } from '../pages/board/resolve-dialog.tsx';
import { stageOf } from '../state/alert-order.ts';
import { now } from '../state/clock.ts';
import { falls, ownClaims } from '../state/falls.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { progressText, withPresses } from './response-text.ts';

/** More would hide the page. */
const MOST = 2;

const { ownClaims: words } = common;

/** Where the user is going, below the bar of every page: on a long board the claim itself is off the screen. */
export function OwnClaims() {
  const ids = ownClaims.value;
  if (ids.length === 0) return null;
  const claimedAt = (id: string): string => falls.peek(id)?.response.claimedAt ?? '';
  const newestFirst = [...ids].sort((a, b) => claimedAt(b).localeCompare(claimedAt(a)));
  return (
    <section class="own-claims" aria-label={words.label}>
      <ul>
        {newestFirst.slice(0, MOST).map((id) => (
          <OwnClaim key={id} id={id} />
        ))}
      </ul>
      {ids.length > MOST && <a href="/">{words.more(ids.length - MOST)}</a>}
    </section>
  );
}

function OwnClaim({ id }: { readonly id: string }) {
  const [dialog, setDialog] = useState<'resolve' | 'hand off'>();
  const fall = falls.get(id)?.value;
  const isLate = useComputed(() => {
    const claim = falls.get(id)?.value;
    return claim !== undefined && stageOf(claim, () => now.value) === 'overdue';
  });
  const progress = useComputed(() => {
    const claim = falls.get(id)?.value;
    return claim === undefined ? '' : withPresses(progressText(claim, now.value), claim.response);
  });
  if (fall === undefined) return null;
  const { patientName, patientRoom, response, isTest } = fall;
  const isUrgent = isLate.value || response.helpPresses > 1;
  const whereTo = isTest ? common.testAlert : patientRoom === null ? patientName : common.room(patientRoom);
  const whoId = `own-${id}`;
  const close = () => setDialog(undefined);
  return (
    <li>
      <a id={whoId} href={`/falls/${id}`}>
        {words.to(whereTo)}
      </a>
      <span class={isUrgent ? 'state overdue' : 'state'}>{progress}</span>
      <Button describedBy={whoId} onPress={() => setDialog('resolve')}>
        {board.resolve}
      </Button>
      <Button describedBy={whoId} onPress={() => setDialog('hand off')}>
        {board.handOff}
      </Button>
      {dialog === 'resolve' && <ResolveDialog fall={fall} onClose={close} />}
      {dialog === 'hand off' && <HandOffDialog fall={fall} onClose={close} />}
    </li>
  );
}
