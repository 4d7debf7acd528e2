import Type, { type Static } from 'typebox';
import type { Details } from '../errors.ts';
import { CHANNEL_KINDS, type ChannelKind } from './escalation.ts';
import { email, id, nullable, oneOf, optional, text, timestamp } from './primitives.ts';

const MAX_URL_LENGTH = 2_000;
const MAX_KEY_LENGTH = 200;
const MAX_TOKEN_LENGTH = 200;
const MAX_ZONE_LENGTH = 64;

/** Where to is judged by domain/target-address.ts, which knows what the operator allows. */
export const targetUrl = () =>
  Type.String({
    maxLength: MAX_URL_LENGTH,
    pattern: '^[^\\u0000]*$',
    'x-says': `must be a URL of at most ${MAX_URL_LENGTH} characters`,
  });

const subscriptionKey = () =>
  Type.String({ maxLength: MAX_KEY_LENGTH, 'x-says': 'must be as the browser gave it, in base64url' });

const SubscriptionKeys = Type.Object(
  {
    p256dh: subscriptionKey(),
    auth: subscriptionKey(),
  },
  { 'x-says': 'must be the p256dh and auth of a push subscription' },
);

/** Times and zone are judged by domain/quiet-hours.ts. */
const QuietHours = Type.Object(
  {
    from: text(MAX_ZONE_LENGTH),
    to: text(MAX_ZONE_LENGTH),
    timeZone: text(MAX_ZONE_LENGTH),
  },
  { 'x-says': 'must be { from, to, timeZone }, such as 22:00, 06:00 and Europe/Berlin' },
);

/** The levels that are told of at all. */
const minSeverity = () => oneOf(['POTENTIAL', 'HIGH', 'CONFIRMED']);

/** docs/response.md, "Channels, and how to set them up". Which fields there must be depends on the kind: TARGET_FIELDS. */
export const NewChannel = Type.Object({
  kind: oneOf(CHANNEL_KINDS),
  endpoint: optional(targetUrl()),
  keys: optional(SubscriptionKeys),
  address: optional(email()),
  url: optional(targetUrl()),
  topic: optional(
    Type.String({
      // ntfy's own rule.
      pattern: '^[-\\w]{1,64}$',
      'x-says': 'must have 1 to 64 letters, digits, - or _',
    }),
  ),
  token: optional(
    Type.String({
      pattern: `^[\\x21-\\x7e]{1,${MAX_TOKEN_LENGTH}}$`,
      'x-says': `must have 1 to ${MAX_TOKEN_LENGTH} visible ASCII characters`,
    }),
  ),
  minSeverity: optional(minSeverity()),
  quietHours: optional(QuietHours),
});
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
  id: id(),
  kind: oneOf(CHANNEL_KINDS),
  endpoint: nullable(Type.String()),
  address: nullable(Type.String()),
  url: nullable(Type.String()),
  topic: nullable(Type.String()),
  minSeverity: minSeverity(),
  quietHours: nullable(QuietHours),
  verifiedAt: nullable(timestamp()),
  disabledAt: nullable(timestamp()),
  lastError: nullable(Type.String()),
  createdAt: timestamp(),
};

/** As listed: without keys, tokens and secrets. */
export const Channel = Type.Object(shown);

const secret = { description: 'of a webhook; shown this once' };
export const CreatedChannel = Type.Object({ ...shown, secret: nullable(Type.String(secret)) });

export const VerificationRequest = Type.Object({
  code: Type.String({ pattern: '^\\s*\\d{6}\\s*$', 'x-says': 'must be the 6 digits of the mail' }),
});

export const TestResult = Type.Object({
  delivered: Type.Boolean(),
  status: nullable(Type.Integer({ description: "HTTP's or SMTP's; null when no answer came" })),
  error: nullable(Type.String()),
});

export const PushKey = Type.Object({
  publicKey: Type.String({ description: "for the browser's PushManager.subscribe: applicationServerKey" }),
});
