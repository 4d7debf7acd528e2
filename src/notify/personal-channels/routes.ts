import Type from 'typebox';
import { mayUseChannelsOf } from '../../accounts/permissions.ts';
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import type { DeliveryResult } from '../channels/channel.ts';
import { CHANNEL_KINDS, type ChannelKind } from '../channels/kinds.ts';
import type { VapidKeys } from '../channels/web-push/vapid-keys.ts';
import { createPersonalChannels, type PersonalChannelDeps } from './personal-channels.ts';
import { channelForProgram, channelOf } from './record.ts';
import {
  Channel,
  ChannelKindState,
  CreatedChannel,
  NewChannel,
  PushKey,
  RingingAnswer,
  TestResult,
  VerificationRequest,
} from './schema.ts';
import { deleteChannel, findChannel, listChannels, type NotificationChannel } from './store.ts';

interface ChannelRouteDeps extends PersonalChannelDeps {
  /** Undefined where Web Push is not configured. */
  readonly vapidKeys: Pick<VapidKeys, 'publicKey'> | undefined;
  /** Whether a person can add a channel of this kind. */
  readonly isOffered: (kind: ChannelKind) => boolean;
}

/** docs/response.md, "Notification channels": a person's channels besides their sockets. */
export function channelRoutes(deps: ChannelRouteDeps): readonly Route[] {
  const { db, vapidKeys, isOffered } = deps;
  const personalChannels = createPersonalChannels(deps);
  async function ownChannel(call: { principal: Principal; params: Params }): Promise<NotificationChannel> {
    const channel = await found('Channel', call.params.id, (id) => findChannel(db, id));
    if (!mayUseChannelsOf(call.principal, channel.userId)) throw new Forbidden();
    return channel;
  }

  return [
    route({
      operation: 'listChannels',
      at: 'GET /profile/channels',
      access: 'signed-in',
      summary:
        'List your notification channels, without secrets; for access tokens also without URLs and topics',
      reply: success(Type.Array(Channel)),
      handle: async ({ principal }) => ({
        data: (await listChannels(db, principal.userId)).map(
          principal.token === undefined ? channelOf : channelForProgram,
        ),
      }),
    }),

    route({
      operation: 'listChannelKinds',
      at: 'GET /profile/channel-kinds',
      access: 'signed-in',
      summary: 'List the kinds of notification channels, and which of them this service can send',
      reply: success(Type.Array(ChannelKindState)),
      handle: () => ({ data: CHANNEL_KINDS.map((kind) => ({ kind, offered: isOffered(kind) })) }),
    }),

    route({
      operation: 'addChannel',
      at: 'POST /profile/channels',
      access: 'signed-in',
      scope: 'manage',
      summary:
        "Add a notification channel. An e-mail address or a number gets a code; a webhook's secret is shown once; a known push subscription is updated.",
      body: NewChannel,
      rules: personalChannels.rules,
      status: 201,
      reply: success(CreatedChannel),
      async handle({ principal, body, record }) {
        const { channel, secret, takenFrom } = await personalChannels.add(principal, body);
        if (takenFrom !== undefined) {
          record({
            action: 'channel.deleted',
            message: 'Deleted a channel: webpush; another person uses that browser now',
            subjectId: takenFrom,
          });
        }
        record({
          action: 'channel.added',
          message: `Added a channel: ${channel.kind}`,
          subjectId: channel.userId,
        });
        return { data: { ...channelOf(channel), secret } };
      },
    }),

    route({
      operation: 'deleteChannel',
      at: 'DELETE /profile/channels/:id',
      access: 'signed-in',
      scope: 'manage',
      summary: 'Delete one of your notification channels',
      target: ownChannel,
      reply: success(Confirmation),
      async handle({ target: { id, kind, userId }, record }) {
        if (!(await deleteChannel(db, userId, id))) throw new NotFound('Channel');
        record({ action: 'channel.deleted', message: `Deleted a channel: ${kind}`, subjectId: userId });
        return { data: { message: 'The channel is deleted' } };
      },
    }),

    route({
      operation: 'verifyChannel',
      at: 'POST /profile/channels/:id/verify',
      access: 'signed-in',
      scope: 'manage',
      summary: 'Confirm an e-mail address or a number with the code that was sent to it',
      target: ownChannel,
      body: VerificationRequest,
      reply: success(Channel),
      async handle({ target, body, record }) {
        const channel = await personalChannels.verify(target, body.code);
        record({
          action: 'channel.verified',
          message: `Confirmed a channel: ${channel.kind}`,
          subjectId: target.userId,
        });
        return { data: channelOf(channel) };
      },
    }),

    route({
      operation: 'testChannel',
      at: 'POST /profile/channels/:id/test',
      access: 'signed-in',
      scope: 'manage',
      summary: 'Send a test message and wait up to 10 s. Success re-enables the channel.',
      target: ownChannel,
      reply: success(TestResult),
      handle: async ({ target }) => ({ data: testResultOf(await personalChannels.test(target)) }),
    }),

    route({
      operation: 'answerChannelTest',
      at: 'POST /profile/channels/:id/test-result',
      access: 'signed-in',
      scope: 'manage',
      summary: 'Say whether the phone rang when the test message arrived, and whether it was on silent',
      target: ownChannel,
      body: RingingAnswer,
      reply: success(Channel),
      async handle({ principal, target, body }) {
        const channel = await personalChannels.answer(target, body);
        return { data: principal.token === undefined ? channelOf(channel) : channelForProgram(channel) };
      },
    }),

    route({
      operation: 'getPushKey',
      at: 'GET /push/key',
      access: 'signed-in',
      summary: 'Get the public key for Web Push subscriptions',
      reply: success(PushKey),
      mayConflict: true,
      handle() {
        if (vapidKeys === undefined)
          throw new Conflict('Web Push is not configured', { code: 'NOT_CONFIGURED' });
        return { data: { publicKey: vapidKeys.publicKey } };
      },
    }),
  ];
}

export const testResultOf = ({ delivered, status, error }: DeliveryResult) => ({ delivered, status, error });
