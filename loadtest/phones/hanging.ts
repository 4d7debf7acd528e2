import { assign, seedCaregivers } from '../caregivers.ts';
import { putOn } from '../falls.ts';
import { startCosts } from '../machine/costs.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { say } from '../progress.ts';
import type { Check, Report } from '../report.ts';
import { addChannels, setLadder } from '../response/channels.ts';
import { fallWithin } from '../response/falls.ts';
import { type Receiver, startReceiver } from '../response/receiver.ts';
import { Latencies } from '../rules/latencies.ts';
import { type SeededDevice, seedDevices, withDatabase } from '../seed.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { addNumbers, type NumberKind } from './numbers.ts';
import { startSilentServer } from './silent-server.ts';

const HANGS_MS = 30_000;
const WARM_UP_FALLS = 60;
/** Slow enough for a machine with two cores that also runs the gateways. */
const PER_SECOND = 5;
/** Slots of the SMS lane and of the call lane. */
const SLOTS = 16;
const MAX_RATIO = 1.5;
/** Differences below this are noise on a busy machine. */
const NOISE_MS = 25;

interface Place {
  readonly name: string;
  readonly vigil: RunningVigil;
  readonly gateway: Gateway;
  readonly devices: readonly SeededDevice[];
  readonly latencies: Latencies;
  missing: number;
  /** CPU time of the measured falls, in seconds. */
  readonly cpu: { service: number; database: number };
}

interface Wanted {
  readonly falls: number;
  readonly rounds: number;
}

/**
 * The same falls at three services, in turn: one whose gateways answer, one whose SMS and voice gateway hangs, and one
 * whose paging system and home broker hang as well. Every caregiver has a push subscription and a number of every kind.
 */
export async function pushBesideHanging({ falls, rounds }: Wanted): Promise<Report> {
  const receiver = await startReceiver();
  const silent = await startSilentServer();
  const answering = await startGateway();
  const hanging = await startGateway({ holdsMs: HANGS_MS });
  const PHONES = ['sms', 'call'] as const;
  const places = [
    await open('gateways that answer', falls, receiver, answering, PHONES),
    await open('SMS and calls that hang', falls, receiver, hanging, PHONES),
    await open(
      'SMS, calls, pagers and home broker that hang',
      falls,
      receiver,
      hanging,
      [...PHONES, 'pager'],
      {
        ESPA_URL: `espa444+tcp://127.0.0.1:${silent.port}`,
        HOME_BROKER_URL: `mqtt://127.0.0.1:${silent.port}`,
      },
    ),
  ];
  for (const place of places) await fall(place, receiver, place.devices.slice(0, WARM_UP_FALLS));
  const each = Math.ceil(falls / rounds);
  for (let round = 0; round < rounds; round++) {
    // Each begins a round in turn: a machine that is slow for some seconds slows all of them.
    for (let i = 0; i < places.length; i++) {
      const place = places[(round + i) % places.length] as Place;
      const from = WARM_UP_FALLS + round * each;
      await measure(place, receiver, place.devices.slice(from, from + each));
    }
  }
  const backlog = await unsentOf(places[1] as Place);
  const report = reportOf(places, { connections: silent.connections(), held: hanging.requests, backlog });
  // The services first: they would report gateways that are gone.
  for (const { vigil } of places) await vigil.stop();
  await Promise.all([receiver.close(), answering.close(), hanging.close(), silent.close()]);
  return report;
}

