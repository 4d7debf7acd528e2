import { useComputed } from '@preact/signals';
import { openCount } from '../state/badge.ts';
import { falls, unanswered } from '../state/falls.ts';
import { user } from '../state/session.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';
import { levelWords } from './level-badge.tsx';

/** On every page of the staff but the board, which says it itself: the number of unanswered alerts, and the worst of them. It leads to the board. */
export function AlertBar() {
  const worst = useComputed(() => falls.get(unanswered.value[0] ?? '')?.value);
  const count = openCount.value;
  const shown = worst.value;
  if (count === 0 || shown === undefined || user.value?.role === 'PATIENT') return null;
  const { level, patientRoom, patientName, at } = shown;
  return (
    <a class={`alert-bar ${level.toLowerCase()}`} href="/">
      <strong>{common.unanswered(count)}</strong>{' '}
      <span>
        {[levelWords(shown), patientRoom === null ? patientName : common.room(patientRoom)].join(' · ')}
      </span>{' '}
      <Ago at={at} />
    </a>
  );
}
