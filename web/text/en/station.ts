import { duration, plural } from '../words.ts';

/** The page of a shared tablet, read from a few metres away. */
export const station = {
  title: 'Station',
  enrol: {
    title: 'Set up this tablet',
    about:
      'An admin or a ward lead creates the station in the console, under Stations, and gets a code of 8 digits.',
    code: 'Code',
    submit: 'Set up',
    errors: {
      NOT_FOUND: 'This code is wrong, was used, or has expired. Ask for a new one.',
      CODES_LIMITED: 'Too many wrong codes. Try again in 15 minutes.',
    } as Readonly<Record<string, string>>,
  },
  removed: 'This tablet is no longer a station. Set it up again with a new code.',
  allWards: 'All wards',
  unreachable: 'The service is not responding. Trying again…',
  alerts: 'Alerts',
  noAlerts: 'No open alerts.',
  summary: (unanswered: number): string =>
    `${plural(unanswered, { one: 'alert', other: 'alerts' })} unanswered`,
  deviceAlerts: 'Wearables',
  onDuty: 'On duty',
  nobodyOnDuty: 'Nobody is on duty.',
  residents: 'Residents',
  handover: 'Handover',
  until: (time: string): string => `until ${time}`,
  sound: { on: 'Sound is on', off: 'Turn sound on' },
  acknowledge: 'Acknowledge',
  act: {
    claim: (name: string): string => `Going to ${name}`,
    release: (name: string): string => `Release ${name}'s alert`,
    handOff: (name: string): string => `Hand off ${name}'s alert`,
    resolve: (name: string): string => `Close ${name}'s alert`,
    acknowledge: (name: string): string => `Acknowledge: ${name}'s wearable`,
    answer: (name: string): string => `Answer about ${name}`,
    test: (name: string): string => `Test of ${name}`,
  },
  test: {
    start: 'Test',
    alarm: 'Test alarm. No one has fallen.',
    question: 'Is this box red, and did you hear the alarm?',
    yes: 'Yes, both',
    no: 'No',
  },
  who: 'Who are you?',
  others: 'Other names',
  toWhom: 'Hand off to',
  next: 'Next',
  back: 'Back',
  pin: (name: string): string => `PIN of ${name}`,
  digit: (digit: string): string => `Digit ${digit}`,
  delete: 'Delete',
  confirm: 'OK',
  errors: {
    wrong: 'Wrong PIN. Try again. If you have no PIN yet, set one in the console under Settings.',
    locked: (seconds: number): string => `Too many wrong PINs. Try again in ${duration(seconds * 1000)}.`,
    noAlert: 'This alert is not for you.',
  },
} as const;
