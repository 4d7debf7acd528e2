import { signal } from '@preact/signals';

/** Read out at once by screen readers (`role="alert"`): a fall that has just appeared. */
export const announcement = signal('');

export const announce = (text: string): void => {
  announcement.value = text;
};
