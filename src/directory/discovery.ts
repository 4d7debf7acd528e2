import { AppError } from '../platform/errors.ts';
import { MAX_COUNT } from './protocol/query.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './resources/json.ts';

const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** RFC 7643, section 5. */
export const serviceProviderConfig = (base: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of a service account with the scope `directory`',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const resourceType = (base: string, id: 'User' | 'Group', description: string, schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id,
  name: id,
  endpoint: `/${id}s`,
  description,
  schema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
});

export const resourceTypes = (base: string): readonly Described[] => [
  resourceType(base, 'User', 'Caregivers and admins', USER_SCHEMA),
  resourceType(base, 'Group', 'Groups that give roles and wards', GROUP_SCHEMA),
];

export interface Described {
  readonly id: string;
}

interface Facts {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly object[];
}

/** RFC 7643, section 7. */
const attribute = (name: string, description: string, facts: Facts = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...facts,
});

const READ_ONLY = { mutability: 'readOnly' } as const;

const externalId = attribute('externalId', 'The id in the directory', { caseExact: true });

const USER_ATTRIBUTES = [
  attribute('userName', 'The name at login; the e-mail address, if there is no other in emails', {
    required: true,
    uniqueness: 'server',
  }),
  externalId,
  attribute('name', 'The name of the account', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Both names', READ_ONLY),
      attribute('givenName', 'The given name'),
      attribute('familyName', 'The family name'),
    ],
  }),
  attribute('displayName', 'Used as the name of the account if name has none'),
  attribute('emails', 'The primary address, else that of work, else the first', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work', READ_ONLY),
      attribute('primary', 'Always true', { type: 'boolean', ...READ_ONLY }),
    ],
  }),
  attribute('active', 'False deactivates the account at once', { type: 'boolean' }),
  attribute('groups', 'The groups of the user', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'The id of the group', READ_ONLY),
      attribute('$ref', 'The address of the group', {
        type: 'reference',
        referenceTypes: ['Group'],
        ...READ_ONLY,
      }),
      attribute('display', 'The name of the group', READ_ONLY),
      attribute('type', 'Always direct', READ_ONLY),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name, by which the settings give roles and wards', {
    required: true,
    uniqueness: 'server',
  }),
  externalId,
  attribute('members', 'The users of the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        ...READ_ONLY,
      }),
      attribute('display', 'The name of the user', READ_ONLY),
      attribute('type', 'Always User', READ_ONLY),
    ],
  }),
];

const schema = (
  base: string,
  id: string,
  name: string,
  description: string,
  attributes: readonly object[],
) => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const schemas = (base: string): readonly Described[] => [
  schema(base, USER_SCHEMA, 'User', 'A caregiver or an admin', USER_ATTRIBUTES),
  schema(base, GROUP_SCHEMA, 'Group', 'A group of users', GROUP_ATTRIBUTES),
];

/** RFC 7644, section 4: a filter of what describes the service is 403. */
export function refuseFilter(given: URLSearchParams): void {
  if (given.has('filter')) throw new AppError('FORBIDDEN', 'This list has no filter');
}
