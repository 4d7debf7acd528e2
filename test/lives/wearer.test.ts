import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MqttClient } from 'mqtt';
import { fallLevel, isAtLeast } from '../../src/platform/fall-levels.ts';
import { SECOND_MS } from '../../src/platform/time.ts';
import { loweredConfidence } from '../../src/readings/wearer/sensitivity.ts';
import { type Json, type Response, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { seeded } from '../helpers/seeded.ts';
import { fallBetween, fieldsOf } from '../helpers/soft-fall.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { assessmentsTopic, bySession, granted, join, listenTo } from '../mqtt/clients.ts';

describe('the detector learns its wearer', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'error' }, { now: standingClock() });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const as = (who: Person, method: string, path: string, body?: unknown): Promise<Response> =>
    app.call(method, path, { token: who.token, body });
  const ok = async (answer: Promise<Response>): Promise<Json> => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };
  const createCare = async () => {
    const [ada, nora, carl] = [
      await signUp(app),
      await signUp(app, 'CAREGIVER'),
      await signUp(app, 'CAREGIVER'),
    ];
    await assign(app, nora, ada);
    await assign(app, carl, ada);
    return { ada, nora, carl };
  };
  /** A fall which the wearable of a person without a history detects. */
  const detected = async (ada: Person, level: keyof typeof blowOf = 'POTENTIAL'): Promise<Json> => {
    app.clock.advance(SECOND_MS);
    await stream(app, ada, blowOf[level](randomMac()));
    return newestFall(ada);
  };
  const newestFall = async (ada: Person): Promise<Json> => {
    const [{ id }] = await ok(as(ada, 'GET', '/falls?limit=1'));
    return ok(as(ada, 'GET', `/falls/${id}`));
  };
  const resolve = (who: Person, fallId: string, outcome: string) =>
    ok(as(who, 'POST', `/falls/${fallId}/resolve`, { outcome }));
  const detectorOf = (ada: Person, who = ada) => ok(as(who, 'GET', `/patients/${ada.id}/detector`));
  const learned = async (fallId: string, who: Person): Promise<Json[]> =>
    (await ok(as(who, 'GET', `/falls/${fallId}/timeline`))).filter(({ type }: Json) => type === 'learned');
  const teach = async (ada: Person, nora: Person, times: number) => {
    for (let i = 0; i < times; i++) {
      const { id } = await detected(ada);
      await resolve(nora, id, 'FALSE_ALARM');
    }
  };
  const alertOf = async (who: Person, fallId: string): Promise<string> =>
    (await ok(as(who, 'GET', '/caregivers/alerts?status=all&limit=100'))).find(
      (alert: Json) => alert.fallId === fallId,
    ).id;
  const judge = async (who: Person, fallId: string, outcome: string) =>
    ok(as(who, 'POST', `/caregivers/alerts/${await alertOf(who, fallId)}/acknowledge`, { outcome }));
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 0.001, `${actual}, expected ${expected}`);
  /** Sends the readings of a fall, one a second, and returns the fall. */
  async function fallOf(ada: Person, motions: ReturnType<typeof fallBetween>): Promise<Json> {
    const mac = randomMac();
    for (const motion of motions) {
      app.clock.advance(SECOND_MS);
      await stream(app, ada, resting(mac, fieldsOf(motion)));
    }
    return newestFall(ada);
  }

  it('starts with the standard sensitivity', async () => {
    const { ada } = await createCare();
    const state = await detectorOf(ada);
    assert.deepEqual(state, {
      offset: 0,
      lowestOffset: -1,
      halfLifeDays: 30,
      alertThreshold: 0.5,
      falseAlarms: 0,
      realFalls: 0,
      since: null,
      updatedAt: null,
      resetAt: null,
      summary: 'Standard sensitivity',
      meaning: 'Caregivers are alerted from a confidence of 50 %.',
    });
  });

  it('becomes less sensitive with false alarms, and more with a real fall; the timelines say so', async () => {
    const { ada, nora } = await createCare();
    await teach(ada, nora, 2);
    const third = await detected(ada, 'HIGH');
    await resolve(nora, third.id, 'FALSE_ALARM');
    const state = await detectorOf(ada, nora);
    near(state.offset, -0.45);
    near(state.alertThreshold, 0.6106);
    assert.equal(state.falseAlarms, 3);
    assert.equal(state.summary, 'Less sensitive after 3 false alarms');
    assert.match(state.meaning, /61 % instead of 50 %/);
    const [entry, ...more] = await learned(third.id, nora);
    assert.deepEqual([entry.sensitivity, entry.falseAlarms, entry.by, more.length], ['less', 3, null, 0]);

    const real = await detected(ada);
    await resolve(nora, real.id, 'NO_HELP_NEEDED');
    const after = await detectorOf(ada);
    near(after.offset, -0.225);
    assert.equal(after.realFalls, 1);
    assert.equal((await learned(real.id, nora))[0].sensitivity, 'more');
  });

  it('lowers the confidence of the next fall of this wearer only, and explains it', async () => {
    const soft = fallBetween(0.56, 0.62);
    const { ada, nora } = await createCare();
    const { ada: bea } = await createCare();
    const before = await fallOf(ada, soft);
    assert.ok(isAtLeast(before.status, 'POTENTIAL'), `${before.confidence}`);
    assert.equal(before.assessment.wearer, undefined);
    await resolve(nora, before.id, 'FALSE_ALARM');
    await teach(ada, nora, 3);
    app.clock.advance(600_000);

    const lowered = await fallOf(ada, soft);
    const { wearer, level, confidence } = lowered.assessment;
    assert.equal(wearer.falseAlarms, 4);
    near(wearer.offset, -0.6);
    near(lowered.confidence, loweredConfidence(wearer.detectorConfidence, wearer.offset));
    near(wearer.detectorConfidence, before.confidence);
    assert.equal(lowered.confidence, confidence);
    assert.equal(level, fallLevel(confidence));
    assert.equal(lowered.status, 'SUSPICIOUS', 'no caregiver is alerted');
    assert.equal(lowered.response, null);

    const other = await fallOf(bea, soft);
    assert.equal(other.assessment.wearer, undefined);
    near(other.confidence, before.confidence);
  });

  it('lowers the same fall in a backlog as live', async () => {
    const soft = fallBetween(0.56, 0.62);
    const { ada, nora } = await createCare();
    await teach(ada, nora, 3);
    const live = await fallOf(ada, soft);
    app.clock.advance(600_000);
    const client: MqttClient = await join(app, bySession(ada));
    const subscriber = listenTo(client);
    const mac = randomMac();
    await granted(client, assessmentsTopic(mac));
    const start = app.clock.now() - 300_000;
    const entries = soft.map((motion, i) => {
      const { device_id: _, ...reading } = resting('', { ...fieldsOf(motion), uptime_ms: i * 1000 });
      return { ...reading, recorded_at: new Date(start + i * 1000).toISOString() };
    });
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    assert.equal((await subscriber.next(assessmentsTopic(mac))).json.data.accepted, soft.length);
    client.end(true);
    const late = await newestFall(ada);
    assert.notEqual(late.id, live.id);
    assert.equal(late.assessment.wearer.falseAlarms, 3);
    assert.ok(Math.abs(late.confidence - live.confidence) < 0.05, `${late.confidence}, ${live.confidence}`);
  });

  it('never changes an emergency, nor a violent reading which a rule decides', async () => {
    const hard = fallBetween(0.92, 0.99);
    const { ada, nora } = await createCare();
    await sql(
      app.databaseUrl,
      `INSERT INTO wearer_detectors (patient_id, sensitivity_offset, false_alarms, updated_at, revision)
       VALUES ($1, -1, 20, $2, 5)`,
      [ada.id, new Date(app.clock.now())],
    );
    const fall = await fallOf(ada, hard);
    assert.equal(fall.status, 'CONFIRMED');
    assert.equal(fall.assessment.wearer, undefined);
    await resolve(nora, fall.id, 'HELPED');
    app.clock.advance(600_000);
    const { fallConfidence } = await stream(app, ada, violent(randomMac()));
    const other = await signUp(app);
    assert.equal(fallConfidence, (await stream(app, other, violent(randomMac()))).fallConfidence);
  });

  it('counts a fall once, by the last outcome, whoever reports it', async () => {
    const { ada, nora, carl } = await createCare();
    const { id } = await detected(ada);
    await judge(nora, id, 'FALSE_ALARM');
    await judge(carl, id, 'FALSE_ALARM');
    await resolve(carl, id, 'FALSE_ALARM');
    assert.deepEqual([(await detectorOf(ada)).falseAlarms, (await learned(id, nora)).length], [1, 1]);
    near((await detectorOf(ada)).offset, -0.15);

    await judge(carl, id, 'CONFIRMED');
    const changed = await detectorOf(ada);
    assert.deepEqual([changed.offset, changed.falseAlarms, changed.realFalls], [0, 0, 1]);
    assert.deepEqual(
      (await learned(id, nora)).map(({ sensitivity }) => sensitivity),
      ['less', 'more'],
    );
    await judge(nora, id, 'FALSE_ALARM');
    near((await detectorOf(ada)).offset, -0.15);
  });

  it('counts both of two falls that two caregivers resolve at once', async () => {
    const { ada, nora, carl } = await createCare();
    const falls = [];
    for (let i = 0; i < 4; i++) falls.push((await detected(ada)).id);
    await Promise.all(falls.map((id, i) => resolve(i % 2 === 0 ? nora : carl, id, 'FALSE_ALARM')));
    const { offset, falseAlarms } = await detectorOf(ada);
    near(offset, -0.6);
    assert.equal(falseAlarms, 4);
  });

  it('stays within its bounds in any order of marks', async () => {
    const random = seeded(7);
    const { ada, nora, carl } = await createCare();
    const falls: string[] = [];
    for (let i = 0; i < 9; i++) falls.push((await detected(ada, random() < 0.5 ? 'HIGH' : 'POTENTIAL')).id);
    const last = new Map<string, string>();
    for (let i = 0; i < 40; i++) {
      const id = falls[Math.floor(random() * falls.length)] as string;
      const outcome = random() < 0.8 ? 'FALSE_ALARM' : 'CONFIRMED';
      await judge(random() < 0.5 ? nora : carl, id, outcome);
      last.set(id, outcome);
      const { offset, falseAlarms, realFalls } = await detectorOf(ada);
      assert.ok(offset <= 0 && offset >= -1, `${offset}`);
      const counted = [...last.values()].filter((outcome) => outcome === 'FALSE_ALARM').length;
      assert.deepEqual([falseAlarms, realFalls], [counted, last.size - counted]);
    }
  });

  it('does not learn from reported falls, calls for help or "I\'m OK" that they were false alarms', async () => {
    const { ada, nora } = await createCare();
    const reported = await ok(as(ada, 'POST', '/falls', { confidence: 0.8 }));
    await resolve(nora, reported.id, 'FALSE_ALARM');
    const help = await ok(as(ada, 'POST', '/help'));
    await resolve(nora, help.fallId ?? help.id, 'FALSE_ALARM');
    const raised = await detected(ada);
    await ok(as(ada, 'POST', '/help'));
    assert.equal((await newestFall(ada)).status, 'CONFIRMED');
    await resolve(nora, raised.id, 'FALSE_ALARM');
    app.clock.advance(600_000);
    const cancelled = await detected(ada);
    await ok(as(ada, 'POST', `/falls/${cancelled.id}/ok`));
    const { offset, falseAlarms, realFalls } = await detectorOf(ada);
    assert.deepEqual([offset, falseAlarms, realFalls], [0, 0, 0]);
  });

  it('can be reset by an assigned caregiver or an admin; the audit log says so', async () => {
    const { ada, nora } = await createCare();
    await teach(ada, nora, 2);
    assert.equal((await as(ada, 'DELETE', `/patients/${ada.id}/detector`)).status, 403);
    const stranger = await signUp(app, 'CAREGIVER');
    assert.equal((await as(stranger, 'DELETE', `/patients/${ada.id}/detector`)).status, 403);
    app.clock.advance(1000);
    const reset = await ok(as(nora, 'DELETE', `/patients/${ada.id}/detector`));
    assert.deepEqual([reset.offset, reset.falseAlarms, reset.since], [0, 0, null]);
    assert.equal(reset.resetAt, reset.updatedAt);
    const lines = await ok(as(admin, 'GET', '/admin/logs?action=detector.reset'));
    assert.deepEqual([lines[0].actorId, lines[0].subjectId], [nora.id, ada.id]);
    // What was forgotten does not come back with the next mark.
    await teach(ada, nora, 1);
    near((await detectorOf(ada)).offset, -0.15);
    await ok(as(admin, 'DELETE', `/patients/${ada.id}/detector`));
    assert.equal((await detectorOf(ada)).offset, 0);
  });

  it("is part of the patient's export and is deleted with the account", async () => {
    const { ada, nora } = await createCare();
    await teach(ada, nora, 1);
    const response = await fetch(`${app.url}/profile/me/export`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const { detector } = JSON.parse(files['profile.json'] ?? '');
    assert.deepEqual([detector.offset, detector.falseAlarms], [-0.15, 1]);
    const rows = () =>
      sql(
        app.databaseUrl,
        `SELECT patient_id FROM wearer_detectors WHERE patient_id = $1
         UNION ALL SELECT patient_id FROM detector_marks WHERE patient_id = $1`,
        [ada.id],
      );
    assert.equal((await rows()).length, 2);
    assert.ok((await as(admin, 'DELETE', `/admin/users/${ada.id}`)).status < 300);
    assert.equal((await rows()).length, 0);
  });
});
