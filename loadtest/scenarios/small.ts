import { setTimeout as delay } from 'node:timers/promises';
import { openHttpLinks } from '../links/http-link.ts';
import type { Link } from '../links/link.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import type { Driven } from '../loops/driven.ts';
import { openLoop } from '../loops/open-loop.ts';
import { type Payers, startCosts } from '../machine/costs.ts';
import { startBaseline, startVigil } from '../machine/service.ts';
import { WARM_UP_SECONDS } from '../measured.ts';
import { doing, inChapter } from '../progress.ts';
import type { Figures, Ratio } from '../report.ts';
import { Latencies } from '../rules/latencies.ts';
import { count, duration } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

const RATES = [10, 100, 1000] as const;
/** The rates of a small home. */
const SMALL_RATES: readonly number[] = [10, 100];
/** At this rate the cost of a reading is compared. With fewer, what a service does when idle counts for most of it. */
const COMPARED_RATE = 100;
/** A reading costs at most this share of what it costs the typical implementation. */
const MAX_SHARE = 0.8;
/** 20 of them are the wait for a common commit. */
const MAX_P99_MS = 30;
const SETTLE_MS = 5_000;

interface Contestant {
  readonly name: string;
  readonly kind: 'ours' | 'typical' | 'stores nothing';
  readonly payers: Payers;
  readonly open: (devices: readonly SeededDevice[]) => Promise<readonly Link[]>;
}

interface AtRate {
  readonly of: Contestant;
  readonly rate: number;
  readonly server: number;
  readonly database: number;
  readonly seconds: number;
  readonly stored: number;
  readonly unanswered: number;
  readonly latencies: Latencies;
}

