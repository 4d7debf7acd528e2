import { falls, shownFalls } from '../../state/falls.ts';
import { patient as text } from '../../text/en/patient.ts';
import { FallCard } from '../board/fall-card.tsx';

/** As on the board, and only where there is something to do. */
export function OpenFalls({ patientId }: { readonly patientId: string }) {
  const ids = shownFalls.value.filter((id) => falls.peek(id)?.patientId === patientId);
  if (ids.length === 0) return null;
  return (
    <section class="alerts" aria-label={text.open}>
      <ul class="cards">
        {ids.map((id) => (
          <FallCard key={id} id={id} gone={false} />
        ))}
      </ul>
    </section>
  );
}
