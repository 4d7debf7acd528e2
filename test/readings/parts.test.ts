import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { SECOND_MS } from '../../src/platform/time.ts';
import { flattenParts, flattenSamples } from '../../src/readings/reading-check.ts';
import { SensorReading } from '../../src/readings/schema.ts';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { BIN_VALUES, BINS, FIELDS, MESSAGE_CELLS } from '../../src/readings/scoring/window.ts';
import { decodeSignal } from '../../src/readings/store/signals.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { connectLive } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, send, severe, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';
import { assessmentsTopic, bySession, granted, join, listenTo, readingsTopic } from '../mqtt/clients.ts';

type Rows = (number | null)[][];

/** The parts of a second's samples, rounded as docs/contract.md recommends. */
function partsOf(samples: readonly (readonly number[])[]): Rows {
  const bins = new Float32Array(MESSAGE_CELLS);
  const flat = flattenSamples(samples);
  summarise(flat, samples.length, { cells: new Float32Array(FIELDS), row: 0, bins, binsRow: 0 });
  return Array.from({ length: BINS }, (_, part) =>
    Array.from({ length: BIN_VALUES }, (__, column) => {
      const value = bins[part * BIN_VALUES + column] ?? Number.NaN;
      return Number.isNaN(value) ? null : Number(value.toFixed(column >= 9 ? 2 : 1));
    }),
  );
}

const withoutGyro = (rows: Rows): Rows =>
  rows.map((row) => row.map((value, column) => (column === 6 || column === 7 ? null : value)));

const NO_GYRO = { gyro_x: null, gyro_y: null, gyro_z: null };
const ABSENT = { gyro_x: undefined, gyro_y: undefined, gyro_z: undefined };

/** A second of 40 samples with an impact in its middle. */
const second = (peak: number, gyro = 250) =>
  Array.from({ length: 40 }, (_, i) => [
    (i - 39) * 25,
    i === 20 ? peak : 0.2,
    0.1,
    i === 20 ? peak / 2 : 9.8,
    i > 15 && i < 25 ? gyro : 2,
    0,
    0,
  ]);
const lying = Array.from({ length: 40 }, (_, i) => [(i - 39) * 25, 9.7, 0.4, 0.9, 1, 0, 0]);

const PARTS = partsOf(second(40));

describe('the worked example of parts', () => {
  const contract = readFileSync(inProject('docs', 'contract.md'), 'utf8');
  const section = /\n### Parts\n([\s\S]*?)\n##/.exec(contract)?.[1] ?? '';
  const [samples, parts] = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) =>
    JSON.parse(text),
  );

  it('is what the detector computes from its samples, in the contract and in OpenAPI', () => {
    assert.deepEqual(parts, partsOf(samples));
    const [example] = (SensorReading as unknown as { examples: Json[] }).examples;
    assert.deepEqual(example.parts, parts);
  });
});

