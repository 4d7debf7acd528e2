import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hold, readingOf, type Sample, sampleRows } from '../../client/hold.ts';
import type { AnswerOutcome, BacklogOutcome, Link } from '../../client/link.ts';
import { mqttLink } from '../../client/mqtt.ts';
import { partsOf } from '../../client/parts.ts';
import { backlogOf, leastWorthKeeping, Wearable } from '../../client/wearable.ts';
import { openWire, type Wire } from '../../loadtest/machine/wire.ts';
import { flattenSamples } from '../../src/readings/reading-check.ts';
import { summarise } from '../../src/readings/scoring/samples.ts';
import { FIELDS, MESSAGE_CELLS } from '../../src/readings/scoring/window.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { rowsOf } from '../mqtt/stored.ts';
import { seededRandom } from '../scoring/synthetic.ts';

const still: Sample = [0, 0, 9.8, 0, 0, 0];
const last: Sample = [0.1, 0, 9.7, 1, 1, 1];
const sway: Sample = [0, 0, 19.9, 5, 5, 5];
const blow: Sample = [20, 0, 5, 300, 0, 0];
const kept = (sample: Sample, at = 0, samples: readonly Sample[] = [sample]) => ({
  reading: readingOf(
    samples,
    { device_id: 'AA:BB:CC:DD:EE:FF', uptime_ms: at },
    samples.length > 1 ? 'samples' : 'reading',
  ),
  at,
});

describe('the reduction of samples in the client', () => {
  it('picks the last sample of a second, or the hardest when it contains an impact', () => {
    assert.equal(hold([still, sway, still, last]), last);
    assert.equal(hold([still, sway, blow, last]), blow);
  });

  it('sends samples as rows of seven with times ascending to 0, and no more than the service accepts', () => {
    const rows = sampleRows([still, blow, last, still]);
    assert.deepEqual(
      rows.map(([t]) => t),
      [-750, -500, -250, 0],
    );
    assert.deepEqual(rows[1]?.slice(1), blow);
    assert.equal(sampleRows(Array.from({ length: 300 }, () => still)).length, 128);
  });

  it('computes the parts that the service computes from the samples', () => {
    const random = seededRandom(5);
    const spread = (range: number): number => (random() - 0.5) * range;
    for (const count of [1, 2, 4, 5, 7, 10, 50, 128]) {
      for (const withGyro of [true, false]) {
        const samples = Array.from({ length: count }, (): Sample => {
          const accel = [spread(40), spread(40), 9.8 + spread(40)] as const;
          return withGyro ? [...accel, spread(800), spread(800), spread(800)] : accel;
        });
        const rows = sampleRows(samples);
        const bins = new Float32Array(MESSAGE_CELLS);
        summarise(flattenSamples(rows), count, { cells: new Float32Array(FIELDS), row: 0, bins, binsRow: 0 });
        const parts = partsOf(rows);
        assert.equal(parts.length, 5);
        for (const [i, value] of parts.flat().entries()) {
          const computed = bins[i] ?? 0;
          if (value === null) assert.ok(Number.isNaN(computed) && !withGyro);
          else assert.ok(Math.abs(value - computed) <= (i % 12 >= 9 ? 0.0051 : 0.051), `${count}, ${i}`);
        }
      }
    }
  });

  it('sends a reading alone, with its parts or with its samples, with or without a gyro', () => {
    const own = { device_id: 'AA:BB:CC:DD:EE:FF', uptime_ms: 1 };
    const second = Array.from({ length: 300 }, () => still);
    assert.deepEqual(Object.keys(readingOf(second, own)).slice(2), [
      ...['accel_x', 'accel_y', 'accel_z'],
      ...['gyro_x', 'gyro_y', 'gyro_z'],
    ]);
    const withParts = readingOf(second, own, 'parts');
    assert.equal(withParts.parts?.length, 5);
    assert.equal(withParts.samples, undefined);
    assert.equal(readingOf(second, own, 'samples').samples?.[0]?.length, 7);
    const mute = second.map((): Sample => [0, 0, 9.8]);
    const { gyro_x, gyro_y, gyro_z } = readingOf(mute, own);
    assert.deepEqual([gyro_x, gyro_y, gyro_z], [null, null, null]);
    assert.deepEqual(readingOf(mute, own, 'parts').parts?.[0]?.slice(6, 8), [null, null]);
    assert.equal(readingOf(mute, own, 'samples').samples?.[0]?.length, 4);
  });

  it('drops the oldest reading without an impact when the buffer is full', () => {
    assert.equal(leastWorthKeeping([kept(blow), kept(still), kept(last)]), 1);
    assert.equal(leastWorthKeeping([kept(blow), kept(blow)]), 0);
  });

  it('limits a backlog to the size of one message', () => {
    const short = Array.from({ length: 700 }, (_, at) => kept(still, at));
    assert.equal(backlogOf(short).length, 600);
    const second = Array.from(
      { length: 128 },
      () => [1.2345678, 2.3456789, 9.8765432, 12.3456, 0, -1] as const,
    );
    const long = Array.from({ length: 600 }, (_, at) => kept(still, at, second));
    const bytes = JSON.stringify(backlogOf(long).map(({ reading }) => reading)).length;
    assert.ok(bytes < 256 * 1024 && bytes > 200 * 1024, `${bytes} bytes`);
  });
});

