import { startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { quietReading } from '../reading.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices, withDatabase } from '../seed.ts';

const TABLES = ['sensor_readings', 'reading_signals'] as const;
const RATE_HZ = 50;
const SECONDS_PER_DAY = 86_400;
const AT_ONCE = 32;

const noise = (size: number): number => Math.round((Math.random() - 0.5) * size * 100) / 100;

/** A sample of a resting wearable, with its noise. */
const sample = (t: number): number[] => [
  t,
  ...[0.42, -0.31, 9.79].map((value) => Number((value + noise(0.1)).toFixed(2))),
  ...[1.2, -0.7, 0.3].map((value) => Number((value + noise(0.5)).toFixed(2))),
];

const samples = (): number[][] =>
  Array.from({ length: RATE_HZ }, (_, i) => sample(((i + 1 - RATE_HZ) * 1000) / RATE_HZ));

const part = (): number[] => [9.9, 9.7, 0.1, 0.4, -0.3, 9.8, 1.5, 2.1, 0.1, 0.04, -0.03, 0.99];

/** What a wearable sends each second. */
const KINDS: readonly { readonly name: string; readonly signal: () => object }[] = [
  { name: 'one reading', signal: () => ({}) },
  { name: 'reading with parts', signal: () => ({ parts: Array.from({ length: 5 }, part) }) },
  { name: `reading with ${RATE_HZ} samples`, signal: () => ({ samples: samples() }) },
];

export const disk = scenario({
  about: 'size of a stored reading on disk with its indexes: alone, with parts, with samples; uncompressed.',
  options: {
    readings: count(40_000, 'readings of each kind'),
    devices: count(100, 'wearables'),
  },
  async run({ readings, devices: number }) {
    const vigil = await startVigil();
    const devices = await seedDevices(vigil.databaseUrl, number);
    const rows: { name: string; figures: Record<string, number> }[] = [];
    for (const { name, signal } of KINDS) {
      await emptyTables(vigil.databaseUrl);
      const before = await sizeOf(vigil.databaseUrl);
      doing(`storing ${readings} times ${name}`);
      const sent = await sendAll(vigil.url, devices, readings, signal);
      const bytes = ((await sizeOf(vigil.databaseUrl)) - before) / readings;
      const perDay = bytes * SECONDS_PER_DAY;
      rows.push({
        name,
        figures: {
          'bytes sent': sent / readings,
          'bytes stored': bytes,
          'MB a day, one wearable': perDay / 1e6,
          'GB a day, 100 wearables': (perDay * 100) / 1e9,
        },
      });
    }
    const stored = await storedRows(vigil.databaseUrl);
    return {
      tables: [{ title: 'A reading each second', rows }],
      checks: [
        {
          name: 'every reading and its signal is stored',
          found: stored.join(', '),
          holds: stored.every((n) => n === readings),
        },
      ],
      notes: ['JSON bodies; on disk with indexes, without compression and without WAL'],
    };
  },
});

const emptyTables = (databaseUrl: string): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    for (const table of TABLES) await client.query(`TRUNCATE ${table}`);
  });

const sizeOf = (databaseUrl: string): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent::regclass::text = ANY($1)',
      [TABLES],
    );
    return Number(rows[0]?.bytes);
  });

const storedRows = (databaseUrl: string): Promise<number[]> =>
  withDatabase(databaseUrl, async (client) => {
    const counts: number[] = [];
    for (const table of TABLES) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
      counts.push(Number(rows[0]?.count));
    }
    return counts;
  });

/** Returns the bytes of the bodies. */
async function sendAll(
  url: string,
  devices: readonly SeededDevice[],
  readings: number,
  signal: () => object,
): Promise<number> {
  let next = 0;
  let bytes = 0;
  const sender = async (): Promise<void> => {
    while (next < readings) {
      const number = next++;
      const { macAddress, token } = devices[number % devices.length] as SeededDevice;
      const body = JSON.stringify({ ...quietReading(macAddress, 1000 * number), ...signal() });
      bytes += body.length;
      const response = await fetch(`${url}/device/sensor-stream`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
      });
      if (response.status !== 200)
        throw new Error(`a reading was answered ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return bytes;
}
