import Type from 'typebox';
import { optional } from '../../platform/schema/primitives.ts';
import { notifyTexts } from '../texts/index.ts';
import { type Channel, type ChannelMessage, httpResult, isQuiet } from './channel.ts';
import type { SafeRequest } from './safe-request.ts';
import { type TargetFields, urlField } from './target-field.ts';

export interface NtfyTarget {
  readonly url: string;
  readonly topic: string;
  readonly token: string | null;
}

const MAX_TOKEN_LENGTH = 200;

export const NTFY_TARGET = {
  url: {
    ...urlField('URL of the ntfy server', 'https://ntfy.example.org'),
    input: { label: 'Server URL', type: 'url', initial: 'https://ntfy.sh' },
  },
  topic: {
    schema: Type.String({
      // ntfy's own rule for topics.
      pattern: '^[-\\w]{1,64}$',
      description: 'The ntfy topic',
      examples: ['rosa-at-night'],
      'x-message': 'must have 1 to 64 letters, digits, - or _',
    }),
    isShown: true,
    input: { label: 'Topic', type: 'text' },
  },
  token: {
    schema: optional(
      Type.String({
        pattern: `^[\\x21-\\x7e]{1,${MAX_TOKEN_LENGTH}}$`,
        description: 'Access token, if the topic is protected',
        examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
        'x-message': `must have 1 to ${MAX_TOKEN_LENGTH} visible ASCII characters`,
      }),
    ),
    sealed: true,
    input: { label: 'Access token (optional)', type: 'text' },
  },
} as const satisfies TargetFields;

/** ntfy's highest priority: sounds even in do-not-disturb mode, if the phone's owner has allowed that. */
const PRIORITY = 5;
/** No sound, and below the others. */
const QUIET_PRIORITY = 2;
/** ntfy shows at most three buttons. */
const MAX_BUTTONS = 3;

export function createNtfyChannel({
  request,
  now = Date.now,
}: {
  readonly request: SafeRequest;
  readonly now?: () => number;
}): Channel<NtfyTarget> {
  return {
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
      return httpResult(outcome, now());
    },
  };
}

/** https://docs.ntfy.sh/publish/#publish-as-json: posted to the server's root, with the topic as a field. */
const publication = (topic: string, message: ChannelMessage) => ({
  topic,
  title: message.title,
  message: message.body,
  priority: isQuiet(message) ? QUIET_PRIORITY : PRIORITY,
  tags: [message.type === 'test' || isQuiet(message) ? 'white_check_mark' : 'rotating_light'],
  click: message.link,
  actions: buttons(message),
});

function buttons({ link, claimLink, gathered, reader }: ChannelMessage) {
  const { labels } = notifyTexts(reader.language);
  if (gathered === undefined)
    return [
      ...(claimLink === null ? [] : [claimButton(labels.claim, claimLink)]),
      showButton(labels.show, link),
    ];
  const claims = gathered.falls.flatMap(({ patientName, claimLink: own }) =>
    own === null ? [] : [claimButton(labels.claimFor(patientName), own)],
  );
  return [...claims.slice(0, MAX_BUTTONS - 1), showButton(labels.showAll, link)];
}

const claimButton = (label: string, url: string) => ({ action: 'view', label, url, clear: true });
const showButton = (label: string, url: string) => ({ action: 'view', label, url });
