import { setTimeout as delay } from 'node:timers/promises';
import { assign, seedCaregivers } from '../caregivers.ts';
import { putOn } from '../falls.ts';
import { type SteadyStreamResult, startSteadyStream } from '../loops/steady-stream.ts';
import { startCosts } from '../machine/costs.ts';
import { residentBytes } from '../machine/processes.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import type { Check } from '../report.ts';
import { addChannels, setEscalationPolicy } from '../response/channels.ts';
import { fallOneByOne, fallWithin, type Told } from '../response/falls.ts';
import { KINDS, type Receiver, startReceiver } from '../response/receiver.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices, withDeviceTokens } from '../seed.ts';

const WARM_UP_FALLS = 20;
const HANGING_FALLS = 100;
const BURST_SECONDS = 10;
const MAX_SENDING_MS = 30_000;
/** Duration before the burst, and of the burst. */
const QUIET_SECONDS = 10;
/** Longer than any part of this scenario takes. */
const MOST_SECONDS = 120;
const MAX_SLOWDOWN = 2;
const MAX_MEMORY_GROWTH = 1.1;
const SETTLE_MS = 3_000;

export const response = scenario({
  about:
    'delay from a fall to messages on Web Push, ntfy and a webhook: at rest, in a burst, and with a receiver that hangs.',
  options: {
    falls: count(200, 'falls at rest'),
    burst: count(1000, `falls within ${BURST_SECONDS} s, twice; three messages each`),
    wearables: count(500, 'wearables that send one normal reading per second each over MQTT meanwhile'),
    p99: count(250, 'maximum p99 from a fall to its first push, in milliseconds'),
  },
  async run({ falls, burst, wearables, p99: boundMs }) {
    const vigil = await startVigil({ OK_WINDOW_SECONDS: '0', ALLOW_PRIVATE_TARGETS: 'true' });
    const [receiver, hanging] = [await startReceiver(), await startReceiver({ hangs: true })];
    await setEscalationPolicy(vigil.databaseUrl);
    const ones = [WARM_UP_FALLS, falls, burst, burst, HANGING_FALLS];
    const number = ones.reduce((sum, one) => sum + one, 0);
    // Every fall needs a device without an earlier fall, and its own patient: falls that notify one caregiver within 30 s
    // are one message.
    const devices = await seedDevices(vigil.databaseUrl, number + wearables, 0, 1);
    const [warming = [], resting = [], first = [], second = [], hung = []] = shares(devices, ones);
    await giveCare(vigil, receiver, [...warming, ...resting, ...first, ...second]);
    await giveCare(vigil, receiver, hung, hanging);
    await putOn(vigil, devices.slice(0, number));

    await fallOneByOne(vigil, receiver, warming);
    const atRest = await fallOneByOne(vigil, receiver, resting);

    const quiet = await withDeviceTokens(vigil.databaseUrl, devices.slice(number));
    const readings = startSteadyStream({ port: vigil.mqttPort, devices: quiet, mostSeconds: MOST_SECONDS });
    /** Sends readings at a constant rate during the work. */
    async function beside<T>(work: () => Promise<T>) {
      await readings.begin();
      const done = await work();
      return { done, stream: await readings.end() };
    }
    async function burstOf(falling: readonly SeededDevice[]) {
      const costs = startCosts(vigil);
      const { done: told, stream } = await beside(() =>
        fallWithin(vigil, receiver, falling, BURST_SECONDS, KINDS),
      );
      const spent = costs();
      await delay(SETTLE_MS);
      return { told, stream, costs: spent, megabytes: residentBytes(vigil.pid) / 1e6 };
    }
    const alone = () => beside(() => delay(QUIET_SECONDS * 1000));
    await alone();
    const warm = await burstOf(first);
    const { stream: before } = await alone();
    const measured = await burstOf(second);
    const besideHanging = await fallWithin(vigil, receiver, hung, BURST_SECONDS, KINDS);
    await Promise.all([readings.close(), receiver.close(), hanging.close()]);

    const growth = measured.megabytes / warm.megabytes;
    const rest = atRest.latencies.spread();
    return {
      tables: [
        {
          title: 'From a fall to its first message',
          rows: [
            {
              name: 'webpush, at rest',
              figures: { messages: rest.count, 'p50 ms': rest.p50, 'p99 ms': rest.p99, 'worst ms': rest.max },
            },
            ...measured.told.map(rowOf(`${burst} falls in ${BURST_SECONDS} s`)),
            ...besideHanging.map(rowOf('with a webhook that hangs')),
          ],
        },
        {
          title: `Normal readings of ${wearables} wearables, one per second each`,
          rows: [
            { name: 'without falls', figures: ingestion(before) },
            { name: `while ${burst} fall`, figures: ingestion(measured.stream) },
          ],
        },
        {
          title: `${burst} falls and ${burst * KINDS.length} messages, including the readings meanwhile`,
          rows: [
            {
              name: 'Vigil',
              figures: {
                'service CPU ms/fall': (measured.costs.server * 1000) / burst,
                'database CPU ms/fall': (measured.costs.database * 1000) / burst,
                'MB after the first': warm.megabytes,
                'MB after the second': measured.megabytes,
              },
            },
          ],
        },
      ],
      ratios: [
        {
          name: `${MAX_SLOWDOWN} × p99 of the readings without falls / while ${burst} fall`,
          value: (MAX_SLOWDOWN * before.latencies.p99) / measured.stream.latencies.p99,
          goal: 1,
        },
      ],
      checks: [
        {
          name: `at rest, the first push is accepted with p99 ≤ ${boundMs} ms`,
          found: `${rest.p99.toFixed(1)} ms, ${atRest.missing} missing`,
          holds: rest.p99 <= boundMs && atRest.missing === 0,
        },
        ...[...warm.told, ...measured.told].map(complete(MAX_SENDING_MS)),
        notSlower(before, measured.stream),
        {
          name: `memory after the second burst at most ${MAX_MEMORY_GROWTH} × the memory after the first`,
          found: growth.toFixed(3),
          holds: growth <= MAX_MEMORY_GROWTH,
        },
        ...besideHanging.map(besideHang(boundMs)),
      ],
      notes: ['receivers and readings are in two other processes on the same machine'],
    };
  },
});