async function open(
  name: string,
  falls: number,
  receiver: Receiver,
  gateway: Gateway,
  numbers: readonly NumberKind[],
  env: Readonly<Record<string, string>> = {},
): Promise<Place> {
  const vigil = await startVigil({
    OK_WINDOW_SECONDS: '0',
    ALLOW_PRIVATE_TARGETS: 'true',
    SMS_GATEWAY_URL: gateway.url,
    VOICE_GATEWAY_URL: gateway.url,
    SMS_PER_HOUR: '100000',
    CALLS_PER_HOUR: '100000',
    ...env,
  });
  const { databaseUrl } = vigil;
  await setLadder(databaseUrl, ['webpush', ...numbers]);
  // A patient and a caregiver for every fall: messages are not grouped, and caps per person are not reached.
  const devices = await seedDevices(databaseUrl, WARM_UP_FALLS + falls, 0, 1);
  const caregivers = await seedCaregivers(databaseUrl, devices.length);
  await assign(
    databaseUrl,
    devices.map(({ userId: patientId }, i) => ({ caregiverId: caregivers[i]?.id ?? '', patientId })),
  );
  // Numbers first, so that they are notified first.
  await addNumbers(databaseUrl, caregivers, numbers);
  await addChannels(databaseUrl, caregivers, ['webpush'], () => receiver.url);
  await withDatabase(databaseUrl, (client) =>
    client.query(`UPDATE users SET share_with_home = true WHERE role = 'PATIENT'`),
  );
  await putOn(vigil, devices);
  return {
    name,
    vigil,
    gateway,
    devices,
    latencies: new Latencies(),
    missing: 0,
    cpu: { service: 0, database: 0 },
  };
}

async function fall({ vigil }: Place, receiver: Receiver, devices: readonly SeededDevice[]) {
  const [told] = await fallWithin(vigil, receiver, devices, devices.length / PER_SECOND, ['webpush']);
  if (told === undefined) throw new Error('nothing was measured');
  return told;
}

async function measure(place: Place, receiver: Receiver, devices: readonly SeededDevice[]): Promise<void> {
  const costs = startCosts(place.vigil);
  const told = await fall(place, receiver, devices);
  const { server, database } = costs();
  place.cpu.service += server;
  place.cpu.database += database;
  const { p50, p99 } = told.latencies.spread();
  say(`${place.name}: push p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  place.latencies.addAll(told.latencies);
  place.missing += told.missing + told.twice;
}

/** SMS and calls that still wait: proof that their slots were taken all the time. */
const unsentOf = ({ vigil }: Place): Promise<number> =>
  withDatabase(vigil.databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM outbox WHERE state = 'PENDING' AND lane IN ('sms', 'call')`,
    );
    return rows[0]?.count ?? 0;
  });

function reportOf(
  places: readonly Place[],
  hung: { readonly connections: number; readonly held: Gateway['requests']; readonly backlog: number },
): Report {
  const [alone, ...others] = places;
  const p99Of = (place: Place | undefined): number => place?.latencies.spread().p99 ?? 0;
  return {
    tables: [
      {
        title: `From a fall to its push message, ${PER_SECOND} falls per second`,
        rows: places.map(({ name, latencies, missing, cpu }) => {
          const { count: messages, p50, p99, max } = latencies.spread();
          return {
            name: `beside ${name}`,
            figures: {
              messages,
              'p50 ms': p50,
              'p99 ms': p99,
              'worst ms': max,
              'missing or twice': missing,
              'service CPU ms/fall': (cpu.service * 1000) / messages,
              'database CPU ms/fall': (cpu.database * 1000) / messages,
            },
          };
        }),
      },
    ],
    ratios: others.map((place) => ({
      name: `push p99 beside ${place.name} / beside gateways that answer`,
      value: p99Of(place) / p99Of(alone),
    })),
    checks: [
      ...others.map(
        (place): Check => ({
          name: `push p99 beside ${place.name} at most ${MAX_RATIO} × that beside gateways that answer, or ${NOISE_MS} ms more`,
          found: `${p99Of(place).toFixed(1)} ms after ${p99Of(alone).toFixed(1)} ms`,
          holds: p99Of(place) <= Math.max(MAX_RATIO * p99Of(alone), p99Of(alone) + NOISE_MS),
        }),
      ),
      {
        name: 'one push message about every fall',
        found: places.map(({ missing }) => missing).join(', '),
        holds: places.every(({ missing }) => missing === 0),
      },
      {
        name: 'the gateway held its slots all the time, and the silent servers were called',
        found: `${hung.held.sms} SMS and ${hung.held.calls} calls held, ${hung.backlog} still waiting, ${hung.connections} silent connections`,
        holds: hung.held.sms > SLOTS && hung.held.calls > SLOTS && hung.backlog > 0 && hung.connections >= 2,
      },
    ],
    plots: [],
    notes: [`a hanging gateway answers after ${HANGS_MS / 1000} s; Vigil gives up after 10 s`],
  };
}
