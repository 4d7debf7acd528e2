import { useEffect, useState } from 'preact/hooks';
import { type Plan, RoomGrid, RoomPlan } from '../components/room-tiles.tsx';
import { alertsOf, tilesOf } from '../state/room-tiles.ts';
import { rest, type StationBoard } from './api.ts';
import { falls } from './state.ts';

/** A tablet stays on for months. */
const RELOAD_MS = 5 * 60_000;

/** The rooms of the station's ward. Nobody is logged in, so a room leads nowhere. */
export function StationRooms({ shown: { station, people } }: { readonly shown: StationBoard }) {
  const plan = usePlan(station.ward !== null);
  const shown = { tiles: tilesOf(people, alertsOf(falls.value)), linked: false, fitted: true };
  return (
    <div class="station-rooms">
      {plan === undefined ? (
        <RoomGrid {...shown} />
      ) : (
        <RoomPlan plan={plan} source="/api/stations/me/plan" {...shown} />
      )}
    </div>
  );
}

function usePlan(hasWard: boolean): Plan | undefined {
  const [plan, setPlan] = useState<Plan>();
  useEffect(() => {
    if (!hasWard) return setPlan(undefined);
    const load = async () => {
      const reply = await rest.get('/stations/me/plan');
      if (reply.ok) setPlan(reply.data);
    };
    void load();
    const timer = setInterval(load, RELOAD_MS);
    return () => clearInterval(timer);
  }, [hasWard]);
  return plan;
}
