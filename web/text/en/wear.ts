import { plural } from '../plural.ts';

/** Texts of the page that makes a phone a wearable. */
export const wear = {
  title: 'Phone as a wearable',
  about: 'This page turns your phone into a fall detector while the page is open.',
  /** What it is for, and what not. */
  limits:
    'For trying it out, for drills, and for staff who are alone at night. Not for residents: a phone whose screen is off senses and sends nothing.',
  noScript: 'This page needs JavaScript. Turn it on in your browser’s settings.',
  start: 'Start',
  startHint: 'Then keep the phone on you, with this page on the screen.',
  stop: 'Stop using this phone',
  stopHint: 'The phone forgets its code. To use it again, scan the QR code.',
  noCode: 'No wearable yet',
  noCodeHint:
    'Scan the QR code of a wearable with your camera. In Vigil’s console, add a wearable or create a new token, and choose “Use a phone”.',
  insecure: 'This page needs HTTPS',
  insecureHint:
    'Browsers let a page read the motion sensor only over HTTPS. Open this page with an address that starts with https://.',
  openSecure: 'Open with HTTPS',
  sensor: {
    refused: 'This browser does not let the page read the motion sensor.',
    refusedHint:
      'On an iPhone, close this page, scan the code again, and press “Allow”. In other browsers, allow motion sensors for this page in the site settings.',
    none: 'No motion sensor',
    noneHint:
      'This device, or its browser, reports no motion. Use a phone, and allow motion sensors for this page.',
  },
  noGyro: 'This phone reports no rotation. Falls are detected less precisely.',
  trace: 'What the motion sensor feels',
  state: {
    sensing: 'Watching for falls',
    offline: 'No connection',
    hidden: 'Paused: the screen is off',
    connecting: 'Connecting …',
  },
  offlineHint: 'If you fall now, your caregivers learn of it when the connection is back.',
  waiting: (count: number): string =>
    `${plural(count, { one: 'reading waits', other: 'readings wait' })} to be sent.`,
  dropped: (count: number): string =>
    `The connection was lost for too long: ${plural(count, { one: 'old reading was', other: 'old readings were' })} dropped.`,
  disabled: 'This wearable is switched off in Vigil: its readings are rejected.',
  rejected: 'Vigil rejects the readings of this phone.',
  screen: 'The screen may turn off by itself. Set the phone to keep it on, or touch it from time to time.',
  over: 'This code is no longer valid',
  overHint: 'The wearable got a new token, or was removed. To go on, scan its new QR code.',
  replaced: 'Another phone uses this code',
  replacedHint: 'Only one phone at a time can be this wearable.',
  takeBack: 'Use this phone again',
  help: 'Help',
  helpHint: 'Calls your caregivers.',
  ok: "I'm OK",
  fell: 'Did you fall?',
  left: (seconds: number): string => `We call for help in ${seconds} s.`,
  calling: 'Calling for help',
  called: 'Your caregivers are being alerted. Stay where you are if it hurts to move.',
  coming: (name: string): string => `${name} is coming`,
  inMinutes: (minutes: number): string => `About ${plural(minutes, { one: 'minute', other: 'minutes' })}.`,
  again: 'Press “Help” if it gets worse.',
  notTold: 'No connection: nobody has been told yet.',
  notToldHint: 'Your press is sent as soon as the connection is back. If you can, call out or phone someone.',
  telling: 'Sending …',
  refused: {
    ok: 'Vigil did not take “I’m OK”: there is no fall to cancel.',
    help: 'That did not work. Press again, or phone someone.',
  },
  cancelled: 'You said you are OK. Your caregivers know.',
  closedBy: (name: string): string => `${name} has taken care of this.`,
  closed: 'This has been taken care of.',
} as const;
