/** Push messages and the shell for offline; only over HTTPS or on localhost, and never in the way of the first load. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      // The console works without one; settings say that push does not.
    });
  });
}
