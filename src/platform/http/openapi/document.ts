import { Failure } from '../../schema/envelope.ts';
import type { Route } from '../route.ts';
import { createComponents } from './components.ts';
import { HEADERS } from './headers.ts';
import { type HookDescription, hookOperation, signatureScheme } from './hook.ts';
import { operationOf } from './operation.ts';
import { DOCUMENT_TAGS } from './tags.ts';

const DESCRIPTION = `Real-time fall monitoring: readings in, assessments and caregiver alerts out.

Bodies are JSON, except those of gateways' hooks. Unknown fields and query parameters are ignored. Times are ISO 8601 in UTC, identifiers UUIDs.
A number's unit is in its description and in \`x-unit\`. Every response carries \`Cache-Control: no-store\`,
\`X-Content-Type-Options: nosniff\`, \`Referrer-Policy: no-referrer\`, \`X-Frame-Options: DENY\` and a
\`Content-Security-Policy\`. The live socket and MQTT are in /api/asyncapi.json,
the FHIR interface is described by /fhir/metadata.

Every POST with a session or an access token takes the header \`Idempotency-Key\`, a text of the client's choice. A repeated
request of the account with the same key within 24 hours gets the first reply and has no effect; another request with the key
is 409 \`IDEMPOTENCY_KEY_REUSED\`.`;

/** OpenAPI 3.1, generated from the route table and the descriptions of hooks only. */
export function openApiDocument(
  routes: readonly Route[],
  hooks: readonly HookDescription[],
  version: string,
): Buffer {
  const components = createComponents();
  components.refer(Failure);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) };
  }
  for (const hook of hooks) paths[hook.path] = { post: hookOperation(hook, components) };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Vigil',
      version,
      description: DESCRIPTION,
    },
    servers: [{ url: '/api', description: 'The service that serves this document' }],
    tags: DOCUMENT_TAGS,
    paths,
    components: {
      schemas: components.schemas(),
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The `token` from signing up or logging in, an access token (`POST /profile/tokens`), or for some operations the token of a wearable (`POST /device/:id/token`)',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'access_token',
          description:
            'The same for browsers. Requests that change data must come from an authorized origin.',
        },
        station: {
          type: 'apiKey',
          in: 'cookie',
          name: 'station_token',
          description:
            'The cookie of an enrolled tablet. Requests that change data must come from an authorized origin.',
        },
        ...signatureScheme(hooks),
      },
    },
  };
  return Buffer.from(JSON.stringify(document));
}
