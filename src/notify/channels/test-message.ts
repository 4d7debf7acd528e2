import { randomUUID } from 'node:crypto';
import type { Organisation } from '../../accounts/index.ts';
import type { Language } from '../../platform/languages.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { testNotification } from '../texts.ts';
import type { DeliveryResult } from './channel.ts';
import type { Channels } from './channels.ts';
import { readTarget, type StoredChannel, UNREADABLE } from './stored-target.ts';

export interface TestDeps {
  readonly channels: Pick<Channels, 'send'>;
  readonly secretBox: SecretBox;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly now: () => number;
}

/** Sends once and immediately, without the outbox: the client waits for the result. `language` is the recipient's. */
export async function sendTest(
  { channels, secretBox, publicUrl, organisation, now }: TestDeps,
  stored: StoredChannel,
  language: Language | null,
): Promise<DeliveryResult> {
  const target = readTarget(secretBox, stored);
  if (target === undefined) return UNREADABLE;
  return channels.send(target, {
    id: randomUUID(),
    type: 'test',
    fallId: null,
    patientId: null,
    patientName: null,
    patientRoom: null,
    level: null,
    ...testNotification(),
    link: `${publicUrl()}/`,
    claimLink: null,
    still: false,
    response: null,
    timestamp: new Date(now()),
    reader: organisation.readerOf(language),
  });
}
