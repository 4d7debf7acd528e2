import { setTimeout as delay } from 'node:timers/promises';
import { FAULTS, type Fault, type Noticed } from '../faults/faults.ts';
import { type Home, openHome } from '../faults/home.ts';
import type { Findings } from '../faults/ledger.ts';
import { secondsToRecover } from '../faults/probe.ts';
import { startVigil } from '../machine/service.ts';
import { doing, say } from '../progress.ts';
import type { Check } from '../report.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const BEFORE_MS = 5_000;
/** Time for clients to reconnect, send buffered readings and receive alerts. */
const AFTER_MS = 8_000;
const MAX_ANSWER_S = 15;
const MAX_RECOVERY_S = 1;
/** Longer for a killed process, which must start first. */
const MAX_RESTART_S = 10;

interface Played extends Findings {
  readonly fault: string;
  readonly alertsMissing: number;
  /** Wearables whose readings are still refused after the repair. */
  readonly shutOut: number;
  readonly recoverySeconds: number;
  readonly noticed: readonly Noticed[];
}

export const faults = scenario({
  about:
    'wearables and a caregiver with ordinary clients (among them mqtt.js with its defaults) while networks, databases,\n' +
    'Redis, clocks and processes fail, one after the other: readings lost or stored twice, missing alerts, and length of the outage.',
  options: { wearables: count(8, 'wearables on each of MQTT, HTTP and the live socket') },
  async run({ wearables }) {
    const home = await openHome(wearables);
    const possible = FAULTS.filter(({ needsRedis }) => !needsRedis || home.redis !== undefined);
    await delay(BEFORE_MS);
    const played: Played[] = [];
    for (const [number, fault] of possible.entries()) {
      say(`── ${fault.name}`);
      doing('wearables send readings and falls meanwhile');
      played.push(await play(home, fault, number));
    }
    await home.stop();
    say('── the embedded postmaster is killed');
    const postmaster = await killPostmaster();
    return {
      tables: [
        { title: 'Faults', rows: played.map((one) => ({ name: one.fault, figures: figuresOf(one) })) },
        {
          title: 'The embedded PostgreSQL is killed',
          rows: [{ name: 'service', figures: { 'recovered after s': postmaster } }],
        },
      ],
      checks: [
        ...played.flatMap(checksOf),
        {
          name: `the embedded postmaster is killed: stored again within ${MAX_RESTART_S} s`,
          found: `${postmaster.toFixed(2)} s`,
          holds: postmaster <= MAX_RESTART_S,
        },
      ],
      notes:
        home.redis === undefined ? ['without Redis and a second instance: redis-server was not found'] : [],
    };
  },
});

/** Uses other wearables each time: falls of one wearable within five minutes are one event. */
async function play(home: Home, fault: Fault, number: number): Promise<Played> {
  const since = performance.now();
  const perFault = Math.floor(home.wearables.length / FAULTS.length);
  const falling = home.wearables.slice(number * perFault, (number + 1) * perFault);
  const playing = fault.play(home);
  // During the fault.
  for (const wearable of falling) wearable.fall();
  const noticed = await playing;
  const recoverySeconds = await secondsToRecover(home.instance().url, home.spare);
  const mended = performance.now();
  await delay(AFTER_MS);
  const shutOut = home.wearables.filter(
    ({ device }) => !home.ledger.isServed(device.macAddress, mended),
  ).length;
  const untold = falling.filter(
    (wearable) => wearable.fallAcknowledged() && !home.watcher.hasAlertOf(wearable.device.userId),
  );
  const findings = await home.ledger.compare(home.databaseUrl, since);
  return { fault: fault.name, ...findings, alertsMissing: untold.length, shutOut, recoverySeconds, noticed };
}

async function killPostmaster(): Promise<number> {
  const vigil = await startVigil();
  const devices = await seedDevices(vigil.databaseUrl, 20);
  await secondsToRecover(vigil.url, devices);
  process.kill(vigil.postmasterPid, 'SIGKILL');
  // Responses of old backends do not count as a recovery.
  await delay(500);
  const seconds = await secondsToRecover(vigil.url, devices);
  await vigil.stop();
  return seconds;
}

const figuresOf = (played: Played) => ({
  acknowledged: played.acknowledged,
  lost: played.lost,
  'stored twice': played.storedTwice,
  'alerts missing': played.alertsMissing,
  'shut out': played.shutOut,
  'longest answer s': played.longestAnswerMs / 1000,
  'recovered after s': played.recoverySeconds,
});

function checksOf(played: Played): Check[] {
  const { fault, lost, storedTwice, alertsMissing, shutOut } = played;
  const { longestAnswerMs, recoverySeconds, acknowledged } = played;
  const answer = longestAnswerMs / 1000;
  return [
    {
      name: `${fault}: nothing acknowledged is lost or stored twice, no alert is missed`,
      found: `${acknowledged} acknowledged, ${lost} lost, ${storedTwice} twice, ${alertsMissing} alerts missing`,
      holds: acknowledged > 0 && lost === 0 && storedTwice === 0 && alertsMissing === 0,
    },
    {
      name: `${fault}: every answer within ${MAX_ANSWER_S} s, stored again within ${MAX_RECOVERY_S} s`,
      found: `${answer.toFixed(1)} s, ${recoverySeconds.toFixed(2)} s`,
      holds: answer <= MAX_ANSWER_S && recoverySeconds <= MAX_RECOVERY_S,
    },
    {
      name: `${fault}: every wearable sends again`,
      found: `${shutOut} are not`,
      holds: shutOut === 0,
    },
    ...played.noticed.map((one) => ({ ...one, name: `${fault}: ${one.name}` })),
  ];
}
