import { randomUUID } from 'node:crypto';
import { testNotification } from '../../domain/notification-text.ts';
import type { DeliveryResult, Target } from './channel.ts';
import type { Channels } from './channels.ts';

export interface TestParts {
  readonly channels: Pick<Channels, 'send'>;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** At once and once, past the outbox: whoever asked is waiting for the answer. */
export const sendTest = ({ channels, publicUrl, now }: TestParts, target: Target): Promise<DeliveryResult> =>
  channels.send(target, {
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
  });
