import { setTimeout as delay } from 'node:timers/promises';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { quietReading } from '../reading.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices, withDatabase } from '../seed.ts';

const SECONDS_PER_DAY = 86_400;
const MAX_BYTES = 25;
const MAX_SLOWDOWN = 2;
const DAY_AGO = 5;
const READS = 9;
const HOURS = 24;
const POLL_MS = 200;

/** One reading per second of every wearable on one day: an hour of movement after two of rest, with noise. */
const DAY = `
  INSERT INTO sensor_readings (recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y,
                               gyro_z, confidence, pressure, fsr, battery_level, health_score, heart_rate, spo2,
                               signal_strength, sensors_initialized, wifi_connected, bluetooth_connected)
  SELECT date_trunc('day', now(), 'UTC') - ${DAY_AGO} * interval '1 day' + i * interval '1 s' + floor(random() * 40) * interval '1 ms',
         i * 1000 + floor(random() * 3), floor(random() * 9e15), key,
         round((0.42 + m * random())::numeric, 2), round((-0.31 + m * random())::numeric, 2),
         round((9.79 + m * random())::numeric, 2), round((1.2 + 20 * m * random())::numeric, 2),
         round((-0.7 + 20 * m * random())::numeric, 2), round((0.3 + 20 * m * random())::numeric, 2),
         CASE WHEN random() < 0.2 THEN round((random() * 0.3)::numeric, 4) ELSE 0 END, round((1013 + random() / 9)::numeric, 2),
         round((0.6 + random() / 20)::numeric, 2), 98 - i / 4000, 100, 60 + i / 60 % 30, 95 + i / 600 % 4,
         -60 - floor(random() * 2), true, true, false
  FROM generate_series(0, ${SECONDS_PER_DAY - 1}) i, LATERAL (SELECT CASE WHEN i / 3600 % 3 = 2 THEN 8 ELSE 0.1 END AS m) movement,
       (SELECT key FROM devices ORDER BY key LIMIT $1) d`;

