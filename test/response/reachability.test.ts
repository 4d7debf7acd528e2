import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { recordReceipts } from '../../src/notify/receipts/store.ts';
import { watchReachability } from '../../src/response/reach/reachability-watch.ts';
import { channelStatusesOf } from '../../src/response/reach/store.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from './channels-of.ts';
import { createCare, createHarness, type Harness } from './harness.ts';

describe('reachability of caregivers', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const boardWarnings = async (who: Person): Promise<string[]> => {
    app.clock.advance(1_000);
    return (await app.call('GET', '/board', { token: who.token })).body.data.warnings;
  };
  const health = async () => (await app.call('GET', '/health')).body.data;
  const healthWarns = (what: string, codes: readonly string[]) =>
    eventually(what, async () => {
      app.clock.advance(10_000);
      const { warnings } = (await health()).details;
      return JSON.stringify(warnings.map(({ code }: { code: string }) => code)) === JSON.stringify(codes);
    });

  it('warns on health and board while no caregiver on duty can be notified, until one can', async () => {
    assert.deepEqual(await boardWarnings(admin), [], 'there are no patients yet');
    const patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Klein' });
    assert.deepEqual(await boardWarnings(admin), ['NO_CAREGIVERS']);
    const nurse = await signUp(app, 'CAREGIVER');
    const other = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, patient);
    assert.deepEqual(await boardWarnings(nurse), ['CAREGIVERS_UNREACHABLE']);
    await healthWarns('the health report warns', ['CAREGIVERS_UNREACHABLE']);
    const report = await health();
    assert.equal(report.status, 'HEALTHY', 'readings are still accepted');
    assert.equal(report.details.caregiversReachable, false);
    assert.ok(!JSON.stringify(report).includes('Rosa'));
    await addChannel(app, other, 'ntfy', 'https://ntfy.example.org');
    assert.deepEqual(await boardWarnings(nurse), []);
    const until = new Date(app.clock.now() + 3_600_000);
    await app.call('POST', '/caregivers/me/shift', { token: nurse.token, body: { until } });
    assert.deepEqual(
      await boardWarnings(nurse),
      ['ON_DUTY_UNREACHABLE'],
      'the reachable caregiver is off duty',
    );
    await healthWarns('the health report warns about caregivers on duty', ['ON_DUTY_UNREACHABLE']);
    await addChannel(app, nurse, 'ntfy', 'https://ntfy.example.org');
    assert.deepEqual(await boardWarnings(nurse), []);
    await healthWarns('the health report has no warning', []);
    assert.equal((await health()).details.caregiversReachable, true);
    await sql(app.databaseUrl, 'UPDATE notification_channels SET disabled_at = now() WHERE user_id = $1', [
      nurse.id,
    ]);
    assert.deepEqual(
      await boardWarnings(admin),
      ['ON_DUTY_UNREACHABLE'],
      'a disabled channel does not count',
    );
  });

  it('is listed per person with the last test, and per policy', async () => {
    const as = (who: Person, path: string) => app.call('GET', path, { token: who.token });
    const patient = await signUp(app, 'PATIENT', { firstName: 'Karl', lastName: 'Roth' });
    const [lead, member, outsider] = [
      await signUp(app, 'CAREGIVER', { firstName: 'Lena', lastName: 'Lead' }),
      await signUp(app, 'CAREGIVER', { firstName: 'Max', lastName: 'Member' }),
      await signUp(app, 'CAREGIVER'),
    ];
    const send = (method: string, path: string, body: object) =>
      app.call(method, path, { token: admin.token, body });
    const { id: wardId } = (await send('POST', '/wards', { name: 'Ground floor' })).body.data;
    await send('PUT', `/wards/${wardId}/caregivers/${lead.id}`, { lead: true });
    await send('PUT', `/wards/${wardId}/caregivers/${member.id}`, {});
    await send('PUT', `/patients/${patient.id}`, { wardId });
    const path = `/caregivers/reachability?wardId=${wardId}`;
    for (const who of [member, outsider, patient]) assert.equal((await as(who, path)).status, 403);
    assert.equal((await as(lead, '/caregivers/reachability')).status, 403);
    assert.equal((await as(lead, '/caregivers/reachability?wardId=nonsense')).status, 400);

    await addChannel(app, member, 'ntfy', 'https://127.0.0.1:1');
    const [channel] = (await as(member, '/profile/channels')).body.data;
    await app.call('POST', `/profile/channels/${channel.id}/test`, { token: member.token });
    const until = new Date(app.clock.now() + 3_600_000);
    await app.call('POST', '/caregivers/me/shift', { token: member.token, body: { until } });
    const listed = (await as(lead, path)).body.data;
    assert.deepEqual(
      listed.map(({ name, isReachable, onDutyUntil, via }: Json) => [name, isReachable, onDutyUntil, via]),
      [
        ['Max Member', true, until.toISOString(), 'shift'],
        ['Lena Lead', false, null, null],
      ],
    );
    const [own] = listed[0].channels;
    assert.deepEqual([own.kind, own.state, typeof own.testedAt], ['ntfy', 'WORKING', 'string']);
    assert.deepEqual(
      [own.lastAcceptedAt, own.lastReceivedAt, own.unreceived, own.warning],
      [null, null, false, null],
    );
    assert.ok(own.failed && !JSON.stringify(listed).includes('127.0.0.1:1'), 'no target is shown');
    const everybody = (await as(admin, '/caregivers/reachability')).body.data;
    assert.ok(everybody.some(({ role }: Json) => role === 'ADMIN'));
    assert.ok(everybody.length > 4);

    const reach = async (query: string) => (await as(admin, `/escalation/reach?${query}`)).body.data;
    const expected = {
      patients: 1,
      team: ['ntfy'],
      targets: { on_duty: ['ntfy'], assigned: null, ward: ['ntfy'], ward_leads: [], admins: [] },
      people: [
        {
          id: member.id,
          name: 'Max Member',
          channels: ['ntfy'],
          isInTeam: true,
          targets: ['on_duty', 'ward'],
        },
      ],
    };
    assert.deepEqual(await reach(`wardId=${wardId}`), [expected]);
    assert.deepEqual(await reach(`patientId=${patient.id}`), [expected]);
    const policy = { steps: [{ afterSeconds: 0, targets: ['ward'], channels: ['ntfy'] }] };
    const before = (await reach('')).reduce((sum: number, { patients }: Json) => sum + patients, 0);
    await send('PUT', `/wards/${wardId}/escalation`, policy);
    const after = (await reach('')).reduce((sum: number, { patients }: Json) => sum + patients, 0);
    assert.equal(after, before - 1, 'the ward has a policy of its own');
    assert.deepEqual(await reach(`wardId=${wardId}`), [expected]);
    assert.deepEqual((await as(lead, `/escalation/reach?wardId=${wardId}`)).body.data, [expected]);
    for (const who of [member, outsider, patient])
      assert.equal((await as(who, `/escalation/reach?wardId=${wardId}`)).status, 403);
    assert.equal((await as(lead, `/escalation/reach?patientId=${patient.id}`)).status, 403);
  });
});

