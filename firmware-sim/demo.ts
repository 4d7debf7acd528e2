// npm run demo: the service, a care home in it, its wearables, and the alerts as caregivers get them. One command.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { madeUpPassword, type Owner } from './accounts.ts';
import { type Alert, watchAlerts } from './alerts.ts';
import { type Api, createApi } from './api.ts';
import { type Caregiver, openCareHome, readRoll } from './demo/care-home.ts';
import { alertLine, clock, createScreen, type Screen, whatToOpen } from './demo/screen.ts';
import { type Service, startService } from './demo/service.ts';
import { runFleet } from './fleet.ts';
import { liveRoutine } from './motion/routine.ts';
import { createRandom } from './random.ts';
import { linksOf } from './simulation.ts';
import { createTally, type Tally } from './tally.ts';
import type { OpenLink } from './transports/link.ts';

const HELP = `
  npm run demo [-- --port 3000] [--mqtt-port 1883] [--data FOLDER] [--seed TEXT]

  Starts Vigil with an embedded database, admits three caregivers and twelve patients with a wearable each
  (over HTTP, MQTT and WebSocket), and shows the alerts when somebody falls: the first within a minute.
  Ports that are taken are replaced by free ones. Without --data everything is gone afterwards.
`;
/** Somebody falls about this often; the first soon, since nobody likes to wait. */
const FIRST_FALL_S = 9;
const FALL_EVERY_S = 40;
const ACKNOWLEDGED_AFTER_MS = 9_000;
const SEEN_WITHIN_MS = 60_000;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    'mqtt-port': { type: 'string', default: '1883' },
    data: { type: 'string' },
    seed: { type: 'string', default: '7' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) console.log(HELP);
else process.exitCode = await demo();

async function demo(): Promise<number> {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());
  const screen = createScreen(process.stdout);
  const dataDir =
    values.data === undefined ? mkdtempSync(join(tmpdir(), 'vigil-demo-')) : resolve(values.data);
  mkdirSync(dataDir, { recursive: true });
  const rollFile = join(dataDir, 'care-home.json');
  const admin = readRoll(rollFile)?.admin ?? { email: 'admin@demo.example.org', password: madeUpPassword() };
  let service: Service | undefined;
  try {
    screen.say('Starting the service …');
    const ports = { port: Number(values.port), mqttPort: Number(values['mqtt-port']) };
    service = await startService({ ...ports, dataDir, admin, signal: end.signal });
    const stopped = service.ended.then((words) => {
      if (!end.signal.aborted) screen.say(words);
      end.abort();
    });
    await Promise.race([live(service, admin, dataDir, screen, end.signal), stopped]);
    return 0;
  } catch (error) {
    if (!end.signal.aborted) screen.say(error instanceof Error ? error.message : String(error));
    return end.signal.aborted ? 0 : 1;
  } finally {
    end.abort();
    screen.close();
    screen.say('Stopping …');
    await service?.stop();
    if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
    screen.say('Stopped.');
  }
}

async function live(
  { ports }: Service,
  admin: { email: string; password: string },
  dataDir: string,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const api = createApi({ url: `http://127.0.0.1:${ports.http}`, say: screen.say, signal });
  screen.say('Admitting caregivers and patients …');
  const caregivers = await openCareHome(api, admin, join(dataDir, 'care-home.json'));
  screen.say(whatToOpen({ apiUrl: api.url, mqttPort: ports.mqtt, dataDir, admin, caregivers }));
  const tally = createTally();
  const sockets = caregivers.map((caregiver) =>
    watchAlerts(api.url, caregiver.token, showAlerts(caregiver, { api, tally, screen, signal })),
  );
  const owners = caregivers.flatMap(({ patients }) => patients);
  screen.say(
    `${clock()}  ${owners.length} people go about their day. Somebody falls about every ${FALL_EVERY_S} s …`,
  );
  screen.follow(tally, owners.length);
  await runDay(owners, allTransports(api, ports.mqtt), tally, signal);
  for (const socket of sockets) socket.close();
}

function runDay(
  owners: readonly Owner[],
  openLink: OpenLink,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const random = createRandom(values.seed);
  const turns = random.shuffled(owners.map((_, i) => i));
  const everyS = owners.length * FALL_EVERY_S;
  return runFleet({
    owners,
    devices: owners.length,
    seconds: Number.POSITIVE_INFINITY,
    secondMs: 1000,
    withSamples: false,
    openLink,
    lifeOf: (device, own) =>
      liveRoutine({
        random: own.fork('life'),
        scenario: 'mixed',
        falls: {
          firstS: FIRST_FALL_S + turns.indexOf(device) * FALL_EVERY_S,
          everyS: [everyS * 0.9, everyS * 1.1],
        },
        untilS: Number.POSITIVE_INFINITY,
        dropShare: 0.05,
        dropFalls: false,
      }),
    random,
    tally,
    signal,
  });
}

/** Every wearable on one of the three ways, by turns. */
function allTransports(api: Pick<Api, 'url'>, mqttPort: number | undefined): OpenLink {
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`;
  const transports = mqttPort === undefined ? (['http', 'ws'] as const) : (['mqtt', 'http', 'ws'] as const);
  const links = transports.map((transport) => linksOf({ transport, mqttUrl }, api));
  let number = 0;
  return (wearer) => {
    const open = links[number++ % links.length];
    if (open === undefined) throw new Error('no transport');
    return open(wearer);
  };
}

interface Stage {
  readonly api: Api;
  readonly tally: Tally;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** Shows an alert once per level, and acknowledges it a little later, as a caregiver would. */
function showAlerts(caregiver: Caregiver, stage: Stage): (alert: Alert, type: string) => void {
  const shown = new Map<string, string>();
  return (alert, type) => {
    if (shown.get(alert.id) === alert.severity) return;
    const first = !shown.has(alert.id);
    shown.set(alert.id, alert.severity);
    const fall = stage.tally.falls.findLast(({ ownerName }) => ownerName === alert.patientName);
    const after = fall === undefined ? undefined : Date.now() - fall.at;
    const seconds = after !== undefined && after < SEEN_WITHIN_MS ? after / 1000 : undefined;
    stage.screen.say(alertLine(alert, caregiver, first ? 'alert' : type, seconds));
    if (first) void acknowledge(alert, caregiver, stage).catch(() => {});
  };
}

async function acknowledge(
  { id, patientName }: Alert,
  { token, name }: Caregiver,
  stage: Stage,
): Promise<void> {
  await sleep(ACKNOWLEDGED_AFTER_MS, undefined, { signal: stage.signal });
  await stage.api.request('POST', `/caregivers/alerts/${id}/acknowledge`, { token });
  stage.screen.say(`${clock()}  ${'helped'.padEnd(9)}  ${name} is with ${patientName}.`);
}
