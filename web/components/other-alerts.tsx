import { useComputed } from '@preact/signals';
import { othersOf } from '../state/alerts-of-resident.ts';
import { falls, type OpenFall } from '../state/falls.ts';
import { board } from '../text/en/board.ts';
import { timeOfDay } from '../text/words.ts';

/** On the card of a fall: the other open alerts of the same resident. */
export function OtherAlerts({ fall }: { readonly fall: OpenFall }) {
  // A text, so that a change of another resident renders nothing.
  const ids = useComputed(() => othersOf(fall).join(' '));
  if (ids.value === '') return null;
  return (
    <p class="why">
      {board.alsoOpen(fall.patientName)}
      {ids.value.split(' ').map((id) => (
        <span key={id}>
          {' '}
          <a href={`/falls/${id}`}>{board.alertOf(timeOfDay(falls.peek(id)?.at ?? 0))}</a>
        </span>
      ))}
    </p>
  );
}
