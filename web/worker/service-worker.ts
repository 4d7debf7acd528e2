declare const self: ServiceWorkerGlobalScope;
/** Defined by web/build.ts. */
declare const CONSOLE_VERSION: string;
/** By language. */
declare const CONSOLE_FILES: Readonly<Record<string, readonly string[]>>;

/** Declarative Web Push, which Safari shows by itself. */
interface PushMessage {
  /** Proves to the service that this message has arrived. */
  readonly receipt?: string;
  readonly notification?: NotificationOptions & { readonly title?: string; readonly navigate?: string };
}

const CACHE = `console-${CONSOLE_VERSION}`;
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(PAGE)
      .then(keepShell)
      .then(() => self.skipWaiting()),
  );
});

/** The page and the files that it needs to open, in the language of the page. */
async function keepShell(page: Response): Promise<void> {
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const cache = await caches.open(CACHE);
  const files = CONSOLE_FILES[languageOf(page)] ?? [];
  await cache.addAll(['/icons/icon.svg', ...files]);
  await cache.put(PAGE, page);
}

const languageOf = (page: Response | undefined): string => page?.headers.get('Content-Language') ?? '';

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The shell opens without a network and shows "Offline". API replies are never cached: they hold personal data. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') {
    if (isOutsideConsole(pathname)) return;
    event.respondWith(pageOf(event));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(assetOf(request));
  }
});

/** Paths of the service outside the console. */
const isOutsideConsole = (path: string): boolean => /^\/(?:docs|claim|email|api|fhir|wear)(?:\/|$)/.test(path);

/** The user may have changed the language since the shell was cached. */
async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    const reply = await fetch(event.request);
    const kept = await caches.match(PAGE, { cacheName: CACHE });
    if (reply.ok && languageOf(reply) !== '' && languageOf(reply) !== languageOf(kept))
      event.waitUntil(keepShell(reply.clone()).catch(() => {}));
    return reply;
  } catch {
    return cached(PAGE);
  }
}

async function cached(path: string): Promise<Response> {
  return (await caches.match(path, { cacheName: CACHE })) ?? Response.error();
}

/** File names contain a hash of the contents, so a cached file is never stale. Pages opened once also open offline. */
async function assetOf(request: Request): Promise<Response> {
  const match = await caches.match(request, { cacheName: CACHE });
  if (match !== undefined) return match;
  const reply = await fetch(request);
  if (reply.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, reply.clone());
  }
  return reply;
}

self.addEventListener('push', (event: MutablePushEvent) => {
  // The browser shows it after this event.
  const proposed = event.notification?.data as Partial<NotificationData> | undefined;
  if (proposed !== undefined) return event.waitUntil(report(proposed.receipt, 'received'));
  const { receipt, notification = {} } = messageOf(event.data);
  const { title = 'Vigil', navigate = PAGE, ...options } = notification;
  const data: NotificationData = { navigate, receipt };
  event.waitUntil(
    self.registration
      .showNotification(title, { ...options, icon: '/icons/icon-192.png', data })
      .then(() => report(receipt, 'received')),
  );
});

/** A declarative message that is mutable: the notification to be shown, without `data` (https://www.w3.org/TR/push-api/). */
interface MutablePushEvent extends PushEvent {
  readonly notification?: Notification | null;
}

interface NotificationData {
  readonly navigate: string;
  readonly receipt: string | undefined;
}

/** Without a network the service learns nothing, and escalates sooner. */
async function report(receipt: string | undefined, state: 'received' | 'opened'): Promise<void> {
  if (receipt === undefined) return;
  const body = JSON.stringify({ receipt, state });
  const headers = { 'Content-Type': 'application/json' };
  await fetch('/api/receipts', { method: 'POST', headers, body, credentials: 'omit' }).catch(() => {});
}

function messageOf(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() as PushMessage | undefined) ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { navigate, receipt } = event.notification.data as NotificationData;
  event.waitUntil(Promise.all([open(navigate), report(receipt, 'opened')]));
});

/**
 * Uses an open console if there is one: a second one would ring as well. The page itself navigates, because a reload would
 * block its sound until the next press.
 */
async function open(address: string): Promise<void> {
  // Only the path: messages contain PUBLIC_URL, but the user may be logged in under another host name.
  const { pathname: path } = new URL(address, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const console = windows.find(({ url }) => !isOutsideConsole(new URL(url).pathname));
  if (console === undefined) return void (await self.clients.openWindow(path));
  console.postMessage({ type: 'open', path });
  await console.focus();
}

export {};
