import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { seeded } from '../helpers/seeded.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { assessmentsTopic, bySession, granted, join, listenTo, readingsTopic } from '../mqtt/clients.ts';

type Send = (reading: object) => Promise<number>;
interface Transport {
  readonly send: Send;
  close(): Promise<unknown>;
}

const UPTIME_MS = 500_000;

const TRANSPORTS: Readonly<
  Record<string, (app: TestApp, person: Person, mac: string) => Promise<Transport>>
> = {
  HTTP: async (app, person) => ({
    send: async (reading) => (await send(app, person, reading)).status,
    close: () => Promise.resolve(),
  }),
  async MQTT(app, person, mac) {
    const client = await join(app, bySession(person));
    const subscriber = listenTo(client);
    await granted(client, assessmentsTopic(mac));
    return {
      async send(reading) {
        await client.publishAsync(readingsTopic(mac), JSON.stringify(reading), { qos: 1 });
        return (await subscriber.next(assessmentsTopic(mac))).json.status;
      },
      close: () => client.endAsync(true),
    };
  },
  async 'the live socket'(app, person) {
    const socket = await live(app, person);
    return {
      async send(data) {
        const answer = await socket.ask({ type: 'reading', data });
        return answer.error === undefined ? 200 : 429;
      },
      close: () => socket.close(),
    };
  },
};

