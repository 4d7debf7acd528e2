import type { FallDetail } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { fall as text } from '../../text/en/fall.ts';
import { dateAndTime } from '../../text/words.ts';

const { outcome: words } = text;

/** The outcome that the caregiver recorded; hidden until then. */
export function Outcome({ detail: { response } }: { readonly detail: FallDetail }) {
  if (response === null || response.outcome === null) return null;
  const { outcome, note, resolvedBy, resolvedAt } = response;
  return (
    <Card title={words.title}>
      <p class="big">{words[outcome]}</p>
      <Facts
        facts={[
          ...(resolvedBy === null ? [] : [{ name: words.by, value: resolvedBy.name }]),
          ...(resolvedAt === null ? [] : [{ name: words.when, value: dateAndTime(resolvedAt) }]),
          ...(note === null ? [] : [{ name: words.note, value: note }]),
        ]}
      />
    </Card>
  );
}
