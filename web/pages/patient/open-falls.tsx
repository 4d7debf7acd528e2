import { withMovedOnHeading } from '../../components/alert-card.tsx';
import { falls, movedOn, shownFalls } from '../../state/falls.ts';
import { patient as text } from '../../text/en/patient.ts';
import { FallCard } from '../board/fall-card.tsx';

/** The board's cards of this resident's open alerts; hidden without any. */
export function OpenFalls({ patientId }: { readonly patientId: string }) {
  const ids = shownFalls.value.filter((id) => falls.peek(id)?.patientId === patientId);
  if (ids.length === 0) return null;
  return (
    <section class="alerts open-falls" aria-label={text.open}>
      <ul class="cards">
        {withMovedOnHeading(
          ids.map((id) => <FallCard key={id} id={id} gone={false} />),
          (index) => movedOn.value.includes(ids[index] ?? ''),
        )}
      </ul>
    </section>
  );
}
