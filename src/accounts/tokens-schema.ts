import Type from 'typebox';
import { SCOPES } from '../platform/http/principal.ts';
import {
  boolean,
  id,
  integer,
  line,
  nullable,
  optional,
  record,
  string,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { TOKEN_CREATIONS } from './vocabulary.ts';

const MAX_NAME_LENGTH = 80;
const MAX_DAYS = 365;
const MAX_WARDS = 100;

const scope = () => vocabulary('Scope', 'Scope of an access token', SCOPES);

const scopes = () =>
  Type.Array(scope(), {
    minItems: 1,
    maxItems: SCOPES.length,
    uniqueItems: true,
    description: 'What the token may be used for',
    examples: [['read', 'respond']],
    'x-says': `must be a list of different scopes, at least one: ${SCOPES.join(', ')}`,
  });

const shownScopes = () => Type.Array(scope(), { description: 'What the token may be used for' });

const token = () =>
  Type.String({
    pattern: '^vgl_[A-Za-z0-9_-]{43}$',
    description: 'The token, shown only in this response',
    examples: ['vgl_q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZaQ1WmB0y8rS3'],
  });

const lastUsedAt = () =>
  nullable(timestamp('Time of the last use, accurate to a few minutes; null if never'));

const TokenCreation = record('TokenCreation', 'Something that a program made with an access token', {
  type: vocabulary(
    'TokenCreationType',
    'A notification channel, or the token of a wearable',
    TOKEN_CREATIONS,
  ),
  id: id('ID of the channel or the device'),
  name: string('Kind of the channel, or name of the device', 'ntfy'),
  createdAt: timestamp('Time it was made'),
});

const created = () =>
  Type.Array(TokenCreation, {
    description: 'What was made with the token and outlives it, as far as you may change it',
  });

export const tokenRemoval = Type.Object({
  endCreated: optional(boolean('Also ends what was made with the token', false)),
});

export const NewAccessToken = record('NewAccessToken', 'Request for an access token', {
  name: line(MAX_NAME_LENGTH, 'What the token is for', 'Backup script'),
  scopes: scopes(),
  expiresInDays: integer(1, MAX_DAYS, 'days', 'Lifetime of the token', 90),
});

export const AccessToken = record('AccessToken', 'Access token of a user', {
  id: id('ID of the token'),
  name: string('What the token is for', 'Backup script'),
  scopes: shownScopes(),
  createdAt: timestamp('Time the token was created'),
  expiresAt: timestamp('Time the token expires'),
  lastUsedAt: lastUsedAt(),
  created: created(),
});

export const CreatedAccessToken = record('CreatedAccessToken', 'New access token', {
  ...AccessToken.properties,
  token: token(),
});

export const NewServiceAccount = record('NewServiceAccount', 'Request for a service account', {
  name: line(MAX_NAME_LENGTH, 'Name of the account, as timelines and the audit log show it', 'Nurse call'),
  scopes: scopes(),
  wardIds: optional(
    Type.Array(id('ID of a ward'), {
      minItems: 1,
      maxItems: MAX_WARDS,
      description: 'Wards whose patients the account is limited to; without it, the whole organisation',
      'x-says': `must be a list of 1 to ${MAX_WARDS} IDs of wards`,
    }),
  ),
});

export const ServiceAccount = record('ServiceAccount', 'Account of a program', {
  id: id('ID of the account; also its user name over MQTT'),
  name: string('Name of the account', 'Nurse call'),
  scopes: shownScopes(),
  wardIds: nullable(
    Type.Array(id('ID of a ward'), { description: 'Wards whose patients the account is limited to' }),
    'Wards whose patients the account is limited to; null for the whole organisation',
  ),
  createdAt: timestamp('Time the account was created'),
  lastUsedAt: lastUsedAt(),
  created: created(),
});

export const ServiceAccountWithToken = record(
  'ServiceAccountWithToken',
  'Service account with its new token',
  {
    ...ServiceAccount.properties,
    token: token(),
  },
);
