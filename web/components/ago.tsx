import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { now, slowNow } from '../state/clock.ts';
import { ago, dateAndTime } from '../text/words.ts';

const MINUTE_MS = 60_000;

/** A relative time that updates itself: only the text node changes. `calm` updates less often than every second. */
export function Ago({
  at,
  calm = false,
  words = ago,
}: {
  readonly at: number | string;
  readonly calm?: boolean;
  /** For another text than `3 min ago`. */
  readonly words?: (ms: number) => string;
}) {
  const time = typeof at === 'number' ? at : Date.parse(at);
  // Another time is shown at once: `useComputed` would wait for the next tick of the clock.
  const text = useMemo(
    () =>
      computed(() => {
        const age = slowNow(Math.floor(time)).value - time;
        return words(calm || age >= MINUTE_MS ? age : now.value - time);
      }),
    [time, calm, words],
  );
  return (
    <time dateTime={new Date(time).toISOString()} title={dateAndTime(time)}>
      {text}
    </time>
  );
}
