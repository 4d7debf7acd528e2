// npm run loadtest -- live: from a fall's reading to the alert on its caregivers' sockets, at rest and under load, and
// what an idle socket costs.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import WebSocket from 'ws';
import { options } from './http.ts';
import { quietReading } from './reading.ts';
import { type SeededDevice, seedDevices, signToken, withDatabase } from './seed.ts';
import { type RunningVigil, residentBytes, startVigil } from './service.ts';

const PATH = '/device/sensor-stream';
const OPEN_AT_ONCE = 50;
const SETTLE_MS = 3_000;
/** A patient of the load test has ten devices, and every fall must be of a device that has not fallen before. */
const DEVICES_PER_PATIENT = 10;
/** Not counted: the service has run for a while before anybody falls. */
const WARM_UP_FALLS = 10;
const BACKGROUND_DEVICES = 1_000;
const BACKGROUND_CONNECTIONS = 100;
const CAPACITY_SECONDS = 5;
const PATIENCE_MS = 10_000;

interface Caregiver {
  readonly token: string;
  readonly patientId: string;
}

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      sockets: { type: 'string', default: '1000' },
      falls: { type: 'string', default: '200' },
      /** Readings per second beside the falls; half of what the service can do, unless it is said. */
      background: { type: 'string' },
    },
  });
  const sockets = Number(values.sockets);
  const falls = Number(values.falls);
  const vigil = await startVigil();
  try {
    const devices = await seedDevices(vigil.databaseUrl, WARM_UP_FALLS + 2 * falls + BACKGROUND_DEVICES);
    const falling = devices.slice(0, WARM_UP_FALLS + 2 * falls);
    const quiet = devices.slice(falling.length);
    const patients = [...new Set(falling.map((device) => device.userId))];
    const caregivers = await seedCaregivers(vigil.databaseUrl, patients, sockets);
    const capacity = await drive(vigil, quiet, { duration: CAPACITY_SECONDS });

    const before = residentBytes(vigil.pid);
    const from = performance.now();
    const crowd = await openAll(vigil, caregivers);
    const openedMs = performance.now() - from;
    await delay(SETTLE_MS);
    const perSocket = (residentBytes(vigil.pid) - before) / sockets;

    await measure(vigil, crowd, falling.slice(2 * falls));
    const atRest = await measure(vigil, crowd, falling.slice(0, falls));
    const rate = Math.round(Number(values.background ?? capacity / 2));
    const load = drive(vigil, quiet, { overallRate: rate, duration: Math.ceil(falls / 10) + 5 });
    await delay(1_000);
    const underLoad = await measure(vigil, crowd, falling.slice(falls, 2 * falls));
    const achieved = await load;
    for (const socket of crowd.sockets) socket.terminate();

    console.table({
      'at rest': row(atRest),
      [`with ${Math.round(achieved)} readings/s of ${Math.round(capacity)}`]: row(underLoad),
    });
    console.log(
      `${sockets} sockets opened in ${(openedMs / 1000).toFixed(1)} s, ${(perSocket / 1000).toFixed(1)} KB each while idle`,
    );
    return atRest.missing + underLoad.missing === 0 ? 0 : 1;
  } finally {
    await vigil.stop();
  }
}

