import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { openReadingDays, type ReadingDays } from '../../src/platform/database/schema/partitions.ts';
import type { AppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import type { StorableReading } from '../../src/readings/store/encoding.ts';
import { FULL_GROUP } from '../../src/readings/store/gathering.ts';
import {
  createReadingsWriter,
  type ReadingsWriter,
  type WaitingReading,
} from '../../src/readings/store/writer.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { startProxy } from '../helpers/proxy.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { partitionsOnly } from '../helpers/timescale.ts';

describe('storage of readings', () => {
  const silent = silentLog();
  const NOW = Date.parse('2026-05-05T05:05:05.005Z');

  let database: TestDatabase;
  let db: Database;
  let days: ReadingDays;
  let writer: ReadingsWriter;
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: silent });
    days = await openReadingDays(db);
    await days.prepare(new Date(NOW));
  });
  after(async () => {
    await db.close();
    await database.drop();
  });
  beforeEach(async () => {
    await sql(database.url, 'TRUNCATE sensor_readings');
    await sql(database.url, 'TRUNCATE reading_signals');
    writer = open();
  });
  afterEach(() => writer.close());

  const open = (prepareDays = () => days.prepare(new Date(NOW)), log: Log = silent) =>
    createReadingsWriter({ db, prepareDays, log });

  const plain = (deviceKey: number, recordedAtUs: number, more: object = {}): StorableReading => ({
    deviceKey,
    recordedAtUs,
    fingerprint: undefined,
    confidence: 0,
    healthScore: 100,
    samples: undefined,
    parts: undefined,
    body: { uptime_ms: 1, accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0, ...more },
  });
  const US = NOW * 1000;

  /** Adds the readings in one go; returns the error of each, or undefined. */
  function storeAll(
    into: ReadingsWriter,
    readings: readonly StorableReading[],
  ): Promise<(AppError | undefined)[]> {
    return Promise.all(
      readings.map(
        (reading) =>
          new Promise<AppError | undefined>((stored) => {
            const waiting: WaitingReading = { ...reading, mayBeFall: false, stored };
            assert.ok(into.add(waiting));
          }),
      ),
    );
  }
  const rows = () =>
    sql(
      database.url,
      // Reads values as text, so that nothing is rounded: microseconds, 8-byte integers, the last digits of
      // floats.
      `SELECT r.device_key, row_to_json(r)::text AS json, signal::text FROM sensor_readings r
       LEFT JOIN reading_signals s USING (device_key, recorded_at) ORDER BY device_key, recorded_at`,
    );
  const countRows = async (): Promise<number> => (await rows()).length;

  /** Every column at its limits, and every optional one absent at least once. */
  function variety(deviceKey: number): StorableReading[] {
    const full = {
      uptime_ms: Number.MAX_SAFE_INTEGER,
      accel_x: -400,
      accel_y: 0.1,
      accel_z: 399.99999,
      gyro_x: -10_000,
      gyro_y: 1e-7,
      gyro_z: 9999.5,
      pressure: 1013.25,
      fsr: 0.333333,
      battery_level: 99.9,
      heart_rate: 300,
      spo2: 100,
      signal_strength: -127,
      sensors_initialized: true,
      wifi_connected: false,
      bluetooth_connected: true,
    };
    const samples = Float32Array.from([-975, 1.5, -2.25, 9.81, 0.1, 1e-7, -10_000, 0, 0, 0, 0, 0, 0, 0]);
    return [
      plain(deviceKey, US),
      plain(deviceKey, US + 1),
      plain(deviceKey, US + 999),
      {
        ...plain(deviceKey, US + 1_000_000, full),
        confidence: 0.8999,
        healthScore: 0,
        samples,
        fingerprint: 2 ** 31 + 2 ** 32 - 1,
      },
      {
        ...plain(deviceKey, US + 2_000_000, full),
        confidence: 1,
        fingerprint: 2 ** 53 - 1,
        samples: new Float32Array(0),
      },
      { ...plain(deviceKey, US + 3_000_000, { ...full, uptime_ms: 0 }), fingerprint: 0 },
      plain(deviceKey, US + 4_000_000, {
        pressure: null,
        heart_rate: null,
        wifi_connected: null,
        fsr: undefined,
      }),
      plain(deviceKey, US + 5_000_000, {
        sensors_initialized: false,
        uptime_ms: 2 ** 32 + 7,
        heart_rate: 0,
        spo2: 0,
      }),
      // A view into the middle of a larger buffer.
      { ...plain(deviceKey, US + 6_000_000), samples: samples.subarray(7) },
      // Without a gyro.
      {
        ...plain(deviceKey, US + 7_000_000, { gyro_x: null, gyro_y: null, gyro_z: undefined }),
        parts: Float32Array.from({ length: 60 }, (_, i) =>
          i % 12 === 6 || i % 12 === 7 ? Number.NaN : i / 4,
        ),
      },
    ];
  }

  describe('the readings writer', () => {
    it('stores identical rows by COPY for large groups and by INSERT for small ones', async () => {
      for (const reading of variety(1)) assert.deepEqual(await storeAll(writer, [reading]), [undefined]);
      const crowd = Array.from({ length: 50 }, (_, i) => plain(3, US + i * 1000));
      const errors = await storeAll(writer, [...variety(2), ...crowd]);
      assert.deepEqual(errors, Array(variety(2).length + crowd.length).fill(undefined));
      const all = await rows();
      const of = (key: number) =>
        all
          .filter(({ device_key }) => device_key === key)
          .map(({ json, signal }) => ({ ...JSON.parse(json), signal, device_key: 0 }));
      assert.equal(of(1).length, variety(1).length);
      assert.deepEqual(of(2), of(1));
      assert.equal(of(3).length, 50);
    });

    it('stores the given values', async () => {
      const [, , , reading] = variety(1);
      await storeAll(writer, reading === undefined ? [] : [reading]);
      const [row] = await sql(
        database.url,
        `SELECT *, fingerprint::text AS print, uptime_ms::text AS up,
      to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS at FROM sensor_readings`,
      );
      assert.equal(row.at, '2026-05-05 05:05:06.005000');
      assert.equal(row.print, String(2 ** 31 + 2 ** 32 - 1));
      assert.equal(row.up, '9007199254740991');
      assert.equal(row.accel_z, Math.fround(399.99999) === 400 ? 400 : row.accel_z);
      assert.deepEqual(
        [row.heart_rate, row.spo2, row.signal_strength, row.health_score],
        [300, 100, -127, 0],
      );
      assert.deepEqual(
        [row.sensors_initialized, row.wifi_connected, row.bluetooth_connected],
        [true, false, true],
      );
      assert.equal(row.samples, null);
      const [{ signal }] = await sql(database.url, 'SELECT signal FROM reading_signals');
      assert.equal(signal.length, 1 + 2 * 7 * 2);
      assert.deepEqual([signal[0], signal.readInt16LE(1), signal.readInt16LE(3)], [7, -975, 120]);
    });

    it('stores times with microseconds', async () => {
      await storeAll(
        writer,
        Array.from({ length: 100 }, (_, i) => plain(1, US + i)),
      );
      assert.equal(await countRows(), 100);
    });

    it('commits in groups, each after the previous one', async () => {
      const before = writer.stats.groups;
      const first = storeAll(
        writer,
        Array.from({ length: 500 }, (_, i) => plain(1, US + i)),
      );
      await first;
      const groups = writer.stats.groups - before;
      assert.equal(await countRows(), 500);
      assert.ok(groups <= 3, `${groups} groups`);
      assert.equal(writer.stats.rows, 500);
      assert.equal(writer.stats.waiting, 0);
    });

    it('acknowledges a reading only after its commit', async () => {
      const watcher = new Client({ connectionString: database.url });
      await watcher.connect();
      try {
        for (const size of [1, 40]) {
          await watcher.query('BEGIN; LOCK TABLE sensor_readings IN SHARE MODE');
          let acknowledged = 0;
          const storing = storeAll(
            writer,
            Array.from({ length: size }, (_, i) => plain(size, US + i)),
          ).then((errors) => {
            acknowledged = errors.length;
          });
          await eventually('the rows wait for the lock', async () => (await lockWaits(database.url)) > 0);
          assert.equal(acknowledged, 0);
          await watcher.query('COMMIT');
          await storing;
          assert.equal(acknowledged, size);
        }
      } finally {
        await watcher.end();
      }
      assert.equal(await countRows(), 41);
    });

    it('fails an invalid row alone, in small and large groups', { skip: partitionsOnly }, async () => {
      const nowhere = Date.parse('2100-01-01T00:00:00Z') * 1000;
      for (const [key, size] of [
        [1, 1],
        [2, 5],
        [3, 100],
      ] as const) {
        const bad = Math.floor(size / 2);
        const readings = Array.from({ length: size }, (_, i) => plain(key, i === bad ? nowhere : US + i));
        const errors = await storeAll(writer, readings);
        assert.deepEqual(
          errors.flatMap((error, i) => (error === undefined ? [] : [[i, error.status]])),
          [[bad, 503]],
        );
        const stored = (await rows()).filter(({ device_key }) => device_key === key);
        assert.equal(stored.length, size - 1);
      }
    });

    it('stores every reading of one time, each a microsecond after the one before', async () => {
      const many = Array.from({ length: 60 }, (_, i) => plain(1, US + i));
      assert.ok((await storeAll(writer, many)).every((error) => error === undefined));
      const again = await storeAll(writer, [
        ...many,
        ...Array.from({ length: 5 }, (_, i) => plain(2, US + i)),
      ]);
      assert.ok(again.every((error) => error === undefined));
      assert.ok((await storeAll(writer, many.slice(0, 3))).every((error) => error === undefined));
      assert.equal(await countRows(), 60 + 65 + 3);
    });

    it('creates a missing day partition once', { skip: partitionsOnly }, async () => {
      let prepared = 0;
      for (const [later, size] of [
        [NOW + 40 * 86_400_000, 2],
        [NOW + 80 * 86_400_000, 30],
      ] as const) {
        const other = open(async () => {
          prepared += 1;
          await days.prepare(new Date(later));
        });
        const errors = await storeAll(
          other,
          Array.from({ length: size }, (_, i) => plain(size, later * 1000 + i)),
        );
        assert.ok(errors.every((error) => error === undefined));
        await other.close();
      }
      assert.equal(prepared, 2);
      assert.equal(await countRows(), 32);
    });

    it('refuses readings beyond its limit, and accepts them again when there is room', async () => {
      let connect: (() => void) | undefined;
      const gate = new Promise<void>((resolve) => {
        connect = resolve;
      });
      const slow = createReadingsWriter({
        db: { ...db, connect: () => gate.then(() => db.connect()) },
        prepareDays: async () => {},
        log: silent,
      });
      let answered = 0;
      let refused = 0;
      const add = (i: number) => {
        const waiting: WaitingReading = {
          ...plain(7, US + i),
          mayBeFall: false,
          stored: (error) => {
            assert.equal(error, undefined);
            answered += 1;
          },
        };
        if (!slow.add(waiting)) refused += 1;
      };
      for (let i = 0; i < 60_000; i++) add(i);
      assert.ok(refused > 0 && refused < 30_000, `${refused} refused`);
      connect?.();
      await slow.drain();
      assert.equal(answered, 60_000 - refused);
      const before = refused;
      add(100_000);
      await slow.drain();
      assert.equal(refused, before);
      await slow.close();
      assert.equal(await countRows(), answered);
    });

    describe('at a low rate', () => {
      const DAY_MS = 86_400_000;
      let patient: ReadingsWriter;
      let answers: number[];
      let outcomes: boolean[];
      beforeEach(() => {
        answers = [];
        outcomes = [];
        const gathering = {
          isWorthwhile: () => true,
          ended: (cameLate: boolean) => void outcomes.push(cameLate),
          committed: () => {},
        };
        const prepareDays = () => days.prepare(new Date(NOW));
        patient = createReadingsWriter({ db, prepareDays, log: silent, gathering, gatherMs: DAY_MS });
      });
      afterEach(() => patient.close());

      const add = (i: number, mayBeFall = false) =>
        new Promise<void>((resolve) => {
          const stored = (error: AppError | undefined) => {
            assert.equal(error, undefined);
            answers.push(i);
            resolve();
          };
          assert.ok(patient.add({ ...plain(7, US + i), mayBeFall, stored }));
        });

      it('lets readings wait for each other, but not for longer than a fall does', async () => {
        void add(1);
        void add(2);
        await storeAll(writer, [plain(8, US)]);
        assert.deepEqual(answers, []);
        await add(3, true);
        assert.deepEqual(answers, [1, 2, 3]);
        void add(4);
        await storeAll(writer, [plain(8, US + 1)]);
        assert.deepEqual(answers, [1, 2, 3]);
        assert.equal(patient.stats.groups, 1);
        await patient.drain();
        assert.deepEqual(answers, [1, 2, 3, 4]);
        assert.deepEqual(outcomes, []);
      });

      it('stores a full group at once', async () => {
        await Promise.all(Array.from({ length: FULL_GROUP }, (_, i) => add(i)));
        assert.equal(patient.stats.groups, 1);
      });
    });

    it('goes on when a callback throws, and tells the others of the group', {
      skip: partitionsOnly,
    }, async () => {
      for (const [size, isRefused] of [
        [3, false],
        [30, false],
        [2, true],
      ] as const) {
        const lines: string[] = [];
        const counting = open(undefined, {
          ...silent,
          error: (_fields: object, line: string) => lines.push(line),
        });
        const told: number[] = [];
        for (let i = 0; i < size; i++) {
          const stored = () => {
            told.push(i);
            if (i === 0) throw new Error('a bad callback');
          };
          const timeUs = isRefused ? Date.parse('2100-01-01T00:00:00Z') * 1000 : US + i;
          assert.ok(counting.add({ ...plain(100 + size, timeUs), mayBeFall: false, stored }));
        }
        await counting.drain();
        assert.deepEqual(told.sort(), Array.from({ length: size }, (_, i) => i).sort());
        assert.ok(lines.includes('readings: callback of a stored reading failed'), lines.join());
        assert.deepEqual(await storeAll(counting, [plain(200 + size, US)]), [undefined]);
        assert.equal(counting.stats.oldestMs, 0);
        await counting.close();
      }
    });

    it('refuses a reading whose device was looked up at the primary before, and stores the others of its group', async () => {
      for (const size of [2, 20]) {
        const results = new Map<number, AppError | undefined>();
        for (let i = 0; i < size; i++) {
          const reading = { ...plain(size, US + i), mayBeFall: false, isOutdated: i === 0 };
          assert.ok(writer.add({ ...reading, stored: (error) => results.set(i, error) }));
        }
        await writer.drain();
        assert.deepEqual(
          Array.from({ length: size }, (_, i) => results.get(i)?.status),
          [503, ...Array(size - 1).fill(undefined)],
        );
      }
      assert.equal(await countRows(), 20);
    });

    it('stores queued readings when it is closed', async () => {
      const storing = storeAll(
        writer,
        Array.from({ length: 20 }, (_, i) => plain(1, US + i)),
      );
      await writer.close();
      assert.ok((await storing).every((error) => error === undefined));
      assert.equal(await countRows(), 20);
    });

    it('gives up on a database that hangs, and continues when it is back', async () => {
      const proxy = await startProxy(database.url);
      const far = openDatabase({ url: proxy.url, log: silent });
      const bounded = createReadingsWriter({
        db: far,
        prepareDays: async () => {},
        log: silent,
        timeoutMs: 1500,
      });
      /** A failed reading is sent again. */
      const insist = async (group: readonly StorableReading[]) => {
        const deadline = Date.now() + 10_000;
        let errors = await storeAll(bounded, group);
        while (errors.some((error) => error !== undefined) && Date.now() < deadline)
          errors = await storeAll(bounded, group);
        assert.ok(errors.every((error) => error === undefined));
      };
      try {
        for (const size of [1, 30]) {
          const group = (from: number) =>
            Array.from({ length: size }, (_, i) => plain(size, US + from + i, { uptime_ms: from + i }));
          await insist(group(0));
          proxy.hold();
          const errors = await storeAll(bounded, group(1000));
          assert.ok(errors.every((error) => error?.status === 503));
          await proxy.cut();
          await proxy.mend();
          await insist(group(2000));
        }
      } finally {
        await proxy.mend();
        await bounded.close();
        await far.close();
        await proxy.close();
      }
      // Readings that failed may still have been stored; acknowledged ones must be.
      const [{ count }] = await sql(
        database.url,
        `SELECT count(DISTINCT (device_key, uptime_ms))::int AS count FROM sensor_readings
       WHERE uptime_ms NOT BETWEEN 1000 AND 1999`,
      );
      assert.equal(count, 2 * 31);
    });

    it('continues with a new connection when its own is terminated', async () => {
      await storeAll(writer, [plain(1, US)]);
      await sql(
        database.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      const isStored = async () => (await storeAll(writer, [plain(1, US + 1)]))[0] === undefined;
      await eventually('the reading is stored over a new connection', isStored);
      assert.equal(await countRows(), 2);
    });
  });
});
