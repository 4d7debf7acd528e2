import { useEffect, useState } from 'preact/hooks';
import { AbsenceNote } from '../components/absence-note.tsx';
import { AlertFacts } from '../components/alert-card.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { NotifiedPeople } from '../components/notified-people.tsx';
import { responseText, stateClass } from '../components/response-text.ts';
import { StateWords } from '../components/room-tiles.tsx';
import { now } from '../state/clock.ts';
import { alertsOf, stateOf, type Tile } from '../state/room-tiles.ts';
import { common } from '../text/en/common.ts';
import { rooms } from '../text/en/rooms.ts';
import type { Act } from './act-dialog.tsx';
import type { StationBoard } from './api.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { AlertButtons } from './fall-card.tsx';
import { SignalWords } from './signal-words.tsx';
import { board, falls, unanswered } from './state.ts';

/** A tablet that somebody left must show its board again. */
const SHOWN_MS = 60_000;

/** Who lives in a room, how they are, and their open alerts. A further alert closes it: the board must not be hidden then. */
export function RoomDialog({
  tile: { room, people },
  onAct,
  onClose,
}: {
  readonly tile: Tile;
  readonly onAct: (act: Act) => void;
  readonly onClose: () => void;
}) {
  const [known] = useState(() => new Set(unanswered.peek().map(({ id }) => id)));
  const isAlarmed = unanswered.value.some(({ id }) => !known.has(id));
  const ids = new Set(people.map(({ id }) => id));
  const shown = board.value?.people.filter(({ id }) => ids.has(id)) ?? [];
  const isOver = isAlarmed || shown.length === 0;
  useEffect(() => {
    const timer = setTimeout(onClose, isOver ? 0 : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return (
    <Dialog title={room === null ? (people[0]?.name ?? '') : rooms.room(room)} onClose={onClose}>
      {shown.map((person) => (
        <Resident key={person.id} person={person} isNamed={room !== null} onAct={onAct} />
      ))}
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function Resident({
  person,
  isNamed,
  onAct,
}: {
  readonly person: StationBoard['people'][number];
  readonly isNamed: boolean;
  readonly onAct: (act: Act) => void;
}) {
  const { id, name } = person;
  const nameId = `resident-${id}`;
  const own = falls.value.filter(({ patientId }) => patientId === id);
  const deviceAlerts = board.value?.deviceAlerts.filter(({ patientId }) => patientId === id) ?? [];
  return (
    <section class="station-resident">
      <h3 id={nameId} class={isNamed ? '' : 'unseen'}>
        {name}
      </h3>
      <p>
        <StateWords state={stateOf(person, alertsOf(own))} /> · <SignalWords {...person} />{' '}
        <AbsenceNote person={person} />
      </p>
      {own.map((fall) => (
        <div key={fall.id}>
          <AlertFacts alert={fall} />
          <p class={stateClass(fall, () => now.value)}>{responseText(fall, () => now.value)}</p>
          <NotifiedPeople of={fall} />
          <AlertButtons fall={fall} describedBy={nameId} onAct={onAct} />
        </div>
      ))}
      {deviceAlerts.length > 0 && <DeviceAlerts alerts={deviceAlerts} onAct={onAct} />}
    </section>
  );
}
