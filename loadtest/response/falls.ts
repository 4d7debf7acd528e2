import { setTimeout as delay } from 'node:timers/promises';
import { sendFall } from '../falls.ts';
import type { RunningVigil } from '../machine/service.ts';
import { doing, say } from '../progress.ts';
import { Latencies } from '../rules/latencies.ts';
import { type SeededDevice, withDatabase } from '../seed.ts';
import { type Kind, type Receiver, topicOf } from './receiver.ts';

const TIMEOUT_MS = 30_000;
const LOOK_MS = 100;

/** Messages about falls on one kind of channel. */
export interface Told {
  readonly kind: Kind;
  /** Time from sending a fall to the first message about it. */
  readonly latencies: Latencies;
  readonly missing: number;
  readonly twice: number;
}

/** One after the other: each ends when a push message about it was received. */
export async function fallOneByOne(
  vigil: RunningVigil,
  receiver: Receiver,
  devices: readonly SeededDevice[],
): Promise<{ readonly latencies: Latencies; readonly missing: number }> {
  doing(`${devices.length} falls, one after the other`);
  const latencies = new Latencies();
  let missing = 0;
  for (const device of devices) {
    const from = performance.now();
    const pushed = new Promise<number>((resolve) => {
      receiver.onMessage = (kind) => kind === 'webpush' && resolve(performance.now() - from);
    });
    await sendFall(vigil, device);
    const took = await Promise.race([pushed, delay(TIMEOUT_MS, undefined, { ref: false })]);
    if (took === undefined) missing += 1;
    else latencies.add(took);
    // Waits for the other channels, so that they do not affect the next fall.
    await delay(LOOK_MS);
  }
  receiver.onMessage = () => {};
  return { latencies, missing };
}

/** Sends falls evenly over a time, independent of responses. Ends when all messages of these kinds have arrived, or on a timeout. */
export async function fallWithin(
  vigil: RunningVigil,
  receiver: Receiver,
  devices: readonly SeededDevice[],
  seconds: number,
  kinds: readonly Kind[],
): Promise<readonly Told[]> {
  const before = new Map(kinds.map((kind) => [kind, receiver.arrived[kind].size]));
  const sentAt = await sendWithin(vigil, devices, seconds);
  const until = performance.now() + TIMEOUT_MS;
  const isComplete = () =>
    kinds.every((kind) => receiver.arrived[kind].size - (before.get(kind) ?? 0) >= devices.length);
  while (!isComplete() && performance.now() < until) await delay(LOOK_MS);
  return toldOf(vigil, receiver, sentAt, kinds);
}

/** Sends falls evenly over a time; returns when each was sent, by MAC address. */
export async function sendWithin(
  vigil: RunningVigil,
  devices: readonly SeededDevice[],
  seconds: number,
): Promise<ReadonlyMap<string, number>> {
  doing(`${devices.length} falls, then their messages`, seconds);
  const sentAt = new Map<string, number>();
  const from = performance.now();
  const answers = [];
  for (const [i, device] of devices.entries()) {
    await delay(Math.max(0, from + (i * seconds * 1000) / devices.length - performance.now()));
    sentAt.set(device.macAddress, performance.now());
    answers.push(sendFall(vigil, device));
  }
  // A refused or late fall may still cause a message; if not, the message counts as missing.
  const refused = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
  if (refused.length > 0)
    say(`${refused.length} falls were refused: ${(refused[0] as PromiseRejectedResult).reason}`);
  return sentAt;
}

/** The messages that have arrived about these falls. */
export async function toldOf(
  { databaseUrl }: RunningVigil,
  receiver: Receiver,
  sentAt: ReadonlyMap<string, number>,
  kinds: readonly Kind[],
): Promise<readonly Told[]> {
  const topics = await topicsOf(databaseUrl, [...sentAt.keys()]);
  return kinds.map((kind) => toldBy(kind, receiver, topics, sentAt));
}

function toldBy(
  kind: Kind,
  receiver: Receiver,
  topics: ReadonlyMap<string, string>,
  sentAt: ReadonlyMap<string, number>,
): Told {
  const latencies = new Latencies();
  let [missing, twice] = [0, 0];
  for (const [macAddress, from] of sentAt) {
    const message = receiver.arrived[kind].get(topics.get(macAddress) ?? '');
    if (message === undefined) missing += 1;
    else latencies.add(message.at - from);
    if (message !== undefined && message.times > 1) twice += 1;
  }
  return { kind, latencies, missing, twice };
}

/** Topics of the falls by MAC address. */
export const topicsOf = (
  databaseUrl: string,
  macAddresses: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mac: string; fall: string }>(
      `SELECT d.mac_address AS mac, f.id AS fall FROM fall_events f JOIN devices d ON d.id = f.device_id
       WHERE d.mac_address = ANY($1)`,
      [macAddresses],
    );
    return new Map(rows.map(({ mac, fall }) => [mac, topicOf(fall)]));
  });
