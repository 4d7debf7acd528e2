import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { heldDevice } from '../../src/devices/store/devices.ts';
import { FallAlerts } from '../../src/falls/raise/raise.ts';
import { createWearerSignals } from '../../src/falls/wearer-signals/wearer-signals.ts';
import { createEventLog } from '../../src/live/event-log.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { recordHelpPress } from '../../src/test-book/store.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createCare, createHarness, type Harness } from '../response/harness.ts';
import {
  answer,
  callForHelp,
  claimByAcknowledging,
  createWearer,
  fallsOf,
  logOf,
  report,
  responseOf,
} from '../response/wearers.ts';

describe('wearer answers', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  describe('"I need help"', () => {
    it('records an emergency when no fall is unresolved and alerts caregivers at once', async () => {
      const { patient, nurse, deviceId, socket } = await createWearer(app);
      const { status, body } = await answer(app, patient, deviceId, 'help');
      assert.equal(status, 201);
      const { id, confidence, source, alerts } = body.data;
      assert.deepEqual(
        [body.data.userId, body.data.deviceId, body.data.status, confidence, source],
        [patient.id, deviceId, 'CONFIRMED', 1, 'HELP_BUTTON'],
      );
      // Admins may have an alert by now, because the nurse has no channel.
      assert.ok(alerts.some((alert: { caregiverId: string }) => alert.caregiverId === nurse.id));
      const { data } = await socket.next('alert');
      assert.equal(data.fallId, id);
      assert.equal(data.deviceId, deviceId);
      assert.match(data.message, /calls for help/);
      assert.equal(data.response.state, 'OPEN');
      assert.equal(data.response.okUntil, null, 'no window for an OK');
      const shown = await app.call('GET', `/falls/${id}`, { token: patient.token });
      assert.equal(shown.body.data.source, 'HELP_BUTTON');
      assert.deepEqual(Object.keys(shown.body.data), Object.keys(body.data));
      await socket.close();
    });

    it('works for patients without a device, and for any role on the device they wear', async () => {
      const patient = await signUp(app);
      const { status, body } = await callForHelp(app, patient);
      assert.equal(status, 201);
      assert.equal(body.data.deviceId, null);
      const nurse = await signUp(app, 'CAREGIVER');
      assert.equal((await callForHelp(app, nurse)).status, 403);
      const mac = randomMac();
      await stream(app, nurse, resting(mac));
      assert.equal((await answer(app, nurse, mac, 'help')).status, 201);
    });

    it('returns the same fall and logs nothing new when repeated', async () => {
      const { patient, mac, socket } = await createWearer(app);
      const first = await answer(app, patient, mac, 'help');
      for (const again of [await answer(app, patient, mac, 'help'), await callForHelp(app, patient)]) {
        assert.equal(again.status, 200);
        assert.equal(again.body.data.id, first.body.data.id);
      }
      assert.equal((await fallsOf(app, patient)).length, 1);
      // The escalation continues meanwhile; only entries about the fall count.
      const log = (await logOf(app, first.body.data.id)).filter((entry) => /^(detected|risen)/.test(entry));
      assert.deepEqual(log, ['detected null']);
      await socket.close();
    });

    it('makes one fall when pressed many times at once', async () => {
      const { patient, mac, socket } = await createWearer(app);
      const presses = await Promise.all(Array.from({ length: 20 }, () => answer(app, patient, mac, 'help')));
      assert.equal(presses.filter(({ status }) => status === 201).length, 1);
      assert.equal(presses.filter(({ status }) => status === 200).length, 19);
      assert.equal((await fallsOf(app, patient)).length, 1);
      await socket.close();
    });

    it('raises the newest unresolved fall to CONFIRMED, ends its OK window and logs the wearer in the timeline', async () => {
      const { patient, deviceId, socket } = await createWearer(app);
      const own = await live(app, patient);
      const fallId = await report(app, patient, 0.6);
      assert.equal((await socket.next('alert')).data.response.state, 'CHECKING');
      const { status, body } = await answer(app, patient, deviceId, 'help');
      assert.equal(status, 200);
      assert.deepEqual(
        [body.data.id, body.data.status, body.data.confidence, body.data.source],
        [fallId, 'CONFIRMED', 1, 'REPORT'],
      );
      const raised = (await socket.next('alert.updated')).data;
      assert.equal(raised.severity, 'CONFIRMED');
      assert.match(raised.message, /calls for help/);
      for (const subscriber of [socket, own]) {
        const { data } = await subscriber.next('response');
        assert.equal(data.fallId, fallId);
        assert.equal(data.response.state, 'OPEN');
        assert.equal(data.response.okUntil, null);
      }
      assert.ok((await logOf(app, fallId)).includes(`risen ${patient.id}`));
      await socket.close();
      await own.close();
    });

    it('keeps the claim of the caregiver on the way', async () => {
      const { patient, nurse, deviceId, socket } = await createWearer(app);
      const fallId = await report(app, patient);
      await claimByAcknowledging(app, nurse, fallId);
      const { status, body } = await answer(app, patient, deviceId, 'help');
      assert.deepEqual([status, body.data.id, body.data.status], [200, fallId, 'CONFIRMED']);
      const { state, claimedBy } = await responseOf(app, fallId);
      assert.deepEqual([state, claimedBy], ['CLAIMED', nurse.id]);
      assert.equal((await socket.next('alert.updated')).data.response.claimedBy.id, nurse.id);
      await socket.close();
    });

    it('is accepted from a wearable that an admin disabled', async () => {
      const { patient, deviceId, socket } = await createWearer(app);
      const admin = await logInAsAdmin(app);
      const disabled = await app.call('POST', `/admin/devices/${deviceId}/disable`, { token: admin.token });
      assert.equal(disabled.status, 200);
      assert.equal((await answer(app, patient, deviceId, 'help')).status, 201);
      await socket.close();
    });
  });

  describe('"I\'m OK"', () => {
    it('cancels the newest unresolved fall and notifies caregivers', async () => {
      const { patient, mac, socket } = await createWearer(app);
      const older = await report(app, patient);
      const newer = await report(app, patient);
      const { status, body } = await answer(app, patient, mac, 'ok');
      assert.deepEqual([status, body.data.id], [200, newer]);
      const { state, outcome, resolvedBy } = await responseOf(app, newer);
      assert.deepEqual([state, outcome, resolvedBy], ['RESOLVED', 'CANCELLED_BY_PATIENT', patient.id]);
      assert.equal((await responseOf(app, older)).state, 'CHECKING');
      assert.equal((await socket.next('response')).data.response.outcome, 'CANCELLED_BY_PATIENT');
      assert.equal((await answer(app, patient, mac, 'ok')).body.data.id, older);
      assert.equal((await answer(app, patient, mac, 'ok')).status, 404);
      await socket.close();
    });

    it('is refused for an emergency and when a caregiver is on the way', async () => {
      const { patient, nurse, mac, socket } = await createWearer(app);
      const claimed = await report(app, patient);
      await claimByAcknowledging(app, nurse, claimed);
      const refused = await answer(app, patient, mac, 'ok');
      assert.equal(refused.status, 409);
      assert.match(refused.body.error, /is coming already/);
      await answer(app, patient, mac, 'help');
      assert.equal((await answer(app, patient, mac, 'ok')).status, 409);
      const other = await createWearer(app);
      await answer(app, other.patient, other.mac, 'help');
      assert.equal(
        (await answer(app, other.patient, other.mac, 'ok')).status,
        409,
        'a call for help is an emergency',
      );
      await socket.close();
      await other.socket.close();
    });
  });

  it('are for the wearer only: 404 for unknown devices, 403 for others, then 400', async () => {
    const { patient, nurse, deviceId, socket } = await createWearer(app);
    const stranger = await signUp(app);
    const admin = await logInAsAdmin(app);
    for (const unknown of [randomUUID(), randomMac(), 'nonsense'])
      assert.equal((await answer(app, patient, unknown, 'help')).status, 404);
    for (const person of [nurse, stranger, admin])
      assert.equal((await answer(app, person, deviceId, 'nonsense')).status, 403);
    for (const said of ['nonsense', 1, null, undefined]) {
      const { status, body } = await answer(app, patient, deviceId, said);
      assert.equal(status, 400);
      assert.ok(body.details.answer);
    }
    assert.deepEqual(await fallsOf(app, patient), []);
    await socket.close();
  });

  it('are exempt from the rate limit', () => {
    const limits = app.app.routes
      .filter(({ path }) => path === '/help' || path === '/device/:id/answer')
      .map(({ limit }) => limit);
    assert.deepEqual(limits, ['urgent', 'urgent']);
  });

  describe('an answer over the live socket', () => {
    it('gets an assessment with its ref and the same status as over HTTP', async () => {
      const { patient, deviceId, mac, socket } = await createWearer(app);
      const own = await live(app, patient);
      const say = (data: object) => own.ask({ type: 'answer', data });
      const none = await say({ answer: 'ok' });
      assert.deepEqual([none.type, none.status, none.data], ['assessment', 404, undefined]);
      const fallId = await report(app, patient);
      const cancelled = await say({ answer: 'ok', deviceId: mac });
      assert.deepEqual([cancelled.type, cancelled.status, cancelled.data.id], ['assessment', 200, fallId]);
      const recorded = await say({ answer: 'help', deviceId });
      assert.deepEqual([recorded.status, recorded.data.deviceId], [201, deviceId]);
      const again = await say({ answer: 'help' });
      assert.deepEqual([again.status, again.data.id], [200, recorded.data.id]);
      const emergency = await say({ answer: 'ok' });
      assert.equal(emergency.status, 409);
      assert.match(emergency.error, /emergency/);
      const bad = await say({ answer: 'perhaps' });
      assert.deepEqual([bad.status, Object.keys(bad.details)], [400, ['answer']]);
      assert.equal((await say({ answer: 'help', deviceId: randomUUID() })).status, 404);
      const foreign = await createWearer(app);
      assert.equal((await say({ answer: 'help', deviceId: foreign.deviceId })).status, 403);
      assert.equal((await socket.ask({ type: 'answer', data: { answer: 'help' } })).status, 403);
      assert.equal((await fallsOf(app, patient)).length, 2);
      for (const client of [socket, own, foreign.socket]) await client.close();
    });

    it('takes effect even when the client exceeds its frame limit', async () => {
      const { patient, socket } = await createWearer(app);
      const own = await live(app, patient);
      for (let i = 0; i < 200; i++) own.send({ type: 'ping', ref: `flood ${i}` });
      const recorded = await own.ask({ type: 'answer', data: { answer: 'help' } });
      assert.equal(recorded.status, 201);
      assert.ok(own.frames.some(({ status }) => status === 429));
      await socket.close();
      await own.close();
    });
  });
});

