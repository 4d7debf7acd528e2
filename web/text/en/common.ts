import { plural } from '../words.ts';

/** Texts of the shell around every page, and texts that several pages share. */
export const common = {
  product: 'Vigil',
  noAnswer: 'The service is not responding. Please try again.',
  skip: 'Skip to navigation',
  /** In the bar on every page. */
  unanswered: (count: number): string => `${plural(count, { one: 'alert', other: 'alerts' })} unanswered`,
  loading: 'Loading…',
  retry: 'Try again',
  refresh: 'Refresh',
  close: 'Close',
  reauthenticate: {
    title: 'Enter your password',
    about: 'This changes your account, so please enter your password again.',
    submit: 'Continue',
  },
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  copy: 'Copy',
  copied: 'Copied.',
  print: 'Print',
  undo: 'Undo',
  languages: { en: 'English', de: 'Deutsch' },
  zoneDiffers: (zone: string, device: string): string =>
    `All times are in the time zone of the home: ${zone}. This device uses ${device}.`,
  none: 'None',
  unknown: 'unknown',
  /** `(2) Messages – Vigil`; the board's title is the product's name alone: `(2) Vigil`. */
  title: (page: string | null, open: number): string =>
    `${open > 0 ? `(${open}) ` : ''}${page === null ? '' : `${page} – `}Vigil`,
  navigation: {
    label: 'Pages',
    board: 'Board',
    patientHome: 'My page',
    messages: 'Messages',
    roster: 'Roster',
    settings: 'Settings',
    users: 'Users',
    wards: 'Wards',
    logs: 'Audit log',
    stats: 'Statistics',
    escalation: 'Escalation',
    reports: 'Reports',
    stations: 'Stations',
    sensors: 'Sensors',
    logOut: 'Log out',
    menu: 'More',
    wearables: 'Wearables',
    setup: 'Setup guide',
    falls: 'Falls',
    groups: { records: 'Records', setup: 'Setup', ward: 'Ward' },
  },
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    stale: (since: string): string =>
      `Not connected since ${since}. This page may be out of date and does not show new alerts.`,
  },
  limited: (until: string): string =>
    `Too many requests came from your network. Parts of this page may be out of date until ${until}. New alerts still arrive.`,
  alertsLost: {
    title: 'This page no longer receives alerts',
    text: (since: string): string =>
      `Your session ended at ${since} while you were on duty. Log in again to receive alerts.`,
    textUnknown: 'Your session ended while you were on duty. Log in again to receive alerts.',
    logIn: 'Log in',
  },
  logOutOnDuty: {
    title: 'Log out on duty?',
    text: (until: string): string =>
      `You are on duty until ${until}. After you log out, alerts neither ring nor appear on this device.`,
  },
  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes on this page are not saved.',
    stay: 'Stay on this page',
    leave: 'Discard changes',
  },
  handOff: {
    text: (giver: string, resident: string): string => `${giver} asks you to take over: ${resident}`,
    takeOver: 'Take over',
    decline: 'Decline',
    details: 'Details',
  },
  sessionEnding: {
    text: (at: string): string =>
      `Your session ends at ${at} and can't be renewed. Log in again before then to keep receiving alerts.`,
    logIn: 'Log in again',
  },
  shiftEnding: {
    text: (at: string): string => `Your shift ends at ${at}. After that, new alerts make no sound here.`,
    extend: (hours: number): string => `Extend by ${hours} h`,
  },
  level: {
    NO_FALL: 'No fall',
    SUSPICIOUS: 'Possible fall',
    POTENTIAL: 'Likely fall',
    HIGH: 'Fall detected',
    CONFIRMED: 'Emergency',
  },
  help: 'Help button pressed',
  noCheckIn: 'No check-in',
  testAlert: 'Test alert',
  /** What a sensor other than a wearable noticed. */
  sensorEvent: {
    FALL: 'Fall',
    CALL: 'Call for help',
    BED_EXIT: 'Left the bed',
    DOOR: 'Door opened',
    INACTIVITY: 'No movement',
  },
  role: { PATIENT: 'Resident', CAREGIVER: 'Caregiver', ADMIN: 'Admin' },
  deviceStatus: {
    ACTIVE: 'Active',
    INACTIVE: 'No reading for 30 minutes',
    OFFLINE: 'No reading for a day',
    DISABLED: 'Switched off',
    UNREGISTERED: 'Never connected',
  },
  page: (page: number, pages: number): string => `Page ${page} of ${Math.max(1, pages)}`,
  previous: 'Previous',
  next: 'Next',
  room: (room: string): string => `Room ${room}`,
} as const;
