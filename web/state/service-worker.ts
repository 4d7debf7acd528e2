/** Push messages and the shell for offline; only over HTTPS or on localhost, and never in the way of the first load. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // The console works without one; settings say that push does not.
    });
  });
}

/** A notification was pressed: the service worker asks this console to show what it is about. */
export function onOpenRequested(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const listener = ({ data }: MessageEvent<{ readonly type?: string; readonly path?: string }>) => {
    if (data.type === 'open' && data.path?.startsWith('/')) open(data.path);
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}
