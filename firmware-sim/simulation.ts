import { type Clock, REAL_CLOCK } from '../client/clock.ts';
import { type Alert, type FallCheck, listAlerts, listOwnFalls, matchFalls } from './alerts.ts';
import { type Api, createApi } from './api.ts';
import { type Crew, openCrew } from './crew.ts';
import { type FleetOptions, runFleet } from './fleet.ts';
import { comparedWithModel, type FleetReport } from './model/compare.ts';
import { startMeter } from './model/meter.ts';
import { FALLS_APART_S, fallsOf, liveRoutine } from './motion/routine.ts';
import { isGoodEnough } from './motion/sensor.ts';
import type { Options } from './options.ts';
import type { Progress } from './progress.ts';
import { createRandom } from './random.ts';
import { type ReadBack, readBack } from './read-back.ts';
import { liveRecordings, readRecordings } from './replay.ts';
import { pressOf } from './response/habits.ts';
import type { Gateways } from './response/records.ts';
import { type ResponseReport, readFalls, reportOf } from './response/report.ts';
import { startWatch, type Watch } from './response/watch.ts';
import { createTally, type Tally } from './tally.ts';
import { httpLinks } from './transports/http.ts';
import type { OpenLink } from './transports/link.ts';
import { mqttLinks } from './transports/mqtt.ts';
import { webSocketLinks } from './transports/ws.ts';

export interface Result {
  readonly options: Options;
  readonly tally: Tally;
  readonly crew: Crew;
  readonly falls: FallCheck;
  readonly readBack: ReadBack;
  readonly response: ResponseReport;
  /** Null where they could not be asked for. */
  readonly gateways: Gateways | null;
  /** Seconds from the blow to the alert on the caregiver's socket. */
  readonly alertDelaysS: readonly number[];
  readonly seconds: number;
  readonly interrupted: boolean;
  /** Why the results could not be looked up at the end. */
  readonly problem: string | undefined;
  /** With --wearables. */
  readonly fleet: FleetReport | undefined;
  readonly ok: boolean;
}

