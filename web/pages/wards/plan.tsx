import { useState } from 'preact/hooks';
import type { BoardPerson } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Plan } from '../../components/room-tiles.tsx';
import { isLoaded } from '../../state/feed.ts';
import { people } from '../../state/people.ts';
import { collator } from '../../state/people-list.ts';
import { rooms } from '../../text/en/rooms.ts';
import { PlanEditor } from './plan-editor.tsx';

const { plan: text } = rooms;

/** The floor plan of a ward: for admins and leads. */
export function PlanCard({ wardId }: { readonly wardId: string }) {
  const path = { id: wardId };
  const { data, failure, reload, setData } = useLoad('/wards/{id}/plan', { path });
  const [isSaved, setSaved] = useState(false);
  const saved = (plan: Plan & { readonly revision: number }) => {
    setData({ ...plan, rooms: [...plan.rooms] });
    setSaved(true);
  };
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {data === undefined || !isLoaded.value ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <PlanEditor
          key={data.revision}
          wardId={wardId}
          plan={data}
          rooms={roomsOf(wardId)}
          onSaved={saved}
          onChange={() => setSaved(false)}
          reload={reload}
        />
      )}
      {isSaved && <Notice kind="good">{text.saved}</Notice>}
    </Card>
  );
}

/** Leads are members of their ward, so their board has all of its residents. */
function roomsOf(wardId: string): readonly string[] {
  const ofWard = (person: BoardPerson | undefined) =>
    person?.room != null && person.ward?.id === wardId ? [person.room] : [];
  return [...new Set(people.keys.value.flatMap((id) => ofWard(people.peek(id))))].sort(collator.compare);
}
