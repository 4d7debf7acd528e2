import { useEffect } from 'preact/hooks';
import { showIn } from '../state/language.ts';
import { awake } from '../state/wake-lock.ts';
import { language } from '../text/en/language.ts';
import { wear as text } from '../text/en/wear.ts';
import { LANGUAGES } from '../text/languages.ts';
import { offers } from '../text/offers.ts';
import { fragmentOf } from './code.ts';
import { FallAlarm, LastFall } from './fall.tsx';
import { BigButton, Note, Problem } from './parts.tsx';
import { HelpButton, PressState } from './presses.tsx';
import {
  code,
  connection,
  fall,
  forget,
  hasGyro,
  isRunning,
  sending,
  sensorProblem,
  start,
  state,
  takeBack,
} from './state.ts';
import { Trace } from './trace.tsx';

export function Wear() {
  const shown = state.value;
  useEffect(() => {
    document.body.dataset.state = shown;
  }, [shown]);
  return (
    <>
      <header>
        <h1>{text.title}</h1>
        <p class="wear-state" role="status">
          {shown !== 'idle' && shown !== 'fall' && stateText()}
        </p>
      </header>
      <main>{isRunning.value ? <Running /> : <Idle />}</main>
      <footer>
        <p>{text.limits}</p>
        {LANGUAGES.filter((other) => other !== language.code).map((other) => (
          <button key={other} type="button" class="wear-link" lang={other} onClick={() => showIn(other)}>
            {offers[other].accept}
          </button>
        ))}
        {code.value !== undefined && (
          <button type="button" class="wear-link" onClick={forget} aria-describedby="stop-hint">
            {text.stop}
          </button>
        )}
        {code.value !== undefined && <p id="stop-hint">{text.stopHint}</p>}
      </footer>
    </>
  );
}

const stateText = (): string =>
  state.value === 'offline' && connection.value === 'connecting'
    ? text.state.connecting
    : text.state[state.value as 'sensing' | 'offline' | 'hidden'];

function Idle() {
  if (connection.value === 'replaced')
    return (
      <Problem title={text.replaced} hint={text.replacedHint}>
        <BigButton onPress={takeBack}>{text.takeBack}</BigButton>
      </Problem>
    );
  if (connection.value === 'ended') return <Problem title={text.over} hint={text.overHint} />;
  const wearable = code.value;
  if (wearable === undefined) return <Problem title={text.noCode} hint={text.noCodeHint} />;
  if (!isSecureContext) {
    const { url } = wearable;
    return (
      <Problem title={text.insecure} hint={text.insecureHint}>
        {url?.startsWith('https:') && (
          <a href={`${url.replace(/\/$/, '')}/wear#${fragmentOf(wearable)}`}>{text.openSecure}</a>
        )}
      </Problem>
    );
  }
  return (
    <>
      {sensorProblem.value === 'refused' && (
        <Problem title={text.sensor.refused} hint={text.sensor.refusedHint} />
      )}
      <p>{text.about}</p>
      <BigButton onPress={() => void start()}>{text.start}</BigButton>
      <p>{text.startHint}</p>
    </>
  );
}

function Running() {
  const isOffline = connection.value !== 'live';
  return (
    <>
      {fall.value !== null ? <FallAlarm fall={fall.value} /> : <LastFall />}
      <PressState />
      {isOffline && connection.value !== 'connecting' && <Note>{text.offlineHint}</Note>}
      {fall.value === null && <HelpButton />}
      {sensorProblem.value === 'none' && <Problem title={text.sensor.none} hint={text.sensor.noneHint} />}
      <Trace />
      {hasGyro.value === false && <Note>{text.noGyro}</Note>}
      {awake.value !== 'on' && awake.value !== 'off' && <Note>{text.screen}</Note>}
      <Backlog />
    </>
  );
}

function Backlog() {
  const { waiting, dropped, refusal } = sending.value ?? { waiting: 0, dropped: 0, refusal: undefined };
  return (
    <>
      {waiting > 0 && <p class="wear-count">{text.waiting(waiting)}</p>}
      {dropped > 0 && <Note>{text.dropped(dropped)}</Note>}
      {refusal !== undefined && <Note>{refusal === 403 ? text.disabled : text.rejected}</Note>}
    </>
  );
}
