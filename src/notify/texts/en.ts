import type { FallLevel } from '../../platform/fall-levels.ts';
import { pluralsOf } from '../../platform/texts.ts';
import type { DeviceCondition, PathStage, SensorSign } from './content.ts';

const plural = pluralsOf('en');

const minutes = (count: number): string =>
  plural(count, { one: `${count} minute`, other: `${count} minutes` });

/** A number alone would be ambiguous; "Kitchen" and "Room 12" are clear. */
const place = (room: string): string => (/^\d/.test(room) ? `room ${room}` : room);

const slot = ({ wardName, shiftName, date }: SlotWords): string =>
  `${wardName}, ${shiftName ?? 'a former shift'} on ${date}`;

const FORMER_MEMBER = 'A former member';

/** A slot of a roster, with its date in words. */
interface SlotWords {
  readonly wardName: string;
  readonly shiftName: string | null;
  readonly date: string;
}

interface SwapWords extends SlotWords {
  readonly fromName: string | null;
  readonly toName: string | null;
}

/** docs/contract.md, "Fall levels": caregivers are notified from POTENTIAL up; CONFIRMED is called an emergency. */
const falls: Readonly<Record<FallLevel, (name: string) => string>> = {
  NO_FALL: (name) => `No fall of ${name}`,
  SUSPICIOUS: (name) => `Possible fall of ${name}`,
  POTENTIAL: (name) => `Likely fall of ${name}`,
  HIGH: (name) => `Fall detected: ${name}`,
  CONFIRMED: (name) => `EMERGENCY: confirmed fall of ${name}`,
};

const HAPPENED: Readonly<Record<FallLevel | 'help' | 'checkIn', string>> = {
  NO_FALL: 'no fall',
  SUSPICIOUS: 'possible fall',
  POTENTIAL: 'likely fall',
  HIGH: 'fall',
  CONFIRMED: 'EMERGENCY, fall',
  help: 'EMERGENCY, calls for help',
  checkIn: 'not checked in',
};

interface DeviceWords {
  readonly deviceName: string;
  readonly patientName: string;
  readonly limit: number;
}

const devices: Readonly<Record<DeviceCondition, (of: DeviceWords) => string>> = {
  DEVICE_INACTIVE: ({ deviceName, patientName, limit }) =>
    `${deviceName} of ${patientName} has sent nothing for ${minutes(limit)}`,
  DEVICE_OFFLINE: ({ deviceName, patientName, limit }) =>
    plural(limit, {
      one: `${deviceName} of ${patientName} has sent nothing for ${limit} hour`,
      other: `${deviceName} of ${patientName} has sent nothing for ${limit} hours`,
    }),
  DEVICE_BATTERY_LOW: ({ deviceName, patientName, limit }) =>
    `${deviceName} of ${patientName} has less than ${limit} % battery left`,
  DEVICE_NOT_WORN: ({ deviceName, patientName, limit }) =>
    `${deviceName} of ${patientName} has not moved for ${minutes(limit)} and is probably not worn`,
};

const signs: Readonly<Record<SensorSign, (name: string) => string>> = {
  BED_EXIT: (name) => `${name} has left the bed`,
  DOOR: (name) => `Door opened: ${name}`,
  INACTIVITY: (name) => `No movement: ${name}`,
};

