import { verificationMail } from '../../domain/notification-text.ts';
import type { Channel, ChannelMessage, DeliveryResult } from './channel.ts';
import type { Mailer } from './mailer.ts';

export const createEmailChannel = (mailer: Mailer): Channel<'email'> => ({
  kind: 'email',
  send: ({ address }, message, signal) =>
    mailer.send({ id: message.id, to: address, subject: message.title, text: letter(message) }, signal),
});

export function sendVerificationCode(
  mailer: Mailer,
  { id, address, code }: { readonly id: string; readonly address: string; readonly code: string },
  signal?: AbortSignal,
): Promise<DeliveryResult> {
  const { title, body } = verificationMail(code);
  return mailer.send({ id, to: address, subject: title, text: `${body}\n` }, signal);
}

/** Plain text: it looks the same in every mail program, and links stand there as they are. */
function letter({ body, link, claimLink, timestamp }: ChannelMessage): string {
  return [
    body,
    ...(claimLink === null ? [] : [`I'm going (one tap, no login): ${claimLink}`]),
    `Show: ${link}`,
    `Time: ${timestamp.toISOString()}`,
    '',
  ].join('\n\n');
}
