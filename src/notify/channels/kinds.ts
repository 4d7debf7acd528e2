import Type, { type TSchema } from 'typebox';
import { MINUTE_MS } from '../../platform/time.ts';
import type { WebhookFormat } from '../webhooks/formats.ts';
import type { Channel } from './channel.ts';
import { EMAIL_TARGET, type EmailTarget } from './email.ts';
import { NTFY_TARGET, type NtfyTarget } from './ntfy.ts';
import { type NumberTarget, PAGER_TARGET, PHONE_TARGET } from './number-targets.ts';
import type { TargetField, TargetFields } from './target-field.ts';
import { WEB_PUSH_TARGET, type WebPushTarget } from './web-push/web-push.ts';
import { newWebhookSecret, WEBHOOK_TARGET, type WebhookTarget, type WriteEvent } from './webhook.ts';

/** Everything that differs from kind to kind, except how a message is sent (`Senders`). */
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
  /** Whether it gets a last, quiet message when a fall is resolved; never if missing. */
  readonly closing?: 'always' | 'if wanted';
  /** Its messages carry a secret, with which the device reports what it did with them. */
  readonly carriesReceipt?: true;
  /** The receiver itself answers: what it has accepted is received. */
  readonly answersItself?: true;
  /** Creates the secret that signs messages to a new target. */
  readonly newSecret?: () => string;
}

interface Targets {
  readonly webpush: WebPushTarget;
  readonly email: EmailTarget;
  readonly ntfy: NtfyTarget;
  readonly webhook: WebhookTarget;
  readonly sms: NumberTarget;
  readonly call: NumberTarget;
  readonly pager: NumberTarget;
}

export type ChannelKind = keyof Targets;

/**
 * docs/response.md, "Notification channels". The API knows every kind, also one that no module sends in this service.
 */
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
    closing: 'always',
    carriesReceipt: true,
  },
  email: {
    label: 'E-mail',
    schema: ['NewEmailChannel', 'E-mail address'],
    target: EMAIL_TARGET,
    reader: 'person',
    hasClaimLink: true,
    isForRoutine: false,
    needsCode: true,
    closing: 'if wanted',
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
    closing: 'always',
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
    answersItself: true,
    newSecret: newWebhookSecret,
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
    closing: 'if wanted',
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
  },
} as const satisfies Readonly<Record<ChannelKind, Kind>>;

export const CHANNEL_KINDS = Object.keys(KINDS) as readonly ChannelKind[];

export const kindOf = (kind: ChannelKind): Kind => KINDS[kind];

export const kindsWhere = (matches: (kind: Kind) => boolean): readonly ChannelKind[] =>
  CHANNEL_KINDS.filter((kind) => matches(KINDS[kind]));

export const ROUTINE_KINDS = kindsWhere(({ isForRoutine }) => isForRoutine);

/** Where a message goes: a person's channel, or a webhook of the organisation. */
export type Target = { [Name in ChannelKind]: { readonly kind: Name } & Targets[Name] }[ChannelKind];

/** What a module gives: how messages of its kinds are sent, and the bodies of webhooks in its formats. */
export interface ModuleChannels {
  readonly senders?: Senders;
  readonly webhookFormats?: Partial<Readonly<Record<WebhookFormat, WriteEvent>>>;
}

/** How messages are sent, by kind. A kind that is missing is not configured. */
type Senders = { readonly [Name in ChannelKind]?: Channel<Targets[Name]> | undefined };

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