export const en = {
  /** One line that says what happened. */
  headlines: {
    falls,
    signs,
    help: (name: string) => `EMERGENCY: ${name} calls for help`,
    checkIn: (name: string) => `${name} has not checked in`,
    test: (headline: string) => `TEST, nobody has fallen: ${headline}`,
    late: (headline: string, ago: number) => `${headline}, ${minutes(ago)} ago`,
    inRoom: (headline: string, room: string) => `${headline}, ${place(room)}`,
  },
  /** A sentence before the body. */
  whereabouts: (name: string, room: string) => `${name}, ${place(room)}.`,
  fall: { body: 'Please respond if you are going.' },
  stillUnanswered: {
    title: (headline: string) => `Still unanswered: ${headline}`,
    body: 'No one is responding yet. Please respond.',
  },
  unreachable: {
    title: (headline: string) => `No caregiver reachable: ${headline}`,
    body: 'No caregiver has a working notification channel. Please send someone.',
  },
  handOff: {
    title: (giver: string, name: string) => `${giver} asks you to take over: ${name}`,
    body: (giver: string) => `${giver} stays responsible until you accept.`,
  },
  handOffDeclined: {
    title: (decliner: string, name: string) => `${decliner} can't take over: ${name}`,
    body: 'You stay responsible. Hand it off to another caregiver, or release it.',
  },
  helpAgain: {
    title: (name: string, presses: number) =>
      presses === 1
        ? `EMERGENCY: ${name} calls for help`
        : `EMERGENCY: ${name} calls for help again (${presses}×)`,
    body: 'No one is responding yet. Please respond.',
    holderBody: (nextAt: string) =>
      `You are responding. The next caregivers are called at ${nextAt}, unless you resolve it before.`,
  },
  shiftEnd: {
    title: (name: string) => `Shift over, claim still open: ${name}`,
    body: (holder: string) =>
      `${holder} had claimed it and is now off duty. Please check that a caregiver is there.`,
  },
  closing: {
    place,
    resolved: (where: string) => `Resolved: ${where}`,
    resolvedBy: (where: string, by: string) => `Resolved: ${where}, ${by}`,
    falseAlarm: (where: string) => `False alarm: ${where}`,
    ok: (where: string) => `Resolved: ${where}, says they are OK`,
    body: 'Nothing more to do.',
  },
  flood: {
    title: (name: string) => `Flood of reports from ${name}: further ones are recorded without alerts`,
    body: (perMinute: number, perHour: number) =>
      `More than ${perMinute} reports came in a minute, or ${perHour} in an hour. Please check on them. ` +
      'New reports appear in their list of falls. The help button of a wearable still alerts you.',
  },
  sensor: { body: (sensor: string) => `Reported by the sensor "${sensor}". Please check on them.` },
  sensorFlood: {
    title: (sensor: string, name: string) =>
      `Too many events from the sensor "${sensor}" of ${name}: further ones are recorded without alerts`,
    body: (perMinute: number, perHour: number) =>
      `More than ${perMinute} events came in a minute, or ${perHour} in an hour. Please check on them and the sensor.`,
  },
  morningQuestion: {
    title: (name: string) => `Please look in on ${name}`,
    body: 'There is a question about last night. Please answer it on the board.',
  },
  devices,
  deviceBody: 'Please look after the wearable.',
  rosterGap: {
    upcoming: {
      title: (ward: string, shift: string, start: string) =>
        `No caregiver on the roster: ${ward}, ${shift}, ${start}`,
      body: 'Please add a caregiver to this shift.',
    },
    begun: {
      title: (ward: string, shift: string, start: string) =>
        `No caregiver on duty now: ${ward}, ${shift}, ${start}`,
      body: 'The shift has begun without a caregiver. Alerts go to the whole care team.',
    },
  },
  swapAsked: {
    title: (swap: SwapWords) => `${swap.fromName ?? FORMER_MEMBER} asks you to take over: ${slot(swap)}`,
    body: 'Please accept or decline.',
  },
  swapAccepted: {
    title: (swap: SwapWords) =>
      `Swap: ${swap.toName ?? FORMER_MEMBER} replaces ${swap.fromName ?? 'a former member'}: ${slot(swap)}`,
    body: 'The roster is changed.',
  },
  swapDeclined: {
    title: (swap: SwapWords) => `Swap declined by ${swap.toName ?? 'a former member'}: ${slot(swap)}`,
    body: ({ fromName }: SwapWords) => `${fromName ?? FORMER_MEMBER} stays on the roster.`,
  },
  stationOffline: {
    title: (station: string) => `Station offline: ${station}`,
    body: (station: string) => `The station "${station}" is not connected. It shows no alerts until it is.`,
  },
  pagerOffline: {
    title: 'Pager server offline',
    body: 'Vigil cannot reach the pager server. Pagers and DECT phones get no alerts until it is back.',
  },
  clockDoubt: {
    title: 'Check the clock of the server',
    body: {
      AHEAD: (clock: string) =>
        `The clock shows ${clock}. It has jumped ahead, or the service was off. Vigil deletes no old data until the clock is right again or an admin confirms it.`,
      BEHIND: (clock: string) =>
        `The clock shows ${clock}, earlier than it did before. Vigil deletes no old data until the clock is right again or an admin confirms it.`,
      DATABASE: (clock: string) =>
        `The clock shows ${clock}, and the clock of the database differs. Vigil deletes no old data until they agree. Set both clocks.`,
    },
  },
  pathFailed: {
    title: 'Alerts may not arrive',
    /** What does not work, by the first stage that a test alert did not reach. */
    body: {
      prepared: (since: string) => `The database has not been available since ${since}.`,
      published: (since: string) => `Wearables have not been able to connect since ${since}.`,
      acknowledged: (since: string) => `Readings have not been stored since ${since}.`,
      raised: (since: string) => `Falls have not been raised since ${since}.`,
      queued: (since: string) => `Falls have not been escalated since ${since}.`,
      delivered: (since: string) => `Notifications have not been sent since ${since}.`,
      received: (since: string) => `Deliveries have not been recorded since ${since}.`,
    } satisfies Record<PathStage, (since: string) => string>,
    over: (since: string, until: string) =>
      `The database was not available from ${since} to ${until}. Check that no alert was missed.`,
    check: 'Look after the residents yourselves until it works again. The log of the service has the reason.',
  },
  pathRestored: {
    title: 'Alerts arrive again',
    body: 'A test alert has passed from a reading to a notification.',
  },
  neighbourDown: {
    title: (host: string) => `Vigil does not work at ${host}`,
    body: (since: string) =>
      `It has not been healthy since ${since}. Alerts of that installation may not arrive. Tell its staff.`,
  },
  neighbourBack: {
    title: (host: string) => `Vigil works again at ${host}`,
    body: 'That installation is healthy again.',
  },
  firmwareStopped: {
    title: (version: string) => `Firmware ${version} stopped`,
    body: (failed: number) =>
      `${failed} wearables could not install it. It is not offered any more. Open Firmware updates in the console.`,
  },
  signOnAway: {
    title: 'Single sign-on does not answer',
    body: (since: string, hours: number) =>
      `The login provider has not answered since ${since}. Nobody can log in with it. Open sessions go on for at most ${hours} h.`,
  },
  passwordUsed: {
    title: (person: string) => `${person} logged in with a password`,
    body: (at: string) =>
      `An emergency admin logged in at ${at}. If that was not planned, ask them, and change the password.`,
  },
  pinLocked: {
    title: (person: string) => `PIN locked: ${person}`,
    body: (person: string, station: string, lockedMinutes: number) =>
      `Too many wrong PINs for ${person} at the station "${station}". The PIN is locked for ${minutes(lockedMinutes)}.`,
  },
  /** Several falls in one message. */
  gathered: {
    title(count: number, emergencies: number, worst: string): string {
      const alerts = plural(count, { one: `${count} alert`, other: `${count} alerts` });
      if (emergencies === 0) return `${alerts}: ${worst}`;
      return plural(emergencies, {
        one: `${alerts} (${emergencies} emergency): ${worst}`,
        other: `${alerts} (${emergencies} emergencies): ${worst}`,
      });
    },
    more: (count: number) => plural(count, { one: 'and 1 more', other: `and ${count} more` }),
    letter: (count: number) =>
      plural(count, {
        one: `${count} alert. Please respond if you are going.`,
        other: `${count} alerts, worst first. Please respond if you are going.`,
      }),
    letterMore: (count: number) => plural(count, { one: 'And 1 more.', other: `And ${count} more.` }),
  },
  test: {
    title: 'Test from Vigil',
    body: 'Notifications work. Alerts about falls will arrive here.',
  },
  verification: {
    title: 'Confirm your address for Vigil',
    body: (code: string, validMinutes: number) =>
      `Your code is ${code}. It is valid for ${minutes(validMinutes)}.\n\n` +
      'If you did not request it, ignore this mail. You will not receive alerts.',
  },
  /** One line on the display of a pager. */
  brief: {
    place,
    happened: HAPPENED,
    test: (line: string) => `TEST: ${line}`,
    ago: (what: string, ago: number) => `${what}, ${ago} min ago`,
    stillUnanswered: 'STILL UNANSWERED',
    unreachable: 'no caregiver reachable',
    helpAgain: (presses: number) =>
      presses === 1 ? HAPPENED.help : `EMERGENCY, calls for help again (${presses}x)`,
    handOff: (giver: string) => `${giver} asks you to take over`,
    handOffDeclined: (decliner: string) => `${decliner} can't take over`,
    shiftEnd: (holder: string) => `${holder} is off duty, claim still open`,
  },
  /** Labels of links and buttons; a button has little room. */
  labels: {
    claim: "I'm going",
    claimFor: (name: string) => `I'm going: ${name}`,
    claimByMail: (link: string) => `I'm going (one tap, no login): ${link}`,
    show: 'Show',
    showAll: 'Show all',
    showByMail: (link: string) => `Show: ${link}`,
    showAllByMail: (link: string) => `Show all: ${link}`,
    /** Names the zone: the mail may be read in another. */
    time: (when: string, zone: string) => `Time: ${when} (${zone})`,
  },
};

export type NotifyTexts = typeof en;
