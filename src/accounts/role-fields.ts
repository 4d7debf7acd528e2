/** A column of users that belongs to one role: one line of text, null if not given. */
export interface RoleField {
  readonly column: string;
  readonly maxLength: number;
  /** A noun phrase, for the API documents. */
  readonly description: string;
  readonly example: string;
}

export type RoleFields<Name extends string> = Readonly<Record<Name, RoleField>>;

export const MAX_PHONE_LENGTH = 32;

/**
 * The fields of patients, by their names in the API. A new field needs a row here, its column in sql/ and its place in
 * web/: accounts, lists, schemas and records read this table.
 */
export const PATIENT_FIELDS = {
  emergencyContact: {
    column: 'emergency_contact',
    maxLength: MAX_PHONE_LENGTH,
    description: 'Phone number to call in an emergency',
    example: '+49 171 7654321',
  },
  room: { column: 'room', maxLength: 80, description: 'Room of the patient', example: '12 B' },
  externalId: {
    column: 'external_id',
    maxLength: 80,
    description: "Number of the patient in the home's own system, of no other account",
    example: 'R-4711',
  },
} as const satisfies RoleFields<string>;

/** The fields of caregivers, likewise. */
export const CAREGIVER_FIELDS = {
  specialization: {
    column: 'specialization',
    maxLength: 100,
    description: 'Specialization',
    example: 'Geriatric care',
  },
  organization: {
    column: 'organization',
    maxLength: 200,
    description: 'Employer',
    example: 'House at the Park',
  },
} as const satisfies RoleFields<string>;

/** Every account has the columns of both roles, because its role can change. */
export const ROLE_FIELDS = { ...PATIENT_FIELDS, ...CAREGIVER_FIELDS };

export type RoleFieldName = keyof typeof ROLE_FIELDS;

/** An object with the names of `fields` and a value for each. */
export const mapFields = <Name extends string, Value>(
  fields: RoleFields<Name>,
  value: (name: Name, field: RoleField) => Value,
) =>
  Object.fromEntries(
    (Object.keys(fields) as Name[]).map((name) => [name, value(name, fields[name])]),
  ) as Record<Name, Value>;

/** API name → column: for statements and for the sort fields of a list. */
export const columnsOf = <Name extends string>(fields: RoleFields<Name>) =>
  mapFields(fields, (_, { column }) => column);
