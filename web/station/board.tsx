import { useRef, useState } from 'preact/hooks';
import { AbsenceNote } from '../components/absence-note.tsx';
import { cardClass, withMovedOnHeading } from '../components/alert-card.tsx';
import { AlertTile, densityOf, MOST_LARGE, MOST_TILES } from '../components/alert-tile.tsx';
import { Button } from '../components/button.tsx';
import { useFit } from '../components/fitted-list.ts';
import { ClockBanner, SignAge } from '../components/signs.tsx';
import { hasMovedOn, stageOf, waitingOf } from '../state/alert-order.ts';
import { now } from '../state/clock.ts';
import { isQuiet } from '../state/wearable-signal.ts';
import { board as boardText } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { station as text } from '../text/en/station.ts';
import { timeOfDay, timeWithSeconds } from '../text/words.ts';
import { type Act, ActDialog } from './act-dialog.tsx';
import type { StationBoard } from './api.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { FallCard } from './fall-card.tsx';
import { MorningQuestions } from './morning-questions.tsx';
import { StationRooms } from './rooms.tsx';
import { SignalWords } from './signal-words.tsx';
import { isSoundOn, playAlarm, turnOnSound } from './sound.ts';
import { board, connection, falls, limitedUntil, silenceMs, unanswered } from './state.ts';

export function StationBoardPage() {
  const [act, setAct] = useState<Act>();
  const shown = board.value;
  if (shown === undefined) return <p class="opening">{common.loading}</p>;
  const open = common.unanswered(waitingOf(unanswered.value));
  return (
    <div class={`station ${open === '' ? '' : 'ringing'}`}>
      <header class="station-head">
        <div>
          <h1>{shown.station.ward?.name ?? text.allWards}</h1>
          <p>{shown.station.name}</p>
        </div>
        <p class="station-clock">{timeOfDay(now.value)}</p>
        <Status
          onTest={() => {
            void playAlarm();
            setAct({ kind: 'test', patientName: shown.station.name });
          }}
        />
      </header>
      <ClockBanner />
      {limitedUntil.value > now.value && (
        <p class="banner" role="status">
          {common.limited(timeWithSeconds(limitedUntil.value))}
        </p>
      )}
      <main class="station-main">
        <section class="alerts" aria-labelledby="alerts">
          <div class="section-head">
            <h2 id="alerts">{text.alerts}</h2>
            {open !== '' && <p class="summary">{open}</p>}
          </div>
          {falls.value.length === 0 && <p class="empty no-alerts">{text.noAlerts}</p>}
          <Falls onAct={setAct} />
          {shown.deviceAlerts.length > 0 && (
            <>
              <h3 class="quiet-heading">{text.deviceAlerts}</h3>
              <DeviceAlerts alerts={shown.deviceAlerts} onAct={setAct} />
            </>
          )}
          <MorningQuestions questions={shown.morningQuestions} onAct={setAct} />
          {falls.value.length <= MOST_LARGE && shown.people.length > 0 && (
            <StationRooms shown={shown} onAct={setAct} />
          )}
        </section>
        <Beside shown={shown} />
      </main>
      <p class="unseen" role="alert">
        {open}
      </p>
      {act !== undefined && <ActDialog act={act} onClose={() => setAct(undefined)} />}
    </div>
  );
}

function Status({ onTest }: { readonly onTest: () => void }) {
  const state = connection.value;
  return (
    <div class="station-status">
      <div class={`status ${state}`}>
        <span class="dot" aria-hidden="true" />
        <p class="words" role="status">
          {common.connection[state]}
        </p>
        <SignAge silenceMs={silenceMs.value} />
      </div>
      {isSoundOn.value ? (
        <p>{text.sound.on}</p>
      ) : (
        <Button kind="urgent" onPress={turnOnSound}>
          {text.sound.off}
        </Button>
      )}
      <Button kind="quiet" onPress={onTest}>
        {text.test.start}
      </Button>
    </div>
  );
}

/** All alerts are on the screen. Of more than a few, the one that was pressed is a card with its buttons, at first the worst. */
function Falls({ onAct }: { readonly onAct: (act: Act) => void }) {
  const list = useRef<HTMLUListElement>(null);
  useFit(list);
  const [pressed, setPressed] = useState<string>();
  const all = falls.value;
  const shown = all.slice(0, MOST_TILES);
  const density = densityOf(all.length);
  const opened = shown.find(({ id }) => id === pressed) ?? shown[0];
  return (
    <ul class="cards" ref={list}>
      {withMovedOnHeading(
        shown.map((fall) =>
          density === 'tile' && fall !== opened ? (
            <li key={fall.id} class={`${cardClass(fall)} tile`}>
              <button type="button" onClick={() => setPressed(fall.id)}>
                <AlertTile alert={fall} stage={stageOf(fall, () => now.value)} />
              </button>
            </li>
          ) : (
            <FallCard
              key={fall.id}
              fall={fall}
              density={density === 'large' ? 'large' : 'row'}
              onAct={onAct}
            />
          ),
        ),
        (index) => shown[index] !== undefined && hasMovedOn(shown[index]),
      )}
      {all.length > shown.length && (
        <li class="alert-card tile">
          <span class="more">+{all.length - shown.length}</span>
        </li>
      )}
    </ul>
  );
}

function Beside({ shown }: { readonly shown: StationBoard }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where many residents live, also by keyboard.
    <aside class="station-beside" tabIndex={0}>
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
        {shown.quietCount > 0 && <p class="hint">{boardText.quietCount(shown.quietCount)}</p>}
        <ul class="station-residents">
          {shown.people.map(({ id, name, room, deviceStatus, signal, ...person }) => (
            <li
              key={id}
              class={
                isQuiet(signal)
                  ? 'quiet-signal'
                  : deviceStatus === 'ACTIVE' || person.absence !== null
                    ? ''
                    : 'poor'
              }
            >
              <span>
                {name}
                {room !== null && <span class="quiet"> {common.room(room)}</span>}{' '}
                <AbsenceNote person={person} />
              </span>
              <SignalWords deviceStatus={deviceStatus} signal={signal} pausedAt={person.pausedAt} />
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
