import { useComputed } from '@preact/signals';
import { falls, unanswered, waiting } from '../state/falls.ts';
import { user } from '../state/session.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';
import { levelWords } from './level-badge.tsx';

/** On every page of the staff but the board, which says it itself: the number of unanswered alerts, and the worst of them. It leads to the board. */
export function AlertBar() {
  const worst = useComputed(() => {
    const ids = unanswered.value;
    return falls.get(ids.find((id) => falls.peek(id)?.isTest === false) ?? ids[0] ?? '')?.value;
  });
  const shown = worst.value;
  if (shown === undefined || user.value?.role === 'PATIENT') return null;
  const { level, patientRoom, patientName, at } = shown;
  return (
    <a class={`alert-bar ${level.toLowerCase()}`} href="/">
      <strong>{common.unanswered(waiting.value)}</strong>{' '}
      <span>
        {[levelWords(shown), patientRoom === null ? patientName : common.room(patientRoom)].join(' · ')}
      </span>{' '}
      <Ago at={at} />
    </a>
  );
}
