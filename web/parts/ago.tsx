import { now } from '../state/clock.ts';
import { ago, dateAndTime } from '../text/words.ts';

/** How long ago, ticking: draws itself alone. */
export function Ago({ at }: { readonly at: number | string }) {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return (
    <time dateTime={new Date(time).toISOString()} title={dateAndTime(time)}>
      {ago(now.value - time)}
    </time>
  );
}