describe('readings with parts, and without a gyro', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp({}, { now: standingClock() });
    ada = await signUp(app);
  });
  after(() => app.close());

  const stored = async (mac: string): Promise<Json[]> =>
    sql(
      app.databaseUrl,
      `SELECT r.*, s.signal FROM sensor_readings r JOIN devices d ON d.key = r.device_key
       LEFT JOIN reading_signals s ON s.device_key = r.device_key AND s.recorded_at = r.recorded_at
       WHERE mac_address = $1 ORDER BY r.recorded_at`,
      [mac],
    );
  const history = async (mac: string): Promise<Json[]> =>
    (await app.call('GET', `/device/${mac}/readings`, { token: ada.token })).body.data;

  function assertParts(row: Json, given: Rows): void {
    const { parts } = decodeSignal(row.signal);
    const flat = flattenParts(given);
    for (const [i, value] of flat.entries())
      assert.ok(Object.is(value, parts?.[i]) || Math.abs(value - (parts?.[i] ?? 1e9)) < 0.07, `${i}`);
  }

  describe('the check', () => {
    const mac = randomMac();
    const part = PARTS[0] ?? [];
    const row4 = (t: number) => [t, 0.1, 0.2, 9.8];
    const row7 = (t: number) => [...row4(t), 1, 2, 3];
    const replaced = (column: number, value: unknown) =>
      PARTS.map((row, i) => (i === 2 ? row.map((old, at) => (at === column ? value : old)) : row));

    const GOOD: readonly (readonly [string, object])[] = [
      ['parts', { parts: PARTS }],
      ['parts beside samples: null', { parts: PARTS, samples: null }],
      ['parts: null', { parts: null }],
      ['parts without a gyro', { ...NO_GYRO, parts: withoutGyro(PARTS) }],
      ['no gyro, null', NO_GYRO],
      ['samples without a gyro', { ...NO_GYRO, samples: [row4(-20), row4(0)] }],
      [
        'parts at their limits',
        { parts: PARTS.map(() => [800, 0, 800, -400, 400, 0, 0, 20_000, 40_000, -1, 1, 0]) },
      ],
    ];
    const PARTS_ONLY = ['parts'];
    const GYRO = ['gyro_x', 'gyro_y', 'gyro_z'];
    const BAD: readonly (readonly [string, object, readonly string[]])[] = [
      ['four rows', { parts: PARTS.slice(0, 4) }, PARTS_ONLY],
      ['six rows', { parts: [...PARTS, part] }, PARTS_ONLY],
      ['no rows', { parts: [] }, PARTS_ONLY],
      ['11 numbers', { parts: PARTS.map((row) => row.slice(0, 11)) }, PARTS_ONLY],
      ['13 numbers', { parts: PARTS.map((row) => [...row, 0]) }, PARTS_ONLY],
      ['60 numbers in one row', { parts: PARTS.flat() }, PARTS_ONLY],
      ['a text', { parts: replaced(0, '9.8') }, PARTS_ONLY],
      ['"NaN"', { parts: replaced(3, 'NaN') }, PARTS_ONLY],
      ['a boolean', { parts: replaced(3, true) }, PARTS_ONLY],
      ['a list', { parts: replaced(3, [1]) }, PARTS_ONLY],
      ['an object', { parts: replaced(3, { valueOf: 1 }) }, PARTS_ONLY],
      ['null for an acceleration', { parts: replaced(3, null) }, PARTS_ONLY],
      ['null for a rest', { parts: replaced(11, null) }, PARTS_ONLY],
      ['null for one rotation', { parts: replaced(6, null) }, PARTS_ONLY],
      ['null for one rotation without a gyro', { ...NO_GYRO, parts: replaced(6, null) }, PARTS_ONLY],
      ['a negative |a|', { parts: replaced(1, -0.1) }, PARTS_ONLY],
      ['|a| beyond the bounds', { parts: replaced(0, 801) }, PARTS_ONLY],
      ['a negative jerk', { parts: replaced(8, -1) }, PARTS_ONLY],
      ['a rest beyond the bounds', { parts: replaced(10, 1.2) }, PARTS_ONLY],
      ['rows that are null', { parts: PARTS.map(() => null) }, PARTS_ONLY],
      ['an object for the list', { parts: { 0: part } }, PARTS_ONLY],
      ['a text for the list', { parts: 'parts' }, PARTS_ONLY],
      ['parts and samples', { parts: PARTS, samples: [row7(0)] }, PARTS_ONLY],
      ['parts and no samples', { parts: PARTS, samples: [] }, PARTS_ONLY],
      ['rotations in parts, no gyro', { ...NO_GYRO, parts: PARTS }, PARTS_ONLY],
      ['no rotations in parts, a gyro', { parts: withoutGyro(PARTS) }, PARTS_ONLY],
      ['a gyro value of null', { gyro_y: null }, ['gyro_y']],
      ['a missing gyro value', { gyro_y: undefined }, ['gyro_y']],
      ['a missing gyro value and a null', { gyro_x: undefined, gyro_z: null }, ['gyro_x', 'gyro_z']],
      ['a missing gyro value beside nulls', { ...NO_GYRO, gyro_y: undefined }, ['gyro_y']],
      ['no gyro values', ABSENT, GYRO],
      ['no gyro values beside samples without them', { ...ABSENT, samples: [row4(0)] }, GYRO],
      ['no gyro values beside samples with them', { ...ABSENT, samples: [row7(0)] }, GYRO],
      ['no gyro values beside parts without them', { ...ABSENT, parts: withoutGyro(PARTS) }, GYRO],
      ['a gyro value that is a text', { gyro_x: '1' }, ['gyro_x']],
      ['samples of four values, a gyro', { samples: [row4(0)] }, ['samples']],
      ['samples of seven values, no gyro', { ...NO_GYRO, samples: [row7(0)] }, ['samples']],
      ['samples of both kinds', { samples: [row4(-20), row7(0)] }, ['samples']],
      ['samples of both kinds, no gyro', { ...NO_GYRO, samples: [row4(-20), row7(0)] }, ['samples']],
      ['null rotations in samples', { ...NO_GYRO, samples: [[...row4(0), null, null, null]] }, ['samples']],
      ['several errors', { gyro_x: null, parts: 7, samples: 7 }, ['gyro_x', 'parts', 'samples']],
    ];

    for (const [name, more] of GOOD)
      it(`accepts ${name}`, async () => {
        app.clock.advance(1000);
        const { status, body } = await send(app, ada, resting(mac, more));
        assert.equal(status, 200, JSON.stringify(body));
      });

    for (const [name, more, fields] of BAD)
      it(`refuses ${name}`, async () => {
        const { status, body } = await send(app, ada, resting(mac, more));
        assert.equal(status, 400, JSON.stringify(body));
        assert.deepEqual(Object.keys(body.details).sort(), [...fields]);
        for (const says of Object.values(body.details)) assert.match(String(says), /^(must|is required)/);
      });

    it('refuses numbers that are not finite', async () => {
      const text = JSON.stringify(resting(mac, { parts: replaced(0, 54_321) })).replace('54321', '1e999');
      const { status, body } = await send(app, ada, text);
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body.details), ['parts']);
    });

    it('says that parts and samples exclude each other, and which gyro value is missing', async () => {
      const both = await send(app, ada, resting(mac, { parts: PARTS, samples: [row7(0)] }));
      assert.equal(both.body.details.parts, 'must not be sent together with samples');
      for (const gyro_y of [null, undefined]) {
        const some = await send(app, ada, resting(mac, { gyro_y }));
        assert.match(some.body.details.gyro_y, /is required; .* sends null for all three/);
      }
    });
  });

  it('are stored over HTTP, MQTT and the live socket, and null is never 0', async () => {
    const macs = [randomMac(), randomMac(), randomMac()];
    const readings = macs.map((mac) => resting(mac, { ...NO_GYRO, parts: withoutGyro(PARTS) }));
    const socket = await connectLive(app, { token: ada.token });
    const client = await join(app, bySession(ada));
    try {
      socket.send({ type: 'subscribe', patientId: ada.id });
      await socket.next('subscribed');
      await stream(app, ada, readings[0]);
      const live = await socket.ask({ type: 'reading', data: readings[1] });
      assert.equal(live.status, 200, JSON.stringify(live));
      const subscriber = listenTo(client);
      const [, , mac = ''] = macs;
      await granted(client, assessmentsTopic(mac));
      await client.publishAsync(readingsTopic(mac), JSON.stringify(readings[2]), { qos: 1 });
      assert.equal((await subscriber.next(assessmentsTopic(mac))).json.status, 200);
      app.clock.advance(SECOND_MS);
      for (const mac of macs) {
        const [row] = await stored(mac);
        assert.deepEqual([row.gyro_x, row.gyro_y, row.gyro_z], [null, null, null]);
        assertParts(row, withoutGyro(PARTS));
        const [point] = await history(mac);
        assert.equal(point.gyroMagnitude, null);
        assert.equal((await socket.next('reading')).data.gyroMagnitude, null);
      }
    } finally {
      client.end(true);
      await socket.close();
    }
  });

  it('are refused over MQTT and the live socket with the same errors', async () => {
    const mac = randomMac();
    const bad = resting(mac, { gyro_z: undefined, parts: PARTS.slice(1) });
    const socket = await connectLive(app, { token: ada.token });
    const client = await join(app, bySession(ada));
    try {
      const live = await socket.ask({ type: 'reading', data: bad });
      const subscriber = listenTo(client);
      await granted(client, assessmentsTopic(mac));
      await client.publishAsync(readingsTopic(mac), JSON.stringify(bad), { qos: 1 });
      const { json } = await subscriber.next(assessmentsTopic(mac));
      for (const answer of [live, json]) {
        assert.equal(answer.status, 400);
        assert.deepEqual(Object.keys(answer.details).sort(), ['gyro_z', 'parts']);
      }
    } finally {
      client.end(true);
      await socket.close();
    }
  });

  it('are stored from a backlog with their parts, where a bad entry is refused by itself', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(ada));
    try {
      const subscriber = listenTo(client);
      await granted(client, assessmentsTopic(mac));
      const entry = (agoS: number, more: object) => {
        const recorded_at = new Date(app.clock.now() - agoS * 1000).toISOString();
        return { ...resting(mac, more), recorded_at };
      };
      const entries = [
        entry(4, { parts: PARTS }),
        entry(3, { parts: PARTS, samples: [[0, 0, 0, 9.8, 0, 0, 0]] }),
        entry(2, { ...NO_GYRO, parts: withoutGyro(PARTS) }),
        entry(1, { gyro_z: null }),
        entry(0, ABSENT),
      ];
      const publish = async () => {
        await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
        return (await subscriber.next(assessmentsTopic(mac))).json.data;
      };
      const { accepted, duplicates, refused } = await publish();
      assert.deepEqual([accepted, duplicates], [2, 0]);
      assert.deepEqual(
        refused.map(({ index, details }: Json) => [index, ...Object.keys(details)]),
        [
          [1, 'parts'],
          [3, 'gyro_z'],
          [4, 'gyro_x', 'gyro_y', 'gyro_z'],
        ],
      );
      app.clock.advance(6000);
      assert.equal((await publish()).duplicates, 2);
      const rows = await stored(mac);
      assert.equal(rows.length, 2);
      assertParts(rows[0], PARTS);
      assertParts(rows[1], withoutGyro(PARTS));
      assert.equal(rows[1].gyro_x, null);
    } finally {
      client.end(true);
    }
  });

  describe('a fall', () => {
    const story = (mac: string, signalOf: (samples: number[][]) => object) => [
      ...Array.from({ length: 8 }, () => resting(mac, signalOf(second(0.2, 2)))),
      resting(mac, signalOf(second(40))),
      ...Array.from({ length: 4 }, () =>
        resting(mac, { accel_x: 9.7, accel_y: 0.4, accel_z: 0.9, ...signalOf(lying) }),
      ),
    ];
    const asSamples = (samples: number[][]) => ({ samples });
    const asParts = (samples: number[][]) => ({ parts: partsOf(samples) });

    async function confidences(readings: readonly object[]): Promise<number[]> {
      const found: number[] = [];
      for (const reading of readings) {
        app.clock.advance(SECOND_MS);
        found.push((await stream(app, ada, reading)).fallConfidence);
      }
      return found;
    }

    it('has the confidence with parts that it has with samples, also across a restart', async () => {
      const bySamples = await confidences(story(randomMac(), asSamples));
      const byParts = await confidences(story(randomMac(), asParts));
      const mac = randomMac();
      const readings = story(mac, asParts);
      const before = await confidences(readings.slice(0, 10));
      app = await restart(app);
      const restarted = [...before, ...(await confidences(readings.slice(10)))];
      for (const [i, confidence] of bySamples.entries()) {
        assert.ok(Math.abs(confidence - (byParts[i] ?? 9)) < 0.05, `${bySamples} / ${byParts}`);
        assert.ok(Math.abs((restarted[i] ?? 9) - (byParts[i] ?? 9)) < 0.02, `${restarted} / ${byParts}`);
      }
    });

    it('shows no rotation where the wearable has no gyro', async () => {
      const mac = randomMac();
      const { fallConfidence } = await stream(app, ada, severe(mac, { accel_x: -60, ...NO_GYRO }));
      assert.ok(fallConfidence > 0.3, `${fallConfidence}`);
      const { body } = await app.call('GET', '/falls', { token: ada.token });
      const [fall] = body.data;
      const detail = (await app.call('GET', `/falls/${fall.id}`, { token: ada.token })).body.data;
      assert.equal(detail.sensorData.gyro, null);
    });
  });
});
