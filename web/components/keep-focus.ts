import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Whoever works by keyboard must not be thrown back to the top of the page when what they have pressed moves or goes:
 * the focus stays on it, or goes to `instead`.
 */
export function useKeepFocus(
  container: RefObject<HTMLElement | null>,
  instead: () => HTMLElement | null | undefined,
): void {
  const before = document.activeElement;
  const wasInside = before instanceof HTMLElement && container.current?.contains(before);
  useLayoutEffect(() => {
    if (!wasInside || document.activeElement !== document.body) return;
    const next = before.isConnected ? before : instead();
    next?.focus({ preventScroll: true });
  });
}
