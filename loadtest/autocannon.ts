import autocannon from 'autocannon';
import { openHttpLinks } from './links/http-link.ts';
import { closedLoop } from './loops/closed-loop.ts';
import { type Payers, startCosts } from './machine/costs.ts';
import type { Running } from './machine/service.ts';
import { type Measured, WARM_UP_SECONDS } from './measured.ts';
import { doing } from './progress.ts';
import { quietReading } from './reading.ts';
import type { SeededDevice } from './seed.ts';

const PATH = '/device/sensor-stream';

/** Each connection sends readings of its own share of the devices, in turn. */
function readingsBy(
  server: Running,
  devices: readonly SeededDevice[],
  connections: number,
): autocannon.Options {
  let client = 0;
  return {
    url: `${server.url}${PATH}`,
    connections,
    pipelining: 1,
    setupClient(connection) {
      const own = devices.filter((_, i) => i % connections === client % connections);
      client += 1;
      connection.setRequests(
        own.map(({ macAddress, token }) => ({
          method: 'POST',
          path: `/api${PATH}`,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(quietReading(macAddress, 1000)),
        })),
      );
    },
  };
}

export interface AutocannonLoad {
  readonly name: string;
  readonly server: Running;
  readonly payers: Payers;
  readonly devices: readonly SeededDevice[];
  readonly connections: number;
  readonly seconds: number;
}

const MAX_ATTEMPTS = 4;
/** Share of the requested time. */
const LONG_ENOUGH = 0.7;
/** The light client, which warms up, is faster than autocannon. */
const FIRST_GUESS = 0.5;

/**
 * Sends a fixed number of requests instead of running for a fixed time: every request gets a response, so none is
 * uncertain. If the run was too short, it is repeated with more requests, and only the last run counts.
 */
export async function autocannonMeasure(load: AutocannonLoad): Promise<Measured> {
  const { name, server, payers, devices, connections, seconds } = load;
  const links = await openHttpLinks(server.port, devices, connections);
  const warm = await closedLoop(links, 1, WARM_UP_SECONDS);
  for (const link of links) link.close();
  const readings = readingsBy(server, devices, Math.min(connections, devices.length));
  let { stored: acknowledged, unanswered } = warm;
  let rate = (warm.stored / warm.seconds) * FIRST_GUESS;
  for (let attempt = 1; ; attempt++) {
    doing('autocannon', seconds);
    const costs = startCosts(payers);
    const amount = Math.max(10 * connections, Math.round(rate * seconds));
    const result = await autocannon({ ...readings, amount });
    const { non2xx, errors, timeouts, duration } = result;
    const failed = non2xx + errors + timeouts;
    acknowledged += result['2xx'];
    unanswered += errors;
    rate = result['2xx'] / duration;
    if (duration < LONG_ENOUGH * seconds && failed === 0 && attempt < MAX_ATTEMPTS) continue;
    return {
      name,
      perSecond: rate,
      p50: result.latency.p50,
      p99: result.latency.p99,
      failed,
      failures: failed === 0 ? 'none' : `${non2xx} not 200, ${errors} errors, ${timeouts} timeouts`,
      overloaded: false,
      seconds: duration,
      costs: costs(),
      acknowledged,
      unanswered,
    };
  }
}
