import { parseArgs } from 'node:util';
import type { Credentials } from './accounts.ts';
import { SCENARIOS, type Scenario } from './motion/routine.ts';
import { SENSOR_NAMES, SENSORS } from './motion/sensor.ts';
import type { Habits } from './response/habits.ts';
import type { Delays } from './transports/delay.ts';
import { TRANSPORTS, type Transport } from './transports/link.ts';
import { type Make, SENDING, USUAL_MAKE } from './wearable.ts';

export interface Options {
  /** The fleet of which `devices` are played, to compare their cost with the sizing. */
  readonly wearables: number | undefined;
  readonly devices: number;
  readonly transport: Transport;
  readonly scenario: Scenario;
  readonly seconds: number;
  readonly url: string;
  readonly mqttUrl: string;
  /** 4 is MQTT 3.1.1. */
  readonly protocol: 4 | 5;
  readonly seed: string;
  readonly make: Make;
  readonly delays: Delays;
  readonly replay: string | undefined;
  /** Share of the day's activities without Wi-Fi. */
  readonly dropShare: number;
  readonly habits: Habits;
  readonly speed: number;
  readonly check: number;
  readonly credentials: Credentials | undefined;
  readonly json: boolean;
}

/** A mistake on the command line, with a message for the user. */
export class Mistake extends Error {}

/** A fleet is played as it was measured: one reading per second over MQTT, without falls and outages. */
const USUAL = { devices: '5', transport: 'http', scenario: 'mixed', send: USUAL_MAKE.send, drops: '10' };
const OF_FLEET = { devices: '100', transport: 'mqtt', scenario: 'sleep', send: 'reading', drops: '0' };

