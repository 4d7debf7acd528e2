import { randomUUID } from 'node:crypto';
import { isAway } from '../../platform/database/errors.ts';
import type { Details } from '../../platform/errors.ts';
import type { Channel, ChannelMessage, DeliveryResult, VerificationCode } from './channel.ts';
import { createEmailChannel } from './email.ts';
import { type ChannelKind, kindOf, type ModuleChannels, type Target } from './kinds.ts';
import type { Mailer } from './mailer.ts';
import { createNtfyChannel } from './ntfy.ts';
import type { SafeRequest } from './safe-request.ts';
import type { VapidKeys } from './web-push/vapid-keys.ts';
import { createWebPushChannel } from './web-push/web-push.ts';
import { createWebhookChannel, type WriteAs, type WriteEvent } from './webhook.ts';

export interface Channels {
  isConfigured(kind: ChannelKind): boolean;
  /** Whether channels of this kind report which messages were received. */
  givesReceipts(kind: ChannelKind): boolean;
  /** False while another instance sends the messages of this kind. Never throws. */
  maySend(kind: ChannelKind): boolean;
  /** Never throws. */
  send(target: Target, message: ChannelMessage, signal?: AbortSignal): Promise<DeliveryResult>;
  /** Sends the code that confirms a new target. Never throws. */
  sendCode(target: Target, code: Omit<VerificationCode, 'id'>): Promise<DeliveryResult>;
  /** The delivery of a message about a fall is recorded. */
  delivered(kind: ChannelKind, fallId: string): void;
  /** Adds what another module sends and writes; `failed` gets what its functions throw. */
  add(added: ModuleChannels, failed: (error: unknown) => void): void;
}

/** What the module's own kinds need; without the mailer or the keys, their kind is not configured. */
interface OwnDeps {
  readonly request: SafeRequest;
  readonly mailer: Mailer | undefined;
  readonly vapidKeys: VapidKeys | undefined;
  readonly now?: () => number;
}

interface Added {
  readonly failed: (error: unknown) => void;
}

interface Sender extends Added {
  readonly channel: Channel<Target>;
}

interface Writer extends Added {
  readonly write: WriteEvent;
}

const failed = (error: string, final = true): DeliveryResult => ({
  delivered: false,
  status: null,
  error,
  final,
});

export function createChannels({ request, mailer, vapidKeys, now = Date.now }: OwnDeps): Channels {
  const senders = new Map<string, Sender>();
  const formats = new Map<string, Writer>();
  const add: Channels['add'] = ({ senders: added = {}, webhookFormats = {} }, failed) => {
    // Each target goes to the channel of its own kind; TypeScript cannot follow that through the table.
    for (const [kind, channel] of Object.entries(added))
      if (channel !== undefined) senders.set(kind, { channel: channel as Channel<Target>, failed });
    for (const [format, write] of Object.entries(webhookFormats)) formats.set(format, { write, failed });
  };
  const writeAs: WriteAs = async (format, webhookId, message) => {
    const writer = formats.get(format);
    try {
      return await writer?.write(webhookId, message);
    } catch (error) {
      if (!isAway(error)) writer?.failed(error);
      return undefined;
    }
  };
  add(
    {
      senders: {
        webpush: vapidKeys && createWebPushChannel({ request, vapidKeys, now }),
        email: mailer && createEmailChannel(mailer),
        ntfy: createNtfyChannel({ request, now }),
        webhook: createWebhookChannel({ request, writeAs, now }),
      },
    },
    () => {},
  );

  async function sendBy(
    kind: ChannelKind,
    send: (channel: Channel<Target>) => Promise<DeliveryResult> | undefined,
  ): Promise<DeliveryResult> {
    const sender = senders.get(kind);
    try {
      return (await (sender && send(sender.channel))) ?? failed('not configured');
    } catch (error) {
      // The database comes back; a retry does not help a target that was stored before a rule became stricter.
      const isPassing = isAway(error);
      if (!isPassing) sender?.failed(error);
      const reason = error instanceof Error ? error.message : String(error);
      return failed(`could not be sent: ${reason}`, !isPassing);
    }
  }

  return {
    isConfigured: (kind) => senders.has(kind),
    givesReceipts: (kind) => senders.get(kind)?.channel.givesReceipts ?? false,
    maySend(kind) {
      const sender = senders.get(kind);
      try {
        return sender?.channel.isHere?.() ?? true;
      } catch (error) {
        sender?.failed(error);
        // Its messages must fail where people see it, and not wait for ever.
        return true;
      }
    },
    send: (target, message, signal) =>
      sendBy(target.kind, (channel) => channel.send(target, message, signal)),
    sendCode: (target, code) =>
      sendBy(target.kind, (channel) => channel.sendCode?.(target, { id: randomUUID(), ...code })),
    delivered(kind, fallId) {
      const sender = senders.get(kind);
      try {
        sender?.channel.onDelivered?.(fallId);
      } catch (error) {
        sender?.failed(error);
      }
    },
    add,
  };
}

/** Checks a new channel for fields that cannot be delivered to. The schema checks their shapes. */
export function targetComplaints(
  kind: ChannelKind,
  given: Readonly<Record<string, unknown>>,
  allowPrivateTargets: boolean,
): Details {
  const fields = Object.entries(kindOf(kind).target);
  return Object.fromEntries(
    fields.flatMap(([name, { complaint }]) => {
      const value = given[name];
      const problem = value == null ? undefined : complaint?.(value, allowPrivateTargets);
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}
