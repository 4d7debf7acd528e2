import Type, { type TObject, type TSchema } from 'typebox';
import { Failure } from '../../../schemas/envelope.ts';
import type { LimitClass, Route } from '../route.ts';
import type { Components } from './components.ts';

/** A row of the table of routes as an operation of the document. */
export function operationOf(route: Route, components: Components) {
  const json = (schema: TSchema) => ({
    content: { 'application/json': { schema: components.refer(schema) } },
  });
  const failure = (description: string) => ({ description, ...json(Failure) });
  const { query, body, answer, unavailable } = route.schemas;
  return {
    operationId: route.operation,
    tags: [route.path.split('/')[1]],
    summary: route.summary,
    description: `${whoMayCall(route)} Rate limit: ${LIMITS[route.limit]}.`,
    ...(route.access === 'anyone' ? { security: [] } : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: [...pathParameters(route), ...(query ? queryParameters(query, components) : [])],
    ...(body && { requestBody: { required: (body.required?.length ?? 0) > 0, ...json(body) } }),
    responses: {
      ...Object.fromEntries(
        [route.status, route.otherStatus ?? route.status].map((status) => [
          status,
          { description: 'Success', ...(answer && json(answer)), ...downloadOf(route) },
        ]),
      ),
      ...Object.fromEntries(
        failureStatuses(route).map(([status, description]) => [status, failure(description)]),
      ),
      503: unavailable
        ? { description: 'Service unavailable', ...json(unavailable) }
        : failure('Service unavailable'),
    },
  };
}

const LIMITS: Readonly<Record<LimitClass, string>> = {
  global: 'global',
  urgent: 'global, counted but never refused',
  signup: 'signup',
  login: 'login',
  schedule: 'schedule',
  none: 'none',
};

function whoMayCall({ access }: Route): string {
  if (access === 'anyone') return 'Needs no token.';
  return access === 'signed-in' ? 'Needs a token.' : `Needs the role ${access.join(' or ')}.`;
}

const pathParameters = ({ path }: Route) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (query: TObject, components: Components) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema: components.refer(neverNull(schema)),
  }));

/** Text in a URL is never null. */
function neverNull(schema: TSchema): TSchema {
  const { anyOf } = schema as { readonly anyOf?: readonly TSchema[] };
  return anyOf?.find((alternative) => !Type.IsNull(alternative)) ?? schema;
}

function failureStatuses(route: Route): [number, string][] {
  const { query, body } = route.schemas;
  const changes = route.method !== 'GET';
  return [
    ...row(query !== undefined || body !== undefined, 400, 'Invalid input; details name every bad field'),
    ...row(route.access !== 'anyone' || route.limit === 'login', 401, 'Missing, invalid or expired token'),
    ...row(
      route.access !== 'anyone' || route.limit === 'login' || route.limit === 'signup',
      403,
      'Insufficient permissions',
    ),
    ...row(route.path.includes(':') || changes, 404, 'Not found, or deleted in the meantime'),
    ...row(route.mayConflict, 409, 'Conflict with what is there'),
    ...row(changes, 413, 'Body too large'),
    ...row(changes, 415, 'Body is not JSON'),
    ...row(route.limit !== 'none' && route.limit !== 'urgent', 429, 'Rate limit exceeded'),
    [500, 'Internal server error'],
  ];
}

const row = (applies: boolean, status: number, description: string): [number, string][] =>
  applies ? [[status, description]] : [];

const downloadOf = ({ downloadType }: Route) =>
  downloadType && { content: { [downloadType]: { schema: { type: 'string', format: 'binary' } } } };
