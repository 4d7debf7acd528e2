import { signal } from '@preact/signals';

const STORED_AS = 'residents';
/** From so many rooms on a list is longer than a screen. */
const MANY_ROOMS = 12;

type View = 'rooms' | 'list';

function read(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

const chosen = signal(read());

/** How the user wants to see the residents; before a choice by the number of rooms. */
export const residentsView = (rooms: number): View =>
  chosen.value === 'rooms' || (chosen.value === null && rooms >= MANY_ROOMS) ? 'rooms' : 'list';

export function chooseView(view: View): void {
  chosen.value = view;
  try {
    localStorage.setItem(STORED_AS, view);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
