import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { holdTokenOf, lockUser, type Organisation } from '../../accounts/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Rules } from '../../platform/schema/check.ts';
import { HOUR_MS } from '../../platform/time.ts';
import type { DeliveryResult } from '../channels/channel.ts';
import { openTarget, type StoredTarget, sealTarget } from '../channels/channel-secrets.ts';
import { type Channels, targetComplaints } from '../channels/channels.ts';
import { kindOf, type Target, targetOf } from '../channels/kinds.ts';
import { sendTest, type TestDeps } from '../channels/test-message.ts';
import type { NotifyConfig } from '../settings.ts';
import { queueTest } from './queued-test.ts';
import { quietHoursComplaints } from './quiet-hours.ts';
import { missingFields, type NewChannel } from './schema.ts';
import {
  countCodeTry,
  insertChannel,
  markVerified,
  type NotificationChannel,
  noteChannelError,
  noteChannelTest,
  noteRinging,
  type SubscriptionTakeover,
  takeOverSubscription,
} from './store.ts';
import { CODES_PER_HOUR, judgeCode, newVerificationCode } from './verification-code.ts';

interface AddedChannel {
  readonly channel: NotificationChannel;
  readonly secret: string | null;
  /** The former owner of the push subscription. */
  readonly takenFrom: string | undefined;
}

export interface PersonalChannels {
  /** Rules for a new channel that its schema cannot express. */
  readonly rules: Rules<NewChannel>;
  /**
   * Sends the code to a new address before it returns; `lastError` reports a failure to send. A push subscription that
   * the person already has is updated; one that belongs to another person is taken from them.
   */
  add(by: Pick<Principal, 'userId' | 'token'>, wanted: NewChannel): Promise<AddedChannel>;
  verify(channel: NotificationChannel, code: string): Promise<NotificationChannel>;
  test(channel: NotificationChannel): Promise<DeliveryResult>;
  /** docs/response.md, "Does it ring?": the owner's answer after a test. */
  answer(
    channel: NotificationChannel,
    answer: { readonly rang: boolean; readonly silent: boolean },
  ): Promise<NotificationChannel>;
}

export interface PersonalChannelDeps extends TestDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerWithId'>;
  readonly cluster: Pick<Cluster, 'hit'>;
  readonly channels: Pick<Channels, 'send' | 'sendCode'>;
  readonly config: Pick<NotifyConfig, 'allowPrivateTargets'>;
  /** Throws 409 for a kind that is not configured. */
  readonly requireConfigured: (kind: NewChannel['kind']) => void;
  /** The test book (docs/home.md, "Test book"). */
  readonly recordTest: (
    q: Queryable,
    test: {
      readonly kind: 'CHANNEL';
      readonly personId: string;
      readonly channel: Pick<NotificationChannel, 'id' | 'kind'>;
      readonly at: Date;
      readonly passed: boolean;
    },
  ) => Promise<unknown>;
}

const MAX_CHANNELS = 20;
/** Per person: repeatedly adding and deleting addresses would otherwise send strangers mail without end. */
const CODES: UseLimit = {
  most: CODES_PER_HOUR,
  windowMs: HOUR_MS,
  message: 'Too many codes were sent',
  code: 'CODES_LIMITED',
};
const NOT_TAKEN_OVER: SubscriptionTakeover = { channel: undefined, takenFrom: undefined };

