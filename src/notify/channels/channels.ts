import type { Details } from '../../platform/errors.ts';
import type { NewChannel } from '../schema.ts';
import type { Channel, ChannelMessage, DeliveryResult, Target } from './channel.ts';
import { createEmailChannel } from './email.ts';
import type { ChannelKind } from './kinds.ts';
import type { Mailer } from './mailer.ts';
import { createNtfyChannel } from './ntfy.ts';
import { areSubscriptionKeys } from './push-encryption.ts';
import type { SafeRequest } from './safe-request.ts';
import { targetComplaint } from './target-address.ts';
import type { VapidKeys } from './vapid-keys.ts';
import { createWebPushChannel } from './web-push.ts';
import { createWebhookChannel } from './webhook.ts';

export interface Channels {
  isConfigured(kind: ChannelKind): boolean;
  /** Never throws. */
  send(target: Target, message: ChannelMessage, signal?: AbortSignal): Promise<DeliveryResult>;
}

type ByKind = { readonly [Kind in ChannelKind]: Channel<Kind> | undefined };

/** Without a mailer or VAPID keys that channel is not configured; the two others need no settings. */
export function createChannels({
  request,
  mailer,
  vapidKeys,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly mailer: Mailer | undefined;
  readonly vapidKeys: VapidKeys | undefined;
  readonly now?: () => number;
}): Channels {
  const byKind: ByKind = {
    webpush: vapidKeys && createWebPushChannel({ request, vapidKeys, now }),
    email: mailer && createEmailChannel(mailer),
    ntfy: createNtfyChannel({ request, now }),
    webhook: createWebhookChannel({ request, now }),
  };
  return {
    isConfigured: (kind) => byKind[kind] !== undefined,
    async send(target, message, signal) {
      // Each target goes to the channel of its own kind; TypeScript cannot follow that through the table.
      const channel = byKind[target.kind] as Channel<ChannelKind> | undefined;
      if (channel === undefined)
        return { delivered: false, status: null, error: 'not configured', final: true };
      try {
        return await channel.send(target, message, signal);
      } catch (error) {
        // A target that was stored before a rule became stricter, such as keys that are none.
        const reason = error instanceof Error ? error.message : String(error);
        return { delivered: false, status: null, error: `could not be sent: ${reason}`, final: true };
      }
    },
  };
}

/** When a channel is made: what could never be delivered to, field by field. Shapes are the schema's business. */
export function targetComplaints(
  { endpoint, url, keys }: { readonly [F in 'endpoint' | 'url' | 'keys']?: NewChannel[F] | undefined },
  allowPrivateTargets: boolean,
): Details {
  const addresses = Object.entries({ endpoint, url }).flatMap(([field, address]) => {
    const complaint = typeof address === 'string' ? targetComplaint(address, allowPrivateTargets) : undefined;
    return complaint === undefined ? [] : [[field, complaint]];
  });
  return {
    ...Object.fromEntries(addresses),
    ...(keys && !areSubscriptionKeys(keys) && { keys: 'must be the p256dh and auth of a push subscription' }),
  };
}
