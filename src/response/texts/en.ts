import type { SensorSign } from '../../notify/texts/content.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import { pluralsOf } from '../../platform/texts.ts';

const plural = pluralsOf('en');

const levels: Readonly<Record<FallLevel, string>> = {
  NO_FALL: 'No fall',
  SUSPICIOUS: 'Possible fall',
  POTENTIAL: 'Likely fall',
  HIGH: 'Fall detected',
  CONFIRMED: 'Emergency: confirmed fall',
};

const signs: Readonly<Record<SensorSign, string>> = {
  BED_EXIT: 'Left the bed',
  DOOR: 'Door opened',
  INACTIVITY: 'No movement',
};

export const en = {
  calendar: { noCaregiver: 'No caregiver' },

  /** docs/response.md, "Claim links". */
  claim: {
    levels,
    test: 'Test. No one has fallen.',
    help: 'Emergency: call for help',
    checkIn: 'Missed check-in',
    signs,
    /** A number alone would be ambiguous; "Kitchen" and "Room 12" are clear. */
    room: (room: string) => (/^\d/.test(room) ? `Room ${room}` : room),
    location: (location: string) => `Reported location: ${location}`,
    ago: (minutes: number) => plural(minutes, { one: '1 minute ago', other: `${minutes} minutes ago` }),
    offered: (holder: string) => `${holder} asks you to take over and stays responsible until you accept.`,
    question: (caregiver: string) => `You are ${caregiver}. Are you going?`,
    go: "I'm going",
    show: 'Show the fall',
    onTheWay: {
      title: 'You are on your way',
      body: (caregiver: string, patient: string) =>
        `${caregiver}, everybody can see that you are going to ${patient}.`,
    },
    resolved: {
      title: 'Already resolved',
      body: (by: string) => `${by} has resolved it.`,
      bodyWithoutName: 'The fall is closed. You do not need to go.',
    },
    claimed: {
      title: (holder: string) => `${holder} has claimed this fall`,
      body: (holder: string, patient: string) => `${holder} is going to ${patient}.`,
    },
  },
};

export type ResponseTexts = typeof en;
