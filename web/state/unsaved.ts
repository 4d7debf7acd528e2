import { signal } from '@preact/signals';

/** Where the user wants to go from a page with unsaved changes; undefined while they do not leave. */
export const leavingTo = signal<string | undefined>(undefined);

/** The address of the page with unsaved changes. */
let guarded: string | undefined;
let guards = 0;

/** Asks before the current page is left, until the returned function is called. */
export function guardPage(): () => void {
  guards += 1;
  guarded = location.href;
  return () => {
    guards -= 1;
    if (guards > 0) return;
    guarded = undefined;
    leavingTo.value = undefined;
  };
}

/** Whether the current page has changes that are not saved. */
export const isGuarded = (): boolean => guarded !== undefined;

/** Leaves the console; the person has been told what they lose. */
export function leavePage(url: string): void {
  guarded = undefined;
  location.assign(url);
}

/** The address that a press leads to; undefined for a press that leaves no page. */
function pressedLink(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return undefined;
  return link.pathname + link.search;
}

/** Call it before the router starts: listeners of the window run in the order in which they were added. */
export function startUnsaved(): void {
  addEventListener(
    'click',
    (event) => {
      const url = guarded === undefined ? undefined : pressedLink(event);
      if (url === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leavingTo.value = url;
    },
    { capture: true },
  );
  addEventListener('popstate', (event) => {
    if (guarded === undefined) return;
    event.stopImmediatePropagation();
    leavingTo.value = location.pathname + location.search;
    // The browser has left the address already.
    history.pushState(null, '', guarded);
  });
  addEventListener('beforeunload', (event) => {
    if (guarded !== undefined) event.preventDefault();
  });
}