describe('delayed readings', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    // It stands still unless moved: a slow machine delays nothing.
    const startedAt = Date.now();
    app = await startTestApp({ METRICS_PORT: '0' }, { now: () => startedAt });
    person = await signUp(app);
  });
  after(() => app.close());

  const stored = (mac: string) =>
    sql(
      app.databaseUrl,
      `SELECT (r.uptime_ms - ${UPTIME_MS})::int AS uptime, extract(epoch FROM r.recorded_at) * 1000 AS at
       FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1 ORDER BY recorded_at`,
      [mac],
    );

  /** Sends one reading per second, each delayed by so much and after the one before it. */
  async function play({ send }: Transport, mac: string, delays: readonly number[]): Promise<number[]> {
    const start = app.clock.now();
    const statuses = [];
    for (const [i, delay] of delays.entries()) {
      app.clock.advance(Math.max(0, start + i * 1000 + delay - app.clock.now()));
      statuses.push(await send(resting(mac, { uptime_ms: UPTIME_MS + i * 1000, battery_level: 90 - i })));
    }
    return statuses;
  }

  for (const [name, open] of Object.entries(TRANSPORTS)) {
    it(`over ${name} are accepted after a stall of 4 s, in order and with the time of measurement`, async () => {
      const mac = randomMac();
      const transport = await open(app, person, mac);
      const delays = [0, 0, 0, 0, 4000, 3000, 2000, 1000, 0, 0, 0];
      const from = app.clock.now();
      const statuses = await play(transport, mac, delays);
      assert.deepEqual(statuses, Array(delays.length).fill(200));
      const rows = await stored(mac);
      assert.deepEqual(
        rows.map(({ uptime }) => uptime),
        delays.map((_, i) => i * 1000),
      );
      assert.deepEqual(
        // Within 10 ms: a time of its own is kept for each reading, some of them below a millisecond.
        rows.map(({ at }) => Math.round((Number(at) - from) / 10) * 10),
        delays.map((_, i) => i * 1000),
      );
      const { data } = (await app.call('GET', `/device/${mac}/status`, { token: person.token })).body;
      assert.equal(data.batteryLevel, 90 - delays.length + 1);
      await transport.close();
    });

    it(`over ${name} are all accepted with jitter of 0 to 0.9 s`, async () => {
      const mac = randomMac();
      const transport = await open(app, person, mac);
      const random = seeded(3);
      const delays = Array.from({ length: 35 }, () => random() * 900);
      assert.deepEqual(await play(transport, mac, delays), Array(delays.length).fill(200));
      await transport.close();
    });

    it(`over ${name} gain nothing with a false clock`, async () => {
      const mac = randomMac();
      const transport = await open(app, person, mac);
      const [from, startedAt] = [app.clock.now(), performance.now()];
      const messages = Array.from({ length: 60 }, (_, i) => i);
      let accepted = 0;
      for (const i of messages) {
        app.clock.advance(50);
        if ((await transport.send(resting(mac, { uptime_ms: UPTIME_MS + i * 1000 }))) === 200) accepted += 1;
      }
      // To the schedule, a clock that stands still was set back, so the time that really passed counts too.
      const seconds = (app.clock.now() - from + performance.now() - startedAt) / 1000;
      assert.ok(accepted <= Math.floor(seconds) + 2, `${accepted} in ${seconds} s`);
      await transport.close();
    });
  }

  it('over HTTP that overtook each other are stored in the order of measurement', async () => {
    const mac = randomMac();
    const start = app.clock.now();
    for (const [i, delay] of [0, 0, 0, 0, 0].entries()) {
      app.clock.advance(Math.max(0, start + i * 1000 + delay - app.clock.now()));
      assert.equal((await send(app, person, resting(mac, { uptime_ms: UPTIME_MS + i * 1000 }))).status, 200);
    }
    for (const [i, second] of [6, 5, 8, 7].entries()) {
      app.clock.advance(Math.max(0, start + (6 + i) * 1000 - app.clock.now()));
      const reading = resting(mac, { uptime_ms: UPTIME_MS + second * 1000, battery_level: second });
      assert.equal((await send(app, person, reading)).status, 200, `second ${second}`);
    }
    const rows = await stored(mac);
    assert.deepEqual(
      rows.map(({ uptime }) => uptime / 1000),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    const { data } = (await app.call('GET', `/device/${mac}/status`, { token: person.token })).body;
    assert.equal(data.batteryLevel, 8);
  });

  describe('of the same microsecond, overtaken over HTTP', () => {
    let wearer: Person;
    let mac: string;
    const sendSecond = async (second: number, more: object = {}) =>
      (await send(app, wearer, resting(mac, { uptime_ms: UPTIME_MS + second * 1000, ...more }))).status;
    const received = async () => {
      const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
      return Number(/readings_received_total\{transport="http"\} (\d+)/.exec(text)?.[1]);
    };
    const batteries = async () =>
      (
        await sql(
          app.databaseUrl,
          `SELECT r.battery_level AS level FROM sensor_readings r JOIN devices d ON d.key = r.device_key
           WHERE mac_address = $1 AND r.battery_level IS NOT NULL ORDER BY r.battery_level`,
          [mac],
        )
      ).map(({ level }) => level);

    beforeEach(async () => {
      // Every reading of a millisecond gets the same microsecond.
      mock.method(Math, 'random', () => 0.5);
      wearer = await signUp(app);
      mac = randomMac();
      const start = app.clock.now();
      for (const second of [0, 1, 2, 3, 4, 9]) {
        app.clock.advance(start + second * 1000 - app.clock.now());
        assert.equal(await sendSecond(second), 200);
      }
      app.clock.advance(400);
    });
    afterEach(() => mock.restoreAll());

    it('are both stored when one comes after the other', async () => {
      assert.equal(await sendSecond(6, { battery_level: 61 }), 200);
      assert.equal(await sendSecond(6, { battery_level: 62 }), 200);
      assert.deepEqual(await batteries(), [61, 62]);
    });

    it('are all stored and answered when they come together', async () => {
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      try {
        const before = await received();
        await blocker.query('BEGIN; LOCK TABLE sensor_readings');
        const first = sendSecond(5, { battery_level: 51 });
        await eventually('the first waits', async () => (await lockWaits(app.databaseUrl)) > 0);
        const others = [61, 62].map((level) => sendSecond(6, { battery_level: level }));
        await eventually('the others have arrived', async () => (await received()) === before + 3);
        await blocker.query('COMMIT');
        assert.deepEqual(await Promise.all([first, ...others]), [200, 200, 200]);
      } finally {
        await blocker.end();
      }
      assert.deepEqual(await batteries(), [51, 61, 62]);
    });
  });
});
