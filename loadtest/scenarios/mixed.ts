import { openHttpLinks } from '../links/http-link.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import type { Driven } from '../loops/driven.ts';
import { openLoop } from '../loops/open-loop.ts';
import { startCosts } from '../machine/costs.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { residentBytes } from '../machine/processes.ts';
import { startVigil } from '../machine/service.ts';
import type { Check } from '../report.ts';
import { laterGrowth } from '../rules/memory-trend.ts';
import { count, duration, optionalCount } from '../rules/options.ts';
import { sampleOverTime } from '../samples-over-time.ts';
import { scenario } from '../scenario.ts';
import { DEVICES_PER_USER, seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

const WARM_UP_SECONDS = 10;
const SAMPLE_MS = 1_000;
const MAX_MEMORY_GROWTH = 1.05;
/** A load test of minutes must survive a stall of some seconds. */
const GIVE_UP_AFTER_SECONDS = 15;
const isServerError = (status: number): boolean => status >= 500;

export const mixed = scenario({
  about:
    'wearables that send one reading per second each, or --rate in total, half over MQTT and half over HTTP (keep-alive), one connection\n' +
    'each, in an open loop: loss, errors, latency and memory over time.',
  options: {
    devices: count(5000, 'wearables'),
    rate: optionalCount('readings per second in total', 'one per wearable'),
    duration: duration('10m', 'duration, after ten seconds of warm-up'),
    p99: count(250, 'maximum p99, in milliseconds'),
  },
  async run({ devices: number, rate = number, duration: seconds, p99: boundMs }) {
    requireOpenFiles(number);
    // Without a send schedule, as in all load tests: the service also acknowledges a reading that the schedule refuses, so a
    // stall of the generator would look like a loss.
    const vigil = await startVigil();
    const seeded = await seedDevices(vigil.databaseUrl, Math.max(2 * DEVICES_PER_USER, number));
    const half = Math.ceil(number / 2);
    const ways = [
      { name: 'MQTT', links: await openMqttLinks(vigil.mqttPort, seeded.slice(0, half)) },
      { name: 'HTTP', links: await openHttpLinks(vigil.port, seeded.slice(half, number), number) },
    ];
    const drive = (time: number) =>
      Promise.all(
        ways.map(({ links }) =>
          openLoop({
            links,
            rate: (rate * links.length) / number,
            seconds: time,
            giveUpAfter: GIVE_UP_AFTER_SECONDS,
          }),
        ),
      );
    const { done, check } = await comparedWithTable(vigil.databaseUrl, async () => {
      const warm = await drive(WARM_UP_SECONDS);
      const costs = startCosts(vigil);
      const memory = sampleOverTime(SAMPLE_MS, () => residentBytes(vigil.pid) / 1e6);
      const driven = await drive(seconds);
      const both = [...warm, ...driven];
      return {
        driven,
        acknowledged: both.reduce((sum, { stored }) => sum + stored, 0),
        unanswered: both.reduce((sum, { unanswered }) => sum + unanswered, 0),
        memory: memory.stop(),
        costs: costs(),
      };
    });
    for (const link of ways.flatMap(({ links }) => links)) link.close();
    const { driven, memory, costs } = done;
    const stored = driven.reduce((sum, one) => sum + one.stored, 0);
    const perReading = (cpu: number): number => (cpu * 1e6) / stored;
    const growth = laterGrowth(memory.map(([, megabytes]) => megabytes));
    return {
      tables: [
        {
          title: `${number} wearables at 1 Hz for ${seconds} s`,
          rows: driven.map((one, i) => ({ name: ways[i]?.name ?? '', figures: figuresOf(one) })),
        },
        {
          title: 'Costs',
          rows: [
            {
              name: 'Vigil',
              figures: {
                'CPU µs/reading': perReading(costs.server),
                'database CPU µs/reading': perReading(costs.database),
                cores: costs.server / seconds,
                'MB at the end': memory.at(-1)?.[1] ?? 0,
                'memory, last / second third': growth,
              },
            },
          ],
        },
      ],
      checks: [
        check,
        ...driven.flatMap((one, i) => checksOf(ways[i]?.name ?? '', one, boundMs)),
        flat(growth),
      ],
    };
  },
});

function figuresOf(driven: Driven) {
  const { p50, p99, p999, max } = driven.latencies.spread();
  return {
    'readings/s': driven.stored / driven.seconds,
    'p50 ms': p50,
    'p99 ms': p99,
    'p99.9 ms': p999,
    'worst ms': max,
    '5xx': driven.answeredWith(isServerError),
    failed: driven.failed,
    'sent late, p99 ms': driven.lateness.spread().p99,
  };
}

function checksOf(name: string, driven: Driven, boundMs: number): Check[] {
  const { p99 } = driven.latencies.spread();
  const serverErrors = driven.answeredWith(isServerError);
  return [
    { name: `${name}: no 5xx`, found: String(serverErrors), holds: serverErrors === 0 },
    {
      name: `${name}: every reading was stored`,
      found: `${driven.sent} sent; failed: ${driven.failures}`,
      holds: driven.failed === 0 && !driven.overloaded,
    },
    { name: `${name}: p99 ≤ ${boundMs} ms`, found: `${p99.toFixed(1)} ms`, holds: p99 <= boundMs },
  ];
}

const flat = (growth: number): Check => ({
  name: `stable memory: the last third of the time at most ${MAX_MEMORY_GROWTH} × the second`,
  found: growth.toFixed(3),
  holds: growth <= MAX_MEMORY_GROWTH,
});