describe('calls for help on several instances', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  /** Creates one instance of the service. */
  function instance() {
    const { db, responses, now } = harness;
    const cluster = createMemoryCluster({ now, log: silentLog() });
    const events = createEventLog({ db, cluster, now });
    const fallAlerts = new FallAlerts({ cluster, events, heldDevice, responses, now, log: silentLog() });
    return createWearerSignals({
      db,
      responses,
      fallAlerts,
      recordHelpPress,
      now,
      log: silentLog(),
    });
  }

  const asPatient = (userId: string) => ({ userId, role: 'PATIENT' as const });

  it('make one fall when simultaneous, and raise it once', async () => {
    const instances = Array.from({ length: 5 }, instance);
    const { patient } = await createCare(harness);
    const statuses = async () =>
      (
        await Promise.all(instances.map((answers) => answers.answer(asPatient(patient), undefined, 'help')))
      ).map(({ status, isNew, fall }) => ({ status, isNew, fallId: fall.id }));
    const recorded = await statuses();
    assert.equal(recorded.filter(({ status }) => status === 201).length, 1);
    assert.equal(recorded.filter(({ isNew }) => isNew).length, 1);
    assert.equal(new Set(recorded.map(({ fallId }) => fallId)).size, 1);
    await harness.responses.resolve(recorded[0]?.fallId ?? '', (await caregiverOf(patient)) ?? '', {
      outcome: 'HELPED',
    });

    const fallId = await harness.fall(patient);
    const raised = await statuses();
    assert.deepEqual(new Set(raised.map(({ status }) => status)), new Set([200]));
    assert.equal(raised.filter(({ isNew }) => isNew).length, 1);
    assert.equal((await harness.log(fallId)).filter((type) => type === 'risen').length, 1);
  });

  const caregiverOf = async (patientId: string) =>
    (
      await harness.db.row<{ id: string }>(
        'SELECT caregiver_id AS id FROM assignments WHERE patient_id = $1',
        [patientId],
      )
    )?.id;

  it('are not lost when a caregiver resolves the fall at the same time', async () => {
    const answers = instance();
    for (let i = 0; i < 10; i++) {
      const { patient, caregiver } = await createCare(harness);
      const fallId = await harness.fall(patient);
      const [called] = await Promise.all([
        answers.answer(asPatient(patient), undefined, 'help'),
        harness.responses.resolve(fallId, caregiver, { outcome: 'NO_HELP_NEEDED' }),
      ]);
      const { state } = await harness.response(called.fall.id);
      // Either the call raised the fall before a caregiver on site resolved it, or it made a fall of its own.
      if (called.status === 200) assert.equal(called.fall.id, fallId);
      else assert.equal(state, 'OPEN');
    }
  });

  it('restart an exhausted escalation', async () => {
    const answers = instance();
    const step = { afterSeconds: 0, targets: ['assigned' as const], channels: ['webpush' as const] };
    await harness.policy({ steps: [step], repeats: { everySeconds: 60, times: 0 } });
    const { patient, caregiver } = await createCare(harness);
    const { fall } = await answers.answer(asPatient(patient), undefined, 'help');
    const tries = () => harness.sent.filter(({ message }) => message.fallId === fall.id).length;
    for (let i = 0; i < 3; i++) {
      await harness.settle();
      harness.pass(61);
    }
    assert.ok((await harness.log(fall.id)).includes('exhausted'));
    const before = tries();
    const again = await answers.answer(asPatient(patient), undefined, 'help');
    assert.deepEqual([again.status, again.fall.id], [200, fall.id]);
    await harness.settle();
    assert.equal(tries(), before + 1, 'the caregiver is notified again');
    await harness.responses.claim(fall.id, caregiver, {});
  });

  it('record no device when the device is deleted at that moment', async () => {
    const { patient } = await createCare(harness);
    const gone = { id: randomUUID(), userId: patient };
    const { status, fall } = await instance().answer(asPatient(patient), gone, 'help');
    assert.deepEqual([status, fall.deviceId], [201, null]);
  });
});