const FLAGS = {
  wearables: { type: 'string' },
  devices: { type: 'string' },
  transport: { type: 'string' },
  scenario: { type: 'string' },
  duration: { type: 'string', default: '1m' },
  url: { type: 'string', default: 'http://localhost:3000' },
  'mqtt-url': { type: 'string' },
  protocol: { type: 'string', default: '4' },
  seed: { type: 'string', default: '7' },
  send: { type: 'string' },
  'no-gyro': { type: 'boolean', default: false },
  charging: { type: 'boolean', default: false },
  sensor: { type: 'string', default: 'good' },
  rate: { type: 'string' },
  jitter: { type: 'string', default: '0' },
  stalls: { type: 'string', default: '0' },
  replay: { type: 'string' },
  drops: { type: 'string' },
  ok: { type: 'string', default: '20' },
  call: { type: 'string', default: '10' },
  asleep: { type: 'string', default: '20' },
  speed: { type: 'string', default: '1' },
  check: { type: 'string', default: '50' },
  email: { type: 'string' },
  password: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const HELP = `
  Simulates wearables whose wearers walk, sleep and fall, for a running Vigil.

    npm run sim                                 five wearables, HTTP, one minute
    npm run sim -- --transport mqtt --devices 50    fifty wearables over MQTT
    npm run sim -- --scenario fall --send samples   all wearers fall
    npm run sim -- --email ADMIN --password PASSWORD    a home of three wards
    npm run sim -- --replay recordings.ndjson.gz --duration 5m
    npm run sim -- --wearables 100000           against the computed sizing

  The value in parentheses is the default.

  SCENARIO
    --devices N        number of wearables (5)
    --scenario NAME    mixed  a day in fast motion; every third wearer falls
                       day    the same day without falls
                       walk   walking, stairs, standing
                       sleep  lying, turning over
                       table  the wearables lie on a table; the service alerts
                              after NOT_WORN_MINUTES
                       fall   every wearer falls, lies, gets up, and falls
                              again
                       (mixed)
    --duration TIME    length of the run: 90s, 2m, 1h (1m)
    --seed TEXT        the same seed gives the same run (7)
    --replay FILE      play recordings (.ndjson or .ndjson.gz) instead of a
                       scenario

  FLEET
    --wearables N      compare the cost of a reading with the sizing of
                       docs/operations.md for N wearables. --devices of them
                       (100) are played at their true rate, and the summary
                       says how many times they are the fleet. They sleep and
                       send single readings over MQTT, unless --scenario,
                       --send, --drops or --transport say otherwise; over http
                       they share connections. Only a service on this machine,
                       because it is put under load.

  WEARABLE
    --send WHAT        reading  one reading per second
                       parts    and the five parts of the second
                       samples  and all samples of the second
                       (parts)
    --sensor NAME      good  50 Hz, ±16 g, ±2000 °/s
                       poor  another make: 12.5 Hz, ±2 g, ±125 °/s, smoothed;
                             the service warns of it, and misses falls
                       (good)
    --rate HZ          sampling rate, 5 to 100 (50, of recordings their own)
    --no-gyro          the wearables have no gyro
    --charging         the wearables say that they are on a charger

  NETWORK
    --drops PERCENT    share of the day without Wi-Fi; 0 for none (10)
    --jitter MS        each reading is up to MS late, at most 5000 (0)
    --stalls N         N times per minute nothing passes for 2 to 4 s; at most
                       6 (0)

  RESPONSE
    After a fall the wearable asks its wearer, who may press a button. The
    caregiver claims the fall, goes there and resolves it. The run ends when no
    caregiver is on the way any more.
    --ok PERCENT       share of wearers who say "I'm OK"; not possible in an
                       emergency (20)
    --call PERCENT     share of wearers who call for help (10)
    --asleep PERCENT   share of alerts that the caregiver sleeps through; 100
                       for all (20)

  TARGET
    --transport NAME   http, mqtt or ws (http)
    --url URL          the service (http://localhost:3000)
    --mqtt-url URL     the broker (mqtt://<host of --url>:1883)
    --protocol N       version of MQTT: 4 is 3.1.1, or 5 (4)

  ACCOUNT
    Without credentials a new caregiver signs up and creates the patients who
    wear the devices (three, or more for over thirty devices: ten each). Only an
    admin may create wards: with the credentials of one, the patients live in a
    new home of three wards. Each ward has a lead, a roster, and a caregiver who
    has the night shift of all three; the night begins with the run.
    The service allows 5 signups in 15 minutes and 10 logins in 5 minutes,
    enough for 100 devices at once (50 with wards); beyond that, the simulator
    ends and says when to try again. To lift the limits:
    RATE_LIMIT_SIGNUP=0 RATE_LIMIT_LOGIN=0 RATE_LIMIT_GLOBAL=0 npm start
    --email, --password   log in as a caregiver (creates patients), an admin
                          (creates a home) or a patient (own devices)

  OPTIONS
    --check N          read back the acknowledged readings of at most N devices,
                       and at most N falls (50)
    --speed N          run N times as fast; needs STREAM_INTERVAL_MS=0 in the
                       service (1)
    --json             print one JSON object at the end, and nothing else on
                       stdout (npm run -s sim -- --json)
    --help, -h         print this help

  EXIT CODE
    0  success
    1  an acknowledged reading is missing, a simulated fall raised no alert, or
       an accepted signal, claim or resolution is not in the fall's record
       (missed falls of --replay, --send reading, --no-gyro and poor sensors are
       counted, but are no failure: no detector finds all)
    2  wrong command line, or the service could not be used
`;

/** Undefined if the user asked for help. */
export function readOptions(args: readonly string[]): Options | undefined {
  const given = parsed(args);
  if (given.help) return undefined;
  const url = webUrl('--url', given.url, ['http:', 'https:']);
  const mqttUrl = webUrl('--mqtt-url', given['mqtt-url'] ?? brokerOf(url), [
    'mqtt:',
    'mqtts:',
    'ws:',
    'wss:',
  ]);
  const devices = wholeNumber('--devices', given.devices, 1, 100_000);
  const wearables = given.wearables === undefined ? undefined : fleetOf(given.wearables, devices);
  if (wearables !== undefined) for (const target of [url, mqttUrl]) requireThisMachine(target);
  const { email, password } = given;
  if ((email === undefined) !== (password === undefined))
    throw new Mistake('--email and --password go together');
  return {
    wearables,
    devices,
    transport: oneOf('--transport', given.transport, TRANSPORTS),
    scenario: oneOf('--scenario', given.scenario, SCENARIOS),
    seconds: duration(given.duration),
    url,
    mqttUrl,
    protocol: oneOf('--protocol', given.protocol, ['4', '5']) === '5' ? 5 : 4,
    seed: given.seed,
    make: makeOf(given),
    delays: {
      jitterMs: wholeNumber('--jitter', given.jitter, 0, 5000),
      stallsPerMinute: wholeNumber('--stalls', given.stalls, 0, 6),
    },
    replay: given.replay,
    dropShare: share('--drops', given.drops),
    habits: habitsOf(given),
    speed: wholeNumber('--speed', given.speed, 1, 1000),
    check: wholeNumber('--check', given.check, 0, 100_000),
    credentials: email !== undefined && password !== undefined ? { email, password } : undefined,
    json: given.json,
  };
}

function fleetOf(text: string, devices: number): number {
  const wearables = wholeNumber('--wearables', text, 1, 10_000_000);
  if (wearables < devices) throw new Mistake(`--devices ${devices}: more than --wearables ${text}`);
  return wearables;
}

/** `localhost` is this machine by definition (RFC 6761). */
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function requireThisMachine(url: string): void {
  const { hostname } = new URL(url);
  if (!THIS_MACHINE.test(hostname))
    throw new Mistake(
      `${url}: --wearables loads a service on this machine only, such as http://localhost:3000`,
    );
}

function makeOf({ send, sensor, rate, charging, 'no-gyro': noGyro }: ReturnType<typeof parsed>): Make {
  const { rateHz, ...built } = SENSORS[oneOf('--sensor', sensor, SENSOR_NAMES)];
  return {
    sensor: { ...built, rateHz: rate === undefined ? rateHz : wholeNumber('--rate', rate, 5, 100) },
    hasGyro: !noGyro,
    isCharging: charging,
    send: oneOf('--send', send, SENDING),
  };
}

function parsed(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS });
    return { ...(values.wearables === undefined ? USUAL : OF_FLEET), ...values };
  } catch (error) {
    throw new Mistake(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new Mistake(`${flag} ${text}: must be a whole number from ${least} to ${most}`);
  }
  return number;
}

const share = (flag: string, text: string): number => wholeNumber(flag, text, 0, 100) / 100;

function habitsOf({ ok, call, asleep }: Readonly<Record<'ok' | 'call' | 'asleep', string>>): Habits {
  const habits = {
    okShare: share('--ok', ok),
    helpShare: share('--call', call),
    asleepShare: share('--asleep', asleep),
  };
  if (habits.okShare + habits.helpShare > 1) {
    throw new Mistake('--ok and --call together are more than 100 percent of the wearers');
  }
  return habits;
}

function oneOf<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new Mistake(`${flag} ${text}: must be one of ${words.join(', ')}`);
  return word;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

function duration(text: string): number {
  const match = /^(\d+)([smh]?)$/.exec(text);
  const seconds = match === null ? 0 : Number(match[1]) * (UNITS[match[2] || 's'] ?? 0);
  if (seconds < 1) throw new Mistake(`--duration ${text}: must be a time such as 90s, 2m or 1h`);
  return seconds;
}

function webUrl(flag: string, text: string, protocols: readonly string[]): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Mistake(
      `${flag} ${text}: must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return text;
}

const MQTT_PORT = 1883;
const brokerOf = (url: string): string => `mqtt://${new URL(url).hostname}:${MQTT_PORT}`;
