import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MqttClient } from 'mqtt';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, severe, stream, violent } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { assessmentsTopic, bySession, granted, join, listenTo } from './clients.ts';
import { joinRaw, publishPacket } from './raw.ts';
import { refusedPublish } from './refused.ts';
import { rowsOf } from './stored.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const backlogTopic = (mac: string): string => `devices/${mac}/backlog`;

describe('a backlog over MQTT', () => {
  let app: TestApp;
  let person: Person;
  let client: MqttClient;
  let subscriber: ReturnType<typeof listenTo>;
  before(async () => {
    app = await startTestApp();
    person = await signUp(app);
    client = await join(app, bySession(person));
    subscriber = listenTo(client);
  });
  after(async () => {
    client.end(true);
    await app.close();
  });

  const at = (agoMs: number): string => new Date(app.clock.now() - agoMs).toISOString();
  const entry = (agoMs: number, more: object = {}) => {
    const { device_id: _, ...reading } = resting('', more);
    return { ...reading, recorded_at: at(agoMs) };
  };

  async function send(mac: string, entries: unknown, by = client, answers = subscriber): Promise<Json> {
    await granted(by, assessmentsTopic(mac));
    await by.publishAsync(backlogTopic(mac), JSON.stringify(entries), { qos: 1 });
    return (await answers.next(assessmentsTopic(mac))).json;
  }

  it('is stored with its own times and only moves lastSeen forward', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac));
    app.clock.advance(MINUTE_MS);
    const entries = [
      entry(3000, { uptime_ms: 3 }),
      entry(5000, { uptime_ms: 1 }),
      entry(4000, { uptime_ms: 2 }),
    ];
    const answer = await send(mac, entries);
    assert.deepEqual(answer, {
      success: true,
      status: 200,
      data: { accepted: 3, duplicates: 0, refused: [] },
    });
    const rows = await sql(
      app.databaseUrl,
      `SELECT recorded_at, r.uptime_ms::int FROM sensor_readings r JOIN devices d ON d.key = r.device_key
       WHERE mac_address = $1 AND r.uptime_ms < 10 ORDER BY recorded_at`,
      [mac],
    );
    assert.deepEqual(
      rows.map((row) => row.uptime_ms),
      [1, 2, 3],
    );
    assert.equal(rows[2].recorded_at.toISOString(), entries[0]?.recorded_at);
    const status = () => app.call('GET', `/device/${mac}/status`, { token: person.token });
    assert.equal((await status()).body.data.lastDataPoint, entries[0]?.recorded_at);

    await stream(app, person, resting(mac, { battery_level: 50 }));
    const live = (await status()).body.data;
    app.clock.advance(6_000);
    await send(mac, [entry(20_000, { battery_level: 90, uptime_ms: 9 })]);
    assert.deepEqual((await status()).body.data, live);
  });

  it('registers a device, and is idempotent by device and time, within and between messages', async () => {
    const mac = randomMac();
    const entries = [entry(2000), entry(1000), entry(1000)];
    entries[2] = { ...(entries[1] as (typeof entries)[number]) };
    assert.deepEqual((await send(mac, entries)).data, { accepted: 2, duplicates: 1, refused: [] });
    app.clock.advance(6_000);
    const more = [...entries, entry(500)];
    assert.deepEqual((await send(mac, more)).data, { accepted: 1, duplicates: 3, refused: [] });
    assert.equal(await rowsOf(app, mac), 3);
  });

  it('may begin with the first five readings of a device, which are scored each by itself in the order of time', async () => {
    const own = await signUp(app);
    const ownClient = await join(app, bySession(own));
    const ownEar = listenTo(ownClient);
    const sendOwn = (mac: string, entries: unknown) => send(mac, entries, ownClient, ownEar);
    const severeEntry = (agoMs: number) => entry(agoMs, { ...severe(''), device_id: undefined });
    const highest = async (mac: string): Promise<number> => {
      const [row] = await sql(
        app.databaseUrl,
        `SELECT max(confidence) AS confidence FROM sensor_readings r JOIN devices d ON d.key = r.device_key
         WHERE mac_address = $1`,
        [mac],
      );
      return row.confidence;
    };
    const calm = (count: number, lastAgoMs: number) =>
      Array.from({ length: count }, (_, i) => entry(lastAgoMs + (count - 1 - i) * 1000));
    const fifth = randomMac();
    await sendOwn(fifth, [...calm(4, 31_000), severeEntry(30_000), ...calm(3, 27_000)]);
    assert.ok((await highest(fifth)) > 0.7);
    const sixth = randomMac();
    await sendOwn(sixth, [...calm(5, 31_000), severeEntry(30_000)]);
    assert.ok((await highest(sixth)) <= 0.5);

    const older = randomMac();
    await stream(app, own, resting(older));
    await sendOwn(older, [...calm(4, 31_000), severeEntry(30_000)]);
    assert.ok((await highest(older)) > 0.7, 'its first five are older than the live one');
    app.clock.advance(6_000);
    const after = await sendOwn(older, [...calm(1, 3000), severeEntry(2000)]);
    assert.equal(after.data.accepted, 2);
    const { data } = (await app.call('GET', '/falls', { token: own.token })).body;
    assert.deepEqual(data.map(({ status }: Json) => status).sort(), ['HIGH', 'HIGH', 'SUSPICIOUS']);
    ownClient.end(true);
  });

  it('sets the status view of a new device from its newest reading', async () => {
    const mac = randomMac();
    await send(mac, [
      entry(40 * MINUTE_MS, { battery_level: 71 }),
      entry(50 * MINUTE_MS, { battery_level: 72 }),
    ]);
    const status = async () =>
      (await app.call('GET', `/device/${mac}/status`, { token: person.token })).body.data;
    const { batteryLevel, lastDataPoint } = await status();
    assert.equal(batteryLevel, 71);
    app.clock.advance(6_000);
    await send(mac, [entry(45 * MINUTE_MS, { battery_level: 73 })]);
    const later = await status();
    assert.equal(later.batteryLevel, 71);
    assert.equal(later.lastDataPoint, lastDataPoint);
    app.clock.advance(6_000);
  });

  it('distinguishes two readings of one millisecond by their microseconds', async () => {
    const mac = randomMac();
    const time = at(10_000).slice(0, -1);
    const entries = ['001', '002'].map((us) => ({ ...entry(0), recorded_at: `${time}${us}Z` }));
    assert.equal((await send(mac, entries)).data.accepted, 2);
    app.clock.advance(6_000);
    assert.equal((await send(mac, entries)).data.duplicates, 2);
  });

  it('refuses invalid entries one by one, by index, with every error', async () => {
    const mac = randomMac();
    const { data } = await send(mac, [
      entry(8 * DAY_MS),
      entry(1000),
      entry(-60_000),
      { ...entry(0), recorded_at: undefined },
      { ...entry(0), recorded_at: '2026-02-30T00:00:00Z' },
      { ...entry(0), recorded_at: 12345 },
      { ...entry(2000), accel_x: 'x', spo2: 101 },
      { ...entry(2000), device_id: randomMac() },
      'nonsense',
      null,
      { ...entry(3000), device_id: mac.toLowerCase() },
    ]);
    assert.equal(data.accepted, 2);
    assert.deepEqual(
      data.refused.map((refusal: Json) => [
        refusal.index,
        Object.keys(refusal.details ?? {})
          .sort()
          .join(),
      ]),
      [
        [0, 'recorded_at'],
        [2, 'recorded_at'],
        [3, 'recorded_at'],
        [4, 'recorded_at'],
        [5, 'recorded_at'],
        [6, 'accel_x,spo2'],
        [7, 'device_id'],
        [8, ''],
        [9, ''],
      ],
    );
    assert.equal(await rowsOf(app, mac), 2);
  });

  it('that is not an array, empty or too long is refused as a whole', async () => {
    const mac = randomMac();
    for (const body of [{}, [], Array.from({ length: 601 }, (_, i) => entry(i * 1000 + 1)), 'text', null]) {
      const answer = await send(mac, body);
      assert.equal(answer.status, 400, JSON.stringify(body)?.slice(0, 40));
    }
    assert.equal(await rowsOf(app, mac), 0);
  });

  it('of 600 readings is accepted regardless of the live schedule; a second one within 5 s is not', async () => {
    const mac = randomMac();
    const entries = Array.from({ length: 600 }, (_, i) => entry((i + 1) * 1000, { uptime_ms: i }));
    // The second one right behind the first: on a busy machine an answer may take longer than the 5 s.
    await granted(client, assessmentsTopic(mac));
    for (const sent of [entries, [entry(100)]])
      void client.publishAsync(backlogTopic(mac), JSON.stringify(sent), { qos: 1 });
    const answers = [
      await subscriber.next(assessmentsTopic(mac)),
      await subscriber.next(assessmentsTopic(mac)),
    ];
    // The refusal may overtake the answer to the first.
    const [first, early] = answers.map(({ json }) => json).sort((one, other) => one.status - other.status);
    assert.equal(first.data.accepted, 600);
    assert.equal(early.status, 429);
    assert.ok(early.retryAfter >= 1 && early.retryAfter <= 5);
    app.clock.advance(5_100);
    assert.equal((await send(mac, [entry(100)])).data.accepted, 1);
    assert.equal((await stream(app, person, resting(mac))).fallDetected, false);
  });

  it('that is repeated with DUP gets the same answer, not a 429', async () => {
    const mac = randomMac();
    const raw = await joinRaw(app, bySession(person));
    await granted(client, assessmentsTopic(mac));
    const body = JSON.stringify([entry(1000)]);
    for (const dup of [false, true]) {
      raw.send(publishPacket(backlogTopic(mac), body, { dup }));
      assert.equal((await raw.next()).cmd, 'puback');
      const { json } = await subscriber.next(assessmentsTopic(mac));
      assert.deepEqual(
        [json.status, json.data.accepted, json.data.duplicates],
        dup ? [200, 0, 1] : [200, 1, 0],
      );
    }
    raw.socket.destroy();
  });

  it('raises late falls, each alerted with its own time, in one event per episode', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, person);
    const mac = randomMac();
    const { device_id: _, ...blow } = violent('');
    const fallAt = 40 * MINUTE_MS;
    const { data } = await send(mac, [
      entry(fallAt + 2000),
      { ...blow, recorded_at: at(fallAt) },
      { ...blow, recorded_at: at(fallAt - 1000) },
      entry(fallAt - 5000),
    ]);
    assert.equal(data.accepted, 4);
    const falls = await app.call('GET', '/falls', { token: person.token });
    assert.equal(falls.body.data.length, 1);
    const age = app.clock.now() - Date.parse(falls.body.data[0].createdAt);
    assert.ok(Math.abs(age - fallAt) < MINUTE_MS);
    const alerts = await app.call('GET', '/caregivers/alerts', { token: caregiver.token });
    assert.equal(alerts.body.data.length, 1);
    assert.match(alerts.body.data[0].message, /40 minutes ago/);
    app.clock.advance(6_000);
  });

  it('that is sent again does not change a fall whose time has moved to its second, harder impact', async () => {
    const mac = randomMac();
    const own = await signUp(app);
    const ownEar = await join(app, bySession(own));
    const { device_id: _, ...hard } = violent('');
    const { device_id: __, ...small } = blowOf.SUSPICIOUS('');
    const impactAt = at(5 * MINUTE_MS);
    const entries = [
      { ...small, recorded_at: at(5 * MINUTE_MS + 45_000) },
      { ...hard, recorded_at: impactAt },
    ];
    for (let times = 0; times < 2; times++) {
      await ownEar.publishAsync(backlogTopic(mac), JSON.stringify(entries), { qos: 1 });
      const { data } = (await app.call('GET', '/falls', { token: own.token })).body;
      assert.deepEqual(
        data.map(({ createdAt }: Json) => createdAt),
        [impactAt],
      );
      app.clock.advance(6_000);
    }
    ownEar.end(true);
  });

  it('for another person’s device is refused', async () => {
    const mac = randomMac();
    await stream(app, person, resting(mac));
    const stranger = await signUp(app);
    const other = await join(app, bySession(stranger));
    await refusedPublish(other, backlogTopic(mac), JSON.stringify([entry(1000)]));
    assert.equal(await rowsOf(app, mac), 1);
  });
});
