import { setTimeout as delay } from 'node:timers/promises';
import { assign, openSockets, seedCaregivers } from '../caregivers.ts';
import { interleaved, sendFall } from '../falls.ts';
import type { RunningVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { Latencies } from '../rules/latencies.ts';
import { DEVICES_PER_USER, type SeededDevice } from '../seed.ts';

const TIMEOUT_MS = 10_000;
const BETWEEN_FALLS_MS = 20;

export interface ConnectedCaregivers {
  readonly caregiversOf: ReadonlyMap<string, number>;
  /** Called with the patient of each alert as it arrives. */
  onAlert: (patientId: string) => void;
  close(): void;
}

/** Each caregiver looks after one patient; patients have as many caregivers as there are sockets for them. */
export async function openCaregivers(
  vigil: RunningVigil,
  falling: readonly SeededDevice[],
  sockets: number,
): Promise<ConnectedCaregivers> {
  const patients = [...new Set(falling.map((device) => device.userId))];
  const caregivers = await seedCaregivers(vigil.databaseUrl, sockets);
  const pairs = caregivers.map(({ id }, i) => ({
    caregiverId: id,
    patientId: patients[i % patients.length] ?? '',
  }));
  await assign(vigil.databaseUrl, pairs);
  const patientOf = new Map(pairs.map(({ caregiverId, patientId }) => [caregiverId, patientId]));
  const caregiversOf = new Map<string, number>();
  for (const { patientId } of pairs) caregiversOf.set(patientId, (caregiversOf.get(patientId) ?? 0) + 1);
  const connected: ConnectedCaregivers = { caregiversOf, onAlert: () => {}, close: () => {} };
  const open = await openSockets(vigil.port, caregivers, (caregiverId) =>
    connected.onAlert(patientOf.get(caregiverId) ?? ''),
  );
  connected.close = () => {
    for (const socket of open) socket.close();
  };
  return connected;
}

export interface Alerts {
  readonly latencies: Latencies;
  readonly missing: number;
}

/** One fall after the other: each ends when all caregivers of the patient have received its alert. */
export async function fallOneByOne(
  vigil: RunningVigil,
  connected: ConnectedCaregivers,
  devices: readonly SeededDevice[],
): Promise<Alerts> {
  doing(`${devices.length} falls, one after the other`);
  const latencies = new Latencies();
  let missing = 0;
  for (const device of interleaved(devices, DEVICES_PER_USER)) {
    const expected = connected.caregiversOf.get(device.userId) ?? 0;
    let received = 0;
    const from = performance.now();
    const all = new Promise<void>((resolve) => {
      connected.onAlert = (patientId) => {
        if (patientId !== device.userId) return;
        latencies.add(performance.now() - from);
        received += 1;
        if (received === expected) resolve();
      };
      if (expected === 0) resolve();
    });
    await sendFall(vigil, device);
    await Promise.race([all, delay(TIMEOUT_MS, undefined, { ref: false })]);
    missing += expected - received;
    await delay(BETWEEN_FALLS_MS);
  }
  connected.onAlert = () => {};
  return { latencies, missing };
}
