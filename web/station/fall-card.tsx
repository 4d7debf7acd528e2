import { useRef, useState } from 'preact/hooks';
import {
  AlertBand,
  AlertFacts,
  ClaimedAlert,
  cardClass,
  nameIdOf,
  useHeldHeight,
} from '../components/alert-card.tsx';
import type { Density } from '../components/alert-tile.tsx';
import { Button } from '../components/button.tsx';
import { NotifiedPeople } from '../components/notified-people.tsx';
import { responseText, stateClass } from '../components/response-text.ts';
import { hasMovedOn, isHeld } from '../state/alert-order.ts';
import { now } from '../state/clock.ts';
import { board as boardText } from '../text/en/board.ts';
import type { Act } from './act-dialog.tsx';
import type { StationFall } from './state.ts';

export function FallCard({
  fall,
  density,
  onAct,
}: {
  readonly fall: StationFall;
  readonly density: Density;
  readonly onAct: (act: Act) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const style = useHeldHeight(
    card,
    isHeld(fall, () => now.value),
  );
  const { id, patientName, response } = fall;
  const nameId = nameIdOf(id);
  const { state } = response;
  const words = <span class={stateClass(fall, () => now.value)}>{responseText(fall, () => now.value)}</span>;
  return (
    <li ref={card} class={`${cardClass(fall)} ${density}`} style={style}>
      {state === 'CLAIMED' ? (
        <ClaimedAlert
          alert={fall}
          name={patientName}
          state={words}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          <AlertFacts alert={fall} />
          <NotifiedPeople of={fall} />
          <AlertButtons fall={fall} describedBy={nameId} onAct={onAct} />
        </ClaimedAlert>
      ) : (
        <AlertBand alert={fall} name={patientName}>
          <p class="state-line">{words}</p>
          {state !== 'RESOLVED' && (
            <>
              <NotifiedPeople of={fall} />
              <AlertButtons fall={fall} describedBy={nameId} onAct={onAct} />
            </>
          )}
        </AlertBand>
      )}
    </li>
  );
}

/** What a caregiver may do about an open alert. */
export function AlertButtons({
  fall,
  describedBy,
  onAct,
}: {
  readonly fall: StationFall;
  readonly describedBy: string;
  readonly onAct: (act: Act) => void;
}) {
  const { id, patientName, patientRoom, response } = fall;
  const button = (kind: 'claim' | 'release' | 'handOff' | 'resolve', label: string, isUrgent = false) => (
    <Button
      kind={isUrgent ? 'urgent' : 'normal'}
      describedBy={describedBy}
      onPress={() => onAct({ kind, fallId: id, patientName, patientRoom })}
    >
      {label}
    </Button>
  );
  if (response.state === 'RESOLVED') return null;
  return (
    <div class="actions">
      {response.state === 'CLAIMED' ? (
        <>
          {button('resolve', boardText.resolve, true)}
          {button('handOff', boardText.handOff)}
          {button('release', boardText.release)}
          {button('claim', boardText.imGoing)}
        </>
      ) : (
        <>
          {button('claim', boardText.imGoing, true)}
          {hasMovedOn(fall) && button('resolve', boardText.resolve)}
        </>
      )}
    </div>
  );
}
