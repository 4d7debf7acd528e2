import Type from 'typebox';
import type { Channel } from '../../../schemas/channels.ts';
import { asyncApiDocument } from '../asyncapi.ts';
import { openApiDocument } from '../openapi.ts';
import { openRoute, type Route } from '../route.ts';

/** OpenAPI and AsyncAPI; the OpenAPI document lists these two routes too. */
export function documentRoutes(
  others: readonly Route[],
  channels: readonly Channel[],
  version: string,
): readonly Route[] {
  const openApi: Route = openRoute({
    method: 'GET',
    path: '/openapi.json',
    limit: 'global',
    summary: 'This API as an OpenAPI 3.1 document',
    status: 200,
    answer: Type.Object({ openapi: Type.String() }),
    handle: () => ({ document }),
  });
  const asyncDocument = asyncApiDocument(channels, version);
  const asyncApi: Route = openRoute({
    method: 'GET',
    path: '/asyncapi.json',
    limit: 'global',
    summary: 'The live socket and the MQTT topics as an AsyncAPI 3.0 document',
    status: 200,
    answer: Type.Object({ asyncapi: Type.String() }),
    handle: () => ({ document: asyncDocument }),
  });
  const document = openApiDocument([...others, openApi, asyncApi], version);
  return [openApi, asyncApi];
}