async function seedCaregivers(
  databaseUrl: string,
  patients: readonly string[],
  count: number,
): Promise<Caregiver[]> {
  const people = Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    session: randomUUID(),
    patientId: patients[i % patients.length] ?? '',
  }));
  const ids = people.map((person) => person.id);
  await withDatabase(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT id, 'care-' || id || '@example.org', 'none', 'Care', 'Giver', 'CAREGIVER', now(), now() FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at)
       SELECT s, u, now(), now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[]) AS r (s, u)`,
      [people.map((person) => person.session), ids],
    );
    await client.query(
      `INSERT INTO assignments (caregiver_id, patient_id, created_at)
       SELECT c, p, now() FROM unnest($1::uuid[], $2::uuid[]) AS r (c, p)`,
      [ids, people.map((person) => person.patientId)],
    );
  });
  return Promise.all(
    people.map(async ({ id, session, patientId }) => ({
      token: await signToken(id, session, 'CAREGIVER'),
      patientId,
    })),
  );
}

interface Crowd {
  readonly sockets: readonly WebSocket[];
  readonly caregiversOf: ReadonlyMap<string, number>;
  /** Called with each alert as it arrives. */
  heard: (patientId: string) => void;
}

async function openAll(vigil: RunningVigil, caregivers: readonly Caregiver[]): Promise<Crowd> {
  const caregiversOf = new Map<string, number>();
  for (const { patientId } of caregivers) caregiversOf.set(patientId, (caregiversOf.get(patientId) ?? 0) + 1);
  const sockets: WebSocket[] = [];
  const crowd: Crowd = { sockets, caregiversOf, heard: () => {} };
  for (let at = 0; at < caregivers.length; at += OPEN_AT_ONCE) {
    const some = caregivers.slice(at, at + OPEN_AT_ONCE);
    sockets.push(...(await Promise.all(some.map((caregiver) => open(vigil, caregiver, crowd)))));
  }
  return crowd;
}

function open(vigil: RunningVigil, { token, patientId }: Caregiver, crowd: Crowd): Promise<WebSocket> {
  const socket = new WebSocket(`${vigil.url.replace('http', 'ws')}/live`, {
    headers: { Authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      if (text.startsWith('{"type":"welcome"')) resolve(socket);
      // With a number: emergencies are repeated without one.
      else if (text.startsWith('{"type":"alert","id"')) crowd.heard(patientId);
    });
  });
}

interface Latencies {
  readonly ms: readonly number[];
  readonly missing: number;
}

/** One fall after the other: each is over when all caregivers of the patient have heard of it. */
async function measure(
  vigil: RunningVigil,
  crowd: Crowd,
  devices: readonly SeededDevice[],
): Promise<Latencies> {
  const ms: number[] = [];
  let missing = 0;
  for (const device of interleaved(devices)) {
    const expected = crowd.caregiversOf.get(device.userId) ?? 0;
    let count = 0;
    const from = performance.now();
    const all = new Promise<void>((resolve) => {
      crowd.heard = (patientId) => {
        if (patientId !== device.userId) return;
        ms.push(performance.now() - from);
        count += 1;
        if (count === expected) resolve();
      };
      if (expected === 0) resolve();
    });
    const answer = await fetch(`${vigil.url}${PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${device.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(severeReading(device.macAddress)),
    });
    if (answer.status !== 200)
      throw new Error(`a reading was answered ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    await Promise.race([all, delay(PATIENCE_MS, undefined, { ref: false })]);
    missing += expected - count;
    await delay(20);
  }
  crowd.heard = () => {};
  return { ms: ms.sort((a, b) => a - b), missing };
}

/** Neighbours in the list have one owner; falls of one owner should not follow each other. */
const interleaved = (devices: readonly SeededDevice[]): SeededDevice[] =>
  Array.from({ length: DEVICES_PER_PATIENT }, (_, nth) =>
    devices.filter((_, i) => i % DEVICES_PER_PATIENT === nth),
  ).flat();

const severeReading = (macAddress: string) => ({
  ...quietReading(macAddress, 1000),
  accel_x: -15,
  accel_y: -12,
  accel_z: -5,
  gyro_x: 500,
  gyro_y: 450,
  gyro_z: -300,
});

/** Quiet readings over HTTP; answers how many were stored per second. */
async function drive(
  vigil: RunningVigil,
  devices: readonly SeededDevice[],
  pace: Pick<autocannon.Options, 'duration' | 'overallRate'>,
): Promise<number> {
  const result = await autocannon({ ...options(vigil, devices, BACKGROUND_CONNECTIONS), ...pace });
  return result['2xx'] / result.duration;
}

const row = ({ ms, missing }: Latencies) => ({
  alerts: ms.length,
  missing,
  'p50 ms': percentile(ms, 0.5),
  'p99 ms': percentile(ms, 0.99),
  'worst ms': percentile(ms, 1),
});

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
