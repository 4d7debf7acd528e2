import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { fillFalls, fillHome, type Home } from '../reports/home.ts';
import { Latencies } from '../rules/latencies.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

const GOAL_MS = 300;
const WARM_UP = 5;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const OLDER_YEARS = 10;

const GROUPINGS = [
  'day',
  'week',
  'month',
  'hour',
  'weekday',
  'weekday-hour',
  'ward',
  'patient',
  'room',
  'source',
  'outcome',
];

interface Timed {
  readonly p50: number;
  readonly p99: number;
}

export const reports = scenario({
  about:
    'duration of every report over a year of falls, alone and beside ten times as many falls of earlier years.',
  options: {
    falls: count(100_000, 'falls in the year of the report'),
    patients: count(300, 'patients, in three wards'),
    calls: count(100, 'requests per report'),
  },
  async run({ falls, patients, calls }) {
    const vigil = await startVigil({ TIME_ZONE: 'Europe/Berlin' });
    const home = await fillHome(vigil.databaseUrl, { wards: 3, caregivers: 30, patients });
    const lastDay = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS);
    const firstDay = new Date(lastDay.getTime() - (YEAR_DAYS - 1) * DAY_MS);
    await fillFalls(vigil.databaseUrl, { falls, firstDay, days: YEAR_DAYS, seed: 1 });
    const requests = reportsOf(home, firstDay, lastDay);
    const alone = await timeAll(vigil, home, requests, calls);
    const olderDays = OLDER_YEARS * YEAR_DAYS;
    await fillFalls(vigil.databaseUrl, {
      falls: falls * OLDER_YEARS,
      firstDay: new Date(firstDay.getTime() - olderDays * DAY_MS),
      days: olderDays,
      seed: 1_000,
    });
    const beside = await timeAll(vigil, home, requests, calls);
    const slowest = Math.max(...[...alone.values(), ...beside.values()].map(({ p99 }) => p99));
    return {
      tables: [
        {
          title: `A report over ${falls} falls of ${patients} patients in a year`,
          rows: requests.map(({ name }) => ({
            name,
            figures: {
              'p50 ms': alone.get(name)?.p50 ?? 0,
              'p99 ms': alone.get(name)?.p99 ?? 0,
              [`p50 ms beside ${falls * OLDER_YEARS}`]: beside.get(name)?.p50 ?? 0,
              [`p99 ms beside ${falls * OLDER_YEARS}`]: beside.get(name)?.p99 ?? 0,
            },
          })),
        },
      ],
      checks: [
        {
          name: `every report takes at most ${GOAL_MS} ms by p99, also beside ten times as many falls outside its period`,
          found: `${Math.round(slowest)} ms`,
          holds: slowest <= GOAL_MS,
        },
      ],
      notes: ['One report at a time, over HTTP, in the organisation’s zone Europe/Berlin'],
    };
  },
});

interface Request {
  readonly name: string;
  readonly path: string;
}

function reportsOf({ wardId, patientId }: Home, from: Date, to: Date): readonly Request[] {
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const period = `/reports/falls?from=${day(from)}&to=${day(to)}`;
  return [
    ...GROUPINGS.map((groupBy) => ({ name: `by ${groupBy}`, path: `${period}&groupBy=${groupBy}` })),
    { name: 'by patient, one ward', path: `${period}&groupBy=patient&wardId=${wardId}` },
    { name: 'by week, one patient', path: `${period}&groupBy=week&patientId=${patientId}` },
    { name: 'by day, as CSV', path: `${period}&groupBy=day&format=csv` },
  ];
}

async function timeAll(
  vigil: RunningVigil,
  { adminToken }: Home,
  requests: readonly Request[],
  calls: number,
): Promise<ReadonlyMap<string, Timed>> {
  const timed = new Map<string, Timed>();
  for (const { name, path } of requests) {
    doing(`report ${name}, ${calls} times`);
    const taken = new Latencies();
    for (let i = -WARM_UP; i < calls; i++) {
      const from = performance.now();
      const response = await fetch(vigil.url + path, { headers: { Authorization: `Bearer ${adminToken}` } });
      const text = await response.text();
      if (i >= 0) taken.add(performance.now() - from);
      if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
    }
    const { p50, p99 } = taken.spread();
    timed.set(name, { p50, p99 });
  }
  return timed;
}
