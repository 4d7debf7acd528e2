import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live, until } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('frames of the live socket', () => {
  let app: TestApp;
  let who: Person;
  let stoppedAt: number | undefined;
  before(async () => {
    app = await startTestApp({}, { now: () => stoppedAt ?? Date.now() });
    who = await signUp(app);
  });
  after(() => app.close());

  describe('a frame', () => {
    const bad: [string, string][] = [
      ['invalid JSON', 'hello'],
      ['empty', ''],
      ['an array', '[]'],
      ['null', 'null'],
      ['a number', '7'],
      ['an object without a type', '{}'],
      ['of an unknown type', '{"type":"dance"}'],
      ['of a type that only the server may send', '{"type":"welcome"}'],
      ['an object whose type is not a string', '{"type":["ping"]}'],
      ['of a type named after an Object.prototype property', '{"type":"constructor"}'],
      ['an object whose ref is neither string nor number', '{"type":"ping","ref":{}}'],
      ['an object whose ref is too long', JSON.stringify({ type: 'ping', ref: 'x'.repeat(200) })],
    ];
    for (const [what, text] of bad) {
      it(`that is ${what} gets an error, and the socket stays open`, async () => {
        const client = await live(app, who);
        client.send(text);
        const error = await client.next('error');
        assert.equal(typeof error.error, 'string');
        assert.equal(error.status, 400);
        assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
        await client.close();
      });
    }

    it('that is binary gets an error', async () => {
      const client = await live(app, who);
      client.ws.send(Buffer.from('{"type":"ping"}'), { binary: true });
      assert.equal((await client.next('error')).status, 400);
      await client.close();
    });

    it('that is the tenth invalid one in a row closes the socket with 4400; a valid one resets the count', async () => {
      const client = await live(app, who);
      for (let i = 0; i < 9; i++) client.send('bad');
      assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
      for (let i = 0; i < 9; i++) client.send('bad');
      assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
      for (let i = 0; i < 10; i++) client.send('bad');
      assert.equal((await client.closed).code, 4400);
      assert.equal(client.frames.filter((f) => f.type === 'error').length, 28);
    });

    it('that exceeds the size limit closes the socket', async () => {
      const client = await live(app, who);
      client.send(JSON.stringify({ type: 'ping', data: 'x'.repeat(300 * 1024) }));
      assert.notEqual((await client.closed).code, 1000);
    });

    it('beyond the rate limit is refused, and the socket stays open', async () => {
      const client = await live(app, who);
      for (let i = 0; i < 200; i++) client.send({ type: 'ping', ref: i });
      assert.equal((await client.next('error')).status, 429);
      await eventually('all frames are answered', async () => client.frames.length >= 200);
      app.clock.advance(1000);
      assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
      await client.close();
    });

    it('that exceeds a thousand in one second closes the socket', async () => {
      const client = await live(app, who);
      // With a running clock the frames may fall into two different seconds.
      stoppedAt = Date.now();
      for (let i = 0; i < 1500; i++) client.send({ type: 'ping', ref: i });
      assert.equal((await client.closed).code, 4400);
      stoppedAt = undefined;
    });

    it('of type ping is answered with its ref, a string or a number', async () => {
      const client = await live(app, who);
      for (const ref of ['a', 7, 0, '']) {
        client.send({ type: 'ping', ref });
        const pong = await client.next('pong');
        assert.equal(pong.ref, ref);
        assert.ok(Date.parse(pong.data.serverTime));
      }
      await client.close();
    });
  });

  describe('a subscription', () => {
    let patient: Person;
    let nurse: Person;
    before(async () => {
      patient = await signUp(app);
      nurse = await signUp(app, 'CAREGIVER');
      await assign(app, nurse, patient);
    });

    it('delivers an assigned patient’s readings as chart points until the client unsubscribes', async () => {
      const client = await live(app, nurse);
      const answer = await client.ask({ type: 'subscribe', data: { patientId: patient.id } });
      assert.equal(answer.type, 'subscribed');
      assert.deepEqual(answer.data, { patientId: patient.id, subscribed: true });
      const mac = randomMac();
      const { deviceId, timestamp, healthScore, fallConfidence } = await stream(app, patient, {
        ...resting(mac),
        heart_rate: 66,
      });
      const { type, id, data } = await client.next('reading');
      assert.deepEqual([type, id], ['reading', undefined]);
      const history = await app.call('GET', `/device/${mac}/readings`, { token: patient.token });
      assert.deepEqual(
        Object.keys(data).sort(),
        [...Object.keys(history.body.data[0]), 'deviceId', 'patientId'].sort(),
      );
      assert.deepEqual(
        [
          data.patientId,
          data.deviceId,
          data.timestamp,
          data.healthScore,
          data.fallConfidence,
          data.heartRate,
        ],
        [patient.id, deviceId, timestamp, healthScore, fallConfidence, 66],
      );
      assert.equal((await client.ask({ type: 'unsubscribe', patientId: patient.id })).data.subscribed, false);
      app.clock.advance(2_000);
      await stream(app, patient, resting(mac));
      await client.ask({ type: 'ping' });
      assert.equal(client.frames.filter((f) => f.type === 'reading').length, 1);
      await client.close();
    });

    it('to oneself is allowed for everyone; without a subscription no readings arrive', async () => {
      const [mine, silent] = await Promise.all([live(app, patient), live(app, patient)]);
      await mine.ask({ type: 'subscribe', patientId: patient.id.toUpperCase() });
      await stream(app, patient, resting(randomMac()));
      assert.equal((await mine.next('reading')).data.patientId, patient.id);
      await silent.ask({ type: 'ping' });
      assert.deepEqual(
        silent.frames.filter((f) => f.type === 'reading'),
        [],
      );
      await Promise.all([mine.close(), silent.close()]);
    });

    it('to another caregiver’s patient is refused, and so is an invalid id', async () => {
      const stranger = await live(app, await signUp(app, 'CAREGIVER'));
      const cases: [object, number][] = [
        [{ patientId: patient.id }, 403],
        [{ patientId: '11111111-1111-4111-8111-111111111111' }, 403],
        [{ patientId: 'x' }, 400],
        [{}, 400],
      ];
      for (const [more, status] of cases) {
        const answer = await stranger.ask({ type: 'subscribe', ...more });
        assert.deepEqual([answer.type, answer.status], ['error', status], JSON.stringify(more));
      }
      await stranger.close();
      const trail = () =>
        sql(
          app.databaseUrl,
          `SELECT message FROM audit_log WHERE action = 'access.refused' AND message LIKE '%subscribe%'`,
        );
      await until(async () => (await trail()).length === 2, 'refusals in the audit log');
    });

    it('ends when the caregiver is unassigned', async () => {
      const admin = await logInAsAdmin(app);
      const client = await live(app, nurse);
      await client.ask({ type: 'subscribe', patientId: patient.id });
      const path = `/caregivers/${nurse.id}/patients/${patient.id}`;
      assert.equal((await app.call('DELETE', path, { token: admin.token })).status, 200);
      const lost = await client.find((f) => f.type === 'subscribed' && f.data.subscribed === false);
      assert.equal(lost.data.patientId, patient.id);
      await stream(app, patient, resting(randomMac()));
      assert.equal((await client.ask({ type: 'subscribe', patientId: patient.id })).status, 403);
      assert.deepEqual(
        client.frames.filter((f) => f.type === 'reading'),
        [],
      );
      await client.close();
    });
  });
});
