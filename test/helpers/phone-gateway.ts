import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const SID = 'AC0123456789abcdef0123456789abcdef';
export const TOKEN = 'a-token-of-the-gateway';
const FROM = '+4930123456';

/** A request for an SMS or a call. */
export interface Placed {
  readonly resource: 'Messages' | 'Calls';
  readonly fields: Readonly<Record<string, string>>;
}

interface HookAnswer {
  readonly status: number;
  readonly xml: string;
}

export interface PhoneGateway {
  readonly url: string;
  readonly host: string;
  /** What it was asked for and has accepted or refused, in order. */
  readonly placed: Placed[];
  sms(): readonly Placed[];
  calls(): readonly Placed[];
  /** Sets how it answers requests; by default it accepts them. */
  behave(answer: (placed: Placed, response: ServerResponse) => void): void;
  /** Posts a form to a hook, signed like the provider's. */
  post(url: string, fields: Readonly<Record<string, string>>, signature?: string): Promise<HookAnswer>;
  close(): Promise<void>;
}

/** https://www.twilio.com/docs/usage/security, written apart from the service's own code. */
export function signatureOf(url: string, fields: Readonly<Record<string, string>>, token = TOKEN): string {
  const names = Object.keys(fields).sort();
  const hmac = createHmac('sha1', token).update(url);
  for (const name of names) hmac.update(name).update(fields[name] ?? '');
  return hmac.digest('base64');
}

/** The provider's answer to an accepted request. */
export const accept = ({ resource, fields }: Placed, response: ServerResponse): void => {
  const sid = `${resource === 'Calls' ? 'CA' : 'SM'}${Math.random().toString(16).slice(2).padEnd(32, '0')}`;
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ sid, status: 'queued', to: fields.To, from: fields.From }));
};

/** The provider's answer to a refused request. */
export const refuse =
  (status: number, code: number, headers: Readonly<Record<string, string>> = {}) =>
  (_: Placed, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ code, message: 'refused', more_info: '', status }));
  };

/** A gateway that behaves as Twilio documents its REST interface: Basic authentication, forms, JSON, signed hooks. */
export async function startPhoneGateway(): Promise<PhoneGateway> {
  const placed: Placed[] = [];
  let answer = accept;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, resource] =
      /^\/2010-04-01\/Accounts\/\w+\/(Messages|Calls)\.json$/.exec(request.url ?? '') ?? [];
    const expected = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`;
    if (request.method !== 'POST' || resource === undefined) return void response.writeHead(404).end();
    if (request.headers.authorization !== expected)
      return refuse(401, 20003)({ resource: 'Messages', fields: {} }, response);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const one = { resource: resource as Placed['resource'], fields };
    placed.push(one);
    answer(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    url: `twilio://${SID}:${TOKEN}@${host}?from=${FROM}`,
    host,
    placed,
    sms: () => placed.filter(({ resource }) => resource === 'Messages'),
    calls: () => placed.filter(({ resource }) => resource === 'Calls'),
    behave(next) {
      answer = next;
    },
    async post(url, fields, signature = signatureOf(url, fields)) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      });
      return { status: response.status, xml: await response.text() };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
