import { type Channel, type ChannelMessage, httpResult } from './channel.ts';
import type { SafeRequest } from './safe-request.ts';

/** ntfy's highest: sounds even where the phone is set to be quiet, if its owner has allowed that. */
const PRIORITY = 5;

export function createNtfyChannel({
  request,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly now?: () => number;
}): Channel<'ntfy'> {
  return {
    kind: 'ntfy',
    async send({ url, topic, token }, message, signal) {
      const outcome = await request.post(
        {
          url,
          headers: {
            'content-type': 'application/json',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(publication(topic, message)),
        },
        signal,
      );
      return httpResult('ntfy', outcome, now());
    },
  };
}

/** https://docs.ntfy.sh/publish/#publish-as-json: sent to the server's root, the topic is a field. */
const publication = (topic: string, { type, title, body, link, claimLink }: ChannelMessage) => ({
  topic,
  title,
  message: body,
  priority: PRIORITY,
  tags: [type === 'test' ? 'white_check_mark' : 'rotating_light'],
  click: link,
  actions: [
    ...(claimLink === null ? [] : [{ action: 'view', label: "I'm going", url: claimLink, clear: true }]),
    { action: 'view', label: 'Show', url: link },
  ],
});
