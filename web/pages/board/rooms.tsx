import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLoad } from '../../components/load.ts';
import {
  RoomGrid,
  type RoomLook,
  RoomPlan,
  RoomsByWard,
  type WardProps,
} from '../../components/room-tiles.tsx';
import { isAdmin } from '../../components/wards.ts';
import { falls } from '../../state/falls.ts';
import { people } from '../../state/people.ts';
import { peopleFilter } from '../../state/people-filter.ts';
import { listPeople } from '../../state/people-list.ts';
import { plans } from '../../state/plans.ts';
import { alertsOf, type Tile, tilesOf } from '../../state/room-tiles.ts';
import { ownWards } from '../../state/session.ts';

/** The same tiles until something is seen: most readings change none. A wall has no field for a search. */
function useTiles(isWall: boolean): readonly Tile[] {
  const kept = useRef<readonly Tile[]>(undefined);
  return useComputed(() => {
    people.changes.value;
    falls.changes.value;
    const all = people.keys.peek().flatMap((id) => people.peek(id) ?? []);
    const { wardId, search } = peopleFilter.value;
    const next = tilesOf(
      listPeople(all, { search: isWall ? '' : search, wardId, sort: 'attention' }),
      alertsOf(falls.keys.peek().flatMap((id) => falls.peek(id) ?? [])),
    );
    if (JSON.stringify(next) !== JSON.stringify(kept.current)) kept.current = next;
    return kept.current ?? next;
  }).value;
}

/** The rooms of the board, by ward: on its floor plan where it has one, else as a grid. */
export const Rooms = (look: RoomLook) => (
  <RoomsByWard tiles={useTiles(look.fitted)} Ward={WardRooms} {...look} />
);

function WardRooms({ ward, ...shown }: WardProps) {
  const revision = useComputed(() => plans.value.get(ward?.id ?? '')).value;
  const mayRead = isAdmin() || ownWards.value.some(({ id }) => id === ward?.id);
  return ward === null || revision === undefined || !mayRead ? (
    <RoomGrid {...shown} />
  ) : (
    <PlannedRooms wardId={ward.id} revision={revision} {...shown} />
  );
}

function PlannedRooms({
  wardId,
  revision,
  ...shown
}: Omit<WardProps, 'ward'> & { readonly wardId: string; readonly revision: number }) {
  const { data, failure, reload } = useLoad('/wards/{id}/plan', { path: { id: wardId } });
  const isOld = data !== undefined && data.revision < revision;
  useEffect(() => {
    if (isOld) void reload();
  }, [isOld, revision, reload]);
  if (data === undefined) return failure === undefined ? null : <RoomGrid {...shown} />;
  return <RoomPlan plan={data} source={`/api/wards/${wardId}/plan`} {...shown} />;
}
