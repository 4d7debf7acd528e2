import Type, { type TObject, type TSchema } from 'typebox';
import { SOME_MAC } from '../../schema/mac.ts';
import { id } from '../../schema/primitives.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';
import { exampleOf } from './examples.ts';

const device = () => Type.String({ description: 'ID or MAC address of the wearable', examples: [SOME_MAC] });

/** The word before an identifier in the path → the schema of the identifier. */
const IDENTIFIERS: Readonly<Record<string, TSchema>> = {
  device: device(),
  devices: device(),
  firmware: id('ID of the image'),
  falls: id('ID of the fall'),
  'morning-questions': id('ID of the question'),
  patients: id('ID of the patient'),
  caregivers: id('ID of the caregiver'),
  wards: id('ID of the ward'),
  exceptions: id('ID of the exception'),
  swaps: id('ID of the swap'),
  calendars: Type.String({
    description: 'Secret part of the address, with or without `.ics`',
    examples: ['Zm9vYmFyYmF6.ics'],
  }),
  alerts: id('ID of the alert'),
  users: id('ID of the user'),
  messages: id('ID of the message'),
  conversations: id('ID of the other user of the conversation'),
  channels: id('ID of the channel'),
  sessions: id('ID of the session'),
  webhooks: id('ID of the webhook'),
  stations: id('ID of the station'),
  sensors: id('ID of the sensor'),
  passkeys: id('ID of the passkey'),
  identities: id('ID of the linked identity'),
  tokens: id('ID of the access token'),
  'service-accounts': id('ID of the service account'),
};

const idempotencyKey = (description: string) =>
  Type.String({ minLength: 1, description, examples: ['AA:BB:CC:DD:EE:FF-3600000'] });

const parameterIn =
  (components: Components) =>
  (place: 'path' | 'query' | 'header', name: string, schema: TSchema, required: boolean) => {
    const value = neverNull(schema);
    const { description, ...published } = components.refer(value);
    return {
      name,
      in: place,
      required,
      description: descriptionOf(schema) ?? description,
      schema: published,
      example: exampleOf(value, 'all'),
    };
  };

export const queryParametersOf = (query: TObject | undefined, components: Components): readonly object[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameterIn(components)('query', name, schema, query?.required?.includes(name) ?? false),
  );

export function parametersOf(route: Route, components: Components): readonly object[] {
  const parameter = parameterIn(components);
  return [
    ...[...route.path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, word = '', name = '']) => {
      const schema = IDENTIFIERS[word];
      if (schema === undefined) throw new Error(`of what :${name} is in ${route.path} is not known`);
      return parameter('path', name, schema, true);
    }),
    ...(route.idempotencyKey === undefined
      ? []
      : [parameter('header', 'Idempotency-Key', idempotencyKey(route.idempotencyKey), false)]),
    ...queryParametersOf(route.schemas.query, components),
  ];
}

/** Text in a URL is never null. */
function neverNull(schema: TSchema): TSchema {
  const { anyOf = [] } = schema as { readonly anyOf?: readonly TSchema[] };
  return anyOf.some(Type.IsNull) ? (anyOf.find((inner) => !Type.IsNull(inner)) ?? schema) : schema;
}

const descriptionOf = (schema: TSchema) => (schema as { readonly description?: string }).description;
