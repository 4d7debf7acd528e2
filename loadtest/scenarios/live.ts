import { setTimeout as delay } from 'node:timers/promises';
import { putOn } from '../falls.ts';
import { openHttpLinks } from '../links/http-link.ts';
import { type Alerts, fallOneByOne, openCaregivers } from '../live/falls.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { openLoop } from '../loops/open-loop.ts';
import { startCosts } from '../machine/costs.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { residentBytes } from '../machine/processes.ts';
import { startVigil } from '../machine/service.ts';
import type { Ratio } from '../report.ts';
import { count, optionalCount } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const SETTLE_MS = 3_000;
/** Warm-up, not counted. */
const WARM_UP_FALLS = 10;
const BACKGROUND_CONNECTIONS = 100;
const CAPACITY_SECONDS = 5;
const MAX_BACKGROUND_SECONDS = 600;

export const live = scenario({
  about:
    "delay from a fall's reading to the alert on the caregivers' sockets, at rest and under load; memory of an idle socket.",
  options: {
    sockets: count(1000, 'live sockets, one per caregiver'),
    falls: count(200, 'falls at rest, and the same number under load'),
    devices: count(1000, 'wearables that send readings during the falls'),
    rate: optionalCount('readings per second of these wearables', 'half of the maximum rate'),
    'p99-rest': count(30, 'goal for p99 at rest, in milliseconds'),
    'p99-load': count(60, 'goal for p99 under load, in milliseconds'),
  },
  async run({ sockets, falls, devices: others, rate: requestedRate, ...goals }) {
    requireOpenFiles(sockets);
    const vigil = await startVigil();
    const devices = await seedDevices(vigil.databaseUrl, WARM_UP_FALLS + 2 * falls + others);
    // Every fall needs a device without an earlier fall.
    const falling = devices.slice(0, WARM_UP_FALLS + 2 * falls);
    const quiet = devices.slice(falling.length);
    const links = await openHttpLinks(vigil.port, quiet, BACKGROUND_CONNECTIONS);
    const flatOut = await closedLoop(links, 1, CAPACITY_SECONDS);
    const capacity = flatOut.stored / flatOut.seconds;

    const before = residentBytes(vigil.pid);
    const from = performance.now();
    const connected = await openCaregivers(vigil, falling, sockets);
    const openedSeconds = (performance.now() - from) / 1000;
    await delay(SETTLE_MS);
    const perSocket = (residentBytes(vigil.pid) - before) / sockets;

    await putOn(vigil, falling);
    await fallOneByOne(vigil, connected, falling.slice(2 * falls));
    const costs = startCosts(vigil);
    const atRest = await fallOneByOne(vigil, connected, falling.slice(0, falls));
    const spent = costs();
    const rate = requestedRate ?? Math.round(capacity / 2);
    const enough = new AbortController();
    const load = openLoop({ links, rate, seconds: MAX_BACKGROUND_SECONDS, signal: enough.signal });
    await delay(1_000);
    const underLoad = await fallOneByOne(vigil, connected, falling.slice(falls, 2 * falls));
    enough.abort();
    const driven = await load;
    const achieved = driven.stored / driven.seconds;
    connected.close();
    for (const link of links) link.close();
    const missing = atRest.missing + underLoad.missing;
    return {
      tables: [
        {
          title: `From a fall to the alert on a caregiver's socket, ${sockets} sockets`,
          rows: [
            { name: 'at rest', figures: figuresOf(atRest) },
            {
              name: `with ${Math.round(achieved)} readings/s of ${Math.round(capacity)}`,
              figures: figuresOf(underLoad),
            },
          ],
        },
        {
          title: `Cost of a fall at rest with ${Math.round(atRest.latencies.spread().count / falls)} recipients`,
          rows: [
            {
              name: 'CPU',
              figures: {
                'server ms': (spent.server * 1000) / falls,
                'database ms': (spent.database * 1000) / falls,
                'generator ms': (spent.generator * 1000) / falls,
              },
            },
          ],
        },
        {
          title: 'Idle sockets',
          rows: [
            { name: `${sockets}`, figures: { 'KB each': perSocket / 1024, 'opened in s': openedSeconds } },
          ],
        },
      ],
      ratios: [
        ratioTo(goals['p99-rest'], atRest, `at rest, ${sockets} sockets`),
        ratioTo(goals['p99-load'], underLoad, `under load, ${sockets} sockets`),
      ],
      checks: [
        {
          name: 'every caregiver was notified of every fall',
          found: `${missing} missing`,
          holds: missing === 0,
        },
      ],
    };
  },
});

const ratioTo = (goalMs: number, { latencies }: Alerts, when: string): Ratio => ({
  name: `${goalMs} ms / p99 from a fall to the alert ${when}`,
  value: goalMs / latencies.spread().p99,
  goal: 1,
});

function figuresOf({ latencies, missing }: Alerts) {
  const { count: alerts, p50, p99, max } = latencies.spread();
  return { alerts, missing, 'p50 ms': p50, 'p99 ms': p99, 'worst ms': max };
}
