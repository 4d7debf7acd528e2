import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { assign, type Caregiver, seedCaregivers } from '../caregivers.ts';
import { interleaved, sendFall } from '../falls.ts';
import { startCosts } from '../machine/costs.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { say } from '../progress.ts';
import type { Check, Findings } from '../report.ts';
import { addChannels, setEscalationPolicy } from '../response/channels.ts';
import { fillResponses } from '../response/fill-responses.ts';
import { type Receiver, startReceiver } from '../response/receiver.ts';
import { Latencies } from '../rules/latencies.ts';
import { DEVICES_PER_USER, type SeededDevice, seedDevices, withDatabase } from '../seed.ts';
import { costOfOne, type Grown, growthTable } from './cost-table.ts';

const FALLS_PER_SECOND = 5;
const WARM_UP_FALLS = 20;
const TIMEOUT_MS = 10_000;
/** PostgreSQL publishes its counters after about a second. */
const COUNTED_MS = 1_500;
/** About thirty index trees are one or two levels deeper with a million rows. */
const MAX_BLOCKS_GROWTH = 1.5;
const OK = 200;

export interface ResponseGrowth {
  readonly responses: readonly number[];
  readonly falls: number;
}

/** Measures a fall, its message to a webhook, its claim, its resolution and its timeline, with a growing number of finished responses. */
export async function growResponses({ responses: sizes, falls }: ResponseGrowth): Promise<Findings> {
  const sorted = [...sizes].sort((a, b) => a - b);
  const vigil = await startVigil({ OK_WINDOW_SECONDS: '0', ALLOW_PRIVATE_TARGETS: 'true' });
  const receiver = await startReceiver();
  await setEscalationPolicy(vigil.databaseUrl);
  const perSize = falls + WARM_UP_FALLS;
  const seeded = await seedDevices(vigil.databaseUrl, perSize * sorted.length);
  const devices = interleaved(seeded, DEVICES_PER_USER);
  const [caregiver] = await seedCaregivers(vigil.databaseUrl, 1);
  if (caregiver === undefined) throw new Error('no caregiver was created');
  const patients = [...new Set(seeded.map(({ userId }) => userId))];
  await assign(
    vigil.databaseUrl,
    patients.map((patientId) => ({ caregiverId: caregiver.id, patientId })),
  );
  await addChannels(vigil.databaseUrl, [caregiver], ['webhook'], () => receiver.url);

  const grown: Grown[] = [];
  const checks: Check[] = [];
  let filled = 0;
  for (const [i, size] of sorted.entries()) {
    await fillResponses(vigil.databaseUrl, filled + 1, size, caregiver.id);
    filled = size;
    const own = devices.slice(i * perSize, (i + 1) * perSize);
    const { cost, blocks, latencies, refused } = await withDatabase(vigil.databaseUrl, async (client) => {
      const answered = (some: readonly SeededDevice[]) =>
        answerAll(vigil, receiver, caregiver, some, (device) => newestFall(client, device));
      await answered(own.slice(0, WARM_UP_FALLS));
      const blocksBefore = await blocksTouched(client);
      const costs = startCosts(vigil);
      const done = await answered(own.slice(WARM_UP_FALLS));
      const spent = costOfOne(costs(), falls);
      return { ...done, cost: spent, blocks: ((await blocksTouched(client)) - blocksBefore) / falls };
    });
    const { p50, p99 } = latencies.spread();
    say(`${size}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${blocks.toFixed(0)} blocks`);
    grown.push({ size, ...cost, others: { blocks, 'message p50 ms': p50, 'message p99 ms': p99 } });
    checks.push({
      name: `every fall was notified, claimed and resolved; finished responses: ${size}`,
      found: `${latencies.count} of ${falls} told, ${refused} requests refused`,
      holds: latencies.count === falls && refused === 0,
    });
  }
  await receiver.close();
  await vigil.stop();
  const growing = { one: 'resolved fall', what: 'finished responses', grown };
  return {
    tables: [growthTable(growing)],
    checks: [...checks, flatBlocks(grown)],
    notes: [
      `${FALLS_PER_SECOND} falls a second, each told, claimed, resolved, its timeline read; blocks: pages that the database touched for one`,
    ],
  };
}

/** One after the other at a fixed rate, so that the elapsed time is the same for all sizes. */
async function answerAll(
  vigil: RunningVigil,
  receiver: Receiver,
  caregiver: Caregiver,
  devices: readonly SeededDevice[],
  fallOf: (device: SeededDevice) => Promise<string>,
) {
  const latencies = new Latencies();
  let refused = 0;
  for (const device of devices) {
    const from = performance.now();
    const pushed = new Promise<number>((resolve) => {
      receiver.onMessage = () => resolve(performance.now() - from);
    });
    await sendFall(vigil, device);
    const took = await Promise.race([pushed, delay(TIMEOUT_MS, undefined, { ref: false })]);
    if (took !== undefined) latencies.add(took);
    refused += await answer(vigil, caregiver, await fallOf(device));
    await delay(Math.max(0, from + 1000 / FALLS_PER_SECOND - performance.now()));
  }
  receiver.onMessage = () => {};
  return { latencies, refused };
}

/** Sends the requests of an app, and returns the number of refused requests. */
async function answer({ url }: RunningVigil, { token }: Caregiver, fallId: string): Promise<number> {
  let refused = 0;
  for (const [method, path, body] of [
    ['POST', 'claim', {}],
    ['POST', 'resolve', { outcome: 'HELPED' }],
    ['GET', 'timeline', undefined],
  ] as const) {
    const { status, body: said } = await fetch(`${url}/falls/${fallId}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await said?.cancel();
    if (status !== OK) refused += 1;
  }
  return refused;
}

/** Finds the fall of a device, because the response to a reading does not name it. Each of these devices falls once. */
async function newestFall(client: pg.Client, { macAddress }: SeededDevice): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT f.id FROM fall_events f JOIN devices d ON d.id = f.device_id WHERE d.mac_address = $1',
    [macAddress],
  );
  return rows[0]?.id ?? '';
}

async function blocksTouched(client: pg.Client): Promise<number> {
  await delay(COUNTED_MS);
  const { rows } = await client.query<{ blocks: string }>(
    'SELECT blks_hit + blks_read AS blocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.blocks);
}

function flatBlocks(grown: readonly Grown[]): Check {
  const blocks = grown.map(({ others }) => others.blocks ?? 0);
  // PostgreSQL scans a nearly empty table completely, so the lowest cost need not be with the fewest responses.
  const [least, most] = [Math.min(...blocks), blocks.at(-1) ?? 0];
  return {
    name: `a fall touches at most ${MAX_BLOCKS_GROWTH} × the database's blocks with the most finished responses`,
    found: `${most.toFixed(0)} blocks, and ${least.toFixed(0)} at the least`,
    holds: most <= MAX_BLOCKS_GROWTH * least,
  };
}
