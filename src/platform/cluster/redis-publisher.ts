import type { RedisChannels } from './redis-channels.ts';

/**
 * Publishes messages on a channel in their order; those of one tick leave in one write. Rejects those that could not be
 * sent.
 */
export function createPublisher(
  channels: RedisChannels,
  channel: string,
): (text: string) => Promise<unknown> {
  let texts: string[] = [];
  let sent: Promise<unknown> | undefined;

  async function send(): Promise<void> {
    // A tick later: an event must be sent before the request that caused it has its reply, so it waits no longer.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const together = texts;
    texts = [];
    sent = undefined;
    const [first = ''] = together;
    if (together.length === 1) await channels.publish(channel, first);
    else await channels.publishAll(channel, together);
  }

  return (text) => {
    texts.push(text);
    sent ??= send();
    return sent;
  };
}
