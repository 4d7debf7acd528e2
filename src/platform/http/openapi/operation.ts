import type { TSchema } from 'typebox';
import { Failure } from '../../schema/envelope.ts';
import { LIMITS } from '../rate-limits.ts';
import { needsBody, type Route } from '../route.ts';
import type { Components } from './components.ts';
import { type Completeness, exampleOf } from './examples.ts';
import { FAILURES, type FailureStatus, failuresOf } from './failures.ts';
import { headersOf } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { tagOf } from './tags.ts';

/** Turns a row of the route table into an operation of the document. */
export function operationOf(route: Route, components: Components) {
  const { body, reply, unavailable } = route.schemas;

  const json = (schema: TSchema, completeness: Completeness, example?: unknown) => ({
    content: {
      'application/json': {
        schema: components.refer(schema),
        example: example ?? exampleOf(schema, completeness),
      },
    },
  });

  const success = (status: number) => ({
    description: SUCCESSES[status],
    headers: headersOf(route, status),
    ...(reply && json(reply, 'required')),
    ...(reply && route.csv && { content: { ...json(reply, 'required').content, ...CSV } }),
    ...(route.file && { content: Object.fromEntries(route.file.map((type) => [type, BINARY])) }),
    ...(route.download && {
      content: { [route.download.mediaType]: BINARY },
    }),
  });

  function failure(status: FailureStatus) {
    const { description, error, code } = FAILURES[status];
    const details = status === 400 ? { details: { [firstField(route)]: 'is not valid' } } : {};
    const retryAfter = status === 429 ? { retryAfter: 1 } : {};
    return {
      description,
      headers: headersOf(route, status),
      ...(status === 503 && unavailable
        ? json(unavailable, 'required')
        : json(Failure, 'required', { success: false, error, code, ...details, ...retryAfter })),
    };
  }

  return {
    operationId: route.operation,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [
      whoMayCall(route),
      scopeOf(route),
      devicesOf(route),
      proofOf(route),
      LIMITS[route.limit].description,
      failsOf(route),
    ]
      .filter(Boolean)
      .join(' '),
    security: securityOf(route),
    parameters: parametersOf(route, components),
    ...(route.streamsBody && {
      requestBody: { required: true, content: { 'application/octet-stream': BINARY } },
    }),
    ...(body && {
      requestBody: { required: needsBody(route), content: contentOf(route, json(body, 'all').content) },
    }),
    responses: Object.fromEntries([
      ...[route.status, ...(route.otherStatus ? [route.otherStatus] : [])].map((status) => [
        status,
        success(status),
      ]),
      ...failuresOf(route).map((status) => [status, failure(status)]),
    ]),
  };
}

/** A form has the same fields. */
const contentOf = <T>({ form }: Route, content: { readonly 'application/json': T }) => ({
  ...content,
  ...(form && { 'application/x-www-form-urlencoded': content['application/json'] }),
});

const BINARY = { schema: { type: 'string', format: 'binary' } };

/** The same as a table: RFC 4180, UTF-8 with a byte order mark. */
const CSV = { 'text/csv': { schema: { type: 'string' } } };

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  302: 'Redirect',
};

function whoMayCall({ access, fromStation }: Route): string {
  if (access === 'anyone') return 'Needs no token.';
  if (access === 'station') return 'Needs the cookie of a station.';
  const who = access === 'signed-in' ? 'Needs a token.' : `Needs the role ${access.join(' or ')}.`;
  return fromStation ? `${who} Also at a station, with the token of \`POST /stations/me/unlock\`.` : who;
}

function failsOf({ redirects }: Route): string | undefined {
  return redirects && `An error goes to \`${redirects.failedTo}?error=CODE\`.`;
}

/** docs/tokens.md, "Scopes". */
function scopeOf({ access, scope, furtherScope, personal }: Route): string | undefined {
  if (access === 'anyone' || access === 'station') return undefined;
  if (scope === undefined) return 'Closed to access tokens.';
  return `With an access token, the scope \`${scope}\`${furtherScope === undefined ? '' : ` or \`${furtherScope}\``}${personal ? '; closed to service accounts' : ''}.`;
}

/** docs/contract.md, "Device tokens". */
const devicesOf = ({ devices }: Route): string | undefined =>
  devices && 'Open to device tokens, for their own device.';

function securityOf({ access }: Route) {
  if (access === 'anyone') return [];
  return access === 'station' ? [{ station: [] }] : [{ bearer: [] }, { cookie: [] }];
}

/** docs/contract.md, "Recent authentication". */
function proofOf({ recentAuthentication: needs }: Route): string | undefined {
  if (needs === undefined) return undefined;
  const what = needs === 'always' ? 'Needs' : 'A new `email` needs';
  return `${what} a login or \`POST /auth/reauthenticate\` within the last minutes (\`REAUTHENTICATE_MINUTES\`), else 403 \`REAUTHENTICATE\`.`;
}

const firstField = ({ schemas: { body, query } }: Route): string =>
  Object.keys((body ?? query)?.properties ?? {})[0] ?? '';