describe('reachability in the log', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  it('shows a channel whose last three messages were accepted and not received', async () => {
    const { patient, caregiver } = await createCare(harness);
    const channel = async () => (await channelStatusesOf(harness.db, [caregiver]))[0] ?? assert.fail();
    const notify = async (): Promise<string> => {
      harness.pass(60);
      const fall = await harness.fall(patient, 0.95);
      await harness.settle();
      await harness.db.run('DELETE FROM responses WHERE fall_id = $1', [fall]);
      return harness.sent.at(-1)?.message.id ?? '';
    };
    assert.deepEqual((await channel()).lastAcceptedAt, null);
    const receive = (messageId: string) =>
      harness.db.transaction((q) =>
        recordReceipts(q, notifiedFalls, [
          { messageId, hash: null, state: 'received', reason: null, at: new Date(harness.now()) },
        ]),
      );
    await receive(await notify());
    const receivedAt = harness.now();
    const lacking: boolean[] = [];
    for (let i = 0; i < 3; i += 1) {
      await notify();
      lacking.push((await channel()).lacksReceipts);
    }
    assert.deepEqual(lacking, [false, false, true]);
    const { lastAcceptedAt, lastReceivedAt } = await channel();
    assert.equal(lastReceivedAt?.getTime(), receivedAt);
    assert.ok(lastAcceptedAt !== null && lastAcceptedAt.getTime() >= harness.now());
    await receive(await notify());
    assert.equal((await channel()).lacksReceipts, false);
    await harness.db.run('DELETE FROM users');
  });

  it('is logged once at the start and once at each change', async () => {
    const patient = await harness.person('PATIENT');
    const caregiver = await harness.person('CAREGIVER');
    await harness.assign(caregiver, patient);
    const lines: string[] = [];
    const log = silentLog({
      warn: (_, message) => void lines.push(message),
      info: (_, message) => void lines.push(message),
    });
    const watch = watchReachability({
      db: harness.db,
      channels: { isConfigured: () => true },
      now: harness.now,
      log,
    });
    await eventually('the warning at the start', () => lines.length === 1);
    assert.equal(lines[0], 'escalation: no caregiver can be notified outside the console');
    await watch.currentWarning();
    assert.equal(lines.length, 1);
    await harness.channel(caregiver);
    harness.pass(1);
    assert.equal(await watch.currentWarning(), undefined);
    assert.deepEqual(lines.slice(1), ['escalation: caregivers can be notified again']);
    await watch.close();
  });

  it('names the caregivers without a working channel when an escalation is exhausted', async () => {
    await harness.db.run('DELETE FROM users');
    const patient = await harness.person('PATIENT');
    const [reached, unreached] = [await harness.person('CAREGIVER'), await harness.person('CAREGIVER')];
    for (const caregiver of [reached, unreached]) await harness.assign(caregiver, patient);
    await harness.channel(reached);
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 1, times: 0 },
    });
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    harness.pass(1);
    await harness.settle();
    assert.deepEqual(harness.logged.at(-1), {
      fields: { fallId: fall, unreached: [unreached] },
      message: 'escalation: exhausted, nobody took over, 1 without a working channel',
    });
    await harness.db.run('DELETE FROM notification_channels');
    const second = await harness.fall(patient, 0.95);
    await harness.settle();
    const { fields, message } = harness.logged.at(-1) ?? {};
    assert.equal(message, 'escalation: step reached nobody, no working channel');
    assert.deepEqual(fields, { fallId: second, unreached: [reached, unreached] });
  });
});