/** docs/response.md, "Notification channels": a person's own channels. */
export function createPersonalChannels(deps: PersonalChannelDeps): PersonalChannels {
  const { db, secretBox, cluster, channels, organisation, config, requireConfigured, recordTest, now } = deps;
  const { allowPrivateTargets } = config;

  async function sendCode({ id, userId }: NotificationChannel, target: Target, code: string) {
    const { language } = await organisation.readerWithId(userId);
    const recipient = { personId: userId, channelId: id };
    const { error } = await channels.sendCode(target, { code, language, recipient });
    return error === null ? undefined : noteChannelError(db, id, `The code could not be sent: ${error}`);
  }

  const recordResult = ({ id, kind, userId }: NotificationChannel, passed: boolean) =>
    recordTest(db, {
      kind: 'CHANNEL',
      personId: userId,
      channel: { id, kind },
      at: new Date(now()),
      passed,
    });

  return {
    rules({ kind, quietHours, ...given }) {
      return {
        ...(kind && missingFields(given, kind)),
        ...(kind && targetComplaints(kind, given, allowPrivateTargets)),
        ...(quietHours && quietHoursComplaints(quietHours)),
      };
    },

    async add(by, wanted) {
      const { userId } = by;
      requireConfigured(wanted.kind);
      const { kind } = wanted;
      const { needsCode, newSecret } = kindOf(kind);
      const target = targetOf(kind, wanted);
      const secret = newSecret?.() ?? null;
      const code = needsCode ? newVerificationCode() : null;
      if (code !== null) await countUse({ cluster, now }, `code:${userId}`, CODES);
      const at = new Date(now());
      const preferences = {
        ...(wanted.minSeverity && { minSeverity: wanted.minSeverity }),
        ...(wanted.quietHours && { quietHours: onlyQuietHours(wanted.quietHours) }),
      };
      const id = randomUUID();
      const sealedFor = (channelId: string) =>
        sealTarget(
          secretBox,
          `notification_channels/${channelId}`,
          secret === null ? target : { ...target, secret },
        );
      const isSameTarget = (channelId: string, stored: StoredTarget) =>
        isDeepStrictEqual(openTarget(secretBox, `notification_channels/${channelId}`, stored), target);
      const fresh = {
        id,
        userId,
        kind,
        target: sealedFor(id),
        minSeverity: 'POTENTIAL' as const,
        quietHours: null,
        verifiedAt: code === null ? at : null,
        createdAt: at,
        code,
        closing: wanted.closing === true,
        ...preferences,
      };
      const { channel, takenFrom } = await db.transaction(async (q) => {
        await lockUser(q, userId);
        const made = { ...fresh, madeByToken: await holdTokenOf(q, by) };
        const held =
          typeof target.endpoint !== 'string'
            ? NOT_TAKEN_OVER
            : await takeOverSubscription(
                q,
                { ...made, endpoint: target.endpoint, targetOf: sealedFor, isSameTarget },
                preferences,
              );
        const channel = held.channel ?? (await insertChannel(q, made, MAX_CHANNELS));
        if (channel === undefined)
          throw new Conflict(`A user may have at most ${MAX_CHANNELS} channels`, { code: 'CHANNEL_LIMIT' });
        return { channel, takenFrom: held.takenFrom };
      });
      const unsent =
        code === null ? undefined : await sendCode(channel, { kind, ...target } as unknown as Target, code);
      return { channel: unsent ?? channel, secret, takenFrom };
    },

    async verify({ id }, given) {
      const issued = await countCodeTry(db, id);
      if (issued === undefined) throw new Conflict('No confirmation is pending');
      const verdict = judgeCode(issued, given.trim(), now());
      if (verdict !== 'right') throw new InvalidInput({ code: REFUSALS[verdict] }, undefined, 'CODE_WRONG');
      const verified = await markVerified(db, id, new Date(now()));
      if (verified === undefined) throw new NotFound('Channel');
      return verified;
    },

    async test(channel) {
      const { id, userId, kind, target, verifiedAt } = channel;
      // Otherwise a user could send test mail to any address.
      if (verifiedAt === null)
        throw new Conflict('This address is not confirmed yet', { code: 'CHANNEL_UNVERIFIED' });
      const stored = { kind, row: `notification_channels/${id}` as const, target };
      // Without a gateway, no instance would send it.
      if (kindOf(kind).isInOrder) requireConfigured(kind);
      const recipient = { personId: userId, channelId: id };
      const result = kindOf(kind).isInOrder
        ? await queueTest({ db, now }, channel)
        : await sendTest(deps, stored, await organisation.readerWithId(userId), recipient);
      await noteChannelTest(db, id, result, new Date(now()));
      await recordResult(channel, result.delivered);
      return result;
    },

    async answer(channel, { rang, silent }) {
      const noted = await noteRinging(db, channel.id, { rang, silent });
      if (noted === undefined) throw new NotFound('Channel');
      // The message was delivered, and nobody would have heard it.
      if (!rang && !silent) await recordResult(channel, false);
      return noted;
    },
  };
}

const REFUSALS = {
  wrong: 'is not the code that was sent',
  expired: 'has expired; delete the channel and add it again',
  'used up': 'was guessed too often; delete the channel and add it again',
} as const;

const onlyQuietHours = ({ from, to, timeZone }: NonNullable<NewChannel['quietHours']>) => ({
  from,
  to,
  ...(timeZone != null && { timeZone }),
});
