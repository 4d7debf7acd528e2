import { useComputed } from '@preact/signals';
import type { Response } from '../../api/records.ts';
import { now } from '../../state/clock.ts';
import { causeOf, lastResolved, type OwnFall, openFall } from '../../state/own-falls.ts';
import { patientHome } from '../../text/en/patient-home.ts';
import { timeOfDay } from '../../text/words.ts';

const MINUTE_MS = 60_000;
/** How long the page shows a fall's outcome. */
const OUTCOME_SHOWN_MS = 10 * MINUTE_MS;
/** More names are too many to read. */
const NAMED = 2;

type StatusText = { readonly look: 'calm' | 'asking' | 'waiting' | 'coming'; readonly text: string };

/** A live region for screen readers. The countdown is outside it, so that it is not announced every second. */
export function CurrentStatus() {
  const status = useComputed<StatusText>(() => {
    const fall = openFall.value;
    return fall === undefined
      ? { look: 'calm', text: outcomeText(lastResolved.value, now.value) }
      : statusOf(fall);
  });
  const look = useComputed(() => status.value.look);
  const text = useComputed(() => status.value.text);
  const countdown = useComputed(() =>
    openFall.value === undefined ? '' : timeLeft(openFall.value, now.value),
  );
  return (
    <section class={`current-status ${look.value}`} aria-labelledby="current-status">
      <h2 id="current-status" class="unseen">
        {patientHome.now}
      </h2>
      <p class="words" aria-live="polite">
        {text}
      </p>
      <p class="countdown">{countdown}</p>
    </section>
  );
}

function statusOf(fall: OwnFall): StatusText {
  const { source, response, verification } = fall;
  if (response?.state === 'CLAIMED') {
    const onTheWay = patientHome.onTheWay(response.claimedBy?.name ?? '');
    return {
      look: 'coming',
      text: isCalledAgain(response) ? `${onTheWay} ${notifiedText(response)}` : onTheWay,
    };
  }
  if (verification === 'moved_on') return { look: 'calm', text: patientHome.movedOn };
  // Until the service knows whether they get up, nobody is called.
  if (response?.state === 'CHECKING' || verification === 'pending')
    return { look: 'asking', text: source === 'CHECK_IN' ? patientHome.checkingIn : patientHome.checking };
  if (response?.repeated?.told.length)
    return { look: 'waiting', text: `${notifiedText(response)} ${patientHome.called}` };
  const cause = causeOf(fall);
  return { look: 'waiting', text: cause === undefined ? patientHome.called : patientHome.emergency[cause] };
}

/** The resident has pressed again since the claim. */
const isCalledAgain = ({ repeated, claimedAt }: Response): boolean =>
  repeated !== null && claimedAt !== null && Date.parse(repeated.at) >= Date.parse(claimedAt);

function notifiedText({ repeated }: Response): string {
  if (repeated === null) return '';
  const names = repeated.told.map(({ name }) => name);
  return patientHome.notifiedAgain(
    names.slice(0, NAMED),
    Math.max(0, names.length - NAMED),
    timeOfDay(repeated.at),
  );
}

function timeLeft({ response, verification }: OwnFall, at: number): string {
  if (response?.state !== 'CLAIMED' && verification === 'moved_on') return '';
  if (response?.state === 'OPEN' && response.repeated !== null && response.nextStepAt !== null)
    return patientHome.calledMore(timeOfDay(response.nextStepAt));
  if (response?.state === 'CLAIMED' && response.helpPresses > 1 && isCalledAgain(response))
    return patientHome.nextCalled(timeOfDay(response.claimExpiresAt ?? at));
  if (response?.state === 'CHECKING' && response.okUntil !== null)
    return patientHome.checkingLeft(Math.max(0, Math.round((Date.parse(response.okUntil) - at) / 1000)));
  if (response?.state !== 'CLAIMED' || response.etaMinutes === null || response.claimedAt === null) return '';
  const left = Date.parse(response.claimedAt) + response.etaMinutes * MINUTE_MS - at;
  return left <= 0 ? patientHome.soon : patientHome.eta(Math.ceil(left / MINUTE_MS));
}

function outcomeText(fall: OwnFall | undefined, at: number): string {
  const response = fall?.response ?? null;
  if (response?.resolvedAt == null || at - Date.parse(response.resolvedAt) > OUTCOME_SHOWN_MS)
    return patientHome.fine;
  if (response.outcome === 'MOVED_ON') return patientHome.fine;
  if (response.outcome === 'CANCELLED_BY_PATIENT') return patientHome.confirmedOk;
  return response.resolvedBy === null
    ? patientHome.closedByUnknown
    : patientHome.closed(response.resolvedBy.name);
}
