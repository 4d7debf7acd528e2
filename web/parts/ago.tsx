import { useComputed } from '@preact/signals';
import { now } from '../state/clock.ts';
import { ago, dateAndTime } from '../text/words.ts';

/** How long ago, ticking: only the text changes, and nothing around it is drawn anew. */
export function Ago({ at }: { readonly at: number | string }) {
  const time = typeof at === 'number' ? at : Date.parse(at);
  const text = useComputed(() => ago(now.value - time));
  return (
    <time dateTime={new Date(time).toISOString()} title={dateAndTime(time)}>
      {text}
    </time>
  );
}
