import { randomUUID } from 'node:crypto';
import type { Details } from '../../platform/errors.ts';
import type { Channel, ChannelMessage, DeliveryResult, VerificationCode } from './channel.ts';
import type { ChannelDeps } from './channel-deps.ts';
import { CHANNEL_KINDS, type ChannelKind, kindOf, type Target } from './kinds.ts';

export interface Channels {
  isConfigured(kind: ChannelKind): boolean;
  /** False while another instance sends the messages of this kind. */
  maySend(kind: ChannelKind): boolean;
  /** Never throws. */
  send(target: Target, message: ChannelMessage, signal?: AbortSignal): Promise<DeliveryResult>;
  /** Sends the code that confirms a new target. Never throws. */
  sendCode(target: Target, code: Omit<VerificationCode, 'id'>): Promise<DeliveryResult>;
}

const NO_PHONES = { sms: undefined, call: undefined };

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error, final: true });

export function createChannels({
  now = Date.now,
  ...deps
}: Omit<ChannelDeps, 'now' | 'phones'> & Partial<Pick<ChannelDeps, 'now' | 'phones'>>): Channels {
  const { phones = NO_PHONES } = deps;
  const channels = new Map(
    CHANNEL_KINDS.map((kind) => [kind, kindOf(kind).create({ ...deps, phones, now })]),
  );
  // Each target goes to the channel of its own kind; TypeScript cannot follow that through the table.
  const channelOf = ({ kind }: Target) => channels.get(kind) as Channel<Target> | undefined;
  return {
    isConfigured: (kind) => channels.get(kind) !== undefined,
    maySend: (kind) => channels.get(kind)?.isHere?.() ?? true,
    async send(target, message, signal) {
      const channel = channelOf(target);
      if (channel === undefined) return failed('not configured');
      try {
        return await channel.send(target, message, signal);
      } catch (error) {
        // The target was stored before a rule became stricter, for example with malformed keys.
        const reason = error instanceof Error ? error.message : String(error);
        return failed(`could not be sent: ${reason}`);
      }
    },
    async sendCode(target, code) {
      const sent = channelOf(target)?.sendCode?.(target, { id: randomUUID(), ...code });
      return (await sent) ?? failed('not configured');
    },
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
      const said = value == null ? undefined : complaint?.(value, allowPrivateTargets);
      return said === undefined ? [] : [[name, said]];
    }),
  );
}
