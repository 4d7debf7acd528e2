import { useComputed } from '@preact/signals';
import { now } from '../../state/clock.ts';
import { lastResolved, type OwnFall, openFall } from '../../state/own-falls.ts';
import { own } from '../../text/en/patient-home.ts';

const MINUTE_MS = 60_000;
/** How long the end of it is told. */
const TOLD_MS = 10 * MINUTE_MS;

type Words = { readonly look: 'calm' | 'asking' | 'waiting' | 'coming'; readonly text: string };

/** In plain words, read out as it changes; what ticks is apart, so that not every second is read out. */
export function Happening() {
  const words = useComputed<Words>(() => {
    const fall = openFall.value;
    return fall === undefined ? { look: 'calm', text: endOf(lastResolved.value, now.value) } : wordsOf(fall);
  });
  const look = useComputed(() => words.value.look);
  const text = useComputed(() => words.value.text);
  const ticking = useComputed(() =>
    openFall.value === undefined ? '' : timeLeft(openFall.value, now.value),
  );
  return (
    <section class={`happening ${look.value}`} aria-labelledby="happening">
      <h2 id="happening" class="unseen">
        {own.now}
      </h2>
      <p class="words" aria-live="polite">
        {text}
      </p>
      <p class="ticking">{ticking}</p>
    </section>
  );
}

function wordsOf({ status, source, response }: OwnFall): Words {
  if (response?.state === 'CLAIMED')
    return { look: 'coming', text: own.onTheWay(response.claimedBy?.name ?? '') };
  if (response?.state === 'CHECKING') return { look: 'asking', text: own.checking };
  const isCall = source === 'HELP_BUTTON' || status === 'CONFIRMED';
  return { look: 'waiting', text: isCall ? own.calledForHelp : own.called };
}

function timeLeft({ response }: OwnFall, at: number): string {
  if (response?.state === 'CHECKING' && response.okUntil !== null)
    return own.checkingLeft(Math.max(0, Math.round((Date.parse(response.okUntil) - at) / 1000)));
  if (response?.state !== 'CLAIMED' || response.etaMinutes === null || response.claimedAt === null) return '';
  const left = Date.parse(response.claimedAt) + response.etaMinutes * MINUTE_MS - at;
  return left <= 0 ? own.soon : own.eta(Math.ceil(left / MINUTE_MS));
}

function endOf(fall: OwnFall | undefined, at: number): string {
  const response = fall?.response ?? null;
  if (response?.resolvedAt == null || at - Date.parse(response.resolvedAt) > TOLD_MS) return own.fine;
  if (response.outcome === 'CANCELLED_BY_PATIENT') return own.saidOk;
  return response.resolvedBy === null ? own.closedByNobody : own.closed(response.resolvedBy.name);
}
