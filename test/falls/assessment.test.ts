import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream, violent } from '../helpers/readings.ts';

describe('fall assessments and outcomes', () => {
  let app: TestApp;
  let ada: Person;
  let carer: Person;
  let secondCarer: Person;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    [ada, carer, secondCarer, admin] = await Promise.all([
      signUp(app),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      logInAsAdmin(app),
    ]);
    await assign(app, carer, ada);
    await assign(app, secondCarer, ada);
  });
  after(() => app.close());

  const get = async (path: string, { token }: Person): Promise<Json> => {
    const { status, body } = await app.call('GET', path, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const newestFall = async (): Promise<Json> => {
    const [fall] = await get('/falls?limit=1', ada);
    return get(`/falls/${fall.id}`, ada);
  };
  const acknowledge = (alertId: string, body: unknown, { token } = carer) =>
    app.call('POST', `/caregivers/alerts/${alertId}/acknowledge`, { token, body });

  describe('the assessment of a fall', () => {
    it('names the single-reading rule and its measured values for a first severe reading', async () => {
      const { fallConfidence } = await stream(app, ada, severe(randomMac()));
      const { assessment, confidence } = await newestFall();
      assert.equal(assessment.confidence, fallConfidence);
      assert.equal(assessment.confidence, confidence);
      assert.equal(assessment.decidedBy, 'single-reading');
      assert.equal(assessment.level, 'HIGH');
      assert.equal(assessment.readings, 1);
      assert.deepEqual(assessment.seen, { for: ['Fast rotation (737 °/s)'], against: [] });
      const values = Object.fromEntries(
        assessment.reasons.map((reason: Json) => [reason.name, reason.value]),
      );
      assert.ok(Math.abs(values.acceleration - Math.hypot(15, 12, 5)) < 0.01);
      assert.ok(Math.abs(values.rotation - Math.hypot(500, 450, 300)) < 0.01);
    });

    it('belongs to the worst reading of a stream and lists reasons for and against a fall', async () => {
      const mac = randomMac();
      const send = async (reading: (mac: string) => object): Promise<number> => {
        app.clock.advance(1000);
        return (await stream(app, ada, reading(mac))).fallConfidence;
      };
      const lying = () => resting(mac, { accel_x: 9.7, accel_y: 0.4, accel_z: 0.9 });
      const impact = () =>
        resting(mac, { accel_x: 34, accel_y: -28, accel_z: 27, gyro_x: 120, gyro_y: 80, gyro_z: 90 });
      for (let i = 0; i < 10; i++) await send(resting);
      const confidences = [await send(impact)];
      for (let i = 0; i < 4; i++) confidences.push(await send(lying));
      const { assessment, confidence, status } = await newestFall();
      assert.equal(confidence, Math.max(...confidences));
      assert.equal(assessment.confidence, confidence);
      assert.equal(assessment.level, status);
      assert.equal(assessment.decidedBy, 'model');
      const sum = assessment.reasons.reduce(
        (total: number, reason: Json) => total + reason.contribution,
        assessment.baseline,
      );
      assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - confidence) < 0.001);
      assert.ok(assessment.reasons.some((reason: Json) => reason.contribution > 0));
      assert.ok(assessment.reasons.some((reason: Json) => reason.contribution < 0));
      assert.ok(assessment.seen.for.length > 0 && assessment.seen.for.length <= 3);
      const { falls } = await get('/board', carer);
      const shown = falls.find(({ userId }: Json) => userId === ada.id).assessment;
      assert.deepEqual(shown.seen, assessment.seen, 'the board shows the same words');
    });

    it('is null for a fall that a person reported', async () => {
      const { body } = await app.call('POST', '/falls', { token: ada.token, body: { confidence: 0.4 } });
      const { assessment, outcome } = await get(`/falls/${body.data.id}`, ada);
      assert.equal(assessment, null);
      assert.equal(outcome, null);
    });
  });

  describe('the outcome a caregiver gives with an acknowledgement', () => {
    const alertOf = async (person: Person): Promise<Json> => {
      const [alert] = await get('/caregivers/alerts?limit=1', person);
      return alert;
    };
    const fallOf = async (mac: string): Promise<Json> => {
      await stream(app, ada, violent(mac));
      return newestFall();
    };

    it('appears in the alert and in the fall', async () => {
      const fall = await fallOf(randomMac());
      const alert = await alertOf(carer);
      assert.equal(alert.outcome, null);
      const { status, body } = await acknowledge(alert.id, { outcome: 'FALSE_ALARM' });
      assert.equal(status, 200);
      assert.equal(body.data.outcome, 'FALSE_ALARM');
      assert.equal(body.data.acknowledged, true);
      const { outcome, alerts } = await get(`/falls/${fall.id}`, carer);
      assert.equal(outcome, 'FALSE_ALARM');
      const outcomes = new Map(alerts.map((a: Json) => [a.caregiverId, a.outcome]));
      assert.equal(outcomes.get(carer.id), 'FALSE_ALARM');
      assert.equal(outcomes.get(secondCarer.id), null);
    });

    it('is accepted with a second acknowledgement and stays when a third has none', async () => {
      const fall = await fallOf(randomMac());
      const alert = await alertOf(carer);
      assert.equal((await acknowledge(alert.id, undefined)).body.data.outcome, null);
      assert.equal((await acknowledge(alert.id, { outcome: 'CONFIRMED' })).body.data.outcome, 'CONFIRMED');
      assert.equal((await acknowledge(alert.id, {})).body.data.outcome, 'CONFIRMED');
      assert.equal((await acknowledge(alert.id, { outcome: null })).body.data.outcome, 'CONFIRMED');
      assert.equal((await get(`/falls/${fall.id}`, ada)).outcome, 'CONFIRMED');
    });

    it('must be CONFIRMED or FALSE_ALARM', async () => {
      await fallOf(randomMac());
      const alert = await alertOf(carer);
      for (const outcome of ['MAYBE', '', 7, 'false_alarm']) {
        const { status, body } = await acknowledge(alert.id, { outcome });
        assert.equal(status, 400);
        assert.ok(body.details.outcome);
      }
      assert.equal((await alertOf(carer)).acknowledged, false);
    });

    it('counts once per fall in the statistics, in total and by device', async () => {
      const stats = () => get('/admin/stats', admin);
      const start = await stats();
      const fall = await fallOf(randomMac());
      await acknowledge((await alertOf(carer)).id, { outcome: 'CONFIRMED' });
      await acknowledge((await alertOf(secondCarer)).id, { outcome: 'FALSE_ALARM' }, secondCarer);
      const end = await stats();
      assert.equal(end.falseAlarms, start.falseAlarms + 1, 'the latest outcome counts');
      assert.equal(end.confirmedFalls, start.confirmedFalls);
      const found = end.outcomesByDevice.find(({ deviceId }: Json) => deviceId === fall.deviceId);
      assert.deepEqual([found.falseAlarms, found.confirmedFalls, found.userId], [1, 0, fall.userId]);
      assert.match(found.wearer, /\w+ \w+/);
      const today = end.fallsByDay.at(-1);
      assert.equal(today.falseAlarms, start.fallsByDay.at(-1).falseAlarms + 1);
    });
  });
});
