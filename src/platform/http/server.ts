import type * as uWebSockets from 'uWebSockets.js';
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import {
  type Certificate,
  type CertificateFiles,
  isSameCertificate,
  readCertificateFiles,
} from '../config/certificate.ts';
import { CannotStart } from '../errors.ts';
import { openUpgradeCork } from '../ws/upgrade-cork.ts';
import { Exchange, type Upgrading } from './exchange.ts';
import { loadNativeServer, type NativeServer } from './native-server.ts';

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

interface HttpServer {
  readonly port: number;
  /**
   * Reloads the certificate's files for new handshakes; open connections are not affected. Rejects when the files
   * cannot be used or are not the expected ones, and then nothing has changed.
   */
  useCertificate(expected: Certificate): Promise<void>;
  /** Stops accepting, waits for requests in flight (at most `graceMs`), then closes every connection. */
  close(graceMs: number): Promise<void>;
}

interface HttpServerDeps {
  readonly host: string;
  readonly port: number;
  /** The setting of the port, for the operator. */
  readonly setting?: string;
  /** SO_REUSEPORT: several processes listen on one port, and the operating system distributes the connections. */
  readonly sharePort?: boolean;
  readonly tls: CertificateFiles | undefined;
  readonly receive: (exchange: Exchange) => void;
  /** WebSocket endpoints; a request without an upgrade goes to `receive`. */
  readonly sockets?: readonly SocketEndpoint[];
}

export interface SocketEndpoint {
  readonly path: string;
  readonly behaviour: Omit<uWebSockets.WebSocketBehavior<unknown>, 'upgrade'>;
  /** Replies to the exchange or turns it into a WebSocket. */
  readonly upgrade: (exchange: Exchange, upgrading: Upgrading) => void;
}

const ANY_IPV6 = '::';
const ANY_IPV4 = '0.0.0.0';
const POLL_MS = 10;

export async function startHttpServer({
  host,
  port,
  setting = 'PORT',
  sharePort = false,
  tls,
  receive,
  sockets = [],
}: HttpServerDeps): Promise<HttpServer> {
  const uWS = await loadNativeServer();
  const cork = await openUpgradeCork(uWS);
  const isSecure = tls !== undefined;
  let inFlight = 0;
  /** More than one after the certificate has changed: the earlier apps serve their open connections. */
  const apps: uWebSockets.TemplatedApp[] = [];

  /** Throws if the files are not a certificate and its key. */
  function createApp(): uWebSockets.TemplatedApp {
    const app = tls ? uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile }) : uWS.App();
    for (const { path, behaviour, upgrade } of sockets) {
      app.ws(path, {
        ...behaviour,
        upgrade: (response, request, context) =>
          upgrade(new Exchange(response, request, isSecure, () => {}), { context, cork }),
      });
    }
    app.any('/*', (response, request) => {
      inFlight += 1;
      const exchange = new Exchange(response, request, isSecure, () => {
        inFlight -= 1;
      });
      receive(exchange);
    });
    return app;
  }

  /** With TLS the port is also shared, with the app that takes over after a change of the certificate. */
  const options = sharePort || tls ? SHARED : EXCLUSIVE;
  const listenOn = (app: uWebSockets.TemplatedApp, on: string) =>
    port === 0 && options === SHARED ? listenOnFree(uWS, app, on) : listen(app, on, port, options);

  const app = createApp();
  apps.push(app);
  let boundTo = host;
  let socket = await listenOn(app, host);
  if (socket === undefined && host === ANY_IPV6) {
    boundTo = ANY_IPV4;
    socket = await listenOn(app, boundTo);
  }
  if (socket === undefined) {
    cork.close();
    app.close();
    throw new CannotStart(
      `Cannot listen on ${host} port ${port}: is another program using it? Set ${setting}, or HOST.`,
    );
  }
  let listening = socket;
  const boundPort = uWS.us_socket_local_port(socket);

  return {
    port: boundPort,
    async useCertificate(expected) {
      if (tls === undefined) return;
      const next = createApp();
      // uWebSockets.js reads the files itself, perhaps while they are being replaced.
      const isExpected = isSameCertificate(expected, readCertificateFiles(tls));
      const taken = isExpected ? await listen(next, boundTo, boundPort, SHARED) : undefined;
      if (taken === undefined) {
        next.close();
        throw new Error(
          isExpected ? `cannot listen on ${boundTo} port ${boundPort} again` : 'they change just now',
        );
      }
      // A listening socket that closes drops its accept queue: between these two ticks, all of the queue is accepted.
      await nextTick();
      await nextTick();
      uWS.us_listen_socket_close(listening);
      listening = taken;
      apps.push(next);
    },
    async close(graceMs) {
      uWS.us_listen_socket_close(listening);
      const deadline = performance.now() + graceMs;
      while (inFlight > 0 && performance.now() < deadline) await delay(POLL_MS);
      cork.close();
      for (const one of apps) one.close();
    },
  };
}

/** uWebSockets.js never shares a port that it chooses itself: so it picks one first, and then shares that number. */
async function listenOnFree(
  uWS: NativeServer,
  app: uWebSockets.TemplatedApp,
  host: string,
): Promise<ListenSocket | undefined> {
  const picked = await listen(app, host, 0, EXCLUSIVE);
  if (picked === undefined) return undefined;
  const port = uWS.us_socket_local_port(picked);
  uWS.us_listen_socket_close(picked);
  return listen(app, host, port, SHARED);
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
