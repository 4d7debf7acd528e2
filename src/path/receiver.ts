import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import { markDelivered } from './store.ts';

interface ReceiverDeps {
  readonly db: Queryable;
  readonly now: () => number;
  readonly log: Log;
}

export interface Receiver {
  /** Resolves with the port. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

const HERE = '127.0.0.1';

/**
 * Gets the alerts of path tests, over HTTP on this machine. Each instance has one, because any of them may send the alert;
 * the database tells the tester that it has arrived. The test's id in the path is its secret.
 */
export function createReceiver({ db, now, log }: ReceiverDeps): Receiver {
  const receive = async (path: string): Promise<number> => {
    const id = path.slice(1);
    return isUuid(id) && (await markDelivered(db, id, new Date(now()))) ? 204 : 404;
  };
  const server = createServer((request, response) => {
    request.resume();
    receive(request.url ?? '').then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(503).end(),
    );
  });
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: HERE, port: 0 }, () => {
          server.off('error', reject);
          server.on('error', (error) => log.error({ err: error }, 'path: the receiver failed'));
          resolve((server.address() as AddressInfo).port);
        });
      }),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
