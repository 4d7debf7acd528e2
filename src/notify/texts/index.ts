import type { FallLevel } from '../../platform/fall-levels.ts';
import type { Language, Reader } from '../../platform/languages.ts';
import type { ByLanguage } from '../../platform/texts.ts';
import { formatDate, formatDateTime, formatTime, startOfDay } from '../../platform/zone.ts';
import type { FallContent, NotificationContent, NotificationText, SensorSign, Whose } from './content.ts';
import { de } from './de.ts';
import { en, type NotifyTexts } from './en.ts';

const TEXTS: ByLanguage<NotifyTexts> = { en, de };

export const notifyTexts = (language: Language): NotifyTexts => TEXTS[language];

/** The text of a notification for its reader; of a test, its title says so. */
export function notificationText(content: NotificationContent, reader: Reader): NotificationText {
  const text = textOf(content, reader);
  return isOfTest(content)
    ? { ...text, title: notifyTexts(reader.language).headlines.test(text.title) }
    : text;
}

export const isOfTest = (content: NotificationContent): boolean =>
  'isTest' in content && content.isTest === true;

function textOf(content: NotificationContent, reader: Reader): NotificationText {
  const texts = notifyTexts(reader.language);
  switch (content.about) {
    case 'fall': {
      const headline = fallHeadline(texts, content);
      return content.isReminder
        ? {
            title: texts.stillUnanswered.title(headline),
            body: withPlace(texts, content, texts.stillUnanswered.body),
          }
        : { title: headline, body: withPlace(texts, content, texts.fall.body) };
    }
    case 'unreachable':
      return {
        title: texts.unreachable.title(fallHeadline(texts, content)),
        body: withPlace(texts, content, texts.unreachable.body),
      };
    case 'hand-off':
      return {
        title: texts.handOff.title(content.giverName, content.patientName),
        body: withPlace(texts, content, texts.handOff.body(content.giverName)),
      };
    case 'hand-off-declined':
      return {
        title: texts.handOffDeclined.title(content.declinerName, content.patientName),
        body: withPlace(texts, content, texts.handOffDeclined.body),
      };
    case 'help-again': {
      const { title, body, holderBody } = texts.helpAgain;
      const { patientName, presses, nextAt } = content;
      const line =
        nextAt === null ? body : holderBody(formatTime(new Date(nextAt), reader.timeZone, reader.language));
      return { title: title(patientName, presses), body: withPlace(texts, content, line) };
    }
    case 'shift-end':
      return {
        title: texts.shiftEnd.title(content.patientName),
        body: withPlace(texts, content, texts.shiftEnd.body(content.holderName)),
      };
    case 'closing':
      return { title: closingHeadline(texts, content), body: texts.closing.body };
    case 'flood':
      return {
        title: texts.flood.title(content.patientName),
        body: withPlace(texts, content, texts.flood.body(content.perMinute, content.perHour)),
      };
    case 'sensor':
      return {
        title: signHeadline(texts, content.event, content.patientName, content.minutesAgo),
        body: withPlace(texts, content, texts.sensor.body(content.sensorName)),
      };
    case 'sensor-flood':
      return {
        title: texts.sensorFlood.title(content.sensorName, content.patientName),
        body: withPlace(texts, content, texts.sensorFlood.body(content.perMinute, content.perHour)),
      };
    case 'morning-question':
      return {
        title: texts.morningQuestion.title(content.patientName),
        body: withPlace(texts, content, texts.morningQuestion.body),
      };
    case 'device':
      return { title: texts.devices[content.condition](content), body: texts.deviceBody };
    case 'roster-gap': {
      const { title, body } = texts.rosterGap[content.hasBegun ? 'begun' : 'upcoming'];
      const start = formatDateTime(new Date(content.start), reader.timeZone, reader.language);
      return { title: title(content.wardName, content.shiftName, start), body };
    }
    case 'swap-asked':
      return { title: texts.swapAsked.title(dated(content, reader)), body: texts.swapAsked.body };
    case 'swap-accepted':
      return { title: texts.swapAccepted.title(dated(content, reader)), body: texts.swapAccepted.body };
    case 'swap-declined': {
      const swap = dated(content, reader);
      return { title: texts.swapDeclined.title(swap), body: texts.swapDeclined.body(swap) };
    }
    case 'station-offline': {
      const { title, body } = texts.stationOffline;
      return { title: title(content.stationName), body: body(content.stationName) };
    }
    case 'pager-offline':
      return texts.pagerOffline;
    case 'clock-doubt': {
      const clock = formatDateTime(new Date(content.clock), reader.timeZone, reader.language);
      return { title: texts.clockDoubt.title, body: texts.clockDoubt.body[content.reason](clock) };
    }
    case 'path-failed':
      return { title: texts.pathFailed.title, body: pathFailure(texts, content, reader) };
    case 'path-restored':
      return texts.pathRestored;
    case 'neighbour-down': {
      const since = formatDateTime(new Date(content.since), reader.timeZone, reader.language);
      return { title: texts.neighbourDown.title(content.host), body: texts.neighbourDown.body(since) };
    }
    case 'neighbour-back':
      return { title: texts.neighbourBack.title(content.host), body: texts.neighbourBack.body };
    case 'firmware-stopped':
      return {
        title: texts.firmwareStopped.title(content.version),
        body: texts.firmwareStopped.body(content.failed),
      };
    case 'sign-on-away': {
      const since = formatDateTime(new Date(content.since), reader.timeZone, reader.language);
      return { title: texts.signOnAway.title, body: texts.signOnAway.body(since, content.hours) };
    }
    case 'password-used': {
      const at = formatDateTime(new Date(content.at), reader.timeZone, reader.language);
      const { title, body } = texts.passwordUsed;
      return { title: title(content.personName), body: body(at) };
    }
    case 'pin-locked': {
      const { personName, stationName, minutes } = content;
      const { title, body } = texts.pinLocked;
      return { title: title(personName), body: body(personName, stationName, minutes) };
    }
    case 'test':
      return texts.test;
  }
}

