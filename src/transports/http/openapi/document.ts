import { Failure } from '../../../schemas/envelope.ts';
import type { Route } from '../route.ts';
import { createComponents } from './components.ts';
import { operationOf } from './operation.ts';

/** OpenAPI 3.1, made from the table of routes and nothing else. */
export function openApiDocument(routes: readonly Route[], version: string): Buffer {
  const components = createComponents();
  components.refer(Failure);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) };
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
      schemas: components.schemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'access_token' },
      },
    },
  };
  return Buffer.from(JSON.stringify(document));
}
