import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type Plan, RoomGrid, RoomPlan, RoomsByWard, type WardProps } from '../components/room-tiles.tsx';
import { plans } from '../state/plans.ts';
import { alertsOf, type Tile, tilesOf } from '../state/room-tiles.ts';
import type { Act } from './act-dialog.tsx';
import { rest, type StationBoard } from './api.ts';
import { RoomDialog } from './room-dialog.tsx';
import { falls } from './state.ts';

/** Nobody is logged in, so a room opens what the station itself knows of its residents. */
export function StationRooms({
  shown: { people },
  onAct,
}: {
  readonly shown: StationBoard;
  readonly onAct: (act: Act) => void;
}) {
  const [opened, open] = useState<Tile>();
  const alerts = alertsOf(falls.value);
  const close = () => open(undefined);
  return (
    <div class="station-rooms">
      <RoomsByWard tiles={tilesOf(people, alerts)} Ward={WardRooms} look={open} fitted />
      {opened !== undefined && (
        <RoomDialog
          tile={opened}
          onAct={(act) => {
            close();
            onAct(act);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A station of all wards has no plans on its board. */
function WardRooms({ ward, ...shown }: WardProps) {
  const plan = usePlan(useComputed(() => plans.value.get(ward?.id ?? '')).value);
  return plan === undefined ? (
    <RoomGrid {...shown} />
  ) : (
    <RoomPlan plan={plan} source="/api/stations/me/plan" {...shown} />
  );
}

function usePlan(revision: number | undefined): Plan | undefined {
  const [plan, setPlan] = useState<Plan>();
  useEffect(() => {
    if (revision === undefined) return setPlan(undefined);
    let isWanted = true;
    void rest.get('/stations/me/plan').then((reply) => {
      if (isWanted && reply.ok) setPlan(reply.data);
    });
    return () => {
      isWanted = false;
    };
  }, [revision]);
  return plan;
}
