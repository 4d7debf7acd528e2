import Type, { type TSchema } from 'typebox';
import { PERSONAL_SCOPES, SCOPES } from '../../platform/http/principal.ts';
import * as t from '../../platform/schema/primitives.ts';
import { TOKEN_CREATIONS } from '../vocabulary.ts';

const MAX_NAME_LENGTH = 80;
const MAX_DAYS = 365;
const MAX_WARDS = 100;

const scope = () => t.vocabulary('Scope', 'Scope of an access token', SCOPES);

const personalScope = () =>
  t.vocabulary('PersonalScope', 'Scope of an access token of a person', PERSONAL_SCOPES);

const scopes = <S extends TSchema>(one: S, all: readonly string[]) =>
  Type.Array(one, {
    minItems: 1,
    maxItems: all.length,
    uniqueItems: true,
    description: 'What the token may be used for',
    examples: [['read', 'respond']],
    'x-message': `must be a list of different scopes, at least one: ${all.join(', ')}`,
  });

const shownScopes = () => Type.Array(scope(), { description: 'What the token may be used for' });

const token = () =>
  Type.String({
    pattern: '^vgl_[A-Za-z0-9_-]{43}$',
    description: 'The token, shown only in this response',
    examples: ['vgl_q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZaQ1WmB0y8rS3'],
  });

const lastUsedAt = () =>
  t.nullable(t.timestamp('Time of the last use, accurate to a few minutes; null if never'));

const TokenCreation = t.record('TokenCreation', 'Something that a program made with an access token', {
  type: t.vocabulary(
    'TokenCreationType',
    'A notification channel, or the token of a wearable',
    TOKEN_CREATIONS,
  ),
  id: t.id('ID of the channel or the device'),
  name: t.string('Kind of the channel, or name of the device', 'ntfy'),
  createdAt: t.timestamp('Time it was made'),
});

const created = () =>
  Type.Array(TokenCreation, {
    description: 'What was made with the token and outlives it, as far as you may change it',
  });

export const tokenRemoval = Type.Object({
  endCreated: t.optional(t.boolean('Also ends what was made with the token', false)),
});

export const NewAccessToken = t.record('NewAccessToken', 'Request for an access token', {
  name: t.line(MAX_NAME_LENGTH, 'What the token is for', 'Backup script'),
  scopes: scopes(personalScope(), PERSONAL_SCOPES),
  expiresInDays: t.integer(1, MAX_DAYS, 'days', 'Lifetime of the token', 90),
});

export const AccessToken = t.record('AccessToken', 'Access token of a user', {
  id: t.id('ID of the token'),
  name: t.string('What the token is for', 'Backup script'),
  scopes: shownScopes(),
  createdAt: t.timestamp('Time the token was created'),
  expiresAt: t.timestamp('Time the token expires'),
  lastUsedAt: lastUsedAt(),
  created: created(),
});

export const CreatedAccessToken = t.record('CreatedAccessToken', 'New access token', {
  ...AccessToken.properties,
  token: token(),
});

export const NewServiceAccount = t.record('NewServiceAccount', 'Request for a service account', {
  name: t.line(MAX_NAME_LENGTH, 'Name of the account, as timelines and the audit log show it', 'Nurse call'),
  scopes: scopes(scope(), SCOPES),
  wardIds: t.optional(
    Type.Array(t.id('ID of a ward'), {
      minItems: 1,
      maxItems: MAX_WARDS,
      description: 'Wards whose patients the account is limited to; without it, the whole organisation',
      'x-message': `must be a list of 1 to ${MAX_WARDS} IDs of wards`,
    }),
  ),
});

export const ServiceAccount = t.record('ServiceAccount', 'Account of a program', {
  id: t.id('ID of the account; also its user name over MQTT'),
  name: t.string('Name of the account', 'Nurse call'),
  scopes: shownScopes(),
  wardIds: t.nullable(
    Type.Array(t.id('ID of a ward'), { description: 'Wards whose patients the account is limited to' }),
    'Wards whose patients the account is limited to; null for the whole organisation',
  ),
  createdAt: t.timestamp('Time the account was created'),
  lastUsedAt: lastUsedAt(),
  created: created(),
});

export const ServiceAccountWithToken = t.record(
  'ServiceAccountWithToken',
  'Service account with its new token',
  {
    ...ServiceAccount.properties,
    token: token(),
  },
);
