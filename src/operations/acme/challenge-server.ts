import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart } from '../../platform/errors.ts';

/** Replies by token, while the CA verifies a host. */
export type Challenges = Map<string, string>;

interface ChallengeServerDeps {
  readonly host: string;
  readonly port: number;
  /** Requests for other paths are redirected to one of them. */
  readonly hosts: readonly string[];
  readonly httpsPort: number;
}

export interface ChallengeServer {
  readonly port: number;
  readonly challenges: Challenges;
  close(): Promise<void>;
}

const PREFIX = '/.well-known/acme-challenge/';
const ANY_IPV6 = '::';
const ANY_IPV4 = '0.0.0.0';
/** Enough for the CA and for people who type the address without https. */
const MAX_CONNECTIONS = 200;
const TIMEOUT_MS = 10_000;
const HTTPS_PORT = 443;

/** The server of plain HTTP on port 80: replies to the CA's challenges, and sends everybody else to HTTPS. */
export async function startChallengeServer(deps: ChallengeServerDeps): Promise<ChallengeServer> {
  const challenges: Challenges = new Map();
  const server = createServer((request, response) => reply(request, response, challenges, deps));
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = TIMEOUT_MS;
  server.requestTimeout = TIMEOUT_MS;
  server.keepAliveTimeout = 1;
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: deps.port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  try {
    await listen(deps.host).catch((error: NodeJS.ErrnoException) => {
      // The machine has no IPv6.
      if (deps.host !== ANY_IPV6 || error.code === 'EADDRINUSE' || error.code === 'EACCES') throw error;
      return listen(ANY_IPV4);
    });
  } catch (error) {
    throw new CannotStart(
      `Cannot listen on ${deps.host} port ${deps.port} for TLS_ACME: is another program using it, or is it only for root? Set TLS_ACME_PORT.`,
      error,
    );
  }
  server.on('error', () => {});
  return {
    port: (server.address() as AddressInfo).port,
    challenges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  challenges: Challenges,
  { hosts, httpsPort }: ChallengeServerDeps,
): void {
  response.setHeader('Connection', 'close');
  if (method !== 'GET' && method !== 'HEAD') {
    // Redirected, a client would send its password or its reading in plain text first, and again each time.
    response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Use HTTPS.\n');
    return;
  }
  if (url.startsWith(PREFIX)) {
    const found = challenges.get(url.slice(PREFIX.length));
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(found);
    return;
  }
  const asked = headers.host?.replace(/:\d+$/, '').toLowerCase();
  const host = hosts.find((one) => one === asked) ?? hosts[0];
  const port = httpsPort === HTTPS_PORT ? '' : `:${httpsPort}`;
  const path = url.startsWith('/') ? url : '/';
  response.writeHead(308, { Location: `https://${host}${port}${path}` }).end();
}
