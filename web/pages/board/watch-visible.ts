import { watch } from '../../state/connection.ts';
import { user } from '../../state/session.ts';

/** Rows that are only scrolled past are not subscribed. */
const VISIBLE_FOR_MS = 1_000;
/** No screen shows more rows, and the service accepts fifty frames a second. */
const MAX_WATCHED = 40;

/** Subscribes to live readings of the rows (`data-key`) on the screen, so that a board of hundreds subscribes to few. */
export function watchVisible(): { readonly observer: IntersectionObserver; stop(): void } {
  const visible = new Set<string>();
  const watched = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    // Only the care team gets live readings (docs/contract.md, "Roles and access"): the service would record a refusal.
    if (user.peek()?.role !== 'CAREGIVER') return;
    for (const id of visible) if (!watched.has(id)) watched.set(id, watch(id));
    // Keep recent rows subscribed: users scroll back and forth.
    for (const [id, unwatch] of watched) {
      if (watched.size <= MAX_WATCHED) return;
      if (visible.has(id)) continue;
      unwatch();
      watched.delete(id);
    }
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const id = (target as HTMLElement).dataset.key ?? '';
      if (isIntersecting && visible.size < MAX_WATCHED) visible.add(id);
      else visible.delete(id);
    }
    clearTimeout(timer);
    timer = setTimeout(update, VISIBLE_FOR_MS);
  });

  return {
    observer,
    stop() {
      clearTimeout(timer);
      observer.disconnect();
      for (const unwatch of watched.values()) unwatch();
    },
  };
}
