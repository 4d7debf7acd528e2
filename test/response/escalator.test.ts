import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keepConnection } from '../../src/platform/database/kept-connection.ts';
import { createPgListener } from '../../src/platform/database/pg-listener.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation.ts';
import type { EscalationPolicy } from '../../src/response/schema/escalation.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createCare, createHouse, endpointsOf, type House, OK_WINDOW_SECONDS } from './house.ts';

describe('the escalator', () => {
  let house: House;
  let admin: string;
  before(async () => {
    house = await createHouse();
    admin = await house.person('ADMIN', 'Ada');
  });
  after(() => house.close());
  beforeEach(async () => {
    await house.db.run(`DELETE FROM users WHERE role <> 'ADMIN'`);
    await house.db.run('DELETE FROM notification_channels');
    await house.policy(DEFAULT_POLICY);
    house.sent.length = 0;
    house.heard.length = 0;
  });

  const toldAfter = async (seconds: number): Promise<string[]> => {
    house.pass(seconds);
    await house.settle();
    return endpointsOf(house.sent.splice(0));
  };

  it('repeats the last step of the default policy without end until a caregiver claims', async () => {
    const { patient, caregiver } = await createCare(house);
    const fall = await house.fall(patient, 0.95);
    await toldAfter(0);
    await toldAfter(60);
    await toldAfter(120);
    for (let i = 0; i < 30; i++) assert.deepEqual(await toldAfter(180), [caregiver], `repeat ${i + 1}`);
    assert.ok((await house.response(fall)).nextStepAt);
    await house.responses.claim(fall, caregiver, {});
    assert.deepEqual(await toldAfter(180), []);
    await house.responses.release(fall, caregiver);
    assert.deepEqual(await toldAfter(0), [caregiver], 'it resumes after a release');
  });

  it('waits for the OK window, then notifies caregivers on duty, assigned caregivers and admins, and repeats', async () => {
    await house.policy({ ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } });
    const { patient, caregiver } = await createCare(house);
    const other = await house.person('CAREGIVER');
    await house.assign(other, patient);
    await house.channel(other);
    await house.channel(admin);
    await house.shifts.start(other, new Date(house.now() + 3_600_000));
    const fall = await house.fall(patient);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS - 1), [], 'no message before the window has ended');
    assert.deepEqual(await toldAfter(1), [other], 'caregivers on duty');
    assert.deepEqual(
      house.heard
        .filter(({ type }) => type === 'response')
        .map(({ recipientId }) => recipientId)
        .sort(),
      [patient, caregiver, other].sort(),
      'live frames announce the end of the window, not the step',
    );
    assert.equal((await house.response(fall)).step, 1);
    assert.deepEqual(await toldAfter(59), []);
    assert.deepEqual((await toldAfter(1)).sort(), [caregiver, other].sort());
    assert.deepEqual((await toldAfter(120)).sort(), [caregiver, other, admin].sort());
    assert.equal((await house.response(fall)).step, 3);
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(await toldAfter(179), []);
      assert.equal((await toldAfter(1)).length, 3);
    }
    const before = house.unanswered();
    assert.deepEqual(await toldAfter(180), []);
    assert.equal(house.unanswered(), before + 1);
    assert.equal(house.audited.at(-1)?.level, 'error');
    assert.equal((await house.response(fall)).nextStepAt, null);
    assert.deepEqual(await toldAfter(100_000), [], 'the escalation is exhausted');
    await house.responses.claim(fall, caregiver, {});
    await house.responses.release(fall, caregiver);
    assert.equal((await toldAfter(0)).length, 3, 'repeats start over');
    assert.equal((await toldAfter(180)).length, 3);
    await house.shifts.end(other);
  });

  it('marks messages from the second step on as “still”, and adds a claim link where the channel supports it', async () => {
    const { patient, caregiver } = await createCare(house);
    await house.channel(caregiver, 'ntfy');
    await house.fall(patient, 0.95);
    await house.settle();
    assert.deepEqual(
      house.sent
        .map(({ target, message }) => [target.kind, message.still, message.claimLink !== null])
        .sort(),
      [
        ['ntfy', false, true],
        ['webpush', false, false],
      ],
    );
    const token = house.sent
      .find(({ target }) => target.kind === 'ntfy')
      ?.message.claimLink?.split('/')
      .at(-1);
    house.sent.length = 0;
    house.pass(60);
    await house.settle();
    assert.ok(house.sent.length === 2 && house.sent.every(({ message }) => message.still));
    await house.responses.claimByLink(token ?? '');
  });

  it('stops when a caregiver claims within the window, and takes overdue steps at once after a release', async () => {
    const { patient, caregiver } = await createCare(house);
    const fall = await house.fall(patient);
    house.pass(10);
    await house.responses.claim(fall, caregiver, {});
    assert.deepEqual(await toldAfter(100), []);
    await house.responses.release(fall, caregiver);
    assert.deepEqual(await toldAfter(0), [caregiver], 'two steps were due, but the channel is notified once');
    assert.equal((await house.response(fall)).step, 2);
  });

  it('announces an expired claim and resumes', async () => {
    const { patient, caregiver } = await createCare(house);
    const fall = await house.fall(patient, 0.95);
    await house.settle();
    await house.responses.claim(fall, caregiver, { etaMinutes: 1 });
    house.sent.length = 0;
    assert.deepEqual(await toldAfter(359), []);
    house.heard.length = 0;
    assert.deepEqual(await toldAfter(1), [caregiver]);
    assert.equal((await house.response(fall)).state, 'OPEN');
    assert.ok(house.heard.some(({ type }) => type === 'response'));
  });

  it('starts over without a window when the fall rises to CONFIRMED', async () => {
    const { patient, caregiver } = await createCare(house);
    const fall = await house.fall(patient);
    await house.rise(fall);
    assert.deepEqual(await toldAfter(0), [caregiver]);
    assert.equal((await house.response(fall)).step, 1);
    const second = await house.fall(patient);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS + 60), [caregiver], 'both falls in one message');
    await house.rise(second);
    assert.equal((await house.response(second)).step, 0);
    assert.deepEqual(await toldAfter(0), [caregiver]);
  });

  it('notifies the admins from the first step when the patient has no caregivers', async () => {
    const patient = await house.person('PATIENT');
    await house.channel(admin);
    await house.fall(patient);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), [admin]);
    const told = house.heard.filter(({ type }) => type === 'response').map(({ recipientId }) => recipientId);
    assert.deepEqual(told.sort(), [admin, patient].sort());
  });

  it('skips a step that reaches no one, keeps the repeat interval, and warns the admins once', async () => {
    const patient = await house.person('PATIENT', 'Pat');
    const caregiver = await house.person('CAREGIVER');
    await house.assign(caregiver, patient);
    await house.channel(admin);
    await house.policy({
      steps: [
        { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush'] },
        { afterSeconds: 600, targets: ['assigned'], channels: ['email'] },
      ],
      repeats: { everySeconds: 100, times: 2 },
    });
    const fall = await house.fall(patient, 0.95);
    await house.settle();
    const response = await house.response(fall);
    assert.equal(response.step, 2);
    assert.deepEqual(response.nextStepAt, new Date(house.now() + 100_000));
    assert.equal(house.sent.length, 1);
    assert.match(house.sent[0]?.message.title ?? '', /No caregiver reachable/);
    const alerts = house.heard.filter(({ type }) => type === 'alert');
    assert.deepEqual(
      alerts.map(({ recipientId }) => recipientId),
      [admin],
    );
    house.sent.length = 0;
    assert.deepEqual(await toldAfter(99), []);
    await toldAfter(1);
    assert.deepEqual(house.sent, [], 'once per response');
  });

  it('ignores muted, unverified and disabled channels; quiet hours never mute HIGH', async () => {
    const { patient, caregiver } = await createCare(house);
    const quietHours = { from: '09:00', to: '11:00', timeZone: 'UTC' };
    await house.db.run('DELETE FROM notification_channels');
    await house.channel(caregiver, 'webpush', { quietHours });
    await house.channel(caregiver, 'ntfy', { minSeverity: 'CONFIRMED' });
    await house.channel(caregiver, 'ntfy', { verifiedAt: null });
    const disabled = await house.channel(caregiver, 'webpush');
    await house.db.run('UPDATE notification_channels SET disabled_at = now() WHERE id = $1', [disabled]);
    const noon = new Date(house.now());
    noon.setUTCHours(10, 0, 0, 0);
    house.pass((noon.getTime() + 86_400_000 - house.now()) / 1000);
    const likely = await house.fall(patient, 0.6);
    await house.fall(patient, 0.8);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), [caregiver], 'only the HIGH fall is sent');
    assert.equal(
      (await house.response(likely)).step,
      3,
      'the POTENTIAL fall reached no channel, so its steps passed',
    );
  });

  it('notifies the other caregivers when the holder’s shift ends, and keeps the claim', async () => {
    const { patient, caregiver } = await createCare(house);
    const other = await house.person('CAREGIVER');
    await house.assign(other, patient);
    await house.channel(other);
    await house.shifts.start(caregiver, new Date(house.now() + 100_000));
    const fall = await house.fall(patient, 0.95);
    await house.responses.claim(fall, caregiver, {});
    await house.settle();
    house.sent.length = 0;
    house.heard.length = 0;
    assert.deepEqual(await toldAfter(100), [other]);
    assert.ok(house.heard.some(({ type, recipientId }) => type === 'response' && recipientId === other));
    assert.equal((await house.response(fall)).claimedBy?.id, caregiver);
    assert.deepEqual(await toldAfter(10), [], 'once');
    assert.equal(await house.shifts.end(caregiver), false);
    await house.shifts.start(caregiver, new Date(house.now() + 100_000));
    assert.equal(await house.shifts.end(caregiver), true);
    assert.deepEqual(await toldAfter(0), [other], 'a shift that is ended early notifies too');
  });

  it('takes 100 due steps exactly once across several instances', async () => {
    const { patient } = await createCare(house);
    const falls: string[] = [];
    for (let i = 0; i < 100; i++) falls.push(await house.fall(patient));
    house.pass(OK_WINDOW_SECONDS);
    const others = [await house.ladderOf(), await house.ladderOf()];
    await Promise.all([house.ladder, ...others].flatMap((ladder) => [ladder.check(), ladder.check()]));
    await house.ladder.check();
    const rows = await house.db.rows<{ messages: number; steps: number; opened: number; step: number }>(
      `SELECT r.step, (SELECT count(*)::int FROM outbox o WHERE o.fall_id = r.fall_id) AS messages,
              (SELECT count(*)::int FROM response_log l WHERE l.fall_id = r.fall_id AND l.type = 'step') AS steps,
              (SELECT count(*)::int FROM response_log l WHERE l.fall_id = r.fall_id AND l.type = 'opened') AS opened
       FROM responses r WHERE r.fall_id = ANY($1)`,
      [falls],
    );
    assert.equal(rows.length, 100);
    for (const row of rows) assert.deepEqual(row, { messages: 1, steps: 1, opened: 1, step: 1 });
  });

  it('advances the other responses when one fails', async () => {
    const { patient, caregiver } = await createCare(house);
    const bad = await house.fall(patient);
    await house.fall(patient);
    await house.db.run(`UPDATE responses SET policy = '{}' WHERE fall_id = $1`, [bad]);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), [caregiver]);
    assert.ok(
      house.failures.splice(0).some((line) => line.startsWith('escalation: response could not be advanced')),
    );
  });

  it('advances a response behind more that fail than one check considers', async () => {
    const { patient, caregiver } = await createCare(house);
    for (let i = 0; i < 60; i++) await house.fall(patient);
    await house.db.run(`UPDATE responses SET policy = '{}' WHERE patient_id = $1`, [patient]);
    house.pass(1);
    const late = await house.fall(patient);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), [caregiver]);
    assert.equal((await house.response(late)).step, 1);
    assert.ok(house.failures.splice(0).length > 60);
  });

  it('advances responses while a shift cannot be ended, and ends the other shifts', async () => {
    const { patient, caregiver } = await createCare(house);
    const other = await house.person('CAREGIVER');
    await Promise.all([caregiver, other].map((id) => house.shifts.start(id, new Date(house.now() + 1_000))));
    await house.db.run(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`,
    );
    await house.db.run(
      `CREATE TRIGGER kept BEFORE DELETE ON shifts FOR EACH ROW WHEN (OLD.caregiver_id = '${other}') EXECUTE FUNCTION fail()`,
    );
    await house.fall(patient);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), [caregiver]);
    await house.db.run('DROP TRIGGER kept ON shifts');
    const left = await house.db.rows<{ id: string }>('SELECT caregiver_id AS id FROM shifts');
    assert.deepEqual(left, [{ id: other }]);
    assert.ok(house.failures.splice(0).every((line) => line.startsWith('escalation: ending shifts failed')));
    await house.ladder.check();
  });

  it('uses the policy in force when the response started, and prefers the patient’s own', async () => {
    const { patient, caregiver } = await createCare(house);
    const own: EscalationPolicy = {
      steps: [{ afterSeconds: 10, targets: ['assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 1, times: 0 },
    };
    await house.db.run('INSERT INTO escalation_policies VALUES ($1, $2, now())', [
      patient,
      JSON.stringify(own),
    ]);
    const fall = await house.fall(patient);
    await house.db.run('DELETE FROM escalation_policies WHERE patient_id = $1', [patient]);
    assert.deepEqual(await toldAfter(OK_WINDOW_SECONDS), []);
    assert.deepEqual(await toldAfter(10), [caregiver]);
    const before = house.unanswered();
    await toldAfter(1);
    assert.equal(house.unanswered(), before + 1);
    assert.equal((await house.response(fall)).step, 1);
  });

  it('receives database notifications, also after the connection was cut', async () => {
    const { patient } = await createCare(house);
    let notices = 0;
    const connection = keepConnection({ db: house.db, log: silentLog() });
    createPgListener(connection, silentLog()).on('vigil_ladder', () => void notices++);
    await connection.start();
    assert.equal(notices, 1, 'the listener has started');
    await house.fall(patient);
    await house.fall(patient, 0.95);
    await eventually('the listener is notified of a fall', () => notices > 1);
    assert.equal(
      notices,
      2,
      'only the emergency notifies; the OK window of the other ends after the next check',
    );
    await house.db.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    const heard = notices;
    await eventually('the listener reconnects and checks for missed notifications', () => notices > heard);
    await connection.close();
  });
});
