import Type, { type Static, type TProperties } from 'typebox';
import type { Details } from '../platform/errors.ts';
import {
  anyText,
  boolean,
  id,
  integer,
  nullable,
  optional,
  record,
  string,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { TIME_OF_DAY } from '../platform/schema/time-of-day.ts';
import { timeZone } from '../platform/schema/time-zone.ts';
import {
  CHANNEL_KINDS,
  type ChannelKind,
  isRequired,
  kindOf,
  kindsWhere,
  TARGET_FIELDS,
} from './channels/kinds.ts';
import type { TargetFields } from './channels/target-field.ts';

export const channelKind = () => vocabulary('ChannelKind', 'Kind of notification channel', CHANNEL_KINDS);

const MAX_CLOCK_LENGTH = 64;

/** notify/quiet-hours.ts checks the value. */
const clockTime = (description: string, example: string) => {
  const given = anyText(MAX_CLOCK_LENGTH, description, example);
  return Type.String({ ...given, 'x-shown': Type.String({ ...given, pattern: TIME_OF_DAY }) });
};

const hours = {
  from: clockTime('Start in the time zone, HH:MM', '22:00'),
  to: clockTime(
    'End in the time zone, HH:MM; on the next day if before `from`; must differ from `from`',
    '06:00',
  ),
};

const QuietHours = record('QuietHours', 'Quiet hours; falls of level HIGH and above are sent nevertheless', {
  ...hours,
  timeZone: timeZone('IANA time zone: the given one, or that of the organisation'),
});

const NewQuietHours = record(
  'NewQuietHours',
  'Quiet hours; falls of level HIGH and above are sent nevertheless',
  { ...hours, timeZone: optional(timeZone('IANA time zone; without it, that of the organisation applies')) },
  { 'x-says': 'must be { from, to } or { from, to, timeZone }, such as 22:00, 06:00 and Europe/Berlin' },
);

/** The levels that cause notifications. */
const minSeverity = () =>
  vocabulary('MinSeverity', 'Falls below this level send no notification', [
    'POTENTIAL',
    'HIGH',
    'CONFIRMED',
  ]);

const preferences = {
  minSeverity: optional(minSeverity(), 'Falls below this level send no notification; default POTENTIAL'),
  quietHours: optional(NewQuietHours),
};

/** One schema per kind, as the OpenAPI document shows it. */
const NEW_CHANNELS = CHANNEL_KINDS.map((kind) => {
  const [name, description] = kindOf(kind).schema;
  return record(name, description, {
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
      isRequired(schema) ? optional(schema) : schema,
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
      return [name, nullable(string(`For ${kinds.join(' or ')}; else null`, examples?.[0] ?? ''))];
    }),
  );
}

const wished = {
  minSeverity: minSeverity(),
  quietHours: nullable(QuietHours, 'Quiet hours; null for none'),
  verifiedAt: nullable(
    timestamp('Time it was verified; null for an address or number that is not confirmed yet'),
  ),
  disabledAt: nullable(timestamp('Time it was disabled after failures; null while it works')),
  lastError: nullable(string('Error of the last attempt; null without one', 'Answered 500')),
  createdAt: timestamp('Time it was added'),
};

const shown = { id: id('ID of the channel'), kind: channelKind(), ...shownTarget(), ...wished };

/** As listed: without keys, tokens and secrets. */
export const Channel = record('Channel', 'Notification channel of a user', shown);

export const CreatedChannel = record('CreatedChannel', 'Created notification channel', {
  ...shown,
  secret: nullable(
    string(
      'Secret of a webhook to verify signatures (Standard Webhooks), shown only once; else null',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
  ),
});

export const VerificationRequest = record(
  'VerificationRequest',
  'Verification of an e-mail address or a number',
  {
    code: Type.String({
      pattern: '^\\s*\\d{6}\\s*$',
      description: 'The 6-digit code from the mail, SMS or call',
      examples: ['123456'],
      'x-says': 'must be the 6 digits of the code',
    }),
  },
);

export const TestResult = record('TestResult', 'Result of a test message', {
  delivered: boolean('True if the message was delivered'),
  status: nullable(integer(100, 599, 'number', 'HTTP or SMTP status; null without a response', 200)),
  error: nullable(string('Error; null without one', 'Answered 500')),
});

export const PushKey = record('PushKey', 'The public key for Web Push subscriptions', {
  publicKey: string(
    "applicationServerKey for the browser's PushManager.subscribe",
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
});
