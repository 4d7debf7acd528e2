/** For push messages and the offline shell. Browsers allow it only over HTTPS and on localhost. Does not delay the first load. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // The console works without it; the settings say that push does not.
    });
  });
}

/** Calls back when the user has pressed a notification and the service worker asks this page to open its target. */
export function onOpenRequested(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const listener = ({ data }: MessageEvent<{ readonly type?: string; readonly path?: string }>) => {
    if (data.type === 'open' && data.path?.startsWith('/')) open(data.path);
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}
