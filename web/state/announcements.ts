import { signal } from '@preact/signals';

/** Announced at once by screen readers (`role="alert"`): a new fall. */
export const announcement = signal('');

/** The text is cleared afterwards: screen readers announce only changes, and the next text may be the same. */
const SHOWN_MS = 30_000;
let takeAway: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  announcement.value = text;
  clearTimeout(takeAway);
  takeAway = setTimeout(() => {
    announcement.value = '';
  }, SHOWN_MS);
}
