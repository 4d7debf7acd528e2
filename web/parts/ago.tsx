import { useComputed } from '@preact/signals';
import { now } from '../state/clock.ts';
import { ago, agoInMinutes, dateAndTime } from '../text/words.ts';

/**
 * How long ago, ticking: only the text changes, and nothing around it is drawn anew. `coarse`: by the minute, for long
 * lists, in which hundreds of seconds that tick would cost more than they tell.
 */
export function Ago({ at, coarse = false }: { readonly at: number | string; readonly coarse?: boolean }) {
  const time = typeof at === 'number' ? at : Date.parse(at);
  const text = useComputed(() => (coarse ? agoInMinutes(now.value - time) : ago(now.value - time)));
  return (
    <time dateTime={new Date(time).toISOString()} title={dateAndTime(time)}>
      {text}
    </time>
  );
}
