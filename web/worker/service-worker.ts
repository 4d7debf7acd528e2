declare const self: ServiceWorkerGlobalScope;
/** Put in by web/build.ts. */
declare const CONSOLE_VERSION: string;
declare const CONSOLE_FILES: readonly string[];

/** Declarative Web Push: what the service sends, and what newer browsers show by themselves. */
interface PushMessage {
  readonly notification?: NotificationOptions & { readonly title?: string; readonly navigate?: string };
}

const CACHE = `console-${CONSOLE_VERSION}`;
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE, '/icons/icon.svg', ...CONSOLE_FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The shell opens without a network, and says "Offline". Answers of the API are never kept: they are about people. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') {
    if (isElsewhere(pathname)) return;
    event.respondWith(fetch(request).catch(() => kept(PAGE)));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(assetOf(request));
  }
});

/** Pages of this service that are not the console's. */
const isElsewhere = (path: string): boolean => /^\/(?:docs|claim|email|api)(?:\/|$)/.test(path);

async function kept(path: string): Promise<Response> {
  return (await caches.match(path, { cacheName: CACHE })) ?? Response.error();
}

/** Their names change with their contents, so what is kept is right; pages that were opened once open offline too. */
async function assetOf(request: Request): Promise<Response> {
  const known = await caches.match(request, { cacheName: CACHE });
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener('push', (event) => {
  const { title = 'Vigil', navigate = PAGE, ...options } = messageOf(event.data).notification ?? {};
  event.waitUntil(
    self.registration.showNotification(title, {
      ...options,
      icon: '/icons/icon-192.png',
      data: { navigate },
    }),
  );
});

function messageOf(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() as PushMessage | undefined) ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { navigate } = event.notification.data as { readonly navigate: string };
  event.waitUntil(open(navigate));
});

/**
 * In a console that is open already, if there is one: a second one would ring as well. It goes there by itself, since
 * loading it anew would cost the sound that its caregiver has switched on.
 */
async function open(address: string): Promise<void> {
  // By path: messages name PUBLIC_URL, and whoever came by another name is logged in there.
  const { pathname: path } = new URL(address, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const console = windows.find(({ url }) => !isElsewhere(new URL(url).pathname));
  if (console === undefined) return void (await self.clients.openWindow(path));
  console.postMessage({ type: 'open', path });
  await console.focus();
}

export {};
