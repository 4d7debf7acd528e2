import { setTimeout as delay } from 'node:timers/promises';
import { assign, type Caregiver, openSockets, seedCaregivers } from '../caregivers.ts';
import { interleaved, sendFall } from '../falls.ts';
import type { WebSocket } from '../links/web-socket.ts';
import { startCosts } from '../machine/costs.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { residentBytes } from '../machine/processes.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { say } from '../progress.ts';
import type { Findings } from '../report.ts';
import { Latencies } from '../rules/latencies.ts';
import { DEVICES_PER_USER, type SeededDevice, seedDevices } from '../seed.ts';
import { costOfOne, type Grown, growthTable } from './cost-table.ts';

/** Caregivers of the patients who fall. All other sockets are idle, so an alert should cost the same. */
const AUDIENCE = 10;
const FALLS_PER_SECOND = 25;
const WARM_UP_FALLS = 25;
/** Before the first size, so that its falls do not include the JIT compilation. */
const FIRST_WARM_UP_FALLS = 200;
const SETTLE_MS = 3_000;
const IDLE_MS = 5_000;
const TIMEOUT_MS = 10_000;

export interface SocketGrowth {
  readonly sockets: readonly number[];
  readonly falls: number;
}

export async function growSockets({ sockets: sizes, falls }: SocketGrowth): Promise<Findings> {
  const sorted = [...sizes].sort((a, b) => a - b);
  requireOpenFiles(sorted.at(-1) ?? 0);
  const vigil = await startVigil();
  // Every fall needs a device without an earlier fall.
  const perSize = falls + WARM_UP_FALLS;
  const number = FIRST_WARM_UP_FALLS + perSize * sorted.length;
  const devices = interleaved(await seedDevices(vigil.databaseUrl, number), DEVICES_PER_USER);
  const listeners = await openListeners(vigil, devices);
  await listeners.fall(devices.slice(0, FIRST_WARM_UP_FALLS));
  const grown: Grown[] = [];
  let received = 0;
  for (const [i, size] of sorted.entries()) {
    await listeners.fillTo(size);
    await delay(SETTLE_MS);
    const idle = startCosts(vigil);
    await delay(IDLE_MS);
    const idleCosts = idle();
    const first = FIRST_WARM_UP_FALLS + i * perSize;
    const own = devices.slice(first, first + perSize);
    await listeners.fall(own.slice(0, WARM_UP_FALLS));
    const costs = startCosts(vigil);
    const fallen = await listeners.fall(own.slice(WARM_UP_FALLS));
    const { p50, p99, count } = fallen.latencies.spread();
    received += count;
    say(`${size} sockets: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    grown.push({
      size,
      ...costOfOne(costs(), falls),
      others: {
        'p50 ms': p50,
        'p99 ms': p99,
        missing: fallen.missing,
        'service CPU at rest': (idleCosts.server * 1000) / IDLE_MS,
        'database CPU at rest': (idleCosts.database * 1000) / IDLE_MS,
        'resident MB': residentBytes(vigil.pid) / 1e6,
      },
    });
  }
  listeners.close();
  await vigil.stop();
  const expected = sorted.length * falls * AUDIENCE;
  const growing = { one: `fall with ${AUDIENCE} recipients`, what: 'live sockets', grown };
  return {
    tables: [growthTable(growing)],
    checks: [
      {
        name: 'every caregiver was notified of every fall',
        found: `${received} alerts of ${expected}`,
        holds: received === expected,
      },
    ],
    notes: [`${FALLS_PER_SECOND} falls a second; what the service does at rest meanwhile is counted in`],
  };
}

interface Fallen {
  readonly latencies: Latencies;
  readonly missing: number;
}

/** The open sockets: first the caregivers of every fall, then a growing number of idle ones. */
async function openListeners(vigil: RunningVigil, devices: readonly SeededDevice[]) {
  const patients = [...new Set(devices.map((device) => device.userId))];
  const audience = await seedCaregivers(vigil.databaseUrl, AUDIENCE);
  await assign(
    vigil.databaseUrl,
    audience.flatMap(({ id }) => patients.map((patientId) => ({ caregiverId: id, patientId }))),
  );
  let onAlert = () => {};
  const open = async (some: readonly Caregiver[]): Promise<WebSocket[]> =>
    openSockets(vigil.port, some, () => onAlert());
  const sockets = await open(audience);

  return {
    async fillTo(size: number): Promise<void> {
      const more = Math.max(0, size - sockets.length);
      sockets.push(...(await open(await seedCaregivers(vigil.databaseUrl, more))));
    },
    /** At a fixed rate, so that the elapsed time is the same for all sizes. */
    async fall(some: readonly SeededDevice[]): Promise<Fallen> {
      const latencies = new Latencies();
      let missing = 0;
      for (const device of some) {
        const from = performance.now();
        const due = from + 1000 / FALLS_PER_SECOND;
        let count = 0;
        const allReceived = new Promise<void>((resolve) => {
          onAlert = () => {
            latencies.add(performance.now() - from);
            count += 1;
            if (count === AUDIENCE) resolve();
          };
        });
        await sendFall(vigil, device);
        await Promise.race([allReceived, delay(TIMEOUT_MS, undefined, { ref: false })]);
        missing += AUDIENCE - count;
        await delay(Math.max(0, due - performance.now()));
      }
      return { latencies, missing };
    },
    close(): void {
      for (const socket of sockets) socket.close();
    },
  };
}
