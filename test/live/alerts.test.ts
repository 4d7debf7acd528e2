import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOUR_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type LiveClient, live, until } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { APART_MS, blowOf, randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';

describe('live alerts', () => {
  let app: TestApp;
  let patient: Person;
  let carla: Person;
  let carl: Person;
  before(async () => {
    app = await startTestApp();
    patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    carla = await signUp(app, 'CAREGIVER');
    carl = await signUp(app, 'CAREGIVER');
    await assign(app, carla, patient);
    await assign(app, carl, patient);
  });
  after(() => app.close());

  const fall = (confidence: number) =>
    app.call('POST', '/falls', { token: patient.token, body: { confidence } }).then(({ body }) => body.data);
  const detail = async (id: string): Promise<Json> =>
    (await app.call('GET', `/falls/${id}`, { token: patient.token })).body.data;
  const ofFall = (client: LiveClient, type: string, fallId: string) =>
    client.find((frame) => frame.type === type && frame.data.fallId === fallId, `${type} of ${fallId}`);

  describe('an alert', () => {
    it('reaches every socket of every assigned caregiver after POST /falls, shaped as in REST', async () => {
      const stranger = await signUp(app, 'CAREGIVER');
      const clients = await Promise.all([carla, carla, carl].map((person) => live(app, person)));
      const outsider = await live(app, stranger);
      const { id } = await fall(0.8);
      const frames = await Promise.all(clients.map((client) => ofFall(client, 'alert', id)));
      const [first, second, other] = frames;
      assert.deepEqual(first, second, 'two sockets of one caregiver receive the same alert');
      assert.notEqual(first.data.id, other.data.id, 'each caregiver has their own alert');
      const listed = await app.call('GET', '/caregivers/alerts', { token: carla.token });
      const { patientId, fallId, deviceId } = first.data;
      const { outcome: _, ...shown } = listed.body.data.find((alert: Json) => alert.id === first.data.id);
      assert.deepEqual(first.data, shown);
      assert.deepEqual([patientId, fallId, deviceId], [patient.id, id, null]);
      assert.ok(Number.isInteger(first.id) && first.id >= 1);
      assert.deepEqual(
        outsider.frames.map((frame) => frame.type),
        ['welcome'],
      );
      await Promise.all([...clients, outsider].map((client) => client.close()));
    });

    it('is received and opened when a client has seen it, once for each person', async () => {
      const [first, second, other] = await Promise.all(
        [carla, carla, carl].map((person) => live(app, person)),
      );
      assert.ok(first && second && other);
      const { id } = await fall(0.8);
      const [alert, elsewhere] = await Promise.all([first, other].map((one) => ofFall(one, 'alert', id)));
      const socketsOf = async (person: Person): Promise<Json[]> =>
        (await app.call('GET', `/falls/${id}/deliveries`, { token: patient.token })).body.data.filter(
          (one: Json) => one.channel === 'socket' && one.person.id === person.id,
        );
      const seen = (client: LiveClient, data: object) => client.ask({ type: 'seen', data });
      const reply = await seen(first, { ids: [alert.id] });
      assert.deepEqual([reply.type, reply.data.ids], ['seen', [alert.id]]);
      const [received] = await socketsOf(carla);
      assert.ok(received?.receivedAt && received.openedAt === null);
      await app.pass(1_000);
      await seen(second, { ids: [999_999, alert.id], visible: true });
      const after = await socketsOf(carla);
      assert.deepEqual(
        after.map(({ receivedAt, openedAt }) => [
          receivedAt,
          Date.parse(openedAt) - Date.parse(receivedAt) >= 1_000,
        ]),
        [[received.receivedAt, true]],
      );
      assert.ok((await socketsOf(carl)).every(({ receivedAt }) => receivedAt === null));
      await seen(other, { ids: [elsewhere.id], visible: true });
      assert.ok((await socketsOf(carl))[0]?.openedAt);
      const { id: later } = await fall(0.8);
      await ofFall(other, 'alert', later);
      await seen(other, { ids: [], fallIds: [later, patient.id], visible: true });
      const opened = (await app.call('GET', `/falls/${later}`, { token: patient.token })).body.data.alerts;
      assert.deepEqual(
        opened.filter(({ openedAt }: Json) => openedAt !== null).map(({ caregiverId }: Json) => caregiverId),
        [carl.id],
        'the alert that a board shows, and of its own user alone',
      );
      for (const data of [
        undefined,
        {},
        { ids: [], fallIds: ['x'] },
        { ids: [], fallIds: Array(101).fill(patient.id) },
        { ids: 7 },
        { ids: ['x'] },
        { ids: Array(101).fill(1) },
        { ids: [1], visible: 1 },
      ])
        assert.equal(
          (await first.ask({ type: 'seen', ...(data && { data }) })).status,
          400,
          JSON.stringify(data),
        );
      await Promise.all([first, second, other].map((client) => client.close()));
    });

    it('follows a severe reading, and is updated as the episode rises', async () => {
      const client = await live(app, carla);
      const mac = randomMac();
      await stream(app, patient, blowOf.POTENTIAL(mac));
      const alert = await client.next('alert');
      assert.equal(alert.data.type, 'FALL_DETECTED');
      assert.equal(alert.data.severity, 'POTENTIAL');
      assert.equal(alert.data.patientName, 'Ada Jones');
      app.clock.advance(APART_MS);
      await stream(app, patient, severe(mac));
      const updated = await client.next('alert.updated');
      // The verdict of the verification may come between.
      assert.ok(updated.id > alert.id);
      assert.equal(updated.data.id, alert.data.id);
      assert.notEqual(updated.data.severity, 'POTENTIAL');
      await client.close();
    });

    it('is not raised below POTENTIAL', async () => {
      const client = await live(app, carla);
      await fall(0.5);
      const { id } = await fall(0.6);
      await ofFall(client, 'alert', id);
      assert.equal(client.frames.filter((frame) => frame.type === 'alert').length, 1);
      await client.close();
    });

    it('records its delivery time when a socket receives it', async () => {
      const alone = await live(app, carla);
      const { id } = await fall(0.7);
      await ofFall(alone, 'alert', id);
      const ofCaregiver = async (who: Person) =>
        (await detail(id)).alerts.find((alert: Json) => alert.caregiverId === who.id);
      await until(async () => (await ofCaregiver(carla)).deliveredAt !== null, 'delivered');
      const told = await ofCaregiver(carla);
      assert.ok(Date.parse(told.deliveredAt) >= Date.parse(told.timestamp));
      assert.equal(told.acknowledgedAt, null);
      const untold = await ofCaregiver(carl);
      assert.deepEqual([untold.sent, untold.deliveredAt], [true, null], 'the caregiver had no open socket');
      await alone.close();
    });
  });

  describe('an acknowledgement', () => {
    it('by REST notifies every alerted caregiver, each about their own alert', async () => {
      const [hers, his] = await Promise.all([live(app, carla), live(app, carl)]);
      const { id } = await fall(0.8);
      const [alert, other] = await Promise.all([ofFall(hers, 'alert', id), ofFall(his, 'alert', id)]);
      const path = `/caregivers/alerts/${alert.data.id}/acknowledge`;
      assert.equal((await app.call('POST', path, { token: carla.token })).status, 200);
      const [mine, told] = await Promise.all([
        ofFall(hers, 'alert.acknowledged', id),
        ofFall(his, 'alert.acknowledged', id),
      ]);
      assert.deepEqual(Object.keys(told.data).sort(), ['acknowledgedBy', 'alertId', 'fallId', 'timestamp']);
      assert.deepEqual([told.data.alertId, told.data.acknowledgedBy], [other.data.id, carla.id]);
      assert.equal(mine.data.alertId, alert.data.id);
      await app.call('POST', path, { token: carla.token });
      const { id: next } = await fall(0.8);
      await ofFall(his, 'alert', next);
      assert.deepEqual(
        his.frames.filter((f) => f.data.fallId === id && f.type !== 'alert').map(({ type }) => type),
        ['response', 'alert.acknowledged'],
        'the first one claims, the second sends no frame',
      );
      assert.equal((await detail(id)).alerts.filter((a: Json) => a.acknowledgedAt !== null).length, 1);
      await Promise.all([hers.close(), his.close()]);
    });

    it('by socket does the same, and is answered once with its ref', async () => {
      const [hers, his] = await Promise.all([live(app, carla), live(app, carl)]);
      const { id } = await fall(0.8);
      const alert = await ofFall(hers, 'alert', id);
      const answer = await hers.ask({ type: 'acknowledge', data: { alertId: alert.data.id } });
      assert.equal(answer.type, 'alert.acknowledged');
      assert.deepEqual([answer.data.alertId, answer.data.acknowledgedBy], [alert.data.id, carla.id]);
      assert.ok(answer.id > alert.id, 'the answer is the numbered event');
      const told = await ofFall(his, 'alert.acknowledged', id);
      assert.equal(told.ref, undefined);
      assert.equal(told.data.acknowledgedBy, carla.id);
      const again = await hers.ask({ type: 'acknowledge', alertId: alert.data.id });
      assert.equal(again.id, undefined);
      assert.deepEqual(again.data, answer.data);
      await Promise.all([hers.close(), his.close()]);
    });

    it('of an unknown alert or another caregiver’s alert is refused', async () => {
      const [hers, his] = await Promise.all([live(app, carla), live(app, carl)]);
      const { id } = await fall(0.8);
      const { data } = await ofFall(his, 'alert', id);
      const cases: [object, number][] = [
        [{ data: { alertId: data.id } }, 403],
        [{ alertId: carla.id }, 404],
        [{ alertId: 'x' }, 400],
        [{ alertId: 7 }, 400],
        [{}, 400],
      ];
      for (const [more, status] of cases) {
        const answer = await hers.ask({ type: 'acknowledge', ...more });
        assert.equal(answer.type, 'error');
        assert.equal(answer.status, status, JSON.stringify(more));
        assert.equal(typeof answer.error, 'string');
      }
      await Promise.all([hers.close(), his.close()]);
    });
  });

  describe('an acknowledgement by a caregiver who is no longer assigned', () => {
    it('is refused and acknowledges no alert', async () => {
      const leaver = await signUp(app, 'CAREGIVER');
      await assign(app, leaver, patient);
      const client = await live(app, leaver);
      const { id } = await fall(0.8);
      const { data } = await ofFall(client, 'alert', id);
      const admin = await logInAsAdmin(app);
      await app.call('DELETE', `/caregivers/${leaver.id}/patients/${patient.id}`, { token: admin.token });
      const answer = await client.ask({ type: 'acknowledge', data: { alertId: data.id } });
      assert.deepEqual([answer.type, answer.status], ['error', 403]);
      assert.ok((await detail(id)).alerts.every((alert: Json) => !alert.acknowledged));
      await assign(app, leaver, patient);
      const again = await client.ask({ type: 'acknowledge', data: { alertId: data.id } });
      assert.equal(again.type, 'alert.acknowledged');
      await client.close();
    });
  });

  describe('a message', () => {
    it('reaches the recipient only', async () => {
      const [hers, his] = await Promise.all([live(app, carla), live(app, carl)]);
      const body = { recipientId: carla.id, content: 'Zoë is fine ✓' };
      const { body: sent } = await app.call('POST', '/messages', { token: patient.token, body });
      const frame = await hers.next('message');
      assert.deepEqual(frame.data, sent.data);
      assert.ok(frame.id >= 1);
      assert.deepEqual(
        his.frames.filter((f) => f.type === 'message'),
        [],
      );
      await Promise.all([hers.close(), his.close()]);
    });
  });

  describe('an emergency', () => {
    it('is repeated every 30 s until a caregiver acknowledges, also on later sockets and after a restart', async () => {
      let own = await startTestApp();
      try {
        const [who, nurse, doctor] = [
          await signUp(own),
          await signUp(own, 'CAREGIVER'),
          await signUp(own, 'CAREGIVER'),
        ];
        await assign(own, nurse, who);
        await assign(own, doctor, who);
        let client = await live(own, nurse);
        await own.call('POST', '/falls', { token: who.token, body: { confidence: 0.95 } });
        const first = await client.next('alert');
        assert.match(first.data.message, /EMERGENCY/);
        assert.ok(first.id >= 1);
        own.clock.advance(31_000);
        const second = await client.next('alert');
        assert.equal(second.id, undefined, 'a repeat has no event id');
        const { response, ...told } = first.data;
        assert.equal(response.state, 'OPEN');
        const toldAgain = ({ data: { response: _, ...alert } }: Json) => assert.deepEqual(alert, told);
        toldAgain(second);
        own.clock.advance(10_000);
        const late = await live(own, doctor);
        const [reminder] = await Promise.all([late.next('alert')]);
        assert.equal(reminder.id, undefined);
        assert.equal(reminder.data.fallId, first.data.fallId);
        own = await restart(own);
        client = await live(own, nurse);
        toldAgain(await client.next('alert'));
        await client.ask({ type: 'acknowledge', alertId: first.data.id });
        const quiet = await live(own, doctor, 1_000);
        await own.pass(65_000);
        for (const socket of [quiet, client]) await socket.ask({ type: 'ping' });
        assert.deepEqual(
          quiet.frames.filter((f) => f.type === 'alert'),
          [],
        );
        assert.equal(client.frames.filter((f) => f.type === 'alert').length, 1);
      } finally {
        await own.close();
      }
    });
  });

  describe('an emergency while the clock is set back an hour', () => {
    it('is repeated as usual', async () => {
      const own = await startTestApp();
      try {
        const [who, nurse] = [await signUp(own), await signUp(own, 'CAREGIVER')];
        await assign(own, nurse, who);
        const client = await live(own, nurse);
        await own.call('POST', '/falls', { token: who.token, body: { confidence: 0.95 } });
        const first = await client.next('alert');
        // The server must see the step back before the clock advances.
        await own.pass(-HOUR_MS);
        await own.pass(31_000);
        const second = await client.next('alert');
        const { response: _first, ...told } = first.data;
        const { response: _second, ...toldAgain } = second.data;
        assert.deepEqual(toldAgain, told);
        await client.close();
      } finally {
        await own.close();
      }
    });
  });

  describe('a reading over the socket', () => {
    it('is answered with its ref and the same data as over HTTP', async () => {
      const client = await live(app, patient);
      const mac = randomMac();
      // Both at once: awaiting the first would make the second late enough on a busy machine.
      const answers = await Promise.all(
        [1, 2].map((uptime_ms) => client.ask({ type: 'reading', data: resting(mac, { uptime_ms }) })),
      );
      const answer = answers.find(({ data }) => data !== undefined) ?? assert.fail('no reading was accepted');
      const early = answers.find((other) => other !== answer) ?? assert.fail('no second answer');
      assert.equal(answer.type, 'assessment');
      assert.deepEqual(Object.keys(answer.data).sort(), [
        'deviceId',
        'fallConfidence',
        'fallDetected',
        'healthScore',
        'nextAllowedRequest',
        'timestamp',
      ]);
      const device = await app.call('GET', `/device/${mac}`, { token: patient.token });
      assert.equal(device.body.data.id, answer.data.deviceId);
      assert.deepEqual([early.type, early.status], ['assessment', 429]);
      assert.ok(early.retryAfter >= 1);
      const bad = await client.ask({ type: 'reading', data: { ...resting(mac), accel_x: 'a' } });
      assert.deepEqual([bad.type, bad.status, Object.keys(bad.details)], ['assessment', 400, ['accel_x']]);
      assert.equal((await client.ask({ type: 'reading' })).status, 400);
      await client.close();
    });

    it('of a severe fall alerts caregivers as over HTTP', async () => {
      const [wearable, hers] = await Promise.all([live(app, patient), live(app, carla)]);
      const answer = await wearable.ask({ type: 'reading', data: severe(randomMac()) });
      assert.equal(answer.data.fallDetected, true);
      assert.equal((await hers.next('alert')).data.deviceId, answer.data.deviceId);
      await Promise.all([wearable.close(), hers.close()]);
    });
  });
});