/** Splits the devices into groups of these sizes. */
function shares(devices: readonly SeededDevice[], numbers: readonly number[]): SeededDevice[][] {
  let from = 0;
  return numbers.map((number) => {
    const own = devices.slice(from, from + number);
    from += number;
    return own;
  });
}

/** Gives each patient a caregiver with all channels, and one more webhook if there is a hanging receiver. */
async function giveCare(
  { databaseUrl }: RunningVigil,
  receiver: Receiver,
  devices: readonly SeededDevice[],
  hanging?: Receiver,
): Promise<void> {
  const caregivers = await seedCaregivers(databaseUrl, devices.length);
  await assign(
    databaseUrl,
    devices.map(({ userId: patientId }, i) => ({ caregiverId: caregivers[i]?.id ?? '', patientId })),
  );
  // Added first, so that it is notified first.
  if (hanging !== undefined) await addChannels(databaseUrl, caregivers, ['webhook'], () => hanging.url);
  await addChannels(databaseUrl, caregivers, KINDS, () => receiver.url);
}

const rowOf = (when: string) => (told: Told) => {
  const { count: messages, p50, p99, max } = told.latencies.spread();
  return {
    name: `${told.kind}, ${when}`,
    figures: { messages, 'p50 ms': p50, 'p99 ms': p99, 'worst ms': max, missing: told.missing },
  };
};

function ingestion({ sent, failed, seconds, latencies, lateness }: SteadyStreamResult) {
  const { p50, p99, max } = latencies;
  return {
    'readings/s': (sent - failed) / seconds,
    'p50 ms': p50,
    'p99 ms': p99,
    'worst ms': max,
    'sent late, p99 ms': lateness.p99,
    failed,
  };
}

const complete =
  (withinMs: number) =>
  ({ kind, latencies, missing, twice }: Told): Check => ({
    name: `${kind}: one message about every fall within ${withinMs / 1000} s`,
    found: `${missing} missing, ${twice} twice, the last after ${(latencies.spread().max / 1000).toFixed(1)} s`,
    holds: missing === 0 && twice === 0 && latencies.spread().max <= withinMs,
  });

function notSlower(before: SteadyStreamResult, during: SteadyStreamResult): Check {
  const [was, is] = [before.latencies.p99, during.latencies.p99];
  return {
    name: `readings: p99 during the falls at most ${MAX_SLOWDOWN} × the p99 before, no failures`,
    found: `${is.toFixed(1)} ms after ${was.toFixed(1)} ms; failed: ${during.failures}`,
    holds: is <= MAX_SLOWDOWN * was && during.failed === 0,
  };
}

const besideHang =
  (boundMs: number) =>
  ({ kind, latencies, missing }: Told): Check => ({
    name: `${kind} with a webhook that hangs: p99 ≤ ${boundMs} ms`,
    found: `${latencies.spread().p99.toFixed(1)} ms, ${missing} missing`,
    holds: latencies.spread().p99 <= boundMs && missing === 0,
  });