export async function simulate(
  options: Options,
  progress: Progress,
  signal: AbortSignal,
  clock: Clock = REAL_CLOCK,
): Promise<Result> {
  const { seconds, speed } = options;
  // The steps after the run are completed even if the run was interrupted.
  const api = createApi({ url: options.url, say: progress.say, signal: AbortSignal.any([]) });
  const random = createRandom(options.seed);
  const lifeOf = livesOf(options);
  progress.say(`Creating accounts for ${options.devices} wearables at ${api.url} …`);
  const crew = await openCrew({
    api: createApi({ url: options.url, say: progress.say, signal }),
    devices: options.devices,
    credentials: options.credentials,
    random: random.fork('names'),
    now: clock.now(),
  });
  const tally = createTally();
  const startedAt = clock.now();
  const secondMs = 1000 / speed;
  const watch =
    crew.watcher &&
    startWatch({
      api: createApi({ url: options.url, say: progress.say, signal }),
      watcher: crew.watcher,
      tally,
      habits: options.habits,
      random: random.fork('caregiver'),
      clock,
      secondMs,
      signal,
    });
  progress.start(tally, seconds / speed, () => watch?.heard.size ?? 0);
  const meter =
    options.wearables === undefined
      ? undefined
      : startMeter(portOf(options.url), (seconds * 1000) / speed, () => tally.acknowledged);
  await runFleet({
    owners: crew.owners,
    devices: options.devices,
    seconds,
    secondMs,
    makeOf: () => options.make,
    delays: options.delays,
    openLink: linksOf(options, api),
    lifeOf,
    pressOf: (_, own) => pressOf(own, options.habits),
    random: random.fork('devices'),
    tally,
    clock,
    signal,
  });
  const measured = meter?.();
  progress.stop();
  await heardAll();
  await watch?.idle();
  progress.say('Reading back acknowledged readings …');
  const check = await lookUp();
  watch?.close();
  const { falls } = check;
  const nothing = tally.acknowledged === 0 && !signal.aborted;
  const { make } = options;
  // One reading per second is not enough to find every fall.
  const isExpected =
    options.replay === undefined && make.send !== 'reading' && make.hasGyro && isGoodEnough(make.sensor);
  const missedFalls = isExpected && falls.missed.length > 0;
  return {
    ...check,
    options,
    tally,
    crew,
    alertDelaysS: falls.alerted.flatMap(({ fall, alert }) => {
      const received = watch?.heard.get(alert.id)?.at;
      // Received before the blow: the event was already open, and this fall joined it.
      return received === undefined || received < fall.at || fall.offline
        ? []
        : [(received - fall.at) / 1000];
    }),
    seconds: (clock.now() - startedAt) / 1000,
    interrupted: signal.aborted,
    fleet:
      options.wearables === undefined || measured === undefined
        ? undefined
        : comparedWithModel(
            {
              wearables: options.wearables,
              devices: options.devices,
              speed,
              send: make.send,
              bytes: tally.bytes.mean(),
            },
            measured,
          ),
    ok:
      check.problem === undefined &&
      check.readBack.missing.length === 0 &&
      check.response.broken.length === 0 &&
      !missedFalls &&
      !nothing,
  };

  /** The alerts of the last readings were committed before their acknowledgement; the socket may lag a moment. */
  async function heardAll(): Promise<void> {
    if (watch === undefined || signal.aborted) return;
    const alerts = await alertsSince(api, crew, startedAt).catch(() => []);
    await watch.hearAll(alerts.map(({ id }) => id));
  }

  async function lookUp(): Promise<Pick<Result, 'falls' | 'readBack' | 'response' | 'gateways' | 'problem'>> {
    const expected = noticeable(tally, clock.now(), signal);
    try {
      const alerts = await alertsSince(api, crew, startedAt);
      const called = new Set(tally.answers.filter(({ isNewFall }) => isNewFall).map(({ fallId }) => fallId));
      const falls = matchFalls(
        expected,
        alerts.filter((alert) => !called.has(alert.fallId ?? alert.id)),
      );
      const { devices, answers } = tally;
      const token = crew.readerToken;
      const found = await readBack({
        api,
        token,
        devices,
        most: options.check,
        random: random.fork('check'),
      });
      const heard = watch === undefined ? alerts.map(({ id }) => id) : fallsHeard(watch);
      const ids = random.fork('responses').shuffled(heard).slice(0, options.check);
      const records = await readFalls(api, token, ids);
      const response = reportOf({ records, answers, deeds: watch?.deeds ?? [] });
      const { data: health } = await api.as().get('/health');
      return { falls, readBack: found, response, gateways: health.channels, problem: undefined };
    } catch (error) {
      return {
        falls: { alerted: [], missed: expected, falseAlarms: [] },
        readBack: { devices: 0, ofDevices: tally.devices.length, readings: 0, missing: [] },
        response: reportOf({ records: [], answers: tally.answers, deeds: [] }),
        gateways: null,
        problem: error instanceof Error ? error.message : String(error),
      };
    }
  }
}

const portOf = (url: string): number => {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
};

const fallsHeard = ({ heard }: Watch): string[] => [
  ...new Set([...heard.values()].flatMap(({ fallId }) => fallId ?? [])),
];

const INTERRUPTED_GRACE_MS = 12_000;

/** A fall right before Ctrl-C is not expected to alert. */
const noticeable = ({ falls }: Tally, now: number, signal: AbortSignal): Tally['falls'] =>
  signal.aborted ? falls.filter(({ at }) => now - at > INTERRUPTED_GRACE_MS) : falls;

function alertsSince(api: Api, { watcher, owners, readerToken }: Crew, since: number): Promise<Alert[]> {
  if (watcher !== undefined) return listAlerts(api, watcher.token, since);
  return listOwnFalls(api, readerToken, owners[0]?.name ?? '', since);
}

export function linksOf(
  { transport, mqttUrl, protocol }: Pick<Options, 'transport' | 'mqttUrl' | 'protocol'>,
  api: Pick<Api, 'url'>,
): OpenLink {
  if (transport === 'mqtt') return mqttLinks(mqttUrl, protocol);
  return transport === 'ws' ? webSocketLinks(api.url) : httpLinks(api.url);
}

function livesOf({
  replay,
  scenario,
  seconds,
  dropShare,
  transport,
  speed,
}: Options): FleetOptions['lifeOf'] {
  const fallsApartS = FALLS_APART_S * speed;
  if (replay !== undefined) {
    const recordings = readRecordings(replay);
    return (_, random) =>
      liveRecordings({ recordings, random: random.fork('replay'), untilS: seconds, fallsApartS });
  }
  return (device, random) =>
    liveRoutine({
      random: random.fork('life'),
      scenario,
      falls: fallsOf(scenario, device, seconds, random.fork('falls'), fallsApartS),
      untilS: seconds,
      dropShare,
      dropFalls: transport === 'mqtt',
    });
}
