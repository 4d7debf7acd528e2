// npm run demo: starts the service, a care home, its wearables, and the caregivers who receive the alerts, with one
// command.
import { setMaxListeners } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REAL_CLOCK } from '../client/clock.ts';
import { logIn, madeUpPassword } from './accounts.ts';
import { type Alert, watchAlerts } from './alerts.ts';
import { type Api, createApi } from './api.ts';
import { type Board, createBoard } from './demo/board.ts';
import { openCareHome, readHome } from './demo/care-home.ts';
import { arrangeNight } from './demo/night.ts';
import { createOpening } from './demo/opening.ts';
import { type OwnPhone, phoneCode, phoneConnected, phoneWords, wearLink, withYou } from './demo/own-phone.ts';
import { startReceiver } from './demo/receiver.ts';
import {
  alertWords,
  createScreen,
  deedWords,
  otherMakeWords,
  pressWords,
  type Screen,
  whatToOpen,
} from './demo/screen.ts';
import { type Service, startService } from './demo/service.ts';
import { openStations } from './demo/stations.ts';
import { type FleetOptions, runFleet } from './fleet.ts';
import { type Caregiver, careTeamOf, NIGHT_CAREGIVER, residentsOf, wardOf } from './home/home.ts';
import { liveRoutine } from './motion/routine.ts';
import { SENSORS } from './motion/sensor.ts';
import { createRandom } from './random.ts';
import { createCaregiver } from './response/caregiver.ts';
import { type Habits, pressOf } from './response/habits.ts';
import { linksOf } from './simulation.ts';
import { createTally, type Tally } from './tally.ts';
import { beside } from './text.ts';
import type { OpenLink } from './transports/link.ts';
import { type Make, USUAL_MAKE } from './wearable.ts';

const HELP = `
  npm run demo [-- --port 3000] [--https-port 3443] [--mqtt-port 1883]
               [--data FOLDER] [--seed TEXT]

  Starts Vigil with an embedded database, and shows a night in a home: three
  wards, each with a lead, four residents, a roster and a station in its office,
  and one caregiver who has the night shift of all three. Every resident has a
  wearable (over HTTP, MQTT and WebSocket). The first one falls within a minute.
  Wearers press "I'm OK" or call for help; caregivers claim, on the phone or
  with their PIN at a station, hand off and resolve falls, or sleep through
  them. A fast escalation policy then wakes the members of the ward, its lead
  and the admin, step by step. Two minutes show one of each. The bottom lines
  show open falls, caregivers on the way, and the time until a claim.
  A QR code makes your phone a wearable: drop it on a pillow, and you fall.
  It needs HTTPS, so the demo makes a certificate of its own (TLS_OWN); others
  in your network reach the demo, but cannot log in without a password.
  PORT, TLS_OWN_PORT and MQTT_PORT of the environment are obeyed too. A port in
  use is replaced by a free one. Without --data the demo deletes its
  data at the end.
`;
/** Time until the first fall, which comes early so that the demo starts quickly, and average time between falls. */
const FIRST_FALL_S = 9;
const FALL_EVERY_S = 30;
const SEEN_WITHIN_MS = 60_000;
const SUMMARY_WIDTH = 78;
/** Enough caregivers are asleep to show the escalation. */
const HABITS: Habits = { okShare: 0.2, helpShare: 0.1, asleepShare: 0.4 };

/** How many falls are claimed at the station instead of on a phone. */
const IN_OFFICE_SHARE = 0.5;

/** Worn by the last resident to fall. It sends samples, so that the service sees how poor its sensor is. */
const OTHER_MAKE: Make = { sensor: SENSORS.poor, hasGyro: true, isCharging: false, send: 'samples' };

