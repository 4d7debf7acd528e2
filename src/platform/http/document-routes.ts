import { record, string } from '../schema/primitives.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { AsyncApiChannel } from './asyncapi-channel.ts';
import { openApiDocument } from './openapi/document.ts';
import type { HookDescription } from './openapi/hook.ts';
import { openRoute, type Route } from './route.ts';

/** OpenAPI and AsyncAPI, each generated on the first request; the OpenAPI document lists these two routes too. */
export function documentRoutes(
  others: readonly Route[],
  hooks: readonly HookDescription[],
  channels: readonly AsyncApiChannel[],
  version: string,
): readonly Route[] {
  let openApiBytes: Buffer | undefined;
  let asyncApiBytes: Buffer | undefined;
  const openApi: Route = openRoute({
    operation: 'getOpenApiDocument',
    at: 'GET /openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    reply: record('OpenApiDocument', 'An OpenAPI document', {
      openapi: string('Version of OpenAPI', '3.1.0'),
    }),
    handle() {
      openApiBytes ??= openApiDocument([...others, openApi, asyncApi], hooks, version);
      return { document: openApiBytes };
    },
  });
  const asyncApi: Route = openRoute({
    operation: 'getAsyncApiDocument',
    at: 'GET /asyncapi.json',
    summary: 'The live socket and the MQTT topics as an AsyncAPI 3.0 document',
    reply: record('AsyncApiDocument', 'An AsyncAPI document', {
      asyncapi: string('Version of AsyncAPI', '3.0.0'),
    }),
    handle() {
      asyncApiBytes ??= asyncApiDocument(channels, version);
      return { document: asyncApiBytes };
    },
  });
  return [openApi, asyncApi];
}
