import type { TObject, TSchema } from 'typebox';
import { Failure } from '../../schemas/envelope.ts';
import type { LimitClass, Route } from './route.ts';

/** OpenAPI 3.1, made from the table of routes and nothing else. */
export function openApiDocument(routes: readonly Route[], version: string): Buffer {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Vigil',
      version,
      description: 'Real-time fall monitoring: readings in, assessments and caregiver alerts out.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Failure },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'access_token' },
      },
    },
  };
  return Buffer.from(JSON.stringify(document, withoutOurKeywords));
}

function operation(route: Route) {
  const { query, body, answer, unavailable } = route.schemas;
  return {
    operationId: operationId(route),
    tags: [route.path.split('/')[1]],
    summary: route.summary,
    description: `${whoMayCall(route)} Rate limit: ${LIMITS[route.limit]}.`,
    ...(route.access === 'anyone' ? { security: [] } : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: [...pathParameters(route), ...(query ? queryParameters(query) : [])],
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

/** `POST /caregivers/:id/patients` → `postCaregiversIdPatients`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const pathParameters = ({ path }: Route) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (query: TObject) =>
  Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }));

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

const json = (schema: TSchema) => ({ content: { 'application/json': { schema } } });

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

export const withoutOurKeywords = (key: string, value: unknown): unknown =>
  key.startsWith('x-') ? undefined : value;
