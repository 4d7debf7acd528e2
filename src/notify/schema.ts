import Type, { type Static } from 'typebox';
import type { Details } from '../platform/errors.ts';
import {
  anyText,
  boolean,
  email,
  id,
  integer,
  nullable,
  optional,
  record,
  string,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channels/kinds.ts';

export const channelKind = () =>
  vocabulary('ChannelKind', 'By what somebody is reached besides their sockets', CHANNEL_KINDS);

const MAX_URL_LENGTH = 2_000;

const MAX_KEY_LENGTH = 200;

const MAX_TOKEN_LENGTH = 200;

const MAX_ZONE_LENGTH = 64;

/** Where to is judged by notify/channels/target-address.ts, which knows what the operator allows. */
export function targetUrl(description: string, example: string) {
  const given = {
    ...anyText(
      MAX_URL_LENGTH,
      `${description}: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)`,
      example,
    ),
    'x-says': `must be a URL of at most ${MAX_URL_LENGTH} characters`,
  };
  return Type.String({
    ...given,
    'x-shown': Type.String({ ...given, format: 'uri', pattern: '^https?://[^\\s]+$' }),
  });
}

/** Judged by notify/channels/push-encryption.ts. */
function subscriptionKey(description: string, example: string, pattern: string) {
  const given = {
    maxLength: MAX_KEY_LENGTH,
    description,
    examples: [example],
    'x-says': 'must be as the browser gave it, in base64url',
  };
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern }) });
}

const SubscriptionKeys = record(
  'SubscriptionKeys',
  'As the browser gave them with its push subscription',
  {
    p256dh: subscriptionKey(
      'Public key, 65 bytes in base64url',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      '^B[\\w-]{86}=?$',
    ),
    auth: subscriptionKey('Secret, 16 bytes in base64url', 'BTBZMqHH6r4Tts7J_aSIgg', '^[\\w-]{22}(?:==)?$'),
  },
  { 'x-says': 'must be the p256dh and auth of a push subscription' },
);

/** Judged by notify/quiet-hours.ts. */
const judged = (description: string, example: string, pattern: string) => {
  const given = anyText(MAX_ZONE_LENGTH, description, example);
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern }) });
};

const HOURS_AND_MINUTES = '^(?:[01]\\d|2[0-3]):[0-5]\\d$';

const QuietHours = record(
  'QuietHours',
  'When somebody is not to be woken; HIGH and above are told all the same',
  {
    from: judged('Begin, on a clock of the time zone, HH:MM', '22:00', HOURS_AND_MINUTES),
    to: judged(
      'End, on a clock of the time zone, HH:MM: before `from` it is of the next day; not the same as `from`',
      '06:00',
      HOURS_AND_MINUTES,
    ),
    timeZone: judged('Name of a time zone (IANA)', 'Europe/Berlin', '^[A-Za-z][\\w+\\-/]*$'),
  },
  { 'x-says': 'must be { from, to, timeZone }, such as 22:00, 06:00 and Europe/Berlin' },
);

/** The levels that are told of at all. */
const minSeverity = () =>
  vocabulary('MinSeverity', 'Falls below this level are not told', ['POTENTIAL', 'HIGH', 'CONFIRMED']);

const endpoint = () =>
  targetUrl('As the browser gave it with its push subscription', 'https://push.example.org/v2/abc');

const address = () => email('The address; a code is sent to it');

const url = (description: string) => targetUrl(description, 'https://example.org/hooks/vigil');

const topic = () =>
  Type.String({
    // ntfy's own rule.
    pattern: '^[-\\w]{1,64}$',
    description: 'The ntfy topic',
    examples: ['rosa-at-night'],
    'x-says': 'must have 1 to 64 letters, digits, - or _',
  });

const token = () =>
  optional(
    Type.String({
      pattern: `^[\\x21-\\x7e]{1,${MAX_TOKEN_LENGTH}}$`,
      description: 'Access token, if the topic is protected',
      examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
      'x-says': `must have 1 to ${MAX_TOKEN_LENGTH} visible ASCII characters`,
    }),
  );

const wishes = {
  minSeverity: optional(minSeverity(), 'Falls below this level are not told; POTENTIAL if not given'),
  quietHours: optional(QuietHours),
};

