import type { Redis } from 'ioredis';

/** Publish/subscribe of Redis. Instances count each other's subscriptions, so all of them use the same server. */
export interface RedisChannels {
  /** Returns the number of subscribers. */
  publish(channel: string, text: string): Promise<number>;
  /** In their order, with one write. */
  publishAll(channel: string, texts: readonly string[]): Promise<void>;
  subscribe(channels: readonly string[]): Promise<unknown>;
  unsubscribe(channels: readonly string[]): Promise<unknown>;
  /** The channels with subscribers whose names start so. */
  withSubscribers(prefix: string): Promise<readonly string[]>;
  countSubscribers(channels: readonly string[]): Promise<readonly number[]>;
  onMessage(listener: (channel: string, text: string) => void): void;
}

/** A hash tag: a Redis Cluster keeps all names with it in one slot. */
export const SHARED_TAG = '{presence}';
/** CLUSTER KEYSLOT of the tag. */
export const SHARED_SLOT = 15_428;

const PLAIN = {
  prefix: '',
  publish: 'publish',
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  channels: 'CHANNELS',
  numberOfSubscribers: 'NUMSUB',
  message: 'message',
} as const;

/**
 * A Redis Cluster sends a plain PUBLISH to all of its nodes, and each node counts its own subscribers only. A sharded
 * channel stays on the nodes of its slot.
 */
const SHARDED = {
  prefix: `${SHARED_TAG}:`,
  publish: 'spublish',
  subscribe: 'ssubscribe',
  unsubscribe: 'sunsubscribe',
  channels: 'SHARDCHANNELS',
  numberOfSubscribers: 'SHARDNUMSUB',
  message: 'smessage',
} as const;

interface ChannelsDeps {
  readonly publisher: Pick<Redis, 'publish' | 'spublish' | 'pipeline' | 'call'>;
  readonly subscriber: Redis;
  readonly isSharded: boolean;
}

export function createRedisChannels({ publisher, subscriber, isSharded }: ChannelsDeps): RedisChannels {
  const names = isSharded ? SHARDED : PLAIN;
  const nameOf = (channel: string): string => names.prefix + channel;
  const channelOf = (name: string): string => name.slice(names.prefix.length);
  return {
    publish: async (channel, text) => Number(await publisher[names.publish](nameOf(channel), text)),
    async publishAll(channel, texts) {
      const pipeline = publisher.pipeline();
      for (const text of texts) pipeline[names.publish](nameOf(channel), text);
      const replies = await pipeline.exec();
      for (const [error] of replies ?? []) if (error !== null) throw error;
    },
    subscribe: (channels) => subscriber[names.subscribe](...channels.map(nameOf)),
    unsubscribe: (channels) => subscriber[names.unsubscribe](...channels.map(nameOf)),
    async withSubscribers(prefix) {
      const found = await publisher.call('PUBSUB', names.channels, `${nameOf(prefix)}*`);
      return (found as string[]).map(channelOf);
    },
    async countSubscribers(channels) {
      const counts = await publisher.call('PUBSUB', names.numberOfSubscribers, ...channels.map(nameOf));
      return channels.map((_, nth) => Number((counts as unknown[])[2 * nth + 1]));
    },
    onMessage(listener) {
      subscriber.on(names.message, (name: string, text: string) => listener(channelOf(name), text));
    },
  };
}
