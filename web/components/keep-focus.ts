import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps the keyboard focus when the focused element moves or disappears: it stays on the element or goes to `instead`.
 * Otherwise the browser would move it to the top of the page.
 */
export function useKeepFocus(
  container: RefObject<HTMLElement | null>,
  instead: () => HTMLElement | null | undefined,
  /** The render moves elements. */
  moves = false,
): void {
  const before = document.activeElement;
  const wasInside = before instanceof HTMLElement && container.current?.contains(before);
  // The browser would scroll after a focused element that moves. By keyboard, its row stays where it is.
  if (moves && wasInside && !before.matches(':focus-visible')) before.blur();
  useLayoutEffect(() => {
    if (!wasInside || document.activeElement !== document.body) return;
    const next = before.isConnected ? before : instead();
    next?.focus({ preventScroll: true });
  });
}
