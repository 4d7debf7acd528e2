import Type, { type Static, type TProperties } from 'typebox';
import type { Details } from '../../platform/errors.ts';
import * as t from '../../platform/schema/primitives.ts';
import { TIME_OF_DAY } from '../../platform/schema/time-of-day.ts';
import { timeZone } from '../../platform/schema/time-zone.ts';
import {
  CHANNEL_KINDS,
  type ChannelKind,
  isRequired,
  kindOf,
  kindsWhere,
  TARGET_FIELDS,
} from '../channels/kinds.ts';
import type { TargetFields } from '../channels/target-field.ts';

export const channelKind = () => t.vocabulary('ChannelKind', 'Kind of notification channel', CHANNEL_KINDS);

export const ChannelKindState = t.record('ChannelKindState', 'Kind of notification channel in this service', {
  kind: channelKind(),
  offered: t.boolean('Whether you can add one; false: the server is not configured for it'),
});

const MAX_CLOCK_LENGTH = 64;

/** notify/quiet-hours.ts checks the value. */
const clockTime = (description: string, example: string) => {
  const given = t.anyText(MAX_CLOCK_LENGTH, description, example);
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern: TIME_OF_DAY }) });
};

const hours = {
  from: clockTime('Start in the time zone, HH:MM', '22:00'),
  to: clockTime(
    'End in the time zone, HH:MM; on the next day if before `from`; must differ from `from`',
    '06:00',
  ),
};

const QuietHours = t.record(
  'QuietHours',
  'Quiet hours; falls of level HIGH and above are sent nevertheless',
  {
    ...hours,
    timeZone: timeZone('IANA time zone: the given one, or that of the organisation'),
  },
);

const NewQuietHours = t.record(
  'NewQuietHours',
  'Quiet hours; falls of level HIGH and above are sent nevertheless',
  {
    ...hours,
    timeZone: t.optional(timeZone('IANA time zone; without it, that of the organisation applies')),
  },
  { 'x-message': 'must be { from, to } or { from, to, timeZone }, such as 22:00, 06:00 and Europe/Berlin' },
);

/** The levels that cause notifications. */
const minSeverity = () =>
  t.vocabulary('MinSeverity', 'Falls below this level send no notification', [
    'POTENTIAL',
    'HIGH',
    'CONFIRMED',
  ]);

const preferences = {
  minSeverity: t.optional(minSeverity(), 'Falls below this level send no notification; default POTENTIAL'),
  quietHours: t.optional(NewQuietHours),
  closing: t.optional(
    t.boolean('Whether an e-mail or SMS is sent when a fall is resolved; default false', false),
  ),
};

/** One schema per kind, as the OpenAPI document shows it. */
const NEW_CHANNELS = CHANNEL_KINDS.map((kind) => {
  const [name, description] = kindOf(kind).schema;
  return t.record(name, description, {
    kind: Type.Literal(kind, { description: 'Channel kind' }),
    ...schemasOf(kindOf(kind).target),
    ...preferences,
  });
});

function schemasOf(fields: TargetFields): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
}

/** Optional, because a body of another kind lacks them. */
function optionalSchemasOf(fields: TargetFields): TProperties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [
      name,
      isRequired(schema) ? t.optional(schema) : schema,
    ]),
  );
}

const ofEveryKind = { kind: channelKind(), ...preferences };

/** docs/response.md, "Notification channels". `missingFields` checks which fields the kind requires. */
export const NewChannel = Type.Object<typeof ofEveryKind>(
  { kind: ofEveryKind.kind, ...optionalSchemasOf(TARGET_FIELDS), ...preferences },
  {
    'x-shown': Type.Union(NEW_CHANNELS, {
      'x-name': 'NewChannel',
      description: "A user's notification channel",
      examples: [{ kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'rosa-at-night' }],
    }),
  },
);

/** Includes the target fields of its kind. */
export type NewChannel = Static<typeof NewChannel>;

export function missingFields(given: Readonly<Record<string, unknown>>, kind: ChannelKind): Details {
  const required = Object.entries(kindOf(kind).target).filter(([, { schema }]) => isRequired(schema));
  const missing = required.filter(([field]) => !Object.hasOwn(given, field));
  return Object.fromEntries(missing.map(([field]) => [field, `is required for ${kind}`]));
}

/** "an" before a vowel, and before "n" where the name is spelled out, as in ntfy. */
const withArticle = (kind: ChannelKind): string =>
  `${/^(?:[aeiou]|n[^aeiou])/.test(kind) ? 'an' : 'a'} \`${kind}\``;

/** The target fields that may be shown, of all kinds: null for a channel of another kind. */
function shownTarget(): TProperties {
  const shown = Object.entries(TARGET_FIELDS).filter(([, { isShown }]) => isShown);
  return Object.fromEntries(
    shown.map(([name, { schema }]) => {
      const kinds = kindsWhere(({ target }) => Object.hasOwn(target, name)).map(withArticle);
      const { examples } = schema as { readonly examples?: readonly string[] };
      return [name, t.nullable(t.string(`For ${kinds.join(' or ')}; else null`, examples?.[0] ?? ''))];
    }),
  );
}

const wished = {
  minSeverity: minSeverity(),
  quietHours: t.nullable(QuietHours, 'Quiet hours; null for none'),
  closing: t.boolean(
    'Whether an e-mail or SMS is sent when a fall is resolved; push and ntfy always send one, other kinds never',
    false,
  ),
  ringsOnSilent: t.nullable(
    t.boolean('Whether it rings while the phone is on silent, by your answer after a test; null: unknown'),
  ),
  verifiedAt: t.nullable(
    t.timestamp('Time it was verified; null for an address or number that is not confirmed yet'),
  ),
  disabledAt: t.nullable(t.timestamp('Time it was disabled after failures; null while it works')),
  lastError: t.nullable(t.string('Error of the last attempt; null without one', 'Answered 500')),
  createdAt: t.timestamp('Time it was added'),
};

const shown = { id: t.id('ID of the channel'), kind: channelKind(), ...shownTarget(), ...wished };

/** As listed: without keys, tokens and secrets. */
export const Channel = t.record('Channel', 'Notification channel of a user', shown);

export const CreatedChannel = t.record('CreatedChannel', 'Created notification channel', {
  ...shown,
  secret: t.nullable(
    t.string(
      'Secret of a webhook to verify signatures (Standard Webhooks), shown only once; else null',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  ),
});

export const VerificationRequest = t.record(
  'VerificationRequest',
  'Verification of an e-mail address or a number',
  {
    code: Type.String({
      pattern: '^\\s*\\d{6}\\s*$',
      description: 'The 6-digit code from the mail, SMS or call',
      examples: ['123456'],
      'x-message': 'must be the 6 digits of the code',
    }),
  },
);

export const TestResult = t.record('TestResult', 'Result of a test message', {
  delivered: t.boolean('True if the message was delivered'),
  status: t.nullable(t.integer(100, 599, 'number', 'HTTP or SMTP status; null without a response', 200)),
  error: t.nullable(t.string('Error; null without one', 'Answered 500')),
});

export const RingingAnswer = t.record('RingingAnswer', 'What the phone did when a test message arrived', {
  rang: t.boolean('True if it rang'),
  silent: t.boolean('True if it was on silent'),
});

export const PushKey = t.record('PushKey', 'The public key for Web Push subscriptions', {
  publicKey: t.string(
    "applicationServerKey for the browser's PushManager.subscribe",
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
});
