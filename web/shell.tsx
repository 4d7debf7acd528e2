import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Role } from './api/records.ts';
import { Banners } from './components/banners.tsx';
import { Brand } from './components/brand.tsx';
import { Button } from './components/button.tsx';
import { announcement } from './state/announcements.ts';
import { connection, isStale } from './state/connection.ts';
import { unread } from './state/messages.ts';
import { logOut, user } from './state/session.ts';
import { common } from './text/en/common.ts';
import { clocksDiffer, deviceZone, reader } from './text/words.ts';

interface Link {
  readonly path: string;
  readonly text: string;
}

const { navigation } = common;
const SHARED_LINKS: readonly Link[] = [
  { path: '/messages', text: navigation.messages },
  { path: '/settings', text: navigation.settings },
];
const LINKS: Readonly<Record<Role, readonly Link[]>> = {
  PATIENT: [{ path: '/', text: navigation.patientHome }, ...SHARED_LINKS],
  CAREGIVER: [
    { path: '/', text: navigation.board },
    { path: '/wards', text: navigation.wards },
    { path: '/reports', text: navigation.reports },
    { path: '/roster', text: navigation.roster },
    ...SHARED_LINKS,
  ],
  ADMIN: [
    { path: '/', text: navigation.board },
    { path: '/reports', text: navigation.reports },
    { path: '/roster', text: navigation.roster },
    { path: '/admin/users', text: navigation.users },
    { path: '/wards', text: navigation.wards },
    { path: '/admin/escalation', text: navigation.escalation },
    { path: '/admin/stations', text: navigation.stations },
    { path: '/admin/stats', text: navigation.stats },
    { path: '/admin/logs', text: navigation.logs },
    ...SHARED_LINKS,
  ],
};

/** Header, navigation, connection status and banners around every page. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class={isStale.value ? 'shell stale' : 'shell'}>
      <a class="skip" href="#main">
        {common.skip}
      </a>
      <header class="top">
        <a class="home" href="/">
          <Brand />
        </a>
        <Navigation />
        <Status />
        <Button kind="quiet" onPress={logOut}>
          {navigation.logOut}
        </Button>
      </header>
      <Banners />
      <ZoneNote />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <p class="unseen" role="alert">
        {announcement.value}
      </p>
    </div>
  );
}

/** docs/home.md, "The organisation": times are not those of this device. */
function ZoneNote() {
  const { timeZone } = reader.value;
  const device = deviceZone();
  if (!clocksDiffer(timeZone, device, Date.now())) return null;
  return <p class="hint zone-note">{common.zoneDiffers(timeZone, device)}</p>;
}

function Navigation() {
  const { path } = useLocation();
  const role = user.value?.role;
  if (role === undefined) return null;
  return (
    <nav aria-label={navigation.label}>
      <ul>
        {LINKS[role].map((link) => (
          <li key={link.path}>
            <a href={link.path} aria-current={path === link.path ? 'page' : undefined}>
              {link.text}
              {link.path === '/messages' && unread.value > 0 && <span class="count"> ({unread.value})</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Status() {
  const { state } = connection.value;
  return (
    <p class={`status ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {common.connection[state]}
    </p>
  );
}
