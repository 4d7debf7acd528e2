import { signal } from '@preact/signals';
import { api, filledIn } from '../api/rest.ts';

/** Whether this browser gets notifications while no page of the console is open. */
export type Push =
  | { readonly state: 'unknown' | 'asking' | 'on' | 'denied' | 'insecure' | 'unsupported' }
  | { readonly state: 'failed'; readonly error: string };
export const push = signal<Push>({ state: 'unknown' });

const READY_WITHIN_MS = 10_000;

/** Why this browser cannot get notifications here. Over HTTPS and on localhost the page is secure. */
function obstacle(): Push | undefined {
  if (!window.isSecureContext) return { state: 'insecure' };
  const isSupported = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator;
  return isSupported ? undefined : { state: 'unsupported' };
}

const timeout = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('no service worker')), ms));

const registration = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([navigator.serviceWorker.ready, timeout(READY_WITHIN_MS)]);

/**
 * Asks for permission and subscribes. Call it from a press: otherwise browsers refuse. `preferences`: the minimum level and
 * the quiet hours.
 */
export async function turnOnPush(preferences: object = {}): Promise<void> {
  const found = obstacle();
  if (found !== undefined) {
    push.value = found;
    return;
  }
  push.value = { state: 'asking' };
  try {
    const permission = await Notification.requestPermission();
    push.value = permission === 'granted' ? await subscribe(preferences) : { state: 'denied' };
  } catch (error) {
    push.value = { state: 'failed', error: error instanceof Error ? error.message : String(error) };
  }
}

async function subscribe(preferences: object): Promise<Push> {
  const key = await api.get('/push/key');
  if (!key.ok) return { state: 'failed', error: key.error };
  const { pushManager } = await registration();
  const subscription = await subscribeWith(pushManager, key.data.publicKey);
  // The browser's own serialisation: an endpoint and two keys.
  const { endpoint, keys } = JSON.parse(JSON.stringify(subscription)) as PushSubscriptionJSON;
  const added = await api.post('/profile/channels', {
    body: filledIn<'NewChannel'>({ ...preferences, kind: 'webpush', endpoint, keys }),
  });
  return added.ok ? { state: 'on' } : { state: 'failed', error: added.details.endpoint ?? added.error };
}

async function subscribeWith(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // The service's key has changed since this browser subscribed.
    const old = await manager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Reads the current state without asking for permission. */
export async function checkPush(): Promise<void> {
  if (push.peek().state !== 'unknown') return;
  const found = obstacle();
  if (found !== undefined) push.value = found;
  else if (Notification.permission === 'denied') push.value = { state: 'denied' };
  else {
    const subscription = await registration()
      .then(({ pushManager }) => pushManager.getSubscription())
      .catch(() => null);
    if (subscription !== null && push.peek().state === 'unknown') push.value = { state: 'on' };
  }
}
