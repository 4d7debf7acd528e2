import { signal } from '@preact/signals';

const STORED_AS = 'shortcuts';

function read(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off';
  } catch {
    return true;
  }
}

export const areShortcutsOn = signal(read());

/** Whether the list of keys is open. */
export const isHelpOpen = signal(false);

export function turnShortcuts(on: boolean): void {
  areShortcutsOn.value = on;
  try {
    localStorage.setItem(STORED_AS, on ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
