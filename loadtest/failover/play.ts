import { setTimeout as delay } from 'node:timers/promises';
import type { Receiver } from '../response/receiver.ts';
import { type Counted, counted, fallsOf, isDelivered } from './counted.ts';
import { type FailureName, failures, type Pace } from './failures.ts';
import { createField, watch } from './field.ts';
import type { DatabasePair } from './pair.ts';
import { type Instance, Traffic } from './traffic.ts';

const HEALTH_MS = 100;
const DELIVERY_MS = 15_000;

export interface Outcome extends Counted {
  readonly failure: FailureName;
  readonly isSynchronous: boolean;
  /** The longest time without an acknowledged reading. */
  readonly gapMs: number;
  /** From the promotion, or the standby's return, to the next acknowledged reading. */
  readonly sinceBackMs: number;
  /** The longest time that a request waited for its answer. */
  readonly longestMs: number;
  /** The same of MQTT clients, which wait a moment for the end of their connection: they would all come back at once. */
  readonly longestMqttMs: number;
  /** Unexpected answers by their status. */
  readonly errors: ReadonlyMap<number, number>;
  /** The number of instances whose health report said so. */
  readonly reported: number;
}

export interface Play {
  readonly pair: DatabasePair;
  readonly instances: readonly Instance[];
  readonly receiver: Receiver;
  readonly isSynchronous: boolean;
  /** Over HTTP, and as many over MQTT 5. */
  readonly wearables: number;
  readonly falls: number;
  /** Before the loss, and after it is over. */
  readonly seconds: number;
  readonly pace: Pace;
}

/** A failure under load. */
export async function play(failure: FailureName, setup: Play): Promise<Outcome> {
  const { pair, instances, receiver, isSynchronous, seconds } = setup;
  await pair.setSynchronous(isSynchronous);
  const field = await createField(pair.primary.url, receiver, setup);
  const watches = await Promise.all(instances.map((instance) => watch(instance, field.watcher)));
  const traffic = new Traffic(instances, field);
  await delay(seconds * 1000);
  const health = watchHealth(instances);
  const { lostAt, backAt } = await failures[failure](pair, () => traffic.burst(), setup.pace);
  if (isSynchronous) await pair.setSynchronous(true);
  await delay(seconds * 1000);
  const reported = await health.end();
  await traffic.end();

  const databaseUrl = pair.primary.url;
  const deadline = performance.now() + DELIVERY_MS;
  while (!isDelivered(await fallsOf(databaseUrl, field), receiver, watches) && performance.now() < deadline)
    await delay(HEALTH_MS);
  const found = await counted(databaseUrl, traffic, await fallsOf(databaseUrl, field), receiver, watches);
  for (const one of watches) one.close();
  const since = (time: number) => (traffic.firstAcknowledgedAfter(time) ?? Number.POSITIVE_INFINITY) - time;
  return {
    failure,
    isSynchronous,
    ...found,
    gapMs: traffic.longestGapMs(lostAt),
    sinceBackMs: since(backAt),
    longestMs: traffic.longestMs,
    longestMqttMs: traffic.longestMqttMs,
    errors: traffic.errors,
    reported,
  };
}

/** Which instances have ever said that they are not healthy. */
function watchHealth(instances: readonly Instance[]) {
  const unwell = new Set<Instance>();
  let isOver = false;
  const all = Promise.all(
    instances.map(async (instance) => {
      while (!isOver) {
        const healthy = await fetch(`${instance.url}/health`).then(
          async (answer) =>
            answer.status === 200 &&
            ((await answer.json()) as { data?: { status?: string } }).data?.status === 'HEALTHY',
          () => true,
        );
        if (!healthy) unwell.add(instance);
        await delay(HEALTH_MS);
      }
    }),
  );
  return {
    async end(): Promise<number> {
      isOver = true;
      await all;
      return unwell.size;
    },
  };
}

/** What must hold, whatever fails; an asynchronous standby may lose what it had not received. */
export const faultsOf = (outcome: Outcome): readonly string[] => {
  const never: (keyof Counted)[] = ['readingsElsewhere', 'claimsTwice', 'alertsLost', 'messagesLost'];
  const withoutLoss: (keyof Counted)[] = [
    'readingsLost',
    'readingsTwice',
    'fallsLost',
    'fallsTwice',
    'claimsLost',
    'alertsTwice',
  ];
  const isLossless =
    outcome.isSynchronous || outcome.failure === 'switched-over' || outcome.failure === 'standby-away';
  const counts = [...never, ...(isLossless ? withoutLoss : [])];
  const mayFail = (status: number) => !isLossless && status >= 400 && status < 500;
  return [
    ...counts.filter((name) => outcome[name] > 0).map((name) => `${name}: ${outcome[name]}`),
    ...[...outcome.errors]
      .filter(([status]) => !mayFail(status))
      .map(([status, times]) => `status ${status}: ${times}`),
  ];
};
