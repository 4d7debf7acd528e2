import { useEffect } from 'preact/hooks';
import { tuneOf } from '../state/tunes.ts';
import { wear as text } from '../text/en/wear.ts';
import { silence, sound } from './alarm.ts';
import { BigButton } from './parts.tsx';
import { HelpButton } from './presses.tsx';
import type { Fall } from './protocol.ts';
import { ended, now, press, sending, serviceTime } from './state.ts';

type Response = NonNullable<Fall['response']>;

/** What the wearer sees after a fall: the question, then who is coming. */
export function FallAlarm({ fall: { fallId, level, response } }: { readonly fall: Fall }) {
  const stage = response?.state ?? 'OPEN';
  const isAsking = stage === 'CHECKING';
  const claimant = response?.claimedBy?.id ?? null;
  const isAnswered = (sending.value?.presses.length ?? 0) > 0;
  useEffect(() => {
    if (isAsking && !isAnswered) sound(tuneOf(level));
    return silence;
  }, [fallId, level, isAsking, isAnswered]);
  useEffect(() => {
    if (claimant !== null) sound('hand-off', true);
  }, [claimant]);
  return (
    <section class={`wear-fall ${isAsking ? 'asking' : 'called'}`}>
      <div role="alert">{response !== null && <Stage response={response} />}</div>
      {isAsking && <Countdown until={response?.okUntil ?? null} />}
      <div class="wear-answers">
        {isAsking && <BigButton onPress={() => press('ok')}>{text.ok}</BigButton>}
        <HelpButton />
      </div>
    </section>
  );
}

function Stage({ response: { state, claimedBy, etaMinutes } }: { readonly response: Response }) {
  if (state === 'CHECKING') return <h2>{text.fell}</h2>;
  if (claimedBy === null)
    return (
      <>
        <h2>{text.calling}</h2>
        <p>{text.called}</p>
      </>
    );
  return (
    <>
      <h2>{text.coming(claimedBy.name)}</h2>
      {etaMinutes !== null && <p>{text.inMinutes(etaMinutes)}</p>}
      <p>{text.again}</p>
    </>
  );
}

/** Not read out each second. */
function Countdown({ until }: { readonly until: string | null }) {
  if (until === null || now.value === 0) return null;
  const left = Math.max(0, Math.ceil((Date.parse(until) - serviceTime()) / 1000));
  return (
    <p class="wear-countdown" role="timer">
      {text.left(left)}
    </p>
  );
}

/** How the last fall ended. */
export function LastFall() {
  const { response } = ended.value ?? {};
  return (
    <div role="status" class="wear-ended">
      {ended.value !== undefined && <p>{endOf(response ?? null)}</p>}
    </div>
  );
}

function endOf(response: Fall['response']): string {
  if (response?.outcome === 'CANCELLED_BY_PATIENT') return text.cancelled;
  const name = response?.resolvedBy?.name;
  return name === undefined ? text.closed : text.closedBy(name);
}
