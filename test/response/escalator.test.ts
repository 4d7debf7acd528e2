import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keepConnection } from '../../src/platform/database/kept-connection.ts';
import { createPgListener } from '../../src/platform/database/pg-listener.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import type { EscalationPolicy } from '../../src/response/escalation/schema.ts';
import { VERIFY_AFTER_S } from '../../src/response/vocabulary.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createCare, createHarness, endpointsOf, type Harness, OK_WINDOW_SECONDS } from './harness.ts';

describe('the escalator', () => {
  let harness: Harness;
  let admin: string;
  before(async () => {
    harness = await createHarness();
    admin = await harness.person('ADMIN', 'Ada');
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run(`DELETE FROM users WHERE role <> 'ADMIN'`);
    await harness.db.run('DELETE FROM notification_channels');
    await harness.policy(DEFAULT_POLICY);
    harness.sent.length = 0;
    harness.received.length = 0;
  });

  const notifiedAfter = async (seconds: number): Promise<string[]> => {
    harness.pass(seconds);
    await harness.settle();
    return endpointsOf(harness.sent.splice(0));
  };

  it('repeats the last step of the default policy without end until a caregiver claims', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient, 0.95);
    await notifiedAfter(0);
    await notifiedAfter(60);
    await notifiedAfter(120);
    for (let i = 0; i < 30; i++) assert.deepEqual(await notifiedAfter(180), [caregiver], `repeat ${i + 1}`);
    assert.ok((await harness.response(fall)).nextStepAt);
    await harness.responses.claim(fall, caregiver, {});
    assert.deepEqual(await notifiedAfter(180), []);
    await harness.responses.release(fall, caregiver);
    assert.deepEqual(await notifiedAfter(0), [caregiver], 'it resumes after a release');
  });

  it('waits for the OK window, then notifies caregivers on duty, assigned caregivers and admins, and repeats', async () => {
    await harness.policy({ ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } });
    const { patient, caregiver } = await createCare(harness);
    const other = await harness.person('CAREGIVER');
    await harness.assign(other, patient);
    await harness.channel(other);
    await harness.channel(admin);
    await harness.shifts.start(other, new Date(harness.now() + 3_600_000));
    const fall = await harness.fall(patient);
    assert.deepEqual(
      await notifiedAfter(OK_WINDOW_SECONDS - 1),
      [],
      'no message before the window has ended',
    );
    assert.deepEqual(await notifiedAfter(1), [other], 'caregivers on duty');
    assert.deepEqual(
      harness.received
        .filter(({ type }) => type === 'response')
        .map(({ recipientId }) => recipientId)
        .sort(),
      [patient, caregiver, other].sort(),
      'live frames announce the end of the window, not the step',
    );
    assert.equal((await harness.response(fall)).step, 1);
    assert.deepEqual(await notifiedAfter(59), []);
    assert.deepEqual((await notifiedAfter(1)).sort(), [caregiver, other].sort());
    assert.deepEqual((await notifiedAfter(120)).sort(), [caregiver, other, admin].sort());
    assert.equal((await harness.response(fall)).step, 3);
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(await notifiedAfter(179), []);
      assert.equal((await notifiedAfter(1)).length, 3);
    }
    const before = harness.unanswered();
    assert.deepEqual(await notifiedAfter(180), []);
    assert.equal(harness.unanswered(), before + 1);
    assert.equal(harness.audited.at(-1)?.level, 'error');
    assert.equal((await harness.response(fall)).nextStepAt, null);
    assert.deepEqual(await notifiedAfter(100_000), [], 'the escalation is exhausted');
    await harness.responses.claim(fall, caregiver, {});
    await harness.responses.release(fall, caregiver);
    assert.equal((await notifiedAfter(0)).length, 3, 'repeats start over');
    assert.equal((await notifiedAfter(180)).length, 3);
    await harness.shifts.end(other);
  });

  it('marks messages from the second step on as “still”, and adds a claim link where the channel supports it', async () => {
    const { patient, caregiver } = await createCare(harness);
    await harness.channel(caregiver, 'ntfy');
    await harness.fall(patient, 0.95);
    await harness.settle();
    assert.deepEqual(
      harness.sent
        .map(({ target, message }) => [target.kind, message.isReminder, message.claimLink !== null])
        .sort(),
      [
        ['ntfy', false, true],
        ['webpush', false, false],
      ],
    );
    const token = harness.sent
      .find(({ target }) => target.kind === 'ntfy')
      ?.message.claimLink?.split('/')
      .at(-1);
    harness.sent.length = 0;
    harness.pass(60);
    await harness.settle();
    assert.ok(harness.sent.length === 2 && harness.sent.every(({ message }) => message.isReminder));
    await harness.responses.claimByLink(token ?? '');
  });

  it('stops when a caregiver claims within the window, and takes overdue steps at once after a release', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient);
    harness.pass(10);
    await harness.responses.claim(fall, caregiver, {});
    assert.deepEqual(await notifiedAfter(100), []);
    await harness.responses.release(fall, caregiver);
    assert.deepEqual(
      await notifiedAfter(0),
      [caregiver],
      'two steps were due, but the channel is notified once',
    );
    assert.equal((await harness.response(fall)).step, 2);
  });

  it('announces an expired claim and resumes', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    await harness.responses.claim(fall, caregiver, { etaMinutes: 1 });
    harness.sent.length = 0;
    assert.deepEqual(await notifiedAfter(359), []);
    harness.received.length = 0;
    assert.deepEqual(await notifiedAfter(1), [caregiver]);
    assert.equal((await harness.response(fall)).state, 'OPEN');
    assert.ok(harness.received.some(({ type }) => type === 'response'));
  });

  it('starts over without a window when the fall rises to CONFIRMED', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient);
    await harness.rise(fall);
    assert.deepEqual(await notifiedAfter(0), [caregiver]);
    assert.equal((await harness.response(fall)).step, 1);
    const second = await harness.fall(patient);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS + 60), [caregiver], 'both falls in one message');
    await harness.rise(second);
    assert.equal((await harness.response(second)).step, 0);
    assert.deepEqual(await notifiedAfter(0), [caregiver]);
  });

  it('notifies the admins from the first step when the patient has no caregivers', async () => {
    const patient = await harness.person('PATIENT');
    await harness.channel(admin);
    await harness.fall(patient);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [admin]);
    const told = harness.received
      .filter(({ type }) => type === 'response')
      .map(({ recipientId }) => recipientId);
    assert.deepEqual(told.sort(), [admin, patient].sort());
  });

  it('skips a step that reaches no one, keeps the repeat interval, and warns the admins once', async () => {
    const patient = await harness.person('PATIENT', 'Pat');
    const caregiver = await harness.person('CAREGIVER');
    await harness.assign(caregiver, patient);
    await harness.channel(admin);
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush'] },
        { afterSeconds: 600, targets: ['assigned'], channels: ['email'] },
      ],
      repeats: { everySeconds: 100, times: 2 },
    });
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    const response = await harness.response(fall);
    assert.equal(response.step, 2);
    assert.deepEqual(response.nextStepAt, new Date(harness.now() + 100_000));
    assert.equal(harness.sent.length, 1);
    assert.match(harness.sent[0]?.message.title ?? '', /No caregiver reachable/);
    const alerts = harness.received.filter(({ type }) => type === 'alert');
    assert.deepEqual(
      alerts.map(({ recipientId }) => recipientId),
      [admin],
    );
    harness.sent.length = 0;
    assert.deepEqual(await notifiedAfter(99), []);
    await notifiedAfter(1);
    assert.deepEqual(harness.sent, [], 'once per response');
  });

  it('ignores muted, unverified and disabled channels; quiet hours never mute HIGH', async () => {
    const { patient, caregiver } = await createCare(harness);
    const quietHours = { from: '09:00', to: '11:00', timeZone: 'UTC' };
    await harness.db.run('DELETE FROM notification_channels');
    await harness.channel(caregiver, 'webpush', { quietHours });
    await harness.channel(caregiver, 'ntfy', { minSeverity: 'CONFIRMED' });
    await harness.channel(caregiver, 'ntfy', { verifiedAt: null });
    const disabled = await harness.channel(caregiver, 'webpush');
    await harness.db.run('UPDATE notification_channels SET disabled_at = now() WHERE id = $1', [disabled]);
    const noon = new Date(harness.now());
    noon.setUTCHours(10, 0, 0, 0);
    harness.pass((noon.getTime() + 86_400_000 - harness.now()) / 1000);
    const likely = await harness.fall(patient, 0.6);
    await harness.fall(patient, 0.8);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver], 'only the HIGH fall is sent');
    assert.equal(
      (await harness.response(likely)).step,
      3,
      'the POTENTIAL fall reached no channel, so its steps passed',
    );
  });

  it('notifies the other caregivers when the holder’s shift ends, and keeps the claim', async () => {
    const { patient, caregiver } = await createCare(harness);
    const other = await harness.person('CAREGIVER');
    await harness.assign(other, patient);
    await harness.channel(other);
    await harness.shifts.start(caregiver, new Date(harness.now() + 100_000));
    const fall = await harness.fall(patient, 0.95);
    await harness.responses.claim(fall, caregiver, {});
    await harness.settle();
    harness.sent.length = 0;
    harness.received.length = 0;
    assert.deepEqual(await notifiedAfter(100), [other]);
    assert.ok(harness.received.some(({ type, recipientId }) => type === 'response' && recipientId === other));
    assert.equal((await harness.response(fall)).claimedBy?.id, caregiver);
    assert.deepEqual(await notifiedAfter(10), [], 'once');
    assert.equal(await harness.shifts.end(caregiver), false);
    await harness.shifts.start(caregiver, new Date(harness.now() + 100_000));
    assert.equal(await harness.shifts.end(caregiver), true);
    assert.deepEqual(await notifiedAfter(0), [other], 'a shift that is ended early notifies too');
  });

  it('takes 100 due steps exactly once across several instances', async () => {
    const { patient } = await createCare(harness);
    const falls: string[] = [];
    for (let i = 0; i < 100; i++) falls.push(await harness.fall(patient));
    harness.pass(OK_WINDOW_SECONDS);
    const others = [await harness.anotherEscalator(), await harness.anotherEscalator()];
    await Promise.all(
      [harness.escalator, ...others].flatMap((escalator) => [escalator.check(), escalator.check()]),
    );
    await harness.escalator.check();
    const rows = await harness.db.rows<{ messages: number; steps: number; opened: number; step: number }>(
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
    const { patient, caregiver } = await createCare(harness);
    const bad = await harness.fall(patient);
    await harness.fall(patient);
    await harness.db.run(`UPDATE responses SET policy = '{}' WHERE fall_id = $1`, [bad]);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver]);
    assert.ok(
      harness.failures
        .splice(0)
        .some((line) => line.startsWith('escalation: response could not be advanced')),
    );
  });

  it('lets a fall ring of which a later impact stands, after the first has been judged', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient, 0.8, 'STREAM');
    const first = new Date(harness.now());
    const judged = await harness.anotherEscalator({
      movedOn: async (_, impacts) => new Set(impacts.filter(({ impactAt }) => impactAt <= first)),
    });
    harness.noted.length = 0;
    harness.pass(4);
    await harness.db.transaction((q) =>
      harness.responses.suspectAgain(q, [{ fallId: fall, impactAt: new Date(harness.now()) }]),
    );
    harness.pass(VERIFY_AFTER_S - 3);
    await judged.check();
    assert.deepEqual(harness.noted, [], 'the second is not due yet');
    harness.pass(4);
    await judged.check();
    assert.deepEqual(harness.noted, ['stands']);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver]);
  });

  it('lets a fall ring whose judgement takes too long', async () => {
    const { patient, caregiver } = await createCare(harness);
    await harness.fall(patient, 0.8, 'STREAM');
    const slow = await harness.anotherEscalator({
      async movedOn(q, impacts) {
        await q.run(`SET LOCAL statement_timeout = '500ms'`);
        await q.run('SELECT pg_sleep(60)');
        return new Set(impacts);
      },
    });
    harness.pass(VERIFY_AFTER_S + 1);
    harness.noted.length = 0;
    await slow.check();
    assert.deepEqual(harness.noted, ['stands']);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver]);
    assert.ok(harness.failures.splice(0).every((line) => line.startsWith('escalation: batch failed')));
  });

  it('advances a response behind more that fail than one check considers', async () => {
    const { patient, caregiver } = await createCare(harness);
    for (let i = 0; i < 60; i++) await harness.fall(patient);
    await harness.db.run(`UPDATE responses SET policy = '{}' WHERE patient_id = $1`, [patient]);
    harness.pass(1);
    const late = await harness.fall(patient);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver]);
    assert.equal((await harness.response(late)).step, 1);
    assert.ok(harness.failures.splice(0).length > 60);
  });

  it('advances responses while a shift cannot be ended, and ends the other shifts', async () => {
    const { patient, caregiver } = await createCare(harness);
    const other = await harness.person('CAREGIVER');
    await Promise.all(
      [caregiver, other].map((id) => harness.shifts.start(id, new Date(harness.now() + 1_000))),
    );
    await harness.db.run(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`,
    );
    await harness.db.run(
      `CREATE TRIGGER kept BEFORE DELETE ON shifts FOR EACH ROW WHEN (OLD.caregiver_id = '${other}') EXECUTE FUNCTION fail()`,
    );
    await harness.fall(patient);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), [caregiver]);
    await harness.db.run('DROP TRIGGER kept ON shifts');
    const left = await harness.db.rows<{ id: string }>('SELECT caregiver_id AS id FROM shifts');
    assert.deepEqual(left, [{ id: other }]);
    assert.ok(
      harness.failures.splice(0).every((line) => line.startsWith('escalation: ending shifts failed')),
    );
    await harness.escalator.check();
  });

  it('uses the policy in force when the response started, and prefers the patient’s own', async () => {
    const { patient, caregiver } = await createCare(harness);
    const own: EscalationPolicy = {
      steps: [{ afterSeconds: 10, targets: ['assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 1, times: 0 },
    };
    await harness.db.run('INSERT INTO escalation_policies VALUES ($1, $2, now())', [
      patient,
      JSON.stringify(own),
    ]);
    const fall = await harness.fall(patient);
    await harness.db.run('DELETE FROM escalation_policies WHERE patient_id = $1', [patient]);
    assert.deepEqual(await notifiedAfter(OK_WINDOW_SECONDS), []);
    assert.deepEqual(await notifiedAfter(10), [caregiver]);
    const before = harness.unanswered();
    await notifiedAfter(1);
    assert.equal(harness.unanswered(), before + 1);
    assert.equal((await harness.response(fall)).step, 1);
  });

  it('receives database notifications, also after the connection was cut', async () => {
    const { patient } = await createCare(harness);
    let notices = 0;
    const connection = keepConnection({ db: harness.db, log: silentLog() });
    createPgListener(connection, silentLog()).on('vigil_escalation', () => void notices++);
    await connection.start();
    assert.equal(notices, 1, 'the listener has started');
    await harness.fall(patient);
    await harness.fall(patient, 0.95);
    await eventually('the listener is notified of a fall', () => notices > 1);
    assert.equal(
      notices,
      2,
      'only the emergency notifies; the OK window of the other ends after the next check',
    );
    await harness.db.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    const received = notices;
    await eventually('the listener reconnects and checks for missed notifications', () => notices > received);
    await connection.close();
  });
});
