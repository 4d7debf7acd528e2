import { useState } from 'preact/hooks';
import { Ago } from '../components/ago.tsx';
import { AlertBand, AlertFacts, ClaimedAlert, cardClass, nameIdOf } from '../components/alert-card.tsx';
import { Button } from '../components/button.tsx';
import { responseText } from '../components/response-text.ts';
import { stageOf } from '../state/alert-order.ts';
import { now } from '../state/clock.ts';
import { board as boardText } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { phrases } from '../text/en/phrases.ts';
import { station as text } from '../text/en/station.ts';
import { timeOfDay } from '../text/words.ts';
import { type Act, ActDialog } from './act-dialog.tsx';
import type { StationBoard, StationDeviceAlert } from './api.ts';
import { isSoundOn, turnOnSound } from './sound.ts';
import { board, connection, falls, type StationFall, unanswered } from './state.ts';

export function StationBoardPage() {
  const [act, setAct] = useState<Act>();
  const shown = board.value;
  if (shown === undefined) return <p class="opening">{common.loading}</p>;
  const open = unanswered.value.length;
  return (
    <div class={`station ${open > 0 ? 'ringing' : ''}`}>
      <header class="station-head">
        <div>
          <h1>{shown.station.ward?.name ?? text.allWards}</h1>
          <p>{shown.station.name}</p>
        </div>
        <p class="station-clock">{timeOfDay(now.value)}</p>
        <Status />
      </header>
      <main class="station-main">
        <section class="alerts" aria-labelledby="alerts">
          <div class="section-head">
            <h2 id="alerts">{text.alerts}</h2>
            {open > 0 && <p class="summary">{text.summary(open)}</p>}
          </div>
          {falls.value.length === 0 && <p class="empty no-alerts">{text.noAlerts}</p>}
          <ul class="cards">
            {falls.value.map((fall) => (
              <FallCard key={fall.id} fall={fall} onAct={setAct} />
            ))}
          </ul>
          <DeviceAlerts alerts={shown.deviceAlerts} onAct={setAct} />
        </section>
        <Beside shown={shown} />
      </main>
      <p class="unseen" role="alert">
        {open > 0 ? text.summary(open) : ''}
      </p>
      {act !== undefined && <ActDialog act={act} onClose={() => setAct(undefined)} />}
    </div>
  );
}

function Status() {
  const state = connection.value;
  return (
    <div class="station-status">
      <p class={`status ${state}`} role="status">
        <span class="dot" aria-hidden="true" />
        {common.connection[state]}
      </p>
      {isSoundOn.value ? (
        <p>{text.sound.on}</p>
      ) : (
        <Button kind="urgent" onPress={turnOnSound}>
          {text.sound.off}
        </Button>
      )}
    </div>
  );
}

function FallCard({ fall, onAct }: { readonly fall: StationFall; readonly onAct: (act: Act) => void }) {
  const [isOpen, setOpen] = useState(false);
  const { id, level, patientName, response } = fall;
  const nameId = nameIdOf(id);
  const { state } = response;
  const button = (kind: 'claim' | 'release' | 'handOff' | 'resolve', label: string, isUrgent = false) => (
    <Button
      kind={isUrgent ? 'urgent' : 'normal'}
      describedBy={nameId}
      onPress={() => onAct({ kind, fallId: id, patientName })}
    >
      {label}
    </Button>
  );
  const words = (
    <span class={`state ${stageOf(fall, () => now.value)}`}>{responseText(fall, () => now.value)}</span>
  );
  return (
    <li class={cardClass(level, state)}>
      {state === 'CLAIMED' ? (
        <ClaimedAlert
          alert={fall}
          name={patientName}
          state={words}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          <AlertFacts alert={fall} />
          <div class="actions">
            {button('resolve', boardText.resolve, true)}
            {button('handOff', boardText.handOff)}
            {button('release', boardText.release)}
            {button('claim', boardText.imGoing)}
          </div>
        </ClaimedAlert>
      ) : (
        <AlertBand alert={fall} name={patientName}>
          <p class="state-line">{words}</p>
          {state !== 'RESOLVED' && <div class="actions">{button('claim', boardText.imGoing, true)}</div>}
        </AlertBand>
      )}
    </li>
  );
}

function DeviceAlerts({
  alerts,
  onAct,
}: {
  readonly alerts: readonly StationDeviceAlert[];
  readonly onAct: (act: Act) => void;
}) {
  if (alerts.length === 0) return null;
  return (
    <>
      <h3 class="quiet-heading">{text.deviceAlerts}</h3>
      <ul class="device-alerts">
        {alerts.map(
          ({ patientId, deviceId, type, patientName, patientRoom, message, timestamp, alerts: copies }) => {
            const key = `${deviceId ?? patientId}-${type}-${timestamp}`;
            const nameId = `device-${key}`;
            return (
              <li key={key}>
                <p id={nameId}>
                  <strong>{patientName}</strong>
                  {patientRoom !== null && ` · ${common.room(patientRoom)}`} · {phrases.reworded(message)} ·{' '}
                  <Ago at={timestamp} calm />
                </p>
                <Button
                  kind="quiet"
                  describedBy={nameId}
                  onPress={() => onAct({ kind: 'acknowledge', patientName, copies })}
                >
                  {text.acknowledge}
                </Button>
              </li>
            );
          },
        )}
      </ul>
    </>
  );
}

function Beside({ shown }: { readonly shown: StationBoard }) {
  return (
    <aside class="station-beside">
      <section aria-labelledby="on-duty">
        <h2 id="on-duty">{text.onDuty}</h2>
        {shown.onDuty.length === 0 && <p class="empty">{text.nobodyOnDuty}</p>}
        <ul>
          {shown.onDuty.map(({ id, name, until }) => (
            <li key={id}>
              {name} <span class="quiet">{text.until(timeOfDay(until))}</span>
            </li>
          ))}
        </ul>
      </section>
      {shown.handovers.length > 0 && (
        <section aria-labelledby="handover">
          <h2 id="handover">{text.handover}</h2>
          <ul>
            {shown.handovers.map(({ wardId, note, by, at }) => (
              <li key={wardId}>
                <p class="station-note">{note}</p>
                <p class="quiet">{[by?.name, at !== null && timeOfDay(at)].filter(Boolean).join(' · ')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="residents">
        <h2 id="residents">{text.residents}</h2>
        <ul class="station-residents">
          {shown.people.map(({ id, name, room, deviceStatus }) => (
            <li key={id} class={deviceStatus === 'ACTIVE' ? '' : 'poor'}>
              <span>
                {name}
                {room !== null && <span class="quiet"> {common.room(room)}</span>}
              </span>
              <span class="quiet">
                {deviceStatus === null ? boardText.row.noDevice : common.deviceStatus[deviceStatus]}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
