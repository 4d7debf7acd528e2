import { type Channel, type ChannelMessage, httpResult } from './channel.ts';
import type { SafeRequest } from './safe-request.ts';

/** ntfy's highest: sounds even where the phone is set to be quiet, if its owner has allowed that. */
const PRIORITY = 5;
/** ntfy shows three buttons at most. */
const MAX_BUTTONS = 3;

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
const publication = (topic: string, { type, title, body, link, claimLink, gathered }: ChannelMessage) => ({
  topic,
  title,
  message: body,
  priority: PRIORITY,
  tags: [type === 'test' ? 'white_check_mark' : 'rotating_light'],
  click: link,
  actions:
    gathered === undefined
      ? [...(claimLink === null ? [] : [claimButton("I'm going", claimLink)]), showButton('Show', link)]
      : [
          ...gathered.falls
            .flatMap(({ patientName, claimLink: own }) =>
              own === null ? [] : [claimButton(`I'm going: ${patientName}`, own)],
            )
            .slice(0, MAX_BUTTONS - 1),
          showButton('Show all', link),
        ],
});

const claimButton = (label: string, url: string) => ({ action: 'view', label, url, clear: true });
const showButton = (label: string, url: string) => ({ action: 'view', label, url });
