import type { RedisConnection } from './redis-connection.ts';

/**
 * Publishes messages on a channel in their order; those of one tick leave in one write. Rejects those that could not be
 * sent.
 */
export function createPublisher(
  commands: RedisConnection,
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
    if (together.length === 1) return void (await commands.publish(channel, first));
    const pipeline = commands.pipeline();
    for (const text of together) pipeline.publish(channel, text);
    const replies = await pipeline.exec();
    for (const [error] of replies ?? []) if (error !== null) throw error;
  }

  return (text) => {
    texts.push(text);
    sent ??= send();
    return sent;
  };
}