describe("the client's wearable", () => {
  let app: TestApp;
  let wire: Wire;
  let ada: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    ada = await signUp(app);
    wire = await openWire(app.app.ports.mqtt ?? 0);
  });
  after(async () => {
    await wire.cut();
    await app.close();
  });

  async function wear(onto: (link: Link) => Link = (link) => link, capacity = 10) {
    const macAddress = randomMac();
    const body = { macAddress };
    const device = await app.call('POST', `/patients/${ada.id}/devices`, { token: ada.token, body });
    const late: BacklogOutcome[] = [];
    let [stored, dropped, unreachable] = [0, 0, 0];
    const wearable = new Wearable({
      macAddress,
      link: onto(
        mqttLink({ url: `mqtt://127.0.0.1:${wire.port}`, macAddress, password: device.body.data.token }),
      ),
      capacity,
      onAnswered(_, { kind }) {
        if (kind === 'accepted') stored += 1;
      },
      onLate: (_, outcome) => late.push(outcome),
      onDropped() {
        dropped += 1;
      },
      onUnreachable() {
        unreachable += 1;
      },
    });
    const counts = () => ({ stored, dropped, unreachable });
    return { wearable, macAddress, late, counts };
  }

  it('sends readings, authenticated by the device token, that the service stores', async () => {
    const { wearable, macAddress, counts } = await wear();
    for (let i = 0; i < 3; i++) {
      wearable.measured([still, last], { battery_level: 80 });
      await wearable.flush();
    }
    assert.equal(counts().stored, 3);
    assert.equal(await rowsOf(app, macAddress), 3);
    await wearable.close();
  });

  it('buffers readings without a network and sends them later with their own time', async () => {
    const { wearable, macAddress, late, counts } = await wear(undefined, 2);
    wearable.measured([still]);
    await wearable.flush();
    wearable.setOnline(false);
    const away = Date.now();
    for (const sample of [blow, still, last]) {
      wearable.measured([sample]);
      await eventually(
        'a millisecond has passed',
        (
          (at) => () =>
            Date.now() > at
        )(Date.now()),
      );
    }
    assert.equal(wearable.waiting, 2, 'the oldest reading without an impact is dropped');
    assert.equal(counts().dropped, 1);
    const back = Date.now();
    wearable.setOnline(true);
    await wearable.flush();
    assert.deepEqual(late, [{ kind: 'taken', accepted: 2, duplicates: 0, refused: [] }]);
    const rows = await sql(
      app.databaseUrl,
      'SELECT r.recorded_at, r.accel_x FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1 ORDER BY r.recorded_at',
      [macAddress],
    );
    assert.deepEqual(
      rows.map(({ accel_x }) => Math.round(accel_x * 10)),
      [0, 200, 1],
    );
    for (const { recorded_at: at } of rows.slice(1)) assert.ok(Number(at) >= away && Number(at) <= back);
    await wearable.close();
  });

  it('resends an unanswered reading after a lost connection, and it is stored once', async () => {
    const repetitions: boolean[] = [];
    const { wearable, macAddress, counts } = await wear((link) => ({
      ...link,
      async send(reading, delivery) {
        const outcome = await link.send(reading, delivery);
        if (repetitions.push(delivery.isRepetition) !== 2) return outcome;
        link.drop();
        return { kind: 'unanswered', reason: 'the line broke before the answer' };
      },
    }));
    for (const sample of [still, last]) {
      wearable.measured([sample]);
      await wearable.flush();
    }
    assert.deepEqual(repetitions, [false, false, true]);
    assert.equal(await rowsOf(app, macAddress), 2);
    assert.equal(counts().stored, 2);
    await wearable.close();
  });

  it('retries a call for help until it succeeds', async () => {
    const { wearable, counts } = await wear();
    await wire.cut();
    let told: AnswerOutcome | undefined;
    const pressed = wearable.press('help').then((outcome) => {
      told = outcome;
      return outcome;
    });
    await eventually('the first attempt has failed', () => counts().unreachable > 0);
    assert.equal(told, undefined);
    await wire.mend();
    const outcome = await pressed;
    assert.ok(outcome.kind === 'granted');
    assert.equal(outcome.isNewFall, true);
    assert.equal(outcome.fall.status, 'CONFIRMED');
    await wearable.close();
  });
});
