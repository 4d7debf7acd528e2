import { type Filled, fillLists } from '../fill-lists.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import type { Findings } from '../report.ts';
import { Latencies } from '../rules/latencies.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

/** Page 1 of any list. */
const BOUND_MS = 20;
const WARM_UP = 10;
const PATIENCE_MS = 60_000;

interface Timed {
  readonly path: string;
  readonly total: number | undefined;
  readonly median: number;
  readonly p99: number;
}

/** Statistics and a chart of two thousand points: shown with the lists, but not checked against their limit. */
const NO_LIST = /^\/admin\/stats$|\/readings$/;

const isTooSlow = ({ path, median }: Timed): boolean => median > BOUND_MS && !NO_LIST.test(path);

export const lists = scenario({
  about: 'page 1 of every list with a full database, over HTTP.',
  options: {
    users: count(100_000, 'users'),
    falls: count(1_000_000, 'falls, and the same number of audit log entries'),
    readings: count(1_000_000, 'stored readings'),
    calls: count(50, 'requests per list'),
  },
  async run({ users, falls, readings, calls }) {
    const vigil = await startVigil();
    const filled = await fillLists(vigil.databaseUrl, { users, falls, readings });
    const requests = listsOf(filled);
    const timed: Timed[] = [];
    for (const [path, token] of requests) timed.push(await time(vigil, path, token, calls));
    return reportOf(timed, `${users} users, ${falls} falls, ${readings} readings`);
  },
});

/** Every list of the contract, with each filter and the usual sort orders. */
function listsOf({
  tokens,
  patientId,
  caregiverId,
  deviceId,
  partnerId,
}: Filled): [path: string, token: string][] {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
  const range = `dateFrom=${day(30)}&dateTo=${day(2)}`;
  const requests: readonly [keyof Filled['tokens'], readonly string[]][] = [
    [
      'admin',
      [
        '/admin/users',
        '/admin/users?role=PATIENT',
        '/admin/users?role=ADMIN',
        '/admin/users?status=inactive',
        '/admin/users?role=CAREGIVER&status=active',
        '/admin/users?sort=last_name&order=asc',
        '/admin/users?sort=email&order=asc',
        '/admin/users?sort=last_login',
        '/admin/logs',
        '/admin/logs?level=error',
        `/admin/logs?level=warning&${range}`,
        '/admin/falls',
        '/admin/falls?status=CONFIRMED',
        '/admin/falls?severity=HIGH',
        '/admin/falls?status=HIGH&severity=CONFIRMED',
        `/admin/falls?${range}`,
        `/admin/falls?status=HIGH&${range}`,
        `/admin/falls?patientId=${patientId}`,
        '/admin/falls?sort=confidence',
        '/patients?limit=100',
        '/patients?status=inactive',
        '/caregivers',
        '/caregivers?sort=last_name&order=asc',
        `/caregivers/${caregiverId}/patients`,
        `/patients/${patientId}/falls`,
        '/falls/recent',
        '/falls/recent?hours=720',
        '/admin/stats',
      ],
    ],
    [
      'caregiver',
      [
        '/patients',
        '/patients?sort=last_name&order=asc',
        `/caregivers/${caregiverId}/patients?sort=health_score&order=asc`,
        '/caregivers/alerts',
        '/caregivers/alerts?status=all',
      ],
    ],
    [
      'patient',
      [
        '/falls',
        '/falls?status=HIGH&days=365',
        '/messages',
        '/messages?unreadOnly=true',
        `/messages?conversationWith=${partnerId}`,
        `/device/${deviceId}/logs`,
        `/device/${deviceId}/logs?logType=warning`,
        `/device/${deviceId}/readings`,
      ],
    ],
  ];
  return requests.flatMap(([who, paths]) => paths.map((path): [string, string] => [path, tokens[who]]));
}

async function call(
  vigil: RunningVigil,
  path: string,
  token: string,
): Promise<{ total: number | undefined; ms: number }> {
  const from = performance.now();
  const response = await fetch(vigil.url + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = (await response.json()) as { pagination?: { total: number } };
  const ms = performance.now() - from;
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${JSON.stringify(body)}`);
  return { total: body.pagination?.total, ms };
}

async function time(vigil: RunningVigil, path: string, token: string, calls: number): Promise<Timed> {
  doing(`GET ${path}, ${calls} times`);
  for (let i = 0; i < WARM_UP; i++) await call(vigil, path, token);
  const taken = new Latencies();
  let total: number | undefined;
  for (let i = 0; i < calls; i++) {
    const answer = await call(vigil, path, token);
    taken.add(answer.ms);
    total = answer.total;
  }
  const { p50, p99 } = taken.spread();
  return { path, total, median: p50, p99 };
}

/** Removes identifiers and dates, which differ per run. */
const plainPath = (path: string): string =>
  path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ':time');

function reportOf(timed: readonly Timed[], size: string): Findings {
  const slow = timed.filter(isTooSlow);
  return {
    tables: [
      {
        title: `Page 1 of every list: ${size}`,
        rows: timed.map(({ path, total, median, p99 }) => ({
          name: `GET ${plainPath(path)}`,
          figures: { ...(total === undefined ? {} : { total }), 'p50 ms': median, 'p99 ms': p99 },
        })),
      },
    ],
    checks: [
      {
        name: `every list responds within ${BOUND_MS} ms, by median`,
        found: slow.length === 0 ? 'all' : slow.map(({ path }) => plainPath(path)).join(', '),
        holds: slow.length === 0,
      },
    ],
  };
}
