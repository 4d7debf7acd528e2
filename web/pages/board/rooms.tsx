import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLoad } from '../../components/load.ts';
import { type GridProps, RoomGrid, RoomPlan } from '../../components/room-tiles.tsx';
import { isAdmin } from '../../components/wards.ts';
import { falls } from '../../state/falls.ts';
import { people } from '../../state/people.ts';
import { peopleFilter } from '../../state/people-filter.ts';
import { listPeople, wardsOf } from '../../state/people-list.ts';
import { alertsOf, type Tile, tilesOf } from '../../state/room-tiles.ts';
import { ownWards } from '../../state/session.ts';

/** A page that stays open for weeks, too, shows what a lead has changed. */
const RELOAD_MS = 5 * 60_000;

/** The same object until something is seen: most readings change no tile. A wall has no field for a search. */
function useShown(isWall: boolean) {
  const kept = useRef<{ readonly tiles: readonly Tile[]; readonly wardId: string | undefined }>(undefined);
  return useComputed(() => {
    people.changes.value;
    falls.changes.value;
    const all = people.keys.peek().flatMap((id) => people.peek(id) ?? []);
    const [ward, ...others] = wardsOf(all);
    const { wardId, search } = peopleFilter.value;
    const next = {
      tiles: tilesOf(
        listPeople(all, { search: isWall ? '' : search, wardId, sort: 'attention' }),
        alertsOf(falls.keys.peek().flatMap((id) => falls.peek(id) ?? [])),
      ),
      wardId: wardId || (others.length === 0 ? ward?.id : undefined),
    };
    if (JSON.stringify(next) !== JSON.stringify(kept.current)) kept.current = next;
    return kept.current ?? next;
  }).value;
}

/** The rooms of the board: on the floor plan where one ward is shown that has one, else as a grid. */
export function Rooms(look: Omit<GridProps, 'tiles'>) {
  const { tiles, wardId } = useShown(look.fitted);
  const mayRead = wardId !== undefined && (isAdmin() || ownWards.value.some(({ id }) => id === wardId));
  return mayRead ? (
    <WardRooms wardId={wardId} tiles={tiles} {...look} />
  ) : (
    <RoomGrid tiles={tiles} {...look} />
  );
}

function WardRooms({ wardId, ...shown }: GridProps & { readonly wardId: string }) {
  const { data, failure, reload } = useLoad('/wards/{id}/plan', { path: { id: wardId } });
  useEffect(() => {
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (data === undefined && failure === undefined) return null;
  return data === undefined ? (
    <RoomGrid {...shown} />
  ) : (
    <RoomPlan plan={data} source={`/api/wards/${wardId}/plan`} {...shown} />
  );
}
