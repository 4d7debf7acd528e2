import type { HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Runs `work` inside the cork callback of a spare response. */
export interface UpgradeCork {
  run(work: () => void): void;
  close(): void;
}

interface Native {
  App(): TemplatedApp;
  us_socket_local_port(socket: us_listen_socket): number;
  us_listen_socket_close(socket: us_listen_socket): void;
}

const HOST = '127.0.0.1';

/**
 * An upgrade after an await must not be corked by its own response: cork() would then read the new WebSocket's memory
 * as if it were still the response's, and sometimes close the connection because of it (uWebSockets pull request
 * #1929). Without any cork, uWebSockets.js prints a warning for each upgrade. So the service sends one request to
 * itself that is never replied to, and uses its cork. The port of that request is closed once it has arrived, so no
 * other client can reach it.
 */
export async function openUpgradeCork(native: Native): Promise<UpgradeCork> {
  const app = native.App();
  let spare: HttpResponse | undefined;
  let arrived: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  app.any('/*', (response) => {
    response.onAborted(() => {
      if (spare === response) spare = undefined;
    });
    spare ??= response;
    arrived();
  });
  const socket = await new Promise<us_listen_socket | false>((resolve) => app.listen(HOST, 0, resolve));
  if (!socket) throw new Error(`Cannot listen on ${HOST}`);
  const client = connect(native.us_socket_local_port(socket), HOST);
  try {
    await once(client, 'connect');
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: spare\r\n\r\n');
    await ready;
  } catch (error) {
    app.close();
    throw error;
  }
  native.us_listen_socket_close(socket);

  return {
    run(work) {
      if (spare === undefined) work();
      else spare.cork(work);
    },
    close() {
      client.destroy();
      app.close();
    },
  };
}
