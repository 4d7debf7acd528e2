import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Role } from '../api/records.ts';
import { openCount } from '../state/badge.ts';
import { requestLogOut } from '../state/duty.ts';
import { unread } from '../state/messages.ts';
import { ownWards, user } from '../state/session.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';

interface Link {
  readonly path: string;
  readonly text: string;
  /** A phone shows it at the bottom of the screen, and the others in the menu. */
  readonly symbol?: string;
  /** Among caregivers only leads of a ward see it. */
  readonly isForLeads?: boolean;
}

const { navigation } = common;

const SYMBOLS = {
  board: 'M4 5h16v9H4zM4 18h16',
  people: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-7 8-7s8 3 8 7',
  roster: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  messages: 'M4 5h16v12H9l-5 4z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  menu: 'M4 6h16M4 12h16M4 18h16',
} as const;

const MESSAGES: Link = { path: '/messages', text: navigation.messages, symbol: SYMBOLS.messages };
const SETTINGS: Link = { path: '/settings', text: navigation.settings, symbol: SYMBOLS.settings };
const BOARD: Link = { path: '/', text: navigation.board, symbol: SYMBOLS.board };
const STATIONS: Link = { path: '/admin/stations', text: navigation.stations };

const LINKS: Readonly<Record<Role, readonly Link[]>> = {
  PATIENT: [{ path: '/', text: navigation.patientHome, symbol: SYMBOLS.people }, MESSAGES, SETTINGS],
  CAREGIVER: [
    BOARD,
    { path: '/wards', text: navigation.wards },
    { path: '/reports', text: navigation.reports },
    { path: '/roster', text: navigation.roster, symbol: SYMBOLS.roster },
    { ...STATIONS, isForLeads: true },
    MESSAGES,
    SETTINGS,
  ],
  ADMIN: [
    BOARD,
    { path: '/reports', text: navigation.reports },
    { path: '/roster', text: navigation.roster },
    { path: '/admin/falls', text: navigation.falls },
    { path: '/admin/users', text: navigation.users, symbol: SYMBOLS.people },
    { path: '/wards', text: navigation.wards },
    { path: '/admin/escalation', text: navigation.escalation },
    { path: '/admin/wearables', text: navigation.wearables },
    STATIONS,
    { path: '/admin/stats', text: navigation.stats },
    { path: '/admin/logs', text: navigation.logs },
    { path: '/admin/setup', text: navigation.setup },
    MESSAGES,
    SETTINGS,
  ],
};

const linksOf = (role: Role): readonly Link[] =>
  LINKS[role].filter(({ isForLeads = false }) => !isForLeads || ownWards.value.some(({ lead }) => lead));

/** A row in the header; on a phone a bar at the bottom, in thumb's reach, with the rest in a menu. */
export function Navigation() {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const role = user.value?.role;
  if (role === undefined) return null;
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
  };
  return (
    <nav
      id="pages"
      tabIndex={-1}
      aria-label={navigation.label}
      class={isOpen ? 'open' : undefined}
      onKeyDown={close}
    >
      <ul>
        {linksOf(role).map((link) => (
          <li key={link.path} class={link.symbol === undefined ? 'rest' : undefined}>
            <a href={link.path} aria-current={path === link.path ? 'page' : undefined}>
              {link.symbol !== undefined && <Icon path={link.symbol} />}
              {link.text}
              <Count of={link.path} role={role} />
            </a>
          </li>
        ))}
        <li class="rest">
          <Button kind="quiet" onPress={requestLogOut}>
            {navigation.logOut}
          </Button>
        </li>
      </ul>
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon path={SYMBOLS.menu} />
        {navigation.menu}
      </button>
    </nav>
  );
}

const Icon = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

function Count({ of, role }: { readonly of: string; readonly role: Role }) {
  const isBoard = of === '/' && role !== 'PATIENT';
  const count = isBoard ? openCount.value : of === '/messages' ? unread.value : 0;
  if (count === 0) return null;
  return (
    <>
      <span class="unseen"> ({count})</span>
      <span class={isBoard ? 'badge alarm' : 'badge'} aria-hidden="true">
        {count}
      </span>
    </>
  );
}
