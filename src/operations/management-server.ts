import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../platform/metrics.ts';
import type { Health } from './health.ts';

interface ManagementServer {
  readonly port: number;
  close(): Promise<void>;
}

interface ManagementDeps {
  readonly host: string;
  readonly port: number;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'text'>;
}

type Page = () => Promise<{ readonly status: number; readonly type: string; readonly body: string }>;

const PLAIN = 'text/plain; charset=utf-8';
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * For operators, on a separate port that must not be public: Prometheus metrics, a liveness probe (restart the process
 * if it fails) and a readiness probe (send traffic elsewhere if it fails).
 */
export async function startManagementServer(deps: ManagementDeps): Promise<ManagementServer> {
  const pages: Readonly<Record<string, Page>> = {
    '/metrics': async () => ({ status: 200, type: PROMETHEUS, body: await deps.metrics.text() }),
    '/livez': async () => ({ status: 200, type: PLAIN, body: 'alive\n' }),
    '/readyz': async () => {
      const { status, degraded } = await deps.health.check();
      const body = `${status.toLowerCase()}${degraded.length > 0 ? `: ${degraded.join(', ')}` : ''}\n`;
      return { status: status === 'UNHEALTHY' ? 503 : 200, type: PLAIN, body };
    },
  };
  const server = createServer((request, response) => {
    const page = pages[request.url?.split('?')[0] ?? ''];
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host: deps.host, port: deps.port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