const kindIs = <Kind extends ChannelKind>(kind: Kind) => ({
  kind: Type.Literal(kind, { description: 'Channel kinds' }),
});

/** As the documents show it: by kind. */
const NEW_CHANNELS = [
  record('NewWebPushChannel', 'A browser', {
    ...kindIs('webpush'),
    endpoint: endpoint(),
    keys: SubscriptionKeys,
    ...wishes,
  }),
  record('NewEmailChannel', 'An e-mail address', { ...kindIs('email'), address: address(), ...wishes }),
  record('NewNtfyChannel', 'A topic of an ntfy server', {
    ...kindIs('ntfy'),
    url: targetUrl('The server', 'https://ntfy.example.org'),
    topic: topic(),
    token: token(),
    ...wishes,
  }),
  record('NewWebhookChannel', 'A system of their own', {
    ...kindIs('webhook'),
    url: url('Where to POST to'),
    ...wishes,
  }),
];

/** docs/response.md, "Notification channels". Which fields there must be depends on the kind: TARGET_FIELDS. */
export const NewChannel = Type.Object(
  {
    kind: channelKind(),
    endpoint: optional(endpoint()),
    keys: optional(SubscriptionKeys),
    address: optional(address()),
    url: optional(url('Where to')),
    topic: optional(topic()),
    token: token(),
    ...wishes,
  },
  {
    'x-shown': Type.Union(NEW_CHANNELS, {
      'x-name': 'NewChannel',
      description: "A user's notification channel",
      examples: [{ kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'rosa-at-night' }],
    }),
  },
);

export type NewChannel = Static<typeof NewChannel>;

type TargetField = 'endpoint' | 'keys' | 'address' | 'url' | 'topic';

/** What a channel of each kind cannot do without. */
const TARGET_FIELDS: Readonly<Record<ChannelKind, readonly TargetField[]>> = {
  webpush: ['endpoint', 'keys'],
  email: ['address'],
  ntfy: ['url', 'topic'],
  webhook: ['url'],
};

export function missingFields(given: Readonly<Record<string, unknown>>, kind: ChannelKind): Details {
  const missing = TARGET_FIELDS[kind].filter((field) => !Object.hasOwn(given, field));
  return Object.fromEntries(missing.map((field) => [field, `is required for ${kind}`]));
}

const shown = {
  id: id('Of the channel'),
  kind: channelKind(),
  endpoint: nullable(string('Of a `webpush`, else null', 'https://push.example.org/v2/abc')),
  address: nullable(string('Of an `email`, else null', 'rosa.klein@example.org')),
  url: nullable(string('Of an `ntfy` or a `webhook`, else null', 'https://ntfy.example.org')),
  topic: nullable(string('Of an `ntfy`, else null', 'rosa-at-night')),
  minSeverity: minSeverity(),
  quietHours: nullable(QuietHours, 'When somebody is not to be woken; null for never'),
  verifiedAt: nullable(timestamp('Since when it is used; null for an address that is not confirmed yet')),
  disabledAt: nullable(timestamp('Since when nothing is sent to it; null while it works')),
  lastError: nullable(string('What went wrong with the last try; null if nothing', 'Answered 500')),
  createdAt: timestamp('When it was added'),
};

/** As listed: without keys, tokens and secrets. */
export const Channel = record('Channel', 'Where somebody is reached besides their sockets', shown);

export const CreatedChannel = record('CreatedChannel', 'A channel that was just added', {
  ...shown,
  secret: nullable(
    string(
      'Of a webhook, by which to check signatures (Standard Webhooks), shown this once; else null',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  ),
});

export const VerificationRequest = record('VerificationRequest', 'That somebody got the mail', {
  code: Type.String({
    pattern: '^\\s*\\d{6}\\s*$',
    description: 'The 6-digit code from the mail',
    examples: ['123456'],
    'x-says': 'must be the 6 digits of the mail',
  }),
});

export const TestResult = record('TestResult', 'What became of a test', {
  delivered: boolean('It arrived'),
  status: nullable(integer(100, 599, 'number', "HTTP's or SMTP's status; null when no answer came", 200)),
  error: nullable(string('What went wrong; null if nothing', 'Answered 500')),
});

export const PushKey = record('PushKey', 'Get the public key for Web Push subscriptions', {
  publicKey: string(
    "For the browser's PushManager.subscribe: applicationServerKey",
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
});
