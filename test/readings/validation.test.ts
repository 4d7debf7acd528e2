import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('the validation of readings', () => {
  let app: TestApp;
  let ada: Person;
  const mac = randomMac();
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
    await stream(app, ada, resting(mac));
  });
  after(() => app.close());

  const stored = async (): Promise<number> => {
    const [row] = await sql(app.databaseUrl, 'SELECT count(*)::int AS count FROM sensor_readings');
    return row.count;
  };

  /**
   * Asserts that the reading with one changed field is accepted; one second later, so that the schedule
   * allows it.
   */
  async function accepts(field: string, value: unknown): Promise<void> {
    app.clock.advance(1000);
    const { status, body } = await send(app, ada, resting(mac, { [field]: value }));
    assert.equal(status, 200, `${field}: ${JSON.stringify(value)} ${JSON.stringify(body.details)}`);
  }

  async function refuses(field: string, value: unknown): Promise<void> {
    const { status, body } = await send(app, ada, resting(mac, { [field]: value }));
    assert.equal(status, 400, `${field}: ${JSON.stringify(value)}`);
    assert.equal(body.success, false);
    assert.equal(typeof body.error, 'string');
    assert.deepEqual(Object.keys(body.details), [field]);
    assert.equal(typeof body.details[field], 'string');
  }

  const NUMBERS: readonly {
    field: string;
    least: number;
    most: number;
    whole: boolean;
    optional: boolean;
  }[] = [
    ...['accel_x', 'accel_y', 'accel_z'].map((field) => ({
      field,
      least: -400,
      most: 400,
      whole: false,
      optional: false,
    })),
    ...['gyro_x', 'gyro_y', 'gyro_z'].map((field) => ({
      field,
      least: -10_000,
      most: 10_000,
      whole: false,
      optional: false,
    })),
    { field: 'uptime_ms', least: 0, most: Number.MAX_SAFE_INTEGER, whole: true, optional: false },
    { field: 'pressure', least: 0, most: 2000, whole: false, optional: true },
    { field: 'fsr', least: 0, most: 1, whole: false, optional: true },
    { field: 'heart_rate', least: 0, most: 300, whole: true, optional: true },
    { field: 'spo2', least: 0, most: 100, whole: true, optional: true },
    { field: 'battery_level', least: 0, most: 100, whole: false, optional: true },
    { field: 'signal_strength', least: -127, most: 0, whole: true, optional: true },
  ];

  describe('the numbers of a reading', () => {
    for (const { field, least, most, whole, optional } of NUMBERS) {
      it(`${field} ranges from ${least} to ${most}${whole ? ', in whole numbers' : ''}`, async () => {
        await accepts(field, least);
        await accepts(field, most);
        await refuses(field, least - (whole ? 1 : 0.01));
        await refuses(field, whole ? most + 1 : most + 0.01);
        for (const other of ['1', '', true, [], [1], {}]) await refuses(field, other);
        if (whole) await refuses(field, least + 0.5);
        else await accepts(field, (least + most) / 2 + 0.25);
        if (optional) await accepts(field, null);
        else await refuses(field, null);
        if (!optional) await refuses(field, undefined);
      });
    }

    it('may be whole numbers with a decimal point, and pressure in kPa', async () => {
      app.clock.advance(1000);
      const text = JSON.stringify(resting(mac, { heart_rate: 1234 })).replace('1234', '72.0');
      assert.equal((await send(app, ada, text)).status, 200);
      await refuses('heart_rate', 72.5);
      await accepts('pressure', 101.3);
    });

    it('must be finite', async () => {
      for (const number of ['1e999', '-1e999']) {
        for (const field of ['accel_x', 'uptime_ms', 'pressure']) {
          const text = JSON.stringify(resting(mac, { [field]: 54_321 })).replace('54321', number);
          const { status, body } = await send(app, ada, text);
          assert.equal(status, 400);
          assert.deepEqual(Object.keys(body.details), [field]);
        }
      }
      for (const word of ['NaN', 'Infinity', '-Infinity', '0x10', '01', '1.', '+1']) {
        const text = JSON.stringify(resting(mac, { accel_x: 54_321 })).replace('54321', word);
        const { status, body } = await send(app, ada, text);
        assert.equal(status, 400, word);
        assert.match(body.error, /JSON/);
      }
    });
  });

  describe('the other fields of a reading', () => {
    it('accept only booleans for the flags', async () => {
      for (const field of ['wifi_connected', 'bluetooth_connected', 'sensors_initialized']) {
        for (const value of [true, false, null]) await accepts(field, value);
        for (const value of ['true', 0, 1, '', []]) await refuses(field, value);
      }
    });

    it('accept a firmware version of at most 32 characters', async () => {
      for (const value of ['1.4.2', 'x'.repeat(32), null]) await accepts('firmware_version', value);
      for (const value of ['x'.repeat(33), 1.4, 'a\0b', {}]) await refuses('firmware_version', value);
    });

    it('accept a device_id that is a MAC address', async () => {
      for (const value of [
        '',
        'AA:BB',
        `${mac}:00`,
        mac.replace(':', '-'),
        ` ${mac}`,
        'GG:00:00:00:00:00',
        7,
        null,
      ]) {
        await refuses('device_id', value);
      }
      await refuses('device_id', undefined);
    });

    it('accept at most 128 samples of seven numbers, in ascending time up to the reading', async () => {
      const row = (t: number) => [t, 0.1, 0.2, 9.8, 1, 2, 3];
      const rows = (count: number) => Array.from({ length: count }, (_, i) => row((i - count + 1) * 7));
      for (const value of [[], [row(0)], [row(-1000)], rows(128), [row(-5), row(-5), row(0)], null]) {
        await accepts('samples', value);
      }
      const bad = [
        rows(129),
        [row(1)],
        [row(-5), row(-6)],
        [[0, 1, 2, 3, 4, 5]],
        [[0, 1, 2, 3, 4, 5, 6, 7]],
        [[0, 1, 2, 3, 4, 5, '6']],
        [[0, 1, 2, 3, 4, 5, null]],
        [[0, 401, 2, 3, 4, 5, 6]],
        [[0, 1, 2, 3, 4, 5, 10_001]],
        [null],
        [7],
        [{}],
        // Values that JavaScript cannot compare with a number.
        [[0], [{ valueOf: 0, toString: 0 }]],
        [[{ valueOf: 0, toString: 0 }], [0]],
        {},
        'samples',
        7,
      ];
      for (const value of bad) await refuses('samples', value);
    });

    it('are ignored when they are unknown', async () => {
      await accepts('colour', { of: ['any', 'kind'] });
      await accepts('__proto__', { accel_x: 'x' });
      await accepts('constructor', 1);
    });
  });

  describe('a reading with several errors', () => {
    it('gets all of them in one answer', async () => {
      const { status, body } = await send(app, ada, {
        accel_x: 'fast',
        heart_rate: 301,
        fsr: 2,
        samples: 1,
        spo2: 98,
      });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body.details).sort(), [
        ...['accel_x', 'accel_y', 'accel_z', 'device_id', 'fsr', 'gyro_x', 'gyro_y', 'gyro_z'],
        ...['heart_rate', 'samples', 'uptime_ms'],
      ]);
    });
  });

  describe('a body that is not a reading', () => {
    it('is refused with 400', async () => {
      for (const body of [
        '',
        ' ',
        '[]',
        'null',
        '7',
        '"text"',
        '{',
        '{"a":}',
        '{}x',
        `[${JSON.stringify(resting(mac))}]`,
      ]) {
        const answer = await send(app, ada, body);
        assert.equal(answer.status, 400, body);
        assert.match(answer.body.error, /JSON/, body);
        assert.equal(answer.body.success, false);
      }
      assert.equal((await send(app, ada, '{}')).status, 400);
    });

    it('is refused with 413 above 256 KiB and accepted below', async () => {
      const padded = (bytes: number) => {
        const empty = JSON.stringify(resting(mac, { padding: '' }));
        return JSON.stringify(resting(mac, { padding: 'x'.repeat(bytes - empty.length) }));
      };
      app.clock.advance(1000);
      const tooLarge = await send(app, ada, padded(256 * 1024 + 1));
      assert.equal(tooLarge.status, 413);
      assert.equal(tooLarge.body.success, false);
      assert.equal((await send(app, ada, padded(256 * 1024))).status, 200);
    });

    it('is refused with 415 for another content type', async () => {
      const answer = await send(app, ada, JSON.stringify(resting(mac)), { 'Content-Type': 'text/plain' });
      assert.equal(answer.status, 415);
    });
  });

  describe('a refused body', () => {
    it('stores nothing and uses no slot of the schedule', async () => {
      app.clock.advance(1000);
      const before = await stored();
      for (const body of ['{', '[]', resting(mac, { accel_x: 'x' }), resting(mac, { spo2: 101 })]) {
        assert.equal((await send(app, ada, body)).status, 400);
      }
      assert.equal(await stored(), before);
      await stream(app, ada, resting(mac));
      assert.equal(await stored(), before + 1);
    });

    it('registers no device', async () => {
      const fresh = randomMac();
      assert.equal((await send(app, ada, resting(fresh, { gyro_z: null }))).status, 400);
      assert.equal((await app.call('GET', `/device/${fresh}`, ada)).status, 404);
    });
  });

  describe('other methods on the sensor stream', () => {
    it('are refused with 405', async () => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await app.call(method, '/device/sensor-stream', { token: ada.token });
        assert.equal(answer.status, 405, method);
        assert.match(answer.headers.get('allow') ?? '', /POST/);
        assert.equal(answer.body.success, false);
      }
    });
  });
});
