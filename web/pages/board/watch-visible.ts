import { watch } from '../../state/connection.ts';

/** Whoever only scrolls past does not look. */
const LOOKED_AT_MS = 1_000;
/** A screen has room for no more; the service takes fifty questions a second. */
const MOST = 40;

/** Live readings of those whose rows (`data-key`) are on the screen: a board of hundreds asks for what is looked at. */
export function watchVisible(): { readonly observer: IntersectionObserver; stop(): void } {
  const visible = new Set<string>();
  const watched = new Map<string, () => void>();
  let look: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    for (const id of visible) if (!watched.has(id)) watched.set(id, watch(id));
    // Those on the screen last are kept: people scroll to and fro.
    for (const [id, unwatch] of watched) {
      if (watched.size <= MOST) return;
      if (visible.has(id)) continue;
      unwatch();
      watched.delete(id);
    }
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const id = (target as HTMLElement).dataset.key ?? '';
      if (isIntersecting && visible.size < MOST) visible.add(id);
      else visible.delete(id);
    }
    clearTimeout(look);
    look = setTimeout(update, LOOKED_AT_MS);
  });

  return {
    observer,
    stop() {
      clearTimeout(look);
      observer.disconnect();
      for (const unwatch of watched.values()) unwatch();
    },
  };
}
