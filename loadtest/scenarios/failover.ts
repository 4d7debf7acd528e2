import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURES, type FailureName } from '../failover/failures.ts';
import { startPair } from '../failover/pair.ts';
import { faultsOf, type Outcome, play } from '../failover/play.ts';
import { atTheEnd } from '../machine/clean-up.ts';
import { startRedis } from '../machine/redis.ts';
import { startVigil } from '../machine/service.ts';
import { inChapter } from '../progress.ts';
import type { Check, Figures, Table } from '../report.ts';
import { setEscalationPolicy } from '../response/channels.ts';
import { startReceiver } from '../response/receiver.ts';
import { count, duration, Mistake, words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

const STANDBYS = ['synchronous', 'asynchronous'] as const;
type Standby = (typeof STANDBYS)[number];
const LAG_MS = 800;
const PACE = { noticedAfterMs: 3_000, afterwardsMs: 2_000 };
const MAX_WAIT_MS = 5_000;
const MAX_AFTER_PROMOTION_MS = 1_300;

export const failover = scenario({
  about:
    'two PostgreSQL servers with replication and two instances: what is lost or done twice, and how long nothing is stored, when the\n' +
    'primary is killed, frozen (and then goes on), cut off (and then is back), or switched over twice, and when the standby is away.',
  options: {
    failures: words(FAILURES, 'what fails'),
    standbys: words(STANDBYS, `the standby; an asynchronous one is ${LAG_MS} ms behind`),
    wearables: count(
      40,
      'wearables over HTTP, and as many over MQTT 5; each sends when its last reading is acknowledged, at most 10/s',
    ),
    duration: duration('3s', 'how long they send before a failure and after it'),
  },
  async run({ failures, standbys, wearables, duration: seconds }) {
    const outcomes: Outcome[] = [];
    for (const standby of standbys) outcomes.push(...(await playAll(standby, failures, wearables, seconds)));
    return {
      tables: standbys.flatMap((standby) => tablesOf(standby, outcomes)),
      checks: outcomes.flatMap(checksOf),
      notes: NOTES,
    };
  },
});

const NOTES = [
  'Clients send again, to either instance, until they are answered: over HTTP with an Idempotency-Key, a part of them to both instances ' +
    'at the same moment, over MQTT with DUP. Two falls and a claim are sent at the moment of the loss. Three seconds later the standby is promoted; two seconds after that, the frozen primary ' +
    'goes on and the one that was cut off is back, beside the new one.',
];

async function playAll(
  standby: Standby,
  failures: readonly FailureName[],
  wearables: number,
  seconds: number,
): Promise<readonly Outcome[]> {
  const isSynchronous = standby === 'synchronous';
  const redis = await startRedis();
  if (redis === undefined) throw new Mistake('redis-server is not installed: apt-get install redis-server');
  const pair = await startPair({ prepare, lagMs: isSynchronous ? 0 : LAG_MS });
  const closePair = atTheEnd(() => pair.close());
  const receiver = await startReceiver();
  await setEscalationPolicy(pair.primary.url, ['ntfy', 'webhook']);
  const env = {
    DATABASE_URL: pair.url,
    REDIS_URL: redis.url,
    STREAM_INTERVAL_MS: '20',
    OK_WINDOW_SECONDS: '0',
    PATH_TEST_MINUTES: '0',
    ALLOW_PRIVATE_TARGETS: 'true',
  };
  const instances = [await startVigil(env), await startVigil(env)];
  const outcomes: Outcome[] = [];
  for (const failure of failures) {
    inChapter(`${standby} standby, ${failure}`);
    outcomes.push(
      await play(failure, {
        pair,
        instances,
        receiver,
        isSynchronous,
        wearables,
        falls: 80,
        seconds,
        pace: PACE,
      }),
    );
  }
  for (const { stop } of instances) await stop();
  await Promise.all([closePair(), receiver.close(), redis.stop()]);
  return outcomes;
}

/** The service makes its own database in a folder. */
async function prepare(folder: string): Promise<void> {
  const data = mkdtempSync(`${folder}-service-`);
  const vigil = await startVigil({ DATA_DIR: data });
  await vigil.stop();
  renameSync(join(data, 'postgres'), folder);
  rmSync(data, { recursive: true });
}

function tablesOf(standby: Standby, outcomes: readonly Outcome[]): Table[] {
  const own = outcomes.filter(({ isSynchronous }) => isSynchronous === (standby === 'synchronous'));
  const table = (title: string, figures: (outcome: Outcome) => Figures): Table => ({
    title: `${title}, ${standby} standby`,
    rows: own.map((outcome) => ({ name: outcome.failure, figures: figures(outcome) })),
  });
  return [
    table('Times', (one) => ({
      'nothing stored s': one.gapMs / 1000,
      'stored after promotion or return s': one.sinceBackMs / 1000,
      'longest wait over HTTP s': one.longestMs / 1000,
      'over MQTT s': one.longestMqttMs / 1000,
      'instances that report it': one.reported,
    })),
    table('Readings', (one) => ({
      acknowledged: one.readings,
      lost: one.readingsLost,
      twice: one.readingsTwice,
      "at another's wearable": one.readingsElsewhere,
    })),
    table('Falls and claims', (one) => ({
      falls: one.falls,
      'falls lost': one.fallsLost,
      'falls twice': one.fallsTwice,
      claims: one.claims,
      'claims lost': one.claimsLost,
      'claims twice': one.claimsTwice,
    })),
    table('Alerts on open sockets and messages to phones and webhooks', (one) => ({
      alerts: one.alerts,
      'alerts lost': one.alertsLost,
      'alerts twice': one.alertsTwice,
      messages: one.messages,
      'messages lost': one.messagesLost,
      'messages twice': one.messagesTwice,
    })),
  ];
}

function checksOf(outcome: Outcome): Check[] {
  const { failure, isSynchronous, sinceBackMs, longestMs } = outcome;
  const name = (what: string) =>
    `${failure}, ${isSynchronous ? 'synchronous' : 'asynchronous'} standby: ${what}`;
  const faults = faultsOf(outcome);
  const isPromoted = failure !== 'standby-away';
  return [
    {
      name: name(
        isSynchronous
          ? 'nothing is lost or done twice'
          : 'nothing is lost but what the standby had not received',
      ),
      found: faults.join(', ') || 'none',
      holds: faults.length === 0,
    },
    {
      name: name(`no request waits longer than ${MAX_WAIT_MS / 1000} s for an answer`),
      found: `${(longestMs / 1000).toFixed(2)} s`,
      holds: longestMs <= MAX_WAIT_MS,
    },
    ...(isPromoted
      ? [
          {
            name: name(`readings are stored ${MAX_AFTER_PROMOTION_MS / 1000} s after the promotion`),
            found: `${(sinceBackMs / 1000).toFixed(2)} s`,
            holds: sinceBackMs <= MAX_AFTER_PROMOTION_MS,
          },
        ]
      : []),
  ];
}
