import { createHash } from 'node:crypto';

interface Schemas {
  readonly [name: string]: unknown;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly headers?: unknown }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly payload: unknown }>> }>
  >;
  readonly components?: { readonly schemas?: Schemas };
}

export interface Documents {
  /** The exact bytes that the service sent. */
  readonly openApiText: string;
  readonly asyncApiText: string;
  readonly openApi: OpenApi;
  readonly asyncApi: AsyncApi;
}

export async function readDocuments(apiUrl: string): Promise<Documents> {
  const [openApiText = '', asyncApiText = ''] = await Promise.all(
    ['openapi.json', 'asyncapi.json'].map(async (name) => (await fetch(`${apiUrl}/${name}`)).text()),
  );
  return {
    openApiText,
    asyncApiText,
    openApi: JSON.parse(openApiText) as OpenApi,
    asyncApi: JSON.parse(asyncApiText) as AsyncApi,
  };
}

/** A test uses it to detect, without the generator, that the types are older than the documents. */
export function fingerprintOf({ openApiText, asyncApiText }: Documents): string {
  const hash = createHash('sha256');
  for (const text of [openApiText, asyncApiText]) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * The generator reads OpenAPI alone: frames and MQTT messages join its schemas, as `live.server.alert`. Parts
 * without types would be most of the file and are left out: error responses, response headers and examples.
 */
export function mergedDocument({ openApi, asyncApi }: Documents): string {
  const payloads = Object.entries(asyncApi.channels).flatMap(([channel, { messages }]) =>
    Object.entries(messages).map(([name, { payload }]) => [`${channel}.${name}`, payload] as const),
  );
  const merged = {
    ...openApi,
    paths: mapped(openApi.paths, (operations) =>
      mapped(operations, ({ responses, ...operation }) => ({
        ...operation,
        responses: mapped(successesOf(responses), ({ headers: _, ...response }) => response),
      })),
    ),
    components: {
      ...openApi.components,
      schemas: {
        ...asyncApi.components?.schemas,
        ...openApi.components.schemas,
        ...Object.fromEntries(payloads),
      },
    },
  };
  return JSON.stringify(merged, (key, value) => (/^examples?$/.test(key) ? undefined : value));
}

const successesOf = (responses: Operation['responses']): Operation['responses'] =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')));

const mapped = <From, To>(
  all: Readonly<Record<string, From>>,
  change: (one: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));
