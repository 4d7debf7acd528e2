import type { Role } from '../api/records.ts';
import { ownWards } from '../state/session.ts';
import { common } from '../text/en/common.ts';
import type { IconName } from './icon.tsx';

export interface Link {
  readonly path: string;
  readonly text: string;
  /** A phone shows it at the bottom of the screen, and the others in the menu. */
  readonly symbol?: IconName;
}

/** Pages that are not for every day: a menu in the header, a part of the menu on a phone. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

export type Entry = Link | LinkGroup;

const { navigation } = common;

const MESSAGES: Link = { path: '/messages', text: navigation.messages, symbol: 'messages' };
const SETTINGS: Link = { path: '/settings', text: navigation.settings, symbol: 'settings' };
const BOARD: Link = { path: '/', text: navigation.board, symbol: 'board' };
const WARDS: Link = { path: '/wards', text: navigation.wards };
const REPORTS: Link = { path: '/reports', text: navigation.reports };
const ROSTER: Link = { path: '/roster', text: navigation.roster };
const STATIONS: Link = { path: '/admin/stations', text: navigation.stations };
const TESTS: Link = { path: '/tests', text: navigation.tests };
const SENSORS: Link = { path: '/admin/sensors', text: navigation.sensors };
/** Caregivers have it at the bottom of a phone. */
const OWN_ROSTER: Link = { ...ROSTER, symbol: 'roster' };

/** The pages of the ward are a menu, so that the shift has space in the same line in every language. */
function caregiverEntries(ward: readonly Link[]): readonly Entry[] {
  return [BOARD, OWN_ROSTER, { title: navigation.groups.ward, links: ward }, MESSAGES, SETTINGS];
}

const ENTRIES: Readonly<Record<Role, readonly Entry[]>> = {
  PATIENT: [{ path: '/', text: navigation.patientHome, symbol: 'people' }, MESSAGES, SETTINGS],
  CAREGIVER: caregiverEntries([WARDS, REPORTS]),
  ADMIN: [
    BOARD,
    { path: '/admin/users', text: navigation.users, symbol: 'people' },
    ROSTER,
    {
      title: navigation.groups.records,
      links: [
        { path: '/admin/falls', text: navigation.falls },
        REPORTS,
        { path: '/admin/logs', text: navigation.logs },
      ],
    },
    {
      title: navigation.groups.setup,
      links: [
        { path: '/admin/setup', text: navigation.setup },
        { path: '/admin/home', text: navigation.home },
        WARDS,
        { path: '/admin/wearables', text: navigation.wearables },
        { path: '/admin/firmware', text: navigation.firmware },
        SENSORS,
        STATIONS,
        TESTS,
        { path: '/admin/escalation', text: navigation.escalation },
        { path: '/admin/sign-on', text: navigation.signOn },
      ],
    },
    MESSAGES,
    SETTINGS,
  ],
};

const LEAD = caregiverEntries([WARDS, REPORTS, STATIONS, SENSORS, TESTS]);

export const isGroup = (entry: Entry): entry is LinkGroup => 'links' in entry;

export const entriesOf = (role: Role): readonly Entry[] =>
  role === 'CAREGIVER' && ownWards.value.some(({ lead }) => lead) ? LEAD : ENTRIES[role];

/** `page` for the page itself, `true` for a page below it. */
export const currentOf = (link: Link, path: string): 'page' | 'true' | undefined => {
  if (path === link.path) return 'page';
  return link.path !== '/' && path.startsWith(`${link.path}/`) ? 'true' : undefined;
};
