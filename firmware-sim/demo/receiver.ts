// Plays the caregivers' phones and the organisation's pager: receives ntfy messages and webhooks.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Notice {
  /** ntfy's topic or the webhook's path, which identifies the phone. */
  readonly to: string;
  readonly via: 'ntfy' | 'webhook';
  readonly text: string;
  /** Undefined for messages that are not about a fall. */
  readonly fallId: string | undefined;
}

export interface Receiver {
  readonly url: string;
  close(): void;
}

interface NtfyMessage {
  readonly topic?: string;
  readonly title?: string;
  readonly message?: string;
  readonly click?: string;
}

interface WebhookMessage {
  readonly type?: string;
  readonly data?: { readonly fallId?: string; readonly patientName?: string; readonly level?: string };
}

const MAX_BYTES = 65_536;

export async function startReceiver(onNotice: (notice: Notice) => void): Promise<Receiver> {
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (body) => {
        response.writeHead(200).end();
        const notice = noticeOf(request.url ?? '/', body);
        if (notice !== undefined) onNotice(notice);
      },
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BYTES) throw new Error('too long');
  }
  return JSON.parse(text);
}

/** Undefined if the request is neither. */
export function noticeOf(path: string, body: unknown): Notice | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (path === '/') {
    const { topic, title = '', message = '', click = '' } = body as NtfyMessage;
    if (topic === undefined) return undefined;
    const fallId = /\/falls\/([\w-]+)$/.exec(click)?.[1];
    return { to: topic, via: 'ntfy', text: [title, message].filter(Boolean).join('. '), fallId };
  }
  const { type = '', data } = body as WebhookMessage;
  const text = [type, data?.level, data?.patientName].filter(Boolean).join(' ');
  return { to: path.slice(1), via: 'webhook', text, fallId: data?.fallId };
}
