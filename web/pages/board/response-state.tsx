import { useComputed } from '@preact/signals';
import { responseText, stateClass } from '../../components/response-text.ts';
import { now } from '../../state/clock.ts';
import { falls } from '../../state/falls.ts';
import { user } from '../../state/session.ts';

/** The response state as text, for this user or for all who read the screen. The clock's tick updates the text only. */
export function ResponseState({
  id,
  isForAll = false,
}: {
  readonly id: string;
  readonly isForAll?: boolean;
}) {
  const text = useComputed(() => {
    const fall = falls.get(id)?.value;
    return fall === undefined
      ? ''
      : responseText(fall, () => now.value, isForAll ? undefined : user.value?.id);
  });
  const className = useComputed(() => {
    const fall = falls.get(id)?.value;
    return fall === undefined ? 'state' : stateClass(fall, () => now.value);
  });
  return <span class={className}>{text}</span>;
}
