import type * as uWebSockets from 'uWebSockets.js';
import { setTimeout as delay } from 'node:timers/promises';
import { Exchange, type Upgrading } from './exchange.ts';
import { openUpgradeCork } from './upgrade-cork.ts';

type ListenSocket = uWebSockets.us_listen_socket;

/** What the native module has and its type declarations leave out. */
interface Undeclared {
  _cfg(option: 'silent'): void;
}
interface OptionsListener {
  listen(
    host: string,
    port: number,
    options: number,
    listening: (socket: ListenSocket | false) => void,
  ): void;
}

// Read by the native code when it is loaded: room for a token in a cookie and another in a header.
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(16 * 1024);
const { default: uWS } = (await import('uWebSockets.js')) as unknown as {
  default: typeof uWebSockets & Undeclared;
};
// Without the "uWebSockets" response header: it would tell strangers what to attack.
uWS._cfg('silent');

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, waits for answers under way (at most `graceMs`), then closes what is left. */
  close(graceMs: number): Promise<void>;
}

export interface HttpServerParts {
  readonly host: string;
  readonly port: number;
  /** Other processes may listen on the same port, and the kernel shares connections out among them. */
  readonly sharePort?: boolean;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly receive: (exchange: Exchange) => void;
  /** WebSockets by path; what is no upgrade goes to `receive`. */
  readonly sockets?: readonly SocketEndpoint[];
}

export interface SocketEndpoint {
  readonly path: string;
  readonly behaviour: Omit<uWebSockets.WebSocketBehavior<unknown>, 'upgrade'>;
  /** Answers the exchange or turns it into a WebSocket. */
  readonly upgrade: (exchange: Exchange, upgrading: Upgrading) => void;
}

/** The server hands what a socket carries back to the behaviour that made it, whatever it is. */
export const socketEndpoint = <Data>(
  {
    path,
    behaviour,
  }: {
    readonly path: string;
    readonly behaviour: Omit<uWebSockets.WebSocketBehavior<Data>, 'upgrade'>;
  },
  upgrade: SocketEndpoint['upgrade'],
): SocketEndpoint => ({ path, behaviour: behaviour as SocketEndpoint['behaviour'], upgrade });

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
  const app = tls ? uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile }) : uWS.App();
  let underWay = 0;
  const cork = await openUpgradeCork(uWS);
  for (const { path, behaviour, upgrade } of sockets) {
    app.ws(path, {
      ...behaviour,
      upgrade: (response, request, context) =>
        upgrade(new Exchange(response, request, () => {}), { context, cork }),
    });
  }
  app.any('/*', (response, request) => {
    underWay += 1;
    const exchange = new Exchange(response, request, () => {
      underWay -= 1;
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
    throw new Error(`Cannot listen on ${host} port ${port}: is another program using it?`);
  }

  return {
    port: uWS.us_socket_local_port(socket),
    async close(graceMs) {
      uWS.us_listen_socket_close(socket);
      const deadline = performance.now() + graceMs;
      while (underWay > 0 && performance.now() < deadline) await delay(POLL_MS);
      cork.close();
      app.close();
    },
  };
}

/** By default two servers could share a port, each getting half of the requests. */
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
