import { randomUUID } from 'node:crypto';
import type { Reader } from '../../platform/languages.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { notificationText } from '../texts/index.ts';
import type { DeliveryResult, Recipient } from './channel.ts';
import type { Channels } from './channels.ts';
import { readTarget, type StoredChannel, UNREADABLE } from './stored-target.ts';

export interface TestDeps {
  readonly channels: Pick<Channels, 'send'>;
  readonly secretBox: SecretBox;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Sends once and immediately, without the outbox: the client waits for the result. `reader` is the recipient. */
export async function sendTest(
  { channels, secretBox, publicUrl, now }: TestDeps,
  stored: StoredChannel,
  reader: Reader,
  recipient: Recipient | null = null,
): Promise<DeliveryResult> {
  const target = readTarget(secretBox, stored);
  if (target === undefined) return UNREADABLE;
  const text = notificationText({ about: 'test' }, reader);
  return channels.send(target, {
    id: randomUUID(),
    type: 'test',
    about: 'test',
    fallId: null,
    patientId: null,
    patientName: null,
    patientRoom: null,
    level: null,
    ...text,
    brief: text.title,
    link: `${publicUrl()}/`,
    claimable: false,
    claimLink: null,
    isReminder: false,
    response: null,
    timestamp: new Date(now()),
    reader,
    recipient,
    fallIds: [],
    attempt: 1,
    receipt: null,
  });
}
