// Receives the events of a webhook of the organisation, and closes falls as soon as it hears of them.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '../machine/clean-up.ts';
import { withDatabase } from '../seed.ts';

const CREATED = 201;
const SECRET_BYTES = 32;

export interface FeedEvent {
  readonly id: string;
  /** `fall.raised`, or the state of the response. */
  readonly what: string;
  readonly fallId: string;
  readonly patientId: string;
}

export interface Feed {
  /** In the order of arrival; an event that arrives twice is there twice. */
  readonly events: readonly FeedEvent[];
  onEvent: (event: FeedEvent) => void;
  close(): Promise<void>;
}

export async function startFeed(databaseUrl: string): Promise<Feed> {
  const events: FeedEvent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.writeHead(CREATED).end();
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      readonly type: string;
      readonly data: {
        readonly fallId: string;
        readonly patientId: string;
        readonly response: { readonly state: string } | null;
      };
    };
    const what = type === 'response.changed' ? (data.response?.state ?? '') : type;
    const { fallId, patientId } = data;
    const event = { id: String(request.headers['webhook-id']), what, fallId, patientId };
    events.push(event);
    feed.onEvent(event);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await withDatabase(databaseUrl, (client) =>
    client.query(
      `INSERT INTO webhooks (url, secret, events, created_at)
       VALUES ($1, $2, ARRAY['fall.raised', 'response.changed'], now())`,
      [`http://127.0.0.1:${port}/feed`, `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`],
    ),
  );
  const feed: Feed = {
    events,
    onEvent: () => {},
    close: atTheEnd(() => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return feed;
}