const FLAGS = {
  port: { type: 'string', default: process.env.PORT ?? '3000' },
  'https-port': { type: 'string', default: process.env.TLS_OWN_PORT ?? '3443' },
  'mqtt-port': { type: 'string', default: process.env.MQTT_PORT ?? '1883' },
  data: { type: 'string' },
  seed: { type: 'string', default: '7' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
const MAX_PORT = 65_535;
const UNUSABLE = 2;

const values = readValues(process.argv.slice(2));

if (values.help) console.log(HELP);
else process.exitCode = await demo();

/** Reports a mistake in one line, without a stack trace. */
function readValues(args: readonly string[]) {
  try {
    const { values: given } = parseArgs({ args: [...args], options: FLAGS });
    const ports = {
      port: portOf('--port', given.port),
      httpsPort: portOf('--https-port', given['https-port']),
      mqttPort: portOf('--mqtt-port', given['mqtt-port']),
    };
    return { ...given, ports };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ');
    console.error(`${reason} (--help explains)`);
    process.exit(UNUSABLE);
  }
}

function portOf(flag: string, text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > MAX_PORT) throw new Error(`${flag} ${text}: must be a port`);
  return Number(text);
}

async function demo(): Promise<number> {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort());
  const screen = createScreen(process.stdout);
  const dataDir =
    values.data === undefined ? mkdtempSync(join(tmpdir(), 'vigil-demo-')) : resolve(values.data);
  mkdirSync(dataDir, { recursive: true });
  const homeFile = join(dataDir, 'care-home.json');
  const admin = readHome(homeFile)?.admin ?? { email: 'admin@demo.example.org', password: madeUpPassword() };
  let service: Service | undefined;
  try {
    screen.say('Starting the service …');
    service = await startService({ ...values.ports, dataDir, admin, signal: end.signal });
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
  screen.say('Creating accounts …');
  const home = await openCareHome(api, admin, join(dataDir, 'care-home.json'));
  const { caregivers } = home;
  screen.say(whatToOpen({ apiUrl: api.url, mqttPort: ports.mqtt, dataDir, home }));
  const homeWithYou = withYou(home);
  const tally = createTally();
  const board = createBoard();
  const owners = residentsOf(home);
  const random = createRandom(values.seed);
  const turns = random.shuffled(owners.map((_, i) => i));
  const opening = createOpening(turns.map((i) => owners[i]?.name ?? ''));
  const { token: adminToken } = await logIn(api, admin);
  const { phone } = home;
  const stations = await openStations(api, adminToken, home.wards);
  const crew = caregivers.map((caregiver, number) =>
    createCaregiver({
      api,
      self: caregiver,
      colleaguesOf: (name) => careTeamOf(homeWithYou, name).filter(({ id }) => id !== caregiver.id),
      stationFor({ fallId, patientName }) {
        const ward = wardOf(homeWithYou, patientName);
        const station = stations.find(({ wardId }) => wardId === ward?.id);
        const isInOffice = createRandom(`${values.seed}/${fallId}`).chance(IN_OFFICE_SHARE);
        return isInOffice ? station?.unlock(caregiver.id, caregiver.pin) : undefined;
      },
      hasFallen: (name) =>
        name === phone.patient.name || tally.falls.some(({ ownerName }) => ownerName === name),
      habits: HABITS,
      // Nobody sleeps through your fall.
      endingOf: (call) => (call.patientName === phone.patient.name ? 'resolve' : opening.endingOf(call)),
      random: createRandom(`${values.seed}/caregiver ${number}`),
      clock: REAL_CLOCK,
      secondMs: 1000,
      signal,
      onDeed(deed) {
        board.did(deed);
        screen.tell(deed.kind, deedWords(deed));
      },
      onRefusal: (reason) => screen.tell('refused', reason),
    }),
  );
  const phones = await startReceiver((notice) => {
    const number = caregivers.findIndex(({ id }) => id === notice.to);
    const owner = caregivers[number]?.name ?? 'Admin';
    board.notified();
    screen.tell(notice.via, `${owner}'s phone: ${notice.text}`);
    const patientName = notice.fallId === undefined ? undefined : board.patientOf(notice.fallId);
    if (notice.fallId === undefined || patientName === undefined) return;
    crew[number]?.rung({ fallId: notice.fallId, patientName });
  });
  await arrangeNight(api, adminToken, home, phones.url);
  const show = showAlerts({ tally, screen, board });
  const sockets = caregivers.map((caregiver, number) =>
    watchAlerts(api.url, caregiver.token, {
      onAlert(alert) {
        show(alert, caregiver);
        const { fallId, patientName } = alert;
        if (fallId === null) return;
        board.alerted({ fallId, patientName }, Date.now());
        crew[number]?.alerted({ fallId, patientName });
      },
      onResponse(change) {
        board.changed(change, Date.now());
        crew[number]?.changed(change);
      },
    }),
  );
  const nightCaregiver = caregivers[NIGHT_CAREGIVER]?.name;
  screen.tell(
    'night',
    `${nightCaregiver} has the night shift for ${owners.length} residents. About one fall every ${FALL_EVERY_S} s.`,
  );
  const poorlyEquipped = owners[turns.at(-1) ?? 0]?.name ?? '';
  screen.tell('wearable', otherMakeWords(poorlyEquipped));
  await showPhone({ api, adminToken, phone, mqttPort: ports.mqtt, screen, signal });
  screen.follow(tally, owners.length, board);
  await runDay({
    owners,
    turns,
    openLink: allTransports(api, ports.mqtt),
    pressOf({ name }, own) {
      const press = opening.pressOf(name) ?? pressOf(own, HABITS);
      return press === 'none' ? undefined : press;
    },
    onPressed({ name }, press) {
      board.pressed(press);
      screen.tell('button', pressWords(name, press));
    },
    random,
    tally,
    signal,
  });
  for (const socket of [...sockets, ...stations]) socket.close();
  phones.close();
  screen.close();
  screen.say(`\n${beside('  ', board.summary(), SUMMARY_WIDTH)}`);
}

/** The code stays until the phone has sent a reading. */
async function showPhone({
  api,
  adminToken,
  phone,
  mqttPort,
  screen,
  signal,
}: {
  readonly api: Api;
  readonly adminToken: string;
  readonly phone: OwnPhone;
  readonly mqttPort: number | undefined;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { data } = await api.as(adminToken).get('/admin/setup');
  const [url, ...others] = data.phoneUrls;
  if (url === undefined) return;
  const link = wearLink(phone, url, mqttPort);
  const words = phoneWords({ link, others });
  screen.say(`${words}\n\n  ${link}\n`);
  screen.pin((place) => phoneCode(link, place));
  void phoneConnected(api, phone, signal)
    .then((isConnected) => {
      if (!isConnected) return;
      screen.unpin();
      screen.tell('phone', 'Your phone is connected. Drop it on a pillow, and look at the board.');
    })
    // An admin has removed the wearable.
    .catch(() => screen.unpin());
}

type Day = Omit<
  FleetOptions,
  'devices' | 'seconds' | 'secondMs' | 'clock' | 'makeOf' | 'delays' | 'lifeOf'
> & {
  /** The order in which patients fall, as indexes into the owners. */
  readonly turns: readonly number[];
};

function runDay({ turns, ...day }: Day): Promise<void> {
  const devices = day.owners.length;
  const everyS = devices * FALL_EVERY_S;
  return runFleet({
    ...day,
    devices,
    seconds: Number.POSITIVE_INFINITY,
    secondMs: 1000,
    clock: REAL_CLOCK,
    makeOf: (device) => (device === turns.at(-1) ? OTHER_MAKE : USUAL_MAKE),
    delays: { jitterMs: 0, stallsPerMinute: 0 },
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
  });
}

/** Distributes the wearables over the three transports in turn. */
function allTransports(api: Pick<Api, 'url'>, mqttPort: number | undefined): OpenLink {
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`;
  const transports = mqttPort === undefined ? (['http', 'ws'] as const) : (['mqtt', 'http', 'ws'] as const);
  const links = transports.map((transport) => linksOf({ transport, mqttUrl, protocol: 5 }, api));
  let number = 0;
  return (wearer) => {
    const open = links[number++ % links.length];
    if (open === undefined) throw new Error('no transport');
    return open(wearer);
  };
}

/** Shows an alert once per level, whichever caregiver receives it first. */
function showAlerts({
  tally,
  screen,
  board,
}: {
  readonly tally: Tally;
  readonly screen: Screen;
  readonly board: Pick<Board, 'isResolved'>;
}): (alert: Alert, caregiver: Caregiver) => void {
  const shown = new Map<string, string>();
  return (alert, caregiver) => {
    const key = alert.fallId ?? alert.id;
    if (shown.get(key) === alert.severity) return;
    shown.set(key, alert.severity);
    const fall = tally.falls.findLast(({ ownerName }) => ownerName === alert.patientName);
    const after = fall === undefined ? undefined : Date.now() - fall.at;
    const seconds = after !== undefined && after < SEEN_WITHIN_MS ? after / 1000 : undefined;
    const words = alertWords(alert, caregiver, seconds);
    // The detector may become certain of a fall that its wearer has cancelled; it no longer alerts a caregiver.
    const isResolved = alert.fallId !== null && board.isResolved(alert.fallId);
    screen.tell(alert.severity, isResolved ? `${words}; already resolved` : words);
  };
}
