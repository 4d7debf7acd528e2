import Type, { type TSchema } from 'typebox';
import { anyText } from '../../platform/schema/primitives.ts';
import { targetComplaint } from './target-address.ts';

/** One field of a channel's target, as `POST /profile/channels` takes it. */
export interface TargetField {
  readonly schema: TSchema;
  /** The reason why nothing can be delivered to this value. The schema has checked its shape. */
  readonly complaint?: (value: unknown, allowPrivateTargets: boolean) => string | undefined;
  /** The list of a person's channels shows it. */
  readonly isShown?: true;
  /** The field, or the listed parts of it, are credentials and are stored encrypted. */
  readonly sealed?: true | readonly string[];
  /** The console's form field; missing where the browser supplies the value. */
  readonly input?: {
    readonly label: string;
    readonly type: 'text' | 'url' | 'email' | 'tel';
    readonly initial?: string;
  };
}

export type TargetFields = Readonly<Record<string, TargetField>>;

const MAX_URL_LENGTH = 2_000;

/**
 * A number that is called. The kinds share the field, so its schema allows what any of them takes; `takes` is the rule
 * of the kind.
 */
export const numberField = (description: string, example: string, takes: RegExp, message: string) =>
  ({
    schema: Type.String({
      pattern: '^\\+?\\d{1,16}$',
      description,
      examples: [example],
      'x-message': 'must be a number of 1 to 16 digits',
    }),
    complaint: (value) => (typeof value === 'string' && takes.test(value) ? undefined : message),
    isShown: true,
  }) as const satisfies TargetField;

/** `targetComplaint` checks the host, because it knows what the operator allows. */
export function targetUrl(description: string, example: string) {
  const given = {
    ...anyText(
      MAX_URL_LENGTH,
      `${description}: https, and no private address (unless ALLOW_PRIVATE_TARGETS is set)`,
      example,
    ),
    'x-message': `must be a URL of at most ${MAX_URL_LENGTH} characters`,
  };
  return Type.String({
    ...given,
    'x-shown': Type.String({ ...given, format: 'uri', pattern: '^https?://[^\\s]+$' }),
  });
}

/** A URL that messages are posted to. */
export const urlField = (description: string, example: string) =>
  ({
    schema: targetUrl(description, example),
    complaint: (value, allowPrivateTargets) =>
      typeof value === 'string' ? targetComplaint(value, allowPrivateTargets) : undefined,
    isShown: true,
  }) as const satisfies TargetField;