export const small = scenario({
  about:
    'cost of an installation with few wearables: CPU of the service and its database when idle, and per reading at low rates; compared\n' +
    'with a broker that stores nothing and with a typical implementation that stores, at the same rates.',
  options: {
    devices: count(100, 'wearables, one connection each'),
    duration: duration('10s', 'how long each rate is measured, in all rounds together'),
    rounds: count(2, 'number of rounds in which the servers take turns'),
  },
  async run({ devices: number, duration: seconds, rounds }) {
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
      { name: 'Vigil, MQTT', kind: 'ours', payers, open: (all) => openMqttLinks(mqttPort, all) },
      { name: 'Vigil, HTTP', kind: 'ours', payers, open: (all) => openHttpLinks(port, all, all.length) },
      {
        name: 'bare Aedes, acknowledges, stores nothing',
        kind: 'stores nothing',
        payers: { pid: aedes.pid, postmasterPid },
        open: (all) => openMqttLinks(aedes.port, all),
      },
      {
        name: 'Fastify, one INSERT per request',
        kind: 'typical',
        payers: { pid: fastify.pid, postmasterPid },
        open: (all) => openHttpLinks(fastify.port, all, all.length),
      },
    ];
    const { done: results, check } = await comparedWithTable(databaseUrl, async () => {
      const warm: Driven[] = [];
      const linksOf = new Map<Contestant, readonly Link[]>();
      for (const of of contestants) {
        const links = await of.open(devices);
        linksOf.set(of, links);
        const driven = await warmedUp(of, links);
        if (of.kind === 'ours') warm.push(driven);
      }
      const measured: AtRate[] = [];
      for (let round = 1; round <= rounds; round++) {
        for (const [of, links] of linksOf) {
          inChapter(`${round}/${rounds} ${of.name}`);
          measured.push(...(await atRates(of, links, seconds / rounds)));
        }
      }
      for (const link of [...linksOf.values()].flat()) link.close();
      const storing = [...warm, ...measured.filter(({ of }) => of.kind === 'ours')];
      return {
        rates: contestants.flatMap((of) => RATES.map((rate) => joined(measured, of, rate))),
        acknowledged: storing.reduce((sum, { stored }) => sum + stored, 0),
        unanswered: storing.reduce((sum, one) => sum + one.unanswered, 0),
      };
    });
    const ours = results.rates.filter(({ of, rate }) => of.kind === 'ours' && SMALL_RATES.includes(rate));
    const typical = results.rates.find(({ of, rate }) => of.kind === 'typical' && rate === COMPARED_RATE);
    if (typical === undefined) throw new Error('nothing was compared');
    return {
      tables: [
        { title: 'Idle service', rows: [{ name: 'Vigil', figures: idle }] },
        {
          title: `Single readings, ${number} connections`,
          rows: results.rates.map((one) => ({ name: nameOf(one), figures: figuresOf(one) })),
        },
      ],
      ratios: ours
        .filter(({ rate }) => rate === COMPARED_RATE)
        .map(
          (one): Ratio => ({
            name: `${MAX_SHARE} × CPU of a reading, ${nameOf(typical)} / ${nameOf(one)}`,
            value: (MAX_SHARE * cpuMs(typical)) / cpuMs(one),
            goal: 1,
          }),
        ),
      checks: [
        check,
        ...ours.map((one) => {
          const { p99 } = one.latencies.spread();
          return {
            name: `${nameOf(one)}: p99 ≤ ${MAX_P99_MS} ms`,
            found: `${p99.toFixed(1)} ms`,
            holds: p99 <= MAX_P99_MS,
          };
        }),
      ],
      notes: [
        'A process that wakes every ten milliseconds runs with cold caches; at the maximum rate the same code takes a twentieth of the ' +
          'time. Node and PostgreSQL each wake for a reading, and cost this much before they do any work.',
        'An earlier goal of 0.3 ms per reading at 100 readings per second is retired. A broker that stores nothing needs most of it ' +
          `for its one process. A reading that is stored wakes two. The goal is ${MAX_SHARE} of what the typical implementation needs.`,
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

/** Lets V8 optimise the code, and connections grow old, as in a service that has run for a while. */
function warmedUp({ name }: Contestant, links: readonly Link[]): Promise<Driven> {
  inChapter(name);
  return closedLoop(links, 1, WARM_UP_SECONDS);
}

async function atRates(of: Contestant, links: readonly Link[], seconds: number): Promise<readonly AtRate[]> {
  const rates: AtRate[] = [];
  for (const rate of RATES) {
    const costs = startCosts(of.payers);
    const driven = await openLoop({ links, rate, seconds });
    const { server, database } = costs();
    const { stored, unanswered, latencies } = driven;
    rates.push({ of, rate, server, database, seconds: driven.seconds, stored, unanswered, latencies });
  }
  return rates;
}

/** All rounds of a server at one rate. */
function joined(measured: readonly AtRate[], of: Contestant, rate: number): AtRate {
  const rounds = measured.filter((one) => one.of === of && one.rate === rate);
  const sum = (pick: (one: AtRate) => number): number => rounds.reduce((total, one) => total + pick(one), 0);
  const latencies = new Latencies();
  for (const one of rounds) latencies.addAll(one.latencies);
  return {
    of,
    rate,
    server: sum(({ server }) => server),
    database: sum(({ database }) => database),
    seconds: sum(({ seconds }) => seconds),
    stored: sum(({ stored }) => stored),
    unanswered: sum(({ unanswered }) => unanswered),
    latencies,
  };
}

const nameOf = ({ of: { name }, rate }: AtRate): string => `${name}, ${rate}/s`;

/** Of the service and its database, for one reading. */
const cpuMs = ({ server, database, stored }: AtRate): number => ((server + database) * 1000) / stored;

function figuresOf({ server, database, seconds, stored, latencies }: AtRate): Figures {
  const { p50, p99 } = latencies.spread();
  return {
    'p50 ms': p50,
    'p99 ms': p99,
    'server ms each': (server * 1000) / stored,
    'database ms each': (database * 1000) / stored,
    'cores, both': (server + database) / seconds,
  };
}
