import type { Waiting } from '../../state/alert-order.ts';
import { plural } from '../words.ts';

/** Texts of the shell around every page, and texts that several pages share. */
export const common = {
  product: 'Vigil',
  noAnswer: 'The service is not responding. Please try again.',
  skip: 'Skip to navigation',
  /** Of the bar with the number of alerts, and of the banners below it. */
  notices: 'Notices',
  timeZone: 'Time zone',
  /** In the bar on every page. */
  unanswered: ({ alerts, tests }: Waiting): string =>
    [
      alerts > 0 && `${plural(alerts, { one: 'alert', other: 'alerts' })} unanswered`,
      tests > 0 && plural(tests, { one: 'test', other: 'tests' }),
    ]
      .filter(Boolean)
      .join(' · '),
  /** The user's own claims, on every page. */
  ownClaims: {
    label: 'On your way',
    to: (where: string): string => `You → ${where}`,
    more: (count: number): string => `+${count} more`,
  },
  loading: 'Loading…',
  retry: 'Try again',
  refresh: 'Refresh',
  close: 'Close',
  reauthenticate: {
    title: 'Enter your password',
    about: 'This changes your account, so please enter your password again.',
    submit: 'Continue',
    provider: {
      title: 'Confirm that it is you',
      about: (name: string): string =>
        `This changes your account, so please log in with ${name} again. This page closes for it: what you have entered here is lost, and you repeat the step afterwards.`,
      logIn: (name: string): string =>
        `This changes your account, and passwords are switched off. Please log in with ${name}: what you have entered here is lost, and you repeat the step afterwards.`,
      submit: (name: string): string => `Continue with ${name}`,
      instead: (name: string): string => `Use ${name} instead`,
    },
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
    escalation: 'Escalation',
    reports: 'Reports',
    stations: 'Stations',
    sensors: 'Sensors',
    tests: 'Test book',
    logOut: 'Log out',
    menu: 'More',
    wearables: 'Wearables',
    firmware: 'Firmware updates',
    setup: 'Setup guide',
    home: 'Home',
    signOn: 'Single sign-on',
    falls: 'Falls',
    groups: { records: 'Records', setup: 'Setup', ward: 'Ward' },
  },
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    signAge: (age: string): string => `${age} ago`,
    stale: (since: string): string =>
      `Not connected since ${since}. This page may be out of date and does not show new alerts.`,
  },
  deviceClock: {
    fast: (by: string): string => `The clock of this device is ${by} fast. The times on this page are right.`,
    slow: (by: string): string => `The clock of this device is ${by} slow. The times on this page are right.`,
  },
  limited: (until: string): string =>
    `There were too many requests. Parts of this page may be out of date until ${until}. New alerts still arrive.`,
  /** Instead of a page. */
  waiting: (until: string): string =>
    `There were too many requests. Please wait until ${until}. This page retries automatically.`,
  localAddress: (host: string): string =>
    `Other devices cannot reach “${host}”: it means this computer alone. Open the console at an address that other devices reach, and create the code there.`,
  /** A refusal with its wait: `42 s`. */
  tooMany: (refusal: string, wait: string): string => `${refusal}. Try again in ${wait}.`,
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
    /** Where the service has not said the name of the provider yet. */
    provider: 'your organisation',
    atProvider: (at: string, name: string): string =>
      `Your session ends at ${at}. Log in again with ${name} before then to keep receiving alerts.`,
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
  /** Of the health score. */
  health: { alert: 'open alert', good: 'good', fair: 'fair', poor: 'poor', highRisk: 'high risk' },
  page: (page: number, pages: number): string => `Page ${page} of ${Math.max(1, pages)}`,
  previous: 'Previous',
  next: 'Next',
  room: (room: string): string => `Room ${room}`,
  inRoom: (name: string, room: string | null): string => (room === null ? name : `${name}, room ${room}`),
} as const;
