import { email } from '../../platform/schema/primitives.ts';
import { formatDateTime } from '../../platform/zone.ts';
import { verificationMail } from '../texts.ts';
import { CODE_LIFETIME_MS } from '../verification-code.ts';
import type { Channel, ChannelMessage, DeliveryResult, GatheredFalls } from './channel.ts';
import type { Mailer } from './mailer.ts';
import type { TargetFields } from './target-field.ts';

interface EmailTarget {
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
  sendCode: ({ address }, { id, code }) => sendVerificationCode(mailer, { id, address, code }),
});

export function sendVerificationCode(
  mailer: Mailer,
  { id, address, code }: { readonly id: string; readonly address: string; readonly code: string },
  signal?: AbortSignal,
): Promise<DeliveryResult> {
  const { title, body } = verificationMail(code, CODE_LIFETIME_MS);
  return mailer.send({ id, to: address, subject: title, text: `${body}\n` }, signal);
}

const CLAIM = "I'm going (one tap, no login)";

/** Names the zone: the mail may be read in another. */
const timeLine = ({ timestamp, reader: { timeZone, language } }: ChannelMessage): string =>
  `Time: ${formatDateTime(timestamp, timeZone, language)} (${timeZone})`;

/** Plain text looks the same in every mail program and shows links as they are. */
function letter(message: ChannelMessage): string {
  const { body, link, claimLink, gathered } = message;
  if (gathered !== undefined) return letterAbout(gathered, message);
  return [
    body,
    ...(claimLink === null ? [] : [`${CLAIM}: ${claimLink}`]),
    `Show: ${link}`,
    timeLine(message),
    '',
  ].join('\n\n');
}

/** Lists each fall with its own links, so that the caregiver can claim one without the others. */
function letterAbout({ count, falls }: GatheredFalls, message: ChannelMessage): string {
  const more = count - falls.length;
  return [
    `${count} alerts, worst first. Please respond if you are going.`,
    ...falls.map(({ title, link: shown, claimLink }, i) =>
      [
        `${i + 1}. ${title}`,
        ...(claimLink === null ? [] : [`${CLAIM}: ${claimLink}`]),
        `Show: ${shown}`,
      ].join('\n'),
    ),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `Show all: ${message.link}`,
    timeLine(message),
    '',
  ].join('\n\n');
}
