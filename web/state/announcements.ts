import { signal } from '@preact/signals';

/** Read out at once by screen readers (`role="alert"`): a fall that has just appeared. */
export const announcement = signal('');

/** Taken away again: the same words a second time would be no change, and nobody would hear them. */
const SHOWN_MS = 30_000;
let takeAway: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  announcement.value = text;
  clearTimeout(takeAway);
  takeAway = setTimeout(() => {
    announcement.value = '';
  }, SHOWN_MS);
}
