import { effect, signal } from '@preact/signals';
import { board } from '../text/en/board.ts';
import { announce } from './announcements.ts';
import { falls, type OpenFall } from './falls.ts';
import { createPressWatch } from './press-watch.ts';

/** Counts the repeated presses since the page was opened. */
export const repeatedPresses = signal(0);

export function watchPresses(): void {
  const pressedAgain = createPressWatch<OpenFall>();
  effect(() => {
    falls.changes.value;
    const shown = falls.keys.peek().flatMap((id) => falls.peek(id) ?? []);
    for (const { patientName, patientRoom } of pressedAgain(shown)) {
      repeatedPresses.value = repeatedPresses.peek() + 1;
      announce(board.announcedAgain(patientName, patientRoom));
    }
  });
}
