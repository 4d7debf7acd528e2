import Type, { type TSchema } from 'typebox';
import { MINUTE_MS } from '../../platform/time.ts';
import { createCallChannel } from './call.ts';
import type { Channel } from './channel.ts';
import type { ChannelDeps } from './channel-deps.ts';
import { createEmailChannel, EMAIL_TARGET } from './email.ts';
import { createNtfyChannel, NTFY_TARGET } from './ntfy.ts';
import { createPagerChannel, PAGER_TARGET } from './pager.ts';
import { PHONE_TARGET } from './phone-target.ts';
import { createSmsChannel } from './sms.ts';
import type { TargetField, TargetFields } from './target-field.ts';
import { createWebPushChannel, WEB_PUSH_TARGET } from './web-push.ts';
import { createWebhookChannel, newWebhookSecret, WEBHOOK_TARGET } from './webhook.ts';

/** Everything that differs from kind to kind, except how a message is sent, which is in the kind's own file. */
interface Kind {
  /** Its name in error messages and in the console. */
  readonly label: string;
  /** Its schema's name and description in the OpenAPI document. */
  readonly schema: readonly [name: string, description: string];
  readonly target: TargetFields;
  /** The target's field whose host has a lane of its own in the outbox. Without it the whole kind is one lane. */
  readonly hostField?: string;
  /** A program gets every fall as a message of its own, and no message about floods. */
  readonly reader: 'person' | 'program';
  /** Every fall is a message of its own, although a person reads it: an acknowledgement must mean one fall. */
  readonly isPerFall?: true;
  /** How long falls are grouped after a message; default GATHER_MS. */
  readonly gatherMs?: number;
  /** Its messages carry a link that claims the fall. */
  readonly hasClaimLink: boolean;
  /** It is also used for messages that can wait: devices, notices to leads and admins. */
  readonly isForRoutine: boolean;
  /** The owner confirms the target with a code that is sent to it. */
  readonly needsCode: boolean;
  /** Messages are sent one after the other, by one instance at a time. */
  readonly isInOrder?: true;
  /** Creates the secret that signs messages to a new target. */
  readonly newSecret?: () => string;
  /** Returns undefined where the operator has not configured it. */
  readonly create: (deps: ChannelDeps) => Channel<never> | undefined;
}

/** docs/response.md, "Notification channels": a new kind is a file in this folder and a row here. */
export const KINDS = {
  webpush: {
    label: 'Web Push',
    schema: ['NewWebPushChannel', 'Browser (Web Push)'],
    target: WEB_PUSH_TARGET,
    hostField: 'endpoint',
    reader: 'person',
    // The notification opens the console, where the person is logged in.
    hasClaimLink: false,
    isForRoutine: true,
    needsCode: false,
    create: ({ request, vapidKeys, now }) => vapidKeys && createWebPushChannel({ request, vapidKeys, now }),
  },
  email: {
    label: 'E-mail',
    schema: ['NewEmailChannel', 'E-mail address'],
    target: EMAIL_TARGET,
    reader: 'person',
    hasClaimLink: true,
    isForRoutine: false,
    needsCode: true,
    create: ({ mailer }) => mailer && createEmailChannel(mailer),
  },
  ntfy: {
    label: 'ntfy',
    schema: ['NewNtfyChannel', 'Topic on an ntfy server'],
    target: NTFY_TARGET,
    hostField: 'url',
    reader: 'person',
    hasClaimLink: true,
    isForRoutine: false,
    needsCode: false,
    create: ({ request, now }) => createNtfyChannel({ request, now }),
  },
  webhook: {
    label: 'Webhook',
    schema: ['NewWebhookChannel', 'Webhook of a user'],
    target: WEBHOOK_TARGET,
    hostField: 'url',
    reader: 'program',
    hasClaimLink: false,
    isForRoutine: false,
    needsCode: false,
    newSecret: newWebhookSecret,
    create: ({ request, fhirNotification, now }) => createWebhookChannel({ request, fhirNotification, now }),
  },
  sms: {
    label: 'SMS',
    schema: ['NewSmsChannel', 'Number for SMS'],
    target: PHONE_TARGET,
    reader: 'person',
    gatherMs: MINUTE_MS,
    hasClaimLink: true,
    isForRoutine: false,
    needsCode: true,
    create: ({ phones }) => phones.sms && createSmsChannel(phones.sms),
  },
  call: {
    label: 'Calls',
    schema: ['NewCallChannel', 'Number for calls'],
    target: PHONE_TARGET,
    reader: 'person',
    // A key of the phone claims the fall.
    hasClaimLink: false,
    isForRoutine: false,
    needsCode: true,
    create: ({ phones }) => phones.call && createCallChannel(phones.call),
  },
  pager: {
    label: 'Pager',
    schema: ['NewPagerChannel', 'Pager or DECT phone of the paging system'],
    target: PAGER_TARGET,
    reader: 'person',
    isPerFall: true,
    // A pager has no links; ESPA-X reports acknowledgements (docs/pagers.md, "Acknowledgements").
    hasClaimLink: false,
    isForRoutine: false,
    needsCode: false,
    isInOrder: true,
    create: ({ pager }) => pager && createPagerChannel(pager),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ChannelKind = keyof typeof KINDS;

export const CHANNEL_KINDS = Object.keys(KINDS) as readonly ChannelKind[];

export const kindOf = (kind: ChannelKind): Kind => KINDS[kind];

export const kindsWhere = (matches: (kind: Kind) => boolean): readonly ChannelKind[] =>
  CHANNEL_KINDS.filter((kind) => matches(KINDS[kind]));

export const ROUTINE_KINDS = kindsWhere(({ isForRoutine }) => isForRoutine);

type TargetOf<Name extends ChannelKind> = (typeof KINDS)[Name] extends {
  readonly create: (deps: ChannelDeps) => Channel<infer Target> | undefined;
}
  ? Target
  : never;

/** Where a message goes: a person's channel, or a webhook of the organisation. */
export type Target = { [Name in ChannelKind]: { readonly kind: Name } & TargetOf<Name> }[ChannelKind];

/** The fields of all kinds, each once: kinds may share a field, such as `url`. */
export const TARGET_FIELDS: TargetFields = allFields();

function allFields(): TargetFields {
  const fields: Record<string, TargetField> = {};
  for (const kind of CHANNEL_KINDS)
    for (const [name, field] of Object.entries(kindOf(kind).target)) fields[name] ??= field;
  return fields;
}

export const isRequired = (schema: TSchema): boolean => !Type.IsOptional(schema);

/** The target of a new channel: the known fields of a checked body; null for an optional one that is missing. */
export function targetOf(
  kind: ChannelKind,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(kindOf(kind).target);
  return Object.fromEntries(fields.map(([name, { schema }]) => [name, onlyKnown(schema, given[name])]));
}

function onlyKnown(schema: TSchema, value: unknown): unknown {
  if (value === undefined) return null;
  if (!Type.IsObject(schema)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(schema.properties).map((name) => [name, given[name]]));
}
