// A provider of SMS and calls with Twilio's REST interface, reachable from this machine only. It picks up every call.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { atTheEnd } from '../machine/clean-up.ts';

const SID = 'AC0123456789abcdef0123456789abcdef';
const TOKEN = 'a-token-that-only-load-tests-use';
const CREATED = 201;

export interface PlacedSms {
  readonly to: string;
  readonly text: string;
}

export interface PlacedCall {
  readonly to: string;
  /** What the person hears. */
  readonly said: string;
}

export interface Gateway {
  /** For SMS_GATEWAY_URL and VOICE_GATEWAY_URL. */
  readonly url: string;
  /** All requests, also those that it holds. */
  readonly requests: { readonly sms: number; readonly calls: number };
  /** Accepted, in the order of arrival. */
  readonly sms: readonly PlacedSms[];
  readonly calls: readonly PlacedCall[];
  /** Requests to Vigil's hooks that were not answered with 200. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

/** Answers at once, or holds every request for `holdsMs`. */
export async function startGateway({ holdsMs = 0 }: { readonly holdsMs?: number } = {}): Promise<Gateway> {
  const requests = { sms: 0, calls: 0 };
  const sms: PlacedSms[] = [];
  const calls: { readonly to: string; said: string }[] = [];
  const refusals: string[] = [];

  async function pickUp(hook: string, statusHook: string): Promise<string> {
    const said = await postSigned(hook, { CallStatus: 'in-progress', AnsweredBy: 'human' });
    await postSigned(statusHook, { CallStatus: 'completed' });
    return said;
  }

  async function postSigned(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signatureOf(url, fields) },
      body: new URLSearchParams(fields),
    });
    if (answer.status !== 200) refusals.push(`${new URL(url).pathname}: ${answer.status}`);
    return answer.text();
  }

  const server = createServer(async (request, response) => {
    const fields = await formOf(request);
    const isCall = request.url?.endsWith('/Calls.json') ?? false;
    requests[isCall ? 'calls' : 'sms'] += 1;
    if (holdsMs > 0) await delay(holdsMs, undefined, { ref: false });
    // A client that has given up was not served.
    if (response.destroyed) return;
    response.writeHead(CREATED, { 'content-type': 'application/json' }).end('{"status":"queued"}');
    const to = fields.get('To') ?? '';
    if (!isCall) return void sms.push({ to, text: fields.get('Body') ?? '' });
    const call = { to, said: '' };
    calls.push(call);
    call.said = await pickUp(fields.get('Url') ?? '', fields.get('StatusCallback') ?? '').catch(
      (error: Error) => {
        refusals.push(error.message);
        return '';
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `twilio://${SID}:${TOKEN}@127.0.0.1:${port}?from=+4930123456`,
    requests,
    sms,
    calls,
    refusals,
    close: atTheEnd(() => {
      server.closeAllConnections();
      server.close();
    }),
  };
}

function signatureOf(url: string, fields: Readonly<Record<string, string>>): string {
  const hmac = createHmac('sha1', TOKEN).update(url);
  for (const name of Object.keys(fields).sort()) hmac.update(name).update(fields[name] ?? '');
  return hmac.digest('base64');
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
