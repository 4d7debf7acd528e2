import type { Reader } from '../../platform/languages.ts';
import type { FallContent, NotificationContent } from './content.ts';
import type { NotifyTexts } from './en.ts';
import { notificationText, notifyTexts } from './index.ts';

/** So that a long name or room leaves the reason on a display of 128 characters. */
const MAX_NAME = 48;
const MAX_ROOM = 24;

/** One line for small displays: person and room first, then what happened. */
export function briefText(content: NotificationContent, reader: Reader): string {
  const texts = notifyTexts(reader.language);
  if (content.about === 'fall')
    return content.still
      ? `${fallLine(texts, content)}, ${texts.brief.stillUnanswered}`
      : fallLine(texts, content);
  if (content.about === 'unreachable') return `${fallLine(texts, content)}, ${texts.brief.unreachable}`;
  return notificationText(content, reader).title;
}

function fallLine({ brief }: NotifyTexts, content: FallContent): string {
  const { patientName, patientRoom, minutesAgo } = content;
  const whose = [
    cut(patientName, MAX_NAME),
    ...(patientRoom === null ? [] : [brief.place(cut(patientRoom, MAX_ROOM))]),
  ].join(', ');
  const what = brief.happened[reasonOf(content)];
  return `${whose}: ${minutesAgo === null ? what : brief.ago(what, minutesAgo)}`;
}

/** As in `headlineOf`. */
function reasonOf({ source, level }: FallContent) {
  if (source === 'HELP_BUTTON' || (source === 'CHECK_IN' && level === 'CONFIRMED')) return 'help';
  return source === 'CHECK_IN' ? 'checkIn' : level;
}

const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}.`;
};
