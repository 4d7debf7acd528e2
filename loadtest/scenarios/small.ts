import { setTimeout as delay } from 'node:timers/promises';
import { openHttpLinks } from '../links/http-link.ts';
import type { Link } from '../links/link.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { openLoop } from '../loops/open-loop.ts';
import { type Payers, startCosts } from '../machine/costs.ts';
import { startBaseline, startVigil } from '../machine/service.ts';
import { WARM_UP_SECONDS } from '../measured.ts';
import { doing, inChapter } from '../progress.ts';
import type { Figures, Ratio } from '../report.ts';
import { count, duration } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

const RATES = [10, 100, 1000] as const;
/** The rates of a small home. */
const SMALL_RATES: readonly number[] = [10, 100];
const GOAL_MS = 0.3;
const MAX_P99_MS = 10;
const SETTLE_MS = 5_000;

interface Contestant {
  readonly name: string;
  readonly isOurs: boolean;
  readonly payers: Payers;
  readonly open: (devices: readonly SeededDevice[]) => Promise<readonly Link[]>;
}

interface AtRate {
  readonly rate: number;
  readonly cpuMs: number;
  readonly p99: number;
  readonly figures: Figures;
}

export const small = scenario({
  about:
    'cost of an installation with few wearables: CPU of the service and its database when idle, and per reading at low rates; compared\n' +
    'with a broker that stores nothing and with a typical implementation that stores, at the same rates.',
  options: {
    devices: count(100, 'wearables, one connection each'),
    duration: duration('10s', 'how long each rate is measured'),
  },
  async run({ devices: number, duration: seconds }) {
    const vigil = await startVigil();
    const { pid, postmasterPid, databaseUrl, mqttPort, port } = vigil;
    const devices = await seedDevices(databaseUrl, number);
    const payers = { pid, postmasterPid };
    const aedes = await startBaseline('loadtest/baselines/bare-aedes.ts');
    const fastify = await startBaseline('loadtest/baselines/fastify-insert.ts', {
      DATABASE_URL: databaseUrl,
    });
    const idle = await idleCosts(payers, seconds);
    const contestants: readonly Contestant[] = [
      { name: 'Vigil, MQTT', isOurs: true, payers, open: (all) => openMqttLinks(mqttPort, all) },
      { name: 'Vigil, HTTP', isOurs: true, payers, open: (all) => openHttpLinks(port, all, all.length) },
      {
        name: 'bare Aedes, acknowledges, stores nothing',
        isOurs: false,
        payers: { pid: aedes.pid, postmasterPid },
        open: (all) => openMqttLinks(aedes.port, all),
      },
      {
        name: 'Fastify, one INSERT per request',
        isOurs: false,
        payers: { pid: fastify.pid, postmasterPid },
        open: (all) => openHttpLinks(fastify.port, all, all.length),
      },
    ];
    const results: { readonly of: Contestant; readonly rates: readonly AtRate[] }[] = [];
    const { check } = await comparedWithTable(databaseUrl, async () => {
      let [acknowledged, unanswered] = [0, 0];
      for (const of of contestants) {
        const measured = await atRates(of, devices, seconds);
        results.push({ of, rates: measured.rates });
        if (!of.isOurs) continue;
        acknowledged += measured.acknowledged;
        unanswered += measured.unanswered;
      }
      return { acknowledged, unanswered };
    });
    const ours = results
      .filter(({ of }) => of.isOurs)
      .flatMap(({ of, rates }) => rates.map((one) => ({ name: of.name, ...one })))
      .filter(({ rate }) => SMALL_RATES.includes(rate));
    return {
      tables: [
        { title: 'Idle service', rows: [{ name: 'Vigil', figures: idle }] },
        {
          title: `Single readings, ${number} connections`,
          rows: results.flatMap(({ of, rates }) =>
            rates.map(({ rate, figures }) => ({ name: `${of.name}, ${rate}/s`, figures })),
          ),
        },
      ],
      ratios: ours.map(
        ({ name, rate, cpuMs }): Ratio => ({
          name: `${GOAL_MS} ms of CPU / what a reading costs: ${name}, ${rate}/s`,
          value: GOAL_MS / cpuMs,
          goal: 1,
        }),
      ),
      checks: [
        check,
        ...ours.map(({ name, rate, p99 }) => ({
          name: `${name}, ${rate}/s: p99 ≤ ${MAX_P99_MS} ms`,
          found: `${p99.toFixed(1)} ms`,
          holds: p99 <= MAX_P99_MS,
        })),
      ],
      plots: [],
      notes: [
        'A process that wakes every ten milliseconds runs with cold caches; at the maximum rate the same code takes a twentieth of the ' +
          'time. Node and PostgreSQL each wake for a reading, and cost this much before they do any work.',
      ],
    };
  },
});

async function idleCosts(payers: Payers, seconds: number): Promise<Figures> {
  inChapter('nothing happens');
  await delay(SETTLE_MS);
  doing('waiting', seconds);
  const costs = startCosts(payers);
  await delay(seconds * 1000);
  const { server, database } = costs();
  return { 'CPU server': server / seconds, 'CPU database': database / seconds };
}

async function atRates(
  { name, payers, open }: Contestant,
  devices: readonly SeededDevice[],
  seconds: number,
): Promise<{
  readonly rates: readonly AtRate[];
  readonly acknowledged: number;
  readonly unanswered: number;
}> {
  inChapter(name);
  const links = await open(devices);
  // Lets V8 optimise the code, as in a service that has run for a while.
  const warm = await closedLoop(links, 1, WARM_UP_SECONDS);
  let [acknowledged, unanswered] = [warm.stored, warm.unanswered];
  const rates: AtRate[] = [];
  for (const rate of RATES) {
    const costs = startCosts(payers);
    const driven = await openLoop({ links, rate, seconds });
    const { server, database } = costs();
    const { p50, p99 } = driven.latencies.spread();
    const [serverMs, databaseMs] = [server, database].map((one) => (one * 1000) / driven.stored);
    acknowledged += driven.stored;
    unanswered += driven.unanswered;
    rates.push({
      rate,
      cpuMs: (serverMs ?? 0) + (databaseMs ?? 0),
      p99,
      figures: {
        'p50 ms': p50,
        'p99 ms': p99,
        'server ms each': serverMs ?? 0,
        'database ms each': databaseMs ?? 0,
        'cores, both': (server + database) / driven.seconds,
      },
    });
  }
  for (const link of links) link.close();
  return { rates, acknowledged, unanswered };
}
