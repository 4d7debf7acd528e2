import { randomUUID } from 'node:crypto';
import { quietHoursComplaints } from '../domain/quiet-hours.ts';
import { judgeCode, newVerificationCode } from '../domain/verification-code.ts';
import { Conflict, InvalidInput, NotFound } from '../errors.ts';
import type { Rules } from '../schemas/check.ts';
import { missingFields, type NewChannel } from '../schemas/notification-channels.ts';
import type { Database } from '../storage/database.ts';
import {
  countCodeTry,
  insertChannel,
  markVerified,
  type NotificationChannel,
  noteChannelError,
  noteChannelTest,
} from '../storage/notification-channels.ts';
import type { DeliveryResult, Target } from './channels/channel.ts';
import { targetComplaints } from './channels/channels.ts';
import { sendVerificationCode } from './channels/email.ts';
import type { Mailer } from './channels/mailer.ts';
import { sendTest, type TestParts } from './channels/test-message.ts';
import { newWebhookSecret } from './channels/webhook.ts';

export interface PersonalChannels {
  /** Rules of a new one that its schema cannot express. */
  readonly rules: Rules<NewChannel>;
  /** An address is sent its code before this returns; one that could not be sent to says so by `lastError`. */
  add(userId: string, wanted: NewChannel): Promise<{ channel: NotificationChannel; secret: string | null }>;
  verify(channel: NotificationChannel, code: string): Promise<NotificationChannel>;
  test(channel: NotificationChannel): Promise<DeliveryResult>;
}

export interface PersonalChannelParts extends TestParts {
  readonly db: Database;
  readonly mailer: Mailer | undefined;
  readonly allowPrivateTargets: boolean;
  /** Throws 409 for a kind that cannot be sent by. */
  readonly requireConfigured: (kind: NewChannel['kind']) => void;
}

const MAX_CHANNELS = 20;

/** Response, Channels: where a person wants to be reached. */
export function createPersonalChannels(parts: PersonalChannelParts): PersonalChannels {
  const { db, mailer, allowPrivateTargets, requireConfigured, now } = parts;

  async function sendCode({ id }: NotificationChannel, address: string, code: string) {
    if (mailer === undefined) return undefined;
    const { error } = await sendVerificationCode(mailer, { id: randomUUID(), address, code });
    return error === null ? undefined : noteChannelError(db, id, `The code could not be sent: ${error}`);
  }

  return {
    rules({ kind, quietHours, ...given }) {
      const target = kind && targetFields({ kind, ...given });
      return {
        ...(target && missingFields(given, target.kind)),
        ...(target && targetComplaints(target, allowPrivateTargets)),
        ...(quietHours && quietHoursComplaints(quietHours)),
      };
    },

    async add(userId, wanted) {
      requireConfigured(wanted.kind);
      const { kind, ...target } = targetFields(wanted);
      const secret = kind === 'webhook' ? newWebhookSecret() : null;
      const code = kind === 'email' ? newVerificationCode() : null;
      const at = new Date(now());
      const channel = await db.transaction((q) =>
        insertChannel(
          q,
          {
            userId,
            kind,
            target: secret === null ? target : { ...target, secret },
            minSeverity: wanted.minSeverity ?? 'POTENTIAL',
            quietHours: wanted.quietHours ? onlyQuietHours(wanted.quietHours) : null,
            verifiedAt: code === null ? at : null,
            createdAt: at,
            code,
          },
          MAX_CHANNELS,
        ),
      );
      if (channel === undefined) throw new Conflict(`Nobody may have more than ${MAX_CHANNELS} channels`);
      const unsent = code === null ? undefined : await sendCode(channel, wanted.address ?? '', code);
      return { channel: unsent ?? channel, secret };
    },

    async verify({ id }, given) {
      const issued = await countCodeTry(db, id);
      if (issued === undefined) throw new Conflict('There is nothing to confirm');
      const verdict = judgeCode(issued, given.trim(), now());
      if (verdict !== 'right') throw new InvalidInput({ code: REFUSALS[verdict] });
      const verified = await markVerified(db, id, new Date(now()));
      if (verified === undefined) throw new NotFound('Channel');
      return verified;
    },

    async test({ id, kind, target, verifiedAt }) {
      // Otherwise anybody could be sent mail by whoever knows their address.
      if (verifiedAt === null) throw new Conflict('This address is not confirmed yet');
      const result = await sendTest(parts, { kind, ...target } as unknown as Target);
      await noteChannelTest(db, id, result, new Date(now()));
      return result;
    },
  };
}

const REFUSALS = {
  wrong: 'is not the code of the mail',
  expired: 'has expired; delete the address and add it again',
  'used up': 'was guessed too often; delete the address and add it again',
} as const;

/** Of what somebody gave, that which makes the target of this kind. */
function targetFields({
  kind,
  endpoint,
  keys,
  address,
  url,
  topic,
  token,
}: Partial<NewChannel> & Pick<NewChannel, 'kind'>) {
  switch (kind) {
    case 'webpush':
      return { kind, endpoint, keys: keys && { p256dh: keys.p256dh, auth: keys.auth } };
    case 'email':
      return { kind, address };
    case 'ntfy':
      return { kind, url, topic, token: token ?? null };
    case 'webhook':
      return { kind, url };
  }
}

const onlyQuietHours = ({ from, to, timeZone }: NonNullable<NewChannel['quietHours']>) => ({
  from,
  to,
  timeZone,
});