function pathFailure(
  { pathFailed: { body, over, check } }: NotifyTexts,
  { stage, since, until }: Extract<NotificationContent, { about: 'path-failed' }>,
  { timeZone, language }: Reader,
): string {
  const shown = (time: string) => formatDateTime(new Date(time), timeZone, language);
  return until === null ? `${body[stage](shown(since))} ${check}` : over(shown(since), shown(until));
}

/** One line that says what happened to whom, for the API; of a test, that it is one. */
export function headlineOf(texts: NotifyTexts, content: Omit<FallContent, 'patientRoom'>): string {
  const headline = fallHeadline(texts, content);
  return content.isTest ? texts.headlines.test(headline) : headline;
}

function fallHeadline(
  texts: NotifyTexts,
  { patientName, level, source, sensorEvent = null, minutesAgo }: Omit<FallContent, 'patientRoom'>,
): string {
  const { headlines } = texts;
  const isSign = sensorEvent !== null && sensorEvent !== 'FALL' && sensorEvent !== 'CALL';
  // Only a call for help raises a missed check-in, or what a sensor noticed.
  const isRaised = (source === 'CHECK_IN' || isSign) && level === 'CONFIRMED';
  if (source === 'HELP_BUTTON' || sensorEvent === 'CALL' || isRaised) return headlines.help(patientName);
  if (isSign) return signHeadline(texts, sensorEvent, patientName, minutesAgo);
  if (source === 'CHECK_IN') return headlines.checkIn(patientName);
  const headline = headlines.falls[level](patientName);
  return minutesAgo === null ? headline : headlines.late(headline, minutesAgo);
}

/** A lock screen that others see needs the room, and only without one the name. */
function closingHeadline(
  { closing }: NotifyTexts,
  {
    outcome,
    patientName,
    patientRoom,
    resolverName,
  }: Extract<NotificationContent, { readonly about: 'closing' }>,
): string {
  const where = patientRoom === null ? patientName : closing.place(patientRoom);
  if (outcome === 'FALSE_ALARM') return closing.falseAlarm(where);
  if (outcome === 'CANCELLED_BY_PATIENT') return closing.ok(where);
  return outcome === 'MOVED_ON' || resolverName === null
    ? closing.resolved(where)
    : closing.resolvedBy(where, resolverName);
}

/** One line about an event of a sensor that is neither a fall nor a call. */
export function signHeadline(
  { headlines }: NotifyTexts,
  event: SensorSign,
  patientName: string,
  minutesAgo: number | null,
): string {
  const headline = headlines.signs[event](patientName);
  return minutesAgo === null ? headline : headlines.late(headline, minutesAgo);
}

/** The place is a sentence of its own. The title has the name already, so a resident without a room adds nothing. */
const withPlace = (texts: NotifyTexts, { patientName, patientRoom }: Whose, body: string): string =>
  patientRoom === null ? body : `${texts.whereabouts(patientName, patientRoom)} ${body}`;

const dated = <Swap extends { readonly day: string }>(swap: Swap, { timeZone, language }: Reader) => ({
  ...swap,
  date: formatDate(startOfDay(swap.day, timeZone), timeZone, language),
});

/** Readers would skip more, and each fall has its own link in an e-mail. */
export const MAX_LISTED_FALLS = 10;

interface Told extends NotificationText {
  readonly patientRoom: string | null;
  readonly level: FallLevel | null;
}

/** Several falls in one message, worst first: their number, and the text of each. */
export function gatheredNotification(
  worst: Told,
  others: readonly Told[],
  language: Language,
): NotificationText {
  const { gathered, headlines } = notifyTexts(language);
  const falls = [worst, ...others];
  const emergencies = falls.filter(({ level }) => level === 'CONFIRMED').length;
  const lines = falls
    .slice(0, MAX_LISTED_FALLS)
    .map(({ title, patientRoom }) => (patientRoom === null ? title : headlines.inRoom(title, patientRoom)));
  const more = falls.length - lines.length;
  return {
    title: gathered.title(falls.length, emergencies, worst.title),
    body: [...lines, ...(more > 0 ? [gathered.more(more)] : [])].join('\n'),
  };
}