export const packing = scenario({
  about:
    'packed days: bytes of a reading, the time to read a day of one wearable before and after, readings beside packing.',
  options: {
    devices: count(12, 'wearables with a day of readings'),
    rate: count(200, 'readings per second beside it'),
    seconds: count(20, 'duration of each measurement of readings'),
  },
  async run({ devices: number, rate, seconds }) {
    const vigil = await startVigil({ STREAM_INTERVAL_MS: '0' });
    const devices = await seedDevices(vigil.databaseUrl, Math.max(number, 100));
    doing('filling a day');
    const run = (text: string, values: unknown[] = []) =>
      withDatabase(vigil.databaseUrl, async (client) => (await client.query(text, values)).rows[0]);
    await run(DAY, [number]);
    await run('VACUUM ANALYZE');
    const readings = number * SECONDS_PER_DAY;
    const before = await timesOf(vigil, devices[0] as SeededDevice);
    const { size: unpacked } = await run(
      `SELECT sum(pg_total_relation_size(inhrelid))::float8 AS size FROM pg_inherits WHERE inhparent = 'sensor_readings'::regclass`,
    );
    const alone = await p99Of(vigil, devices, rate, seconds);
    doing('waiting for the service to pack, ten minutes after its start');
    const left = async (): Promise<number> => {
      const { hours } = await run('SELECT count(*)::int AS hours FROM packed_readings');
      return number * HOURS - hours;
    };
    while ((await left()) === number * HOURS) await delay(POLL_MS);
    const began = performance.now();
    const packing = (async () => {
      while ((await left()) > 0) await delay(POLL_MS);
      return performance.now() - began;
    })();
    const beside = await p99Of(vigil, devices, rate, seconds);
    const isMeasured = (await left()) > 0;
    const perSecond = (readings * 1000) / (await packing);
    await run('VACUUM FULL packed_readings');
    await run('VACUUM ANALYZE');
    const { size } = await run(`SELECT pg_total_relation_size('packed_readings')::float8 AS size`);
    const afterwards = await timesOf(vigil, devices[0] as SeededDevice);
    const bytes = size / readings;
    const row = (name: string, first: number, second: number) => ({
      name,
      figures: { unpacked: first, packed: second },
    });
    return {
      tables: [
        {
          title: 'A day of readings',
          rows: [
            row('bytes of a reading', unpacked / readings, bytes),
            row('chart of a day by minutes, ms', before.minutes, afterwards.minutes),
            row('chart of a day by hours, ms', before.hours, afterwards.hours),
            row('a page of 2000 readings, ms', before.page, afterwards.page),
            row('all readings of the day, page by page, ms', before.day, afterwards.day),
            row('p99 of a reading alone, and beside packing, ms', alone, beside),
          ],
        },
      ],
      checks: [
        { name: `at most ${MAX_BYTES} bytes a reading`, found: bytes.toFixed(1), holds: bytes <= MAX_BYTES },
        {
          name: 'p99 of readings at most doubles beside packing',
          found: `${alone.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
          holds: beside <= MAX_SLOWDOWN * alone,
        },
        {
          name: 'packing lasts longer than the readings beside it',
          found: isMeasured ? 'yes' : 'no, more wearables are needed',
          holds: isMeasured,
        },
        {
          name: 'the chart of a packed day is as fast as before',
          found: `${before.minutes.toFixed(0)} ms, ${afterwards.minutes.toFixed(0)} ms`,
          holds: afterwards.minutes <= before.minutes,
        },
      ],
      notes: [`${Math.round(perSecond)} readings are packed per second, with its rests`],
    };
  },
});

/** Medians. */
async function timesOf({ url }: RunningVigil, { macAddress, token }: SeededDevice) {
  const start = Math.floor(Date.now() / 1000 / SECONDS_PER_DAY - DAY_AGO) * SECONDS_PER_DAY * 1000;
  const end = start + SECONDS_PER_DAY * 1000;
  async function read(resolution: string, from = start): Promise<{ timestamp: string }[]> {
    const query = new URLSearchParams({
      resolution,
      from: new Date(from).toISOString(),
      to: new Date(end).toISOString(),
    });
    const response = await fetch(`${url}/device/${macAddress}/readings?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data?: { timestamp: string }[] };
    if (data === undefined || data.length === 0)
      throw new Error(`${resolution}: answered ${response.status}`);
    return data;
  }
  async function day(): Promise<void> {
    for (let from = start; ; ) {
      const page = await read('raw', from);
      if (page.length < 2) return;
      from = Date.parse(page.at(-1)?.timestamp ?? '');
    }
  }
  const median = async (work: () => Promise<unknown>, times = READS): Promise<number> => {
    const all: number[] = [];
    for (let i = 0; i < times; i++) {
      const began = performance.now();
      await work();
      all.push(performance.now() - began);
    }
    return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  };
  return {
    minutes: await median(() => read('minute')),
    hours: await median(() => read('hour')),
    page: await median(() => read('raw', start + 43_000_000)),
    day: await median(day, 1),
  };
}

/** Of readings at a fixed rate over HTTP, from when each was due. */
async function p99Of(
  { url }: RunningVigil,
  devices: readonly SeededDevice[],
  rate: number,
  seconds: number,
): Promise<number> {
  doing(`${rate} readings a second`);
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    const due = began + (n * 1000) / rate;
    const ahead = due - performance.now();
    if (ahead > 1) await delay(ahead);
    const { macAddress, token } = devices[n % devices.length] as SeededDevice;
    const send = async () => {
      const response = await fetch(`${url}/device/sensor-stream`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(quietReading(macAddress, 1000 * n)),
      });
      if (response.status !== 200) throw new Error(`a reading was answered ${response.status}`);
      await response.arrayBuffer();
      times.push(performance.now() - due);
    };
    sent.push(send());
  }
  await Promise.all(sent);
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
