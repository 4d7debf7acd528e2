// Receives messages: a push service, an ntfy server and a webhook in one, reachable from this machine only.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '../machine/clean-up.ts';

export const KINDS = ['webpush', 'ntfy', 'webhook'] as const;
export type Kind = (typeof KINDS)[number];

export interface Receiver {
  readonly url: string;
  /** By topic of the fall: time of the first message, and number of messages. */
  readonly arrived: Readonly<Record<Kind, Map<string, { readonly at: number; times: number }>>>;
  /** Called with the topic of each message when it is answered. */
  onMessage: (kind: Kind, topic: string) => void;
  /** Called with the encrypted body of each push message. */
  onPush: (body: Buffer) => void;
  close(): Promise<void>;
}

const CREATED = 201;
const MAX_BODY_BYTES = 65_536;

/** The topic identifies the fall of a push message without its keys; it is derived from the fall ID, which the other kinds contain. */
export const topicOf = (fallId: string): string =>
  createHash('sha256').update(fallId).digest('base64url').slice(0, 32);

/** Responds to every message at once, or, if hanging, never. */
export async function startReceiver({ hangs = false }: { readonly hangs?: boolean } = {}): Promise<Receiver> {
  const arrived = { webpush: new Map(), ntfy: new Map(), webhook: new Map() };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (hangs) return;
    response.writeHead(CREATED).end();
    const kind = kindOf(request);
    const topic =
      kind === 'webpush' ? String(request.headers.topic) : topicOf(fallIn(kind, body.toString('utf8')));
    const before = arrived[kind].get(topic);
    if (before === undefined) arrived[kind].set(topic, { at: performance.now(), times: 1 });
    else before.times += 1;
    receiver.onMessage(kind, topic);
    if (kind === 'webpush') receiver.onPush(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    arrived,
    onMessage: () => {},
    onPush: () => {},
    close: atTheEnd(() => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return receiver;
}

const kindOf = ({ url }: IncomingMessage): Kind =>
  KINDS.find((kind) => url?.startsWith(`/${kind}`)) ?? 'ntfy';

/** A webhook has `data.fallId`; an ntfy message has the URL of the fall. */
function fallIn(kind: Kind, body: string): string {
  const said = JSON.parse(body) as { data?: { fallId: string }; click?: string };
  return kind === 'webhook' ? (said.data?.fallId ?? '') : (said.click?.split('/').at(-1) ?? '');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Error('a message of more than 64 KiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
