import type * as uWebSockets from 'uWebSockets.js';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from '../../errors.ts';
import { Exchange, type Upgrading } from './exchange.ts';
import { loadNativeServer } from './native-server.ts';
import { openUpgradeCork } from './upgrade-cork.ts';

type ListenSocket = uWebSockets.us_listen_socket;

/** Missing from the native module's type declarations. */
interface OptionsListener {
  listen(
    host: string,
    port: number,
    options: number,
    listening: (socket: ListenSocket | false) => void,
  ): void;
}

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, waits for requests in flight (at most `graceMs`), then closes every connection. */
  close(graceMs: number): Promise<void>;
}

export interface HttpServerParts {
  readonly host: string;
  readonly port: number;
  /** SO_REUSEPORT: several processes listen on one port, and the operating system distributes the connections. */
  readonly sharePort?: boolean;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly receive: (exchange: Exchange) => void;
  /** WebSocket endpoints; a request that is no upgrade goes to `receive`. */
  readonly sockets?: readonly SocketEndpoint[];
}

export interface SocketEndpoint {
  readonly path: string;
  readonly behaviour: Omit<uWebSockets.WebSocketBehavior<unknown>, 'upgrade'>;
  /** Answers the exchange or turns it into a WebSocket. */
  readonly upgrade: (exchange: Exchange, upgrading: Upgrading) => void;
}

const ANY_IPV6 = '::';
const ANY_IPV4 = '0.0.0.0';
const POLL_MS = 10;

export async function startHttpServer({
  host,
  port,
  sharePort = false,
  tls,
  receive,
  sockets = [],
}: HttpServerParts): Promise<HttpServer> {
  const uWS = await loadNativeServer();
  const app = tls ? uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile }) : uWS.App();
  let inFlight = 0;
  const cork = await openUpgradeCork(uWS);
  for (const { path, behaviour, upgrade } of sockets) {
    app.ws(path, {
      ...behaviour,
      upgrade: (response, request, context) =>
        upgrade(new Exchange(response, request, () => {}), { context, cork }),
    });
  }
  app.any('/*', (response, request) => {
    inFlight += 1;
    const exchange = new Exchange(response, request, () => {
      inFlight -= 1;
    });
    receive(exchange);
  });
  const options = sharePort ? SHARED : EXCLUSIVE;
  const socket =
    (await listen(app, host, port, options)) ??
    (host === ANY_IPV6 ? await listen(app, ANY_IPV4, port, options) : undefined);
  if (socket === undefined) {
    cork.close();
    app.close();
    throw new CannotStart(
      `Cannot listen on ${host} port ${port}: is another program using it? Set PORT, or HOST.`,
    );
  }

  return {
    port: uWS.us_socket_local_port(socket),
    async close(graceMs) {
      uWS.us_listen_socket_close(socket);
      const deadline = performance.now() + graceMs;
      while (inFlight > 0 && performance.now() < deadline) await delay(POLL_MS);
      cork.close();
      app.close();
    },
  };
}

/** uWebSockets.js shares a port by default: a second server started by mistake would get half of the requests. */
const EXCLUSIVE = 1;
const SHARED = 0;

const listen = (
  app: uWebSockets.TemplatedApp,
  host: string,
  port: number,
  options: number,
): Promise<ListenSocket | undefined> =>
  new Promise((resolve) => {
    (app as unknown as OptionsListener).listen(host, port, options, (socket) => resolve(socket || undefined));
  });
