/** The frame around every page, and words that several pages use. */
export const common = {
  product: 'Vigil',
  noAnswer: 'The service does not answer. Please try again.',
  skip: 'Skip to content',
  loading: 'Loading …',
  retry: 'Try again',
  refresh: 'Look again',
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
  none: 'None',
  unknown: 'not known',
  /** `(2) Messages – Vigil`; the board is the product itself: `(2) Vigil`. */
  title: (page: string | null, open: number): string =>
    `${open > 0 ? `(${open}) ` : ''}${page === null ? '' : `${page} – `}Vigil`,
  navigation: {
    label: 'Pages',
    board: 'Board',
    own: 'My page',
    messages: 'Messages',
    settings: 'Settings',
    users: 'Users',
    logs: 'Audit log',
    stats: 'Statistics',
    escalation: 'Escalation',
    logOut: 'Log out',
    menu: 'Menu',
  },
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    stale: (since: string): string =>
      `Not connected since ${since}. What you see may be out of date. New alerts do not appear here.`,
  },
  alertsLost: {
    title: 'Alerts no longer reach you here',
    text: (since: string): string =>
      `Your session ended at ${since} while you were on duty. Log in again to receive alerts.`,
    logIn: 'Log in',
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
  help: 'Calls for help',
  role: { PATIENT: 'Patient', CAREGIVER: 'Caregiver', ADMIN: 'Admin' },
  deviceStatus: {
    ACTIVE: 'Active',
    INACTIVE: 'Silent for 30 minutes',
    OFFLINE: 'Silent for a day',
    DISABLED: 'Switched off',
    UNREGISTERED: 'Never heard',
  },
  page: (page: number, pages: number): string => `Page ${page} of ${Math.max(1, pages)}`,
  previous: 'Previous',
  next: 'Next',
  room: (room: string): string => `Room ${room}`,
} as const;
