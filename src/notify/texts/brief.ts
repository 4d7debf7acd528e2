import type { Reader } from '../../platform/languages.ts';
import type { FallContent, NotificationContent, Whose } from './content.ts';
import type { NotifyTexts } from './en.ts';
import { isOfTest, notificationText, notifyTexts } from './index.ts';

/** So that a long name or room leaves the reason on a display of 128 characters. */
const MAX_NAME = 48;
const MAX_ROOM = 24;
const MAX_COLLEAGUE = 24;

/** One line for small displays: person and room first, then what happened; of a test, that it is one. */
export function briefText(content: NotificationContent, reader: Reader): string {
  const line = lineOf(content, reader);
  if (line === undefined) return notificationText(content, reader).title;
  return isOfTest(content) ? notifyTexts(reader.language).brief.test(line) : line;
}

/** Undefined for what has no short form. */
function lineOf(content: NotificationContent, reader: Reader): string | undefined {
  const texts = notifyTexts(reader.language);
  const { brief } = texts;
  switch (content.about) {
    case 'fall':
      return content.isReminder
        ? `${fallLine(texts, content)}, ${brief.stillUnanswered}`
        : fallLine(texts, content);
    case 'unreachable':
      return `${fallLine(texts, content)}, ${brief.unreachable}`;
    case 'hand-off':
      return `${placeOf(texts, content)}: ${brief.handOff(cut(content.giverName, MAX_COLLEAGUE))}`;
    case 'hand-off-declined':
      return `${placeOf(texts, content)}: ${brief.handOffDeclined(cut(content.declinerName, MAX_COLLEAGUE))}`;
    case 'help-again':
      return `${placeOf(texts, content)}: ${brief.helpAgain(content.presses)}`;
    case 'shift-end':
      return `${placeOf(texts, content)}: ${brief.shiftEnd(cut(content.holderName, MAX_COLLEAGUE))}`;
    default:
      return undefined;
  }
}

function fallLine(texts: NotifyTexts, content: FallContent): string {
  const { brief } = texts;
  const { minutesAgo } = content;
  const what = brief.happened[reasonOf(content)];
  return `${placeOf(texts, content)}: ${minutesAgo === null ? what : brief.ago(what, minutesAgo)}`;
}

const placeOf = ({ brief }: NotifyTexts, { patientName, patientRoom }: Whose): string =>
  [
    cut(patientName, MAX_NAME),
    ...(patientRoom === null ? [] : [brief.place(cut(patientRoom, MAX_ROOM))]),
  ].join(', ');

/** As in `fallHeadline`. */
function reasonOf({ source, level }: FallContent) {
  if (source === 'HELP_BUTTON' || (source === 'CHECK_IN' && level === 'CONFIRMED')) return 'help';
  return source === 'CHECK_IN' ? 'checkIn' : level;
}

const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}.`;
};
