import { useEffect } from 'preact/hooks';
import { tuneOf } from '../state/tunes.ts';
import { wear as text } from '../text/en/wear.ts';
import { silence, sound } from './alarm.ts';
import { BigButton } from './parts.tsx';
import { HelpButton } from './presses.tsx';
import type { Fall } from './protocol.ts';
import { answered, ended, now, press, serviceTime } from './state.ts';

/** What the wearer sees after a fall: the question, then who is coming. */
export function FallAlarm({ fall: { fallId, level, source, response } }: { readonly fall: Fall }) {
  const claimant = response.claimedBy;
  // A person who called for help is not asked, and a claimed fall is no longer the wearer's to cancel.
  const hasCalled = source === 'HELP_BUTTON' || response.helpPresses > 0;
  const isAsking = !hasCalled && claimant === null;
  const isRinging = isAsking && answered.value !== fallId;
  useEffect(() => {
    if (isRinging) sound(tuneOf(level));
    return silence;
  }, [fallId, level, isRinging]);
  useEffect(() => {
    if (claimant !== null) sound('hand-off', true);
  }, [claimant?.id]);
  return (
    <section class="wear-fall">
      <div role="alert">
        {isAsking && <h2>{text.fell}</h2>}
        {claimant !== null && <Coming name={claimant.name} minutes={response.etaMinutes} />}
        {claimant === null && response.state !== 'CHECKING' && <Calling isHeading={!isAsking} />}
      </div>
      {claimant === null && <Countdown until={response.okUntil} />}
      <div class="wear-answers">
        {isAsking && <BigButton onPress={() => press('ok')}>{text.ok}</BigButton>}
        <HelpButton />
      </div>
    </section>
  );
}

function Calling({ isHeading }: { readonly isHeading: boolean }) {
  return (
    <>
      {isHeading && <h2>{text.calling}</h2>}
      <p>{text.called}</p>
    </>
  );
}

function Coming({ name, minutes }: { readonly name: string; readonly minutes: number | null }) {
  return (
    <>
      <h2>{text.coming(name)}</h2>
      {minutes !== null && <p>{text.inMinutes(minutes)}</p>}
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
  const fall = ended.value;
  return (
    <div role="status" class="wear-ended">
      {fall !== undefined && <p>{endOf(fall)}</p>}
    </div>
  );
}

function endOf({ response: { outcome, resolvedBy } }: Fall): string {
  if (outcome === 'CANCELLED_BY_PATIENT') return text.cancelled;
  return resolvedBy === null ? text.closed : text.closedBy(resolvedBy.name);
}
