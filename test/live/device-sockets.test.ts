import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive, type LiveClient, live, refusedLive } from '../helpers/live.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

interface Wearable {
  readonly id: string;
  readonly mac: string;
  readonly token: string;
}

describe('the live socket of a device', () => {
  let app: TestApp;
  let admin: Person;
  let carer: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'error' });
    admin = await logInAsAdmin(app);
    carer = await signUp(app, 'CAREGIVER', { firstName: 'Cara', lastName: 'Klein' });
  });
  after(() => app.close());

  const as = (person: Pick<Person, 'token'>, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });

  async function wearer(): Promise<Person> {
    const person = await signUp(app, 'PATIENT', { firstName: 'Edith' });
    await assign(app, carer, person);
    return person;
  }
  async function register(patient: Person): Promise<Wearable> {
    const mac = randomMac();
    const { body } = await as(admin, 'POST', `/patients/${patient.id}/devices`, { macAddress: mac });
    return { id: body.data.id, mac, token: body.data.token };
  }
  const open = ({ token }: Pick<Wearable, 'token'>) =>
    connectLive(app, { protocols: ['fall-monitor.v1', `bearer.${token}`] });
  const reading = ({ device_id: _, ...body }: object & { device_id?: unknown }) => body;
  const endOf = async (client: LiveClient) => (await client.closed).code;
  const later = () => app.clock.advance(2_000);

  it('is welcomed with its device and little about its wearer', async () => {
    const person = await wearer();
    const { id, mac, token } = await register(person);
    const phone = await open({ token });
    const { serverTime: _, ...data } = phone.welcome.data;
    assert.deepEqual(data, {
      user: { id: person.id, firstName: 'Edith', role: 'PATIENT' },
      device: { id, macAddress: mac, name: `Wearable ${mac.slice(-5)}` },
      fall: null,
      sessionEndsAt: null,
      lastEventId: 0,
    });
    const reply = await phone.ask({ type: 'ping' });
    assert.equal(reply.type, 'pong');
    await phone.close();
  });

  it('sends readings without naming the device, and none of another device', async () => {
    const person = await wearer();
    const wearable = await register(person);
    const other = await register(person);
    const phone = await open(wearable);
    const taken = await phone.ask({ type: 'reading', data: reading(resting(wearable.mac)) });
    assert.deepEqual([taken.status, taken.data.deviceId], [200, wearable.id]);
    later();
    const named = await phone.ask({ type: 'reading', data: resting(wearable.mac) });
    assert.equal(named.status, 200);
    for (const mac of [other.mac, randomMac()]) {
      const refused = await phone.ask({ type: 'reading', data: resting(mac) });
      assert.deepEqual(
        [refused.type, refused.status, refused.code],
        ['assessment', 403, 'DEVICE_TOKEN_OTHER_DEVICE'],
      );
    }
    for (const data of [undefined, null, [], 7, {}])
      assert.equal((await phone.ask({ type: 'reading', data })).status, 400);
    await phone.close();
  });

  it('hands over a backlog once', async () => {
    const wearable = await register(await wearer());
    const phone = await open(wearable);
    const at = (seconds: number) => new Date(app.clock.now() - seconds * 1_000).toISOString();
    const readings = [60, 59, 58].map((s) => ({ ...reading(resting(wearable.mac)), recorded_at: at(s) }));
    const first = await phone.ask({ type: 'backlog', data: { readings } });
    assert.deepEqual(
      [first.type, first.status, first.data],
      ['assessment', 200, { accepted: 3, duplicates: 0, refused: [] }],
    );
    const soon = await phone.ask({ type: 'backlog', data: { readings } });
    assert.deepEqual([soon.status, soon.code], [429, 'READING_TOO_EARLY']);
    app.clock.advance(5_000);
    const again = await phone.ask({ type: 'backlog', data: { readings } });
    assert.deepEqual(again.data, { accepted: 0, duplicates: 3, refused: [] });
    app.clock.advance(5_000);
    const { body } = await as(wearable, 'POST', `/device/${wearable.id}/backlog`, {
      readings: [...readings, { ...readings[0], recorded_at: at(30) }, { recorded_at: 'x' }, 7],
    });
    assert.deepEqual([body.data.accepted, body.data.duplicates], [1, 3]);
    assert.deepEqual(
      body.data.refused.map(({ index }: Json) => index),
      [4, 5],
    );
    for (const data of [
      undefined,
      null,
      {},
      { readings: 7 },
      { readings: [] },
      { readings: Array(601).fill({}) },
    ]) {
      const refused = await phone.ask({ type: 'backlog', data });
      assert.equal(refused.status, 400, JSON.stringify(refused));
    }
    assert.equal((await as(wearable, 'POST', `/device/${wearable.id}/backlog`, { readings: 7 })).status, 400);
    await phone.close();
  });

  describe('a reading with a key, whose answer was lost', () => {
    const keyed = (mac: string, key: unknown, fields: object = {}) => ({
      ...reading(resting(mac, fields)),
      idempotency_key: key,
    });
    const rowsOf = ({ mac }: Wearable) =>
      sql(
        app.databaseUrl,
        `SELECT r.fall_confidence FROM (SELECT device_key, confidence AS fall_confidence FROM sensor_readings) r
         JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1`,
        [mac],
      );
    const now = (seconds = 0) => new Date(app.clock.now() - seconds * 1_000).toISOString();

    it('is stored once, and gets the first answer again, live and over HTTP', async () => {
      const person = await wearer();
      const wearable = await register(person);
      const phone = await open(wearable);
      const data = keyed(wearable.mac, 'one');
      const first = await phone.ask({ type: 'reading', data });
      const again = await phone.ask({ type: 'reading', data });
      assert.deepEqual([again.status, again.data.timestamp], [200, first.data.timestamp]);
      const { body } = await app.call('POST', '/device/sensor-stream', {
        token: wearable.token,
        body: resting(wearable.mac),
        headers: { 'Idempotency-Key': 'one' },
      });
      assert.equal(body.data.timestamp, first.data.timestamp);
      assert.equal((await rowsOf(wearable)).length, 1);
      await phone.close();
    });

    it('is a duplicate in the backlog, whatever time it has there', async () => {
      const wearable = await register(await wearer());
      const phone = await open(wearable);
      for (const key of ['one', 'two']) {
        assert.equal((await phone.ask({ type: 'reading', data: keyed(wearable.mac, key) })).status, 200);
        later();
      }
      const backlog = async (...readings: object[]) => {
        app.clock.advance(5_000);
        return (await phone.ask({ type: 'backlog', data: { readings } })).data;
      };
      const outcome = await backlog(
        { ...keyed(wearable.mac, 'one'), recorded_at: now(8.5) },
        { ...keyed(wearable.mac, 'two'), recorded_at: now(90) },
        { ...keyed(wearable.mac, 'three'), recorded_at: now(4.3) },
        { ...keyed(wearable.mac, 'three'), recorded_at: now(4.2) },
        { ...keyed(wearable.mac, undefined), recorded_at: now(3.1) },
      );
      assert.deepEqual(outcome, { accepted: 2, duplicates: 3, refused: [] });
      assert.equal((await rowsOf(wearable)).length, 4);
      const third = await backlog({ ...keyed(wearable.mac, 'three'), recorded_at: now(7) });
      assert.deepEqual(third, { accepted: 0, duplicates: 1, refused: [] }, 'of an earlier backlog');
      const live = await phone.ask({ type: 'reading', data: keyed(wearable.mac, 'three') });
      assert.equal(live.status, 200);
      assert.equal((await rowsOf(wearable)).length, 4, 'live, after the backlog');
      await phone.close();
    });

    it('is a duplicate in a backlog that comes while it is being stored', async () => {
      for (let n = 0; n < 10; n++) {
        const wearable = await register(await wearer());
        const phone = await open(wearable);
        const readings = [{ ...keyed(wearable.mac, 'one'), recorded_at: now(1) }];
        const answers = await Promise.all([
          phone.ask({ type: 'reading', data: keyed(wearable.mac, 'one') }),
          phone.ask({ type: 'backlog', data: { readings } }),
        ]);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200],
        );
        assert.equal((await rowsOf(wearable)).length, 1);
        await phone.close();
      }
    });

    it('raises its fall once', async () => {
      const person = await wearer();
      const wearable = await register(person);
      const phone = await open(wearable);
      const blow = { ...reading(blowOf.HIGH(wearable.mac)), idempotency_key: 'fall' };
      assert.equal((await phone.ask({ type: 'reading', data: blow })).data.fallDetected, true);
      app.clock.advance(50_000);
      const readings = [{ ...blow, recorded_at: now(20) }];
      assert.equal((await phone.ask({ type: 'backlog', data: { readings } })).data.duplicates, 1);
      assert.equal((await app.call('GET', '/falls', person)).body.pagination.total, 1);
      assert.equal((await rowsOf(wearable)).length, 1);
      await phone.close();
    });

    it('is another one of another device, and of an invalid key none is stored', async () => {
      const person = await wearer();
      const [one, other] = [await register(person), await register(person)];
      for (const wearable of [one, other]) {
        const phone = await open(wearable);
        const data = keyed(wearable.mac, 'same');
        assert.equal((await phone.ask({ type: 'reading', data })).status, 200);
        for (const key of ['', 'x'.repeat(101), 'a\0b', 7, {}, ['one']]) {
          const refused = await phone.ask({ type: 'reading', data: keyed(wearable.mac, key) });
          assert.deepEqual([refused.status, Object.keys(refused.details)], [400, ['idempotency_key']]);
          const readings = [{ ...keyed(wearable.mac, key), recorded_at: now(3) }];
          const { data } = await phone.ask({ type: 'backlog', data: { readings } });
          assert.deepEqual(Object.keys(data.refused[0].details), ['idempotency_key']);
        }
        assert.equal((await rowsOf(wearable)).length, 1);
        await phone.close();
      }
    });
  });

  it('takes no backlog of another device, over HTTP neither', async () => {
    const person = await wearer();
    const wearable = await register(person);
    const other = await register(person);
    const phone = await open(wearable);
    const readings = [
      { ...resting(other.mac), recorded_at: new Date(app.clock.now() - 9_000).toISOString() },
    ];
    const { data } = await phone.ask({ type: 'backlog', data: { readings } });
    assert.deepEqual([data.accepted, data.refused.length], [0, 1]);
    for (const path of [other.id, other.mac, randomMac()]) {
      const { status, body } = await as(wearable, 'POST', `/device/${path}/backlog`, { readings });
      assert.deepEqual([status, body.code], [403, 'DEVICE_TOKEN_OTHER_DEVICE']);
    }
    await phone.close();
  });

  describe('a fall of the wearer', () => {
    const fallIn = (client: LiveClient, matches: (fall: Json) => boolean, what: string): Promise<Json> =>
      client.find(({ type, data }) => type === 'fall' && matches(data), what).then(({ data }) => data);

    it('is sent when it begins, is claimed, changes and ends, and nothing else is sent', async () => {
      const person = await wearer();
      const wearable = await register(person);
      const other = await register(await wearer());
      const [phone, stranger] = [await open(wearable), await open(other)];
      const blow = await phone.ask({ type: 'reading', data: reading(blowOf.HIGH(wearable.mac)) });
      assert.equal(blow.data.fallDetected, true);
      const begun = await fallIn(phone, () => true, 'a fall that begins');
      assert.deepEqual(Object.keys(begun).sort(), ['createdAt', 'fallId', 'level', 'response', 'source']);
      assert.ok(['CHECKING', 'OPEN'].includes(begun.response.state));
      const { fallId } = begun;
      const shown = await as(wearable, 'GET', `/device/${wearable.id}/fall`);
      assert.equal(shown.body.data.fallId, fallId);
      // A phone that connects now is told of it at once.
      await phone.close();
      const next = await open(wearable);
      assert.equal(next.welcome.data.fall.fallId, fallId);
      assert.equal((await as(carer, 'POST', `/falls/${fallId}/claim`, { etaMinutes: 4 })).status, 200);
      const claimed = await fallIn(next, ({ response }) => response.state === 'CLAIMED', 'a claim');
      assert.deepEqual([claimed.response.claimedBy.name, claimed.response.etaMinutes], ['Cara Klein', 4]);
      await as(carer, 'POST', `/falls/${fallId}/release`);
      await fallIn(next, ({ response }) => response.state === 'OPEN', 'a release');
      await as(carer, 'POST', `/falls/${fallId}/claim`, {});
      await fallIn(next, ({ response }) => response.state === 'CLAIMED', 'a second claim');
      const resolved = await as(carer, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' });
      assert.equal(resolved.status, 200, JSON.stringify(resolved.body));
      const over = await fallIn(next, ({ response }) => response.state === 'RESOLVED', 'the end');
      assert.deepEqual([over.fallId, over.response.outcome], [fallId, 'HELPED']);
      assert.equal((await as(wearable, 'GET', `/device/${wearable.mac}/fall`)).body.data, null);
      const sent = new Set([...phone.frames, ...next.frames].map(({ type }) => type));
      assert.deepEqual([...sent].sort(), ['assessment', 'fall', 'welcome']);
      assert.deepEqual(
        stranger.frames.map(({ type }) => type),
        ['welcome'],
      );
      await Promise.all([next.close(), stranger.close()]);
    });

    it('is answered with OK and with a call for help, which raises it', async () => {
      const person = await wearer();
      const wearable = await register(person);
      const phone = await open(wearable);
      const help = await phone.ask({ type: 'answer', data: { answer: 'help' } });
      assert.deepEqual([help.type, help.status, help.data.deviceId], ['assessment', 201, wearable.id]);
      const fall = await fallIn(phone, () => true, 'a call for help');
      assert.deepEqual([fall.level, fall.source], ['CONFIRMED', 'HELP_BUTTON']);
      const other = await register(person);
      for (const deviceId of [other.id, other.mac]) {
        const refused = await phone.ask({ type: 'answer', data: { answer: 'ok', deviceId } });
        assert.deepEqual([refused.status, refused.code], [403, 'DEVICE_TOKEN_OTHER_DEVICE']);
      }
      await phone.ask({ type: 'answer', data: { answer: 'ok', deviceId: wearable.mac } });
      await as(carer, 'POST', `/falls/${fall.fallId}/resolve`, { outcome: 'FALSE_ALARM' });
      await fallIn(phone, ({ response }) => response.state === 'RESOLVED', 'the end');
      assert.equal((await phone.ask({ type: 'answer', data: { answer: 'ok' } })).status, 404);
      await phone.close();
    });
  });

  it('is refused every other frame', async () => {
    const person = await wearer();
    const phone = await open(await register(person));
    for (const frame of [
      { type: 'subscribe', patientId: person.id },
      { type: 'unsubscribe', patientId: person.id },
      { type: 'acknowledge', alertId: person.id },
      { type: 'seen', data: { ids: [1] } },
    ]) {
      const refused = await phone.ask(frame);
      assert.deepEqual([refused.type, refused.status, refused.code], ['error', 403, 'NOT_FOR_DEVICE_TOKENS']);
    }
    await phone.close();
    // And its own frames need a device token.
    const session = await live(app, person);
    for (const frame of [
      { type: 'paused', data: { reason: null } },
      { type: 'backlog', data: { readings: [] } },
    ])
      assert.equal((await session.ask(frame)).status, 403);
    await session.close();
  });

  it('closes an older one of the same device, and one of another device stays', async () => {
    const person = await wearer();
    const [wearable, other] = [await register(person), await register(person)];
    const [first, beside] = [await open(wearable), await open(other)];
    const second = await open(wearable);
    assert.deepEqual(await first.closed, { code: 4409, reason: 'Another phone uses this code' });
    const together = await Promise.all(
      [0, 1, 2, 3].map(() => connectLive(app, { token: wearable.token }).catch(() => undefined)),
    );
    assert.equal(await endOf(second), 4409);
    const isOpen = (client: LiveClient | undefined) => client?.ws.readyState === client?.ws.OPEN;
    await eventually(
      'one of them is left',
      () => together.filter((one) => one !== undefined && isOpen(one)).length === 1,
    );
    assert.equal((await beside.ask({ type: 'ping' })).type, 'pong');
    await Promise.all([...together, beside].map((one) => one?.close()));
  });

  it('ends with its token: replaced, moved, deleted, or of an owner who is deactivated', async () => {
    const [person, next] = [await wearer(), await wearer()];
    const wearables = await Promise.all([0, 1, 2, 3, 4].map(() => register(person)));
    const [replaced, moved, deleted, kept, last] = wearables as [
      Wearable,
      Wearable,
      Wearable,
      Wearable,
      Wearable,
    ];
    const phones = await Promise.all(wearables.map(open));
    await as(person, 'POST', `/device/${replaced.id}/token`);
    assert.equal(await endOf(phones[0] as LiveClient), 4401);
    const { body } = await as(admin, 'POST', `/device/${moved.id}/move`, { patientId: next.id });
    assert.equal(await endOf(phones[1] as LiveClient), 4401);
    // By the new token, its readings are the next wearer's.
    const again = await open({ token: body.data.token });
    assert.equal(again.welcome.data.user.id, next.id);
    const taken = await again.ask({ type: 'reading', data: reading(resting(moved.mac)) });
    assert.equal(taken.status, 200);
    await as(person, 'DELETE', `/device/${deleted.id}`);
    assert.equal(await endOf(phones[2] as LiveClient), 4401);
    // A new password of the owner is no end.
    const change = { currentPassword: PASSWORD, newPassword: 'Another*1', confirmPassword: 'Another*1' };
    assert.equal((await as(person, 'PUT', '/profile/password', change)).status, 200);
    assert.equal((await (phones[3] as LiveClient).ask({ type: 'ping' })).type, 'pong');
    await as(admin, 'PUT', `/admin/users/${person.id}`, { status: 'inactive' });
    assert.deepEqual(
      await Promise.all([endOf(phones[3] as LiveClient), endOf(phones[4] as LiveClient)]),
      [4401, 4401],
    );
    for (const { token } of [replaced, moved, deleted, kept, last]) {
      const refused = await refusedLive(app, { token });
      assert.deepEqual([refused.status, refused.body.code], [401, 'UNAUTHENTICATED']);
    }
    await as(admin, 'DELETE', `/admin/users/${next.id}`);
    assert.equal(await endOf(again), 4401);
  });

  it('is not opened by a device token in a cookie', async () => {
    const { token } = await register(await wearer());
    for (const name of ['access_token', 'station_token']) {
      const headers = { Cookie: `${name}=${token}`, Origin: app.url.replace('/api', '') };
      const { status } = await refusedLive(app, { headers });
      assert.equal(status, 401);
    }
  });

  it('is closed when it floods', async () => {
    const wearable = await register(await wearer());
    const phone = await open(wearable);
    for (let i = 0; i < 3_000; i++) phone.send({ type: 'paused', data: { reason: 'screen_off' } });
    assert.equal(await endOf(phone), 4400);
    const next = await open(wearable);
    for (let i = 0; i < 12; i++) next.send('nonsense');
    assert.equal(await endOf(next), 4400);
    assert.equal((await app.call('GET', '/health')).status, 200);
  });

  describe('a pause', () => {
    const viewOf = async ({ id }: Wearable) => {
      const { paused, pausedAt } = (await as(carer, 'GET', `/device/${id}/status`)).body.data;
      return [paused, pausedAt === null ? null : Date.parse(pausedAt)];
    };
    const boardOf = async (person: Person) => {
      const { people } = (await as(carer, 'GET', '/board')).body.data;
      const { paused, pausedAt } = people.find(({ id }: Json) => id === person.id);
      return [paused, pausedAt === null ? null : Date.parse(pausedAt)];
    };
    const statusOf = (client: LiveClient, { id }: Wearable) =>
      client
        .find(({ type, data }) => type === 'device.status' && data.deviceId === id, 'device.status')
        .then(({ data }) => data.paused);

    it('is shown until it is over, or until the next reading', async () => {
      const person = await wearer();
      const wearable = await register(person);
      const [phone, console] = [await open(wearable), await live(app, carer)];
      await phone.ask({ type: 'reading', data: reading(resting(wearable.mac)) });
      later();
      const at = app.clock.now();
      const reply = await phone.ask({ type: 'paused', data: { reason: 'screen_off' } });
      assert.deepEqual([reply.type, reply.data], ['paused', { reason: 'screen_off' }]);
      assert.equal(await statusOf(console, wearable), 'screen_off');
      for (const [reason, since] of [await viewOf(wearable), await boardOf(person)]) {
        assert.equal(reason, 'screen_off');
        assert.ok(Number(since) >= at && Number(since) <= app.clock.now());
      }
      const listed = await as(admin, 'GET', `/admin/devices?search=${wearable.mac}`);
      for (const { body } of [listed, await as(person, 'GET', `/device/${wearable.id}`)])
        for (const { paused, pausedAt } of [body.data].flat())
          assert.ok(paused === 'screen_off' && Date.parse(pausedAt) >= at, JSON.stringify(body));
      // A repetition is no news.
      await as(wearable, 'POST', `/device/${wearable.id}/pause`, { reason: 'screen_off' });
      await phone.ask({ type: 'paused', data: { reason: null } });
      assert.equal(await statusOf(console, wearable), null);
      assert.deepEqual(
        [await viewOf(wearable), await boardOf(person)],
        [
          [null, null],
          [null, null],
        ],
      );
      await as(wearable, 'POST', `/device/${wearable.mac}/pause`, { reason: 'screen_off' });
      assert.equal(await statusOf(console, wearable), 'screen_off');
      later();
      await phone.ask({ type: 'reading', data: reading(resting(wearable.mac)) });
      assert.deepEqual(
        [await viewOf(wearable), await boardOf(person)],
        [
          [null, null],
          [null, null],
        ],
      );
      assert.equal(await statusOf(console, wearable), null);
      const news = console.frames.filter(
        ({ type, data }) => type === 'device.status' && data.deviceId === wearable.id,
      );
      assert.equal(news.length, 4);
      const [row] = await sql(app.databaseUrl, 'SELECT paused, paused_at FROM devices WHERE id = $1', [
        wearable.id,
      ]);
      assert.deepEqual(row, { paused: null, paused_at: null });
      await Promise.all([phone.close(), console.close()]);
    });

    it('is what the device said last, however fast it says it', async () => {
      const wearable = await register(await wearer());
      const phone = await open(wearable);
      for (const last of ['screen_off', null]) {
        const said = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? null : 'screen_off'));
        const replies = await Promise.all(
          [...said, last].map((reason) => phone.ask({ type: 'paused', data: { reason } })),
        );
        assert.deepEqual(
          replies.map(({ data }) => data.reason),
          [...said, last],
        );
        assert.equal((await viewOf(wearable))[0], last);
        later();
      }
      await phone.close();
    });

    it('is that of its own device, and of its wearer', async () => {
      const person = await wearer();
      const [wearable, other] = [await register(person), await register(await wearer())];
      for (const path of [other.id, other.mac]) {
        const { body } = await as(wearable, 'POST', `/device/${path}/pause`, { reason: 'screen_off' });
        assert.equal(body.code, 'DEVICE_TOKEN_OTHER_DEVICE');
        assert.equal((await as(person, 'POST', `/device/${path}/pause`, { reason: null })).status, 403);
      }
      assert.deepEqual(await viewOf(other), [null, null]);
      for (const body of [{}, { reason: 'x' }, { reason: 7 }, [], null])
        assert.equal((await as(wearable, 'POST', `/device/${wearable.id}/pause`, body)).status, 400);
      const phone = await open(wearable);
      for (const data of [undefined, null, {}, { reason: 'x' }]) {
        const refused = await phone.ask({ type: 'paused', data });
        assert.deepEqual([refused.type, refused.status], ['error', 400]);
      }
      await as(admin, 'POST', `/admin/devices/${wearable.id}/disable`);
      assert.equal(
        (await phone.ask({ type: 'paused', data: { reason: 'screen_off' } })).code,
        'DEVICE_DISABLED',
      );
      assert.equal(
        (await phone.ask({ type: 'reading', data: reading(resting(wearable.mac)) })).code,
        'DEVICE_DISABLED',
      );
      await phone.close();
    });

    it('does not go with the device to another wearer', async () => {
      const [person, next] = [await wearer(), await wearer()];
      const wearable = await register(person);
      await as(wearable, 'POST', `/device/${wearable.id}/pause`, { reason: 'screen_off' });
      await as(admin, 'POST', `/device/${wearable.id}/move`, { patientId: next.id });
      assert.deepEqual(await viewOf(wearable), [null, null]);
    });
  });
});
