import type { Language } from '../../platform/languages.ts';
import { email } from '../../platform/schema/primitives.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { formatDateTime } from '../../platform/zone.ts';
import { CODE_LIFETIME_MS } from '../personal-channels/verification-code.ts';
import { notifyTexts } from '../texts/index.ts';
import type { Channel, ChannelMessage, DeliveryResult, GatheredFalls } from './channel.ts';
import type { Mailer } from './mailer.ts';
import type { TargetFields } from './target-field.ts';

export interface EmailTarget {
  readonly address: string;
}

export const EMAIL_TARGET = {
  address: {
    schema: email('E-mail address; receives a code'),
    isShown: true,
    input: { label: 'E-mail address', type: 'email' },
  },
} as const satisfies TargetFields;

export const createEmailChannel = (mailer: Mailer): Channel<EmailTarget> => ({
  send: ({ address }, message, signal) =>
    mailer.send({ id: message.id, to: address, subject: message.title, text: letter(message) }, signal),
  sendCode: ({ address }, code) => sendVerificationCode(mailer, { ...code, address }),
});

interface SentCode {
  readonly id: string;
  readonly address: string;
  readonly code: string;
  readonly language: Language;
}

export function sendVerificationCode(
  mailer: Mailer,
  { id, address, code, language }: SentCode,
  signal?: AbortSignal,
): Promise<DeliveryResult> {
  const { title, body } = notifyTexts(language).verification;
  const text = `${body(code, CODE_LIFETIME_MS / MINUTE_MS)}\n`;
  return mailer.send({ id, to: address, subject: title, text }, signal);
}

const timeLine = ({ timestamp, reader: { timeZone, language } }: ChannelMessage): string =>
  notifyTexts(language).labels.time(formatDateTime(timestamp, timeZone, language), timeZone);

/** Plain text looks the same in every mail program and shows links as they are. */
function letter(message: ChannelMessage): string {
  const { body, link, claimLink, gathered, reader } = message;
  if (gathered !== undefined) return letterAbout(gathered, message);
  const { labels } = notifyTexts(reader.language);
  return [
    body,
    ...(claimLink === null ? [] : [labels.claimByMail(claimLink)]),
    labels.showByMail(link),
    timeLine(message),
    '',
  ].join('\n\n');
}

/** Lists each fall with its own links, so that the caregiver can claim one without the others. */
function letterAbout({ count, falls }: GatheredFalls, message: ChannelMessage): string {
  const { labels, gathered } = notifyTexts(message.reader.language);
  const more = count - falls.length;
  return [
    gathered.letter(count),
    ...falls.map(({ title, link: shown, claimLink }, i) =>
      [
        `${i + 1}. ${title}`,
        ...(claimLink === null ? [] : [labels.claimByMail(claimLink)]),
        labels.showByMail(shown),
      ].join('\n'),
    ),
    ...(more > 0 ? [gathered.letterMore(more)] : []),
    labels.showAllByMail(message.link),
    timeLine(message),
    '',
  ].join('\n\n');
}
