import Type from 'typebox';
import { openApiDocument } from '../openapi.ts';
import { openRoute, type Route } from '../route.ts';

/** The service's description of itself; it lists its own route too. */
export function documentRoutes(others: readonly Route[], version: string): readonly Route[] {
  const openApi: Route = openRoute({
    method: 'GET',
    path: '/openapi.json',
    limit: 'global',
    summary: 'This API as an OpenAPI 3.1 document',
    status: 200,
    answer: Type.Object({ openapi: Type.String() }),
    handle: () => ({ document }),
  });
  const document = openApiDocument([...others, openApi], version);
  return [openApi];
}
