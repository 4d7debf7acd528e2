import { MINUTE_MS } from '../platform/time.ts';
import { checkInMessage, fallMessage, floodMessage, helpMessage } from './alert-texts.ts';
import type { FallLevel } from './levels.ts';

/** The text on a lock screen: the name, the severity and the place, and no other health data. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

interface Whose {
  readonly patientName: string;
  readonly patientRoom: string | null;
}

interface Fall extends Whose {
  readonly level: FallLevel;
  readonly at: Date;
  readonly source: 'STREAM' | 'REPORT' | 'HELP_BUTTON' | 'CHECK_IN';
}

/** A number alone would be ambiguous; "Kitchen" and "Room 12" are clear. */
const inRoom = (room: string): string => (/^\d/.test(room) ? `room ${room}` : room);

/** The place in a sentence of its own. The title has the name already, so a resident without a room adds nothing. */
const place = ({ patientName, patientRoom }: Whose): string =>
  patientRoom === null ? '' : `${patientName}, ${inRoom(patientRoom)}. `;

function headline(fall: Fall, now: number): string {
  if (fall.source === 'HELP_BUTTON') return helpMessage(fall.patientName);
  if (fall.source !== 'CHECK_IN') return fallMessage(fall, now);
  // Only a call for help raises a missed check-in.
  return fall.level === 'CONFIRMED' ? helpMessage(fall.patientName) : checkInMessage(fall.patientName);
}

/** `still`: a person was notified before, and no one has claimed the fall. */
export function fallNotification(fall: Fall, still: boolean, now: number): NotificationText {
  const title = headline(fall, now);
  return still
    ? {
        title: `Still unanswered: ${title}`,
        body: `${place(fall)}No one is responding yet. Please respond.`,
      }
    : { title, body: `${place(fall)}Please respond if you are going.` };
}

/** Readers would skip more, and each fall has its own link in an e-mail. */
export const MAX_LISTED_FALLS = 10;

interface Told extends NotificationText {
  readonly patientRoom: string | null;
  readonly level: FallLevel | null;
}

/** Several falls in one message, worst first: their number, and the text of each. */
export function gatheredNotification(worst: Told, others: readonly Told[]): NotificationText {
  const falls = [worst, ...others];
  const emergencies = falls.filter(({ level }) => level === 'CONFIRMED').length;
  const among =
    emergencies === 0 ? '' : ` (${emergencies} ${emergencies === 1 ? 'emergency' : 'emergencies'})`;
  const lines = falls
    .slice(0, MAX_LISTED_FALLS)
    .map(({ title, patientRoom }) => (patientRoom === null ? title : `${title}, ${inRoom(patientRoom)}`));
  const more = falls.length - lines.length;
  return {
    title: `${falls.length} alerts${among}: ${worst.title}`,
    body: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

/** To the caregiver who is asked to take over a claim; the current holder keeps it until then. */
export const handOffNotification = (offer: Whose & { readonly giverName: string }): NotificationText => ({
  title: `${offer.giverName} asks you to take over: ${offer.patientName}`,
  body: `${place(offer)}${offer.giverName} stays responsible until you accept.`,
});

/** To the patient's other caregivers, when a caregiver's shift ends before they have resolved a fall they claimed. */
export const shiftEndedNotification = (claim: Whose & { readonly holderName: string }): NotificationText => ({
  title: `Shift over, claim still open: ${claim.patientName}`,
  body: `${place(claim)}${claim.holderName} had claimed it and is now off duty. Please check that a caregiver is there.`,
});

/** To the admins, once per response: none of the people who should respond has a working channel. */
export function unreachableNotification(fall: Fall, now: number): NotificationText {
  return {
    title: `No caregiver reachable: ${headline(fall, now)}`,
    body: `${place(fall)}No caregiver has a working notification channel. Please send someone.`,
  };
}

/** To caregivers and admins, once per flood. */
export const floodNotification = (
  of: Whose,
  limits: { readonly perMinute: number; readonly perHour: number },
): NotificationText => ({
  title: floodMessage(of.patientName),
  body:
    `${place(of)}More than ${limits.perMinute} reports came in a minute, or ${limits.perHour} in an hour. ` +
    'Please check on them. New reports appear in their list of falls. The help button of a wearable still alerts you.',
});

export const testNotification = (): NotificationText => ({
  title: 'Test from Vigil',
  body: 'Notifications work. Alerts about falls will arrive here.',
});

export const verificationMail = (code: string, lifetimeMs: number): NotificationText => ({
  title: 'Confirm your address for Vigil',
  body:
    `Your code is ${code}. It is valid for ${lifetimeMs / MINUTE_MS} minutes.\n\n` +
    'If you did not request it, ignore this mail. You will not receive alerts.',
});
