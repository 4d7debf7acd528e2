import type { ChannelMessage } from '../notify/channels/index.ts';
import { notifyTexts } from '../notify/texts/index.ts';
import type { Language } from '../platform/languages.ts';
import { NOT_IN_A_LINE } from '../platform/schema/primitives.ts';
import { formatTime } from '../platform/zone.ts';
import { plainer, segmentsOf } from './gsm.ts';
import { PHONES } from './texts.ts';

const BREAKERS = new RegExp(`[${NOT_IN_A_LINE}]+`, 'gu');
/** Headlines are cut to one of these: a very long name or room would cost another segment. */
const LONGEST = 120;
const SHORTER = [100, 80, 60];

/** A line break or a direction mark could disguise the text. */
export const oneLine = (text: string): string => text.replace(BREAKERS, ' ').trim();

const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`;
};

/** Without accents where that saves segments. */
function cheapest(text: string): string {
  const plain = plainer(text);
  return segmentsOf(plain) < segmentsOf(text) ? plain : text;
}

/** What happened to whom, and where. */
export function placedHeadline(
  { title, patientRoom }: { readonly title: string; readonly patientRoom: string | null },
  language: Language,
): string {
  const { inRoom } = notifyTexts(language).headlines;
  return oneLine(patientRoom === null ? title : inRoom(title, patientRoom));
}

/**
 * Level, name, room, time and the link, in one segment where that fits. The link goes last and whole: a phone
 * recognises it there.
 */
export function smsText(message: ChannelMessage, takesReplies: boolean): string {
  const { timestamp, reader, gathered, claimLink, link, type, title, body } = message;
  if (type === 'test') return cheapest(oneLine(`${title}. ${body}`));
  if (gathered !== undefined) return gatheredText(gathered, message);
  const { sms } = PHONES[reader.language];
  const headline = placedHeadline(message, reader.language);
  const time = formatTime(timestamp, reader.timeZone, reader.language);
  const tail = claimLink === null ? sms.show(link) : sms.claim(claimLink, takesReplies);
  const textWith = (most: number): string => cheapest(`${cut(headline, most)}, ${time}. ${tail}`);
  return [LONGEST, ...SHORTER].map(textWith).find(isOneSegment) ?? textWith(LONGEST);
}

/** As many falls as fit into one segment, worst first, and the link to the board. */
function gatheredText(
  { falls, count }: NonNullable<ChannelMessage['gathered']>,
  { link, reader, title }: ChannelMessage,
): string {
  const { more } = notifyTexts(reader.language).gathered;
  const { sms } = PHONES[reader.language];
  const textWith = (listed: number): string => {
    const lines = falls.slice(0, listed).map((fall) => placedHeadline(fall, reader.language));
    const left = count - listed;
    const all = left > 0 ? [...lines, more(left)] : lines;
    return cheapest(`${sms.count(count)}: ${all.join('; ')}. ${sms.show(link)}`);
  };
  const fitting = falls.map((_, dropped) => textWith(falls.length - dropped)).find(isOneSegment);
  return fitting ?? cheapest(`${cut(oneLine(title), LONGEST)}. ${sms.show(link)}`);
}

const isOneSegment = (text: string): boolean => segmentsOf(text) === 1;

export const codeText = (code: string, validMinutes: number, language: Language): string =>
  PHONES[language].sms.code(code, validMinutes);
