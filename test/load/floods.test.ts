import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';

const SECOND = 1_000;

describe('floods of fall reports', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let ntfy: Receiver;
  let admin: Person;
  before(async () => {
    mailbox = await startMailbox();
    ntfy = await startReceiver();
    app = await startTestApp({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Vigil <vigil@example.org>',
      ALLOW_PRIVATE_TARGETS: 'true',
      PUBLIC_URL: 'https://vigil.example.org',
    });
    admin = await logInAsAdmin(app);
    await addChannel(app, admin, 'email', 'admin@example.org');
  });
  after(async () => {
    await app.close();
    await ntfy.close();
    await mailbox.close();
  });

  const as = ({ token }: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  const report = (who: Person, confidence = 1) => as(who, 'POST', '/falls', { confidence });
  const count = async (query: string, ...values: unknown[]): Promise<number> =>
    Number((await sql(app.databaseUrl, query, values))[0].count);
  const due = () =>
    count(
      'SELECT count(*) FROM outbox WHERE state = $1 AND due_at <= $2',
      'PENDING',
      new Date(app.clock.now()),
    );
  /** Waits until no escalation step and no message is due. */
  const settled = () =>
    eventually(
      'nothing is due',
      async () =>
        // In the order of the work: a step that is taken between two of these checks adds messages to the next one.
        (await count('SELECT count(*) FROM responses WHERE due_at <= $1', new Date(app.clock.now()))) === 0 &&
        (await due()) === 0 &&
        (await count('SELECT count(*) FROM outbox WHERE lease IS NOT NULL')) === 0,
      20_000,
    );
  const pass = async (seconds: number) => {
    app.clock.advance(seconds * SECOND);
    await settled();
  };
  const mailsTo = (address: string) => mailbox.mails.filter(({ to }) => to.includes(address));

  it('records 300 emergencies of a patient without caregivers and sends the admin at most five mails', async () => {
    const patient = await signUp(app, 'PATIENT', { firstName: 'Flo', lastName: 'Od' });
    const socket = await live(app, admin);
    const answers = await Promise.all(Array.from({ length: 300 }, () => report(patient)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201], 'no report is refused');
    const alerted = answers.filter(({ body }) => body.data.alerts.notified);
    assert.equal(alerted.length, 30);
    assert.equal(await count('SELECT count(*) FROM fall_events WHERE user_id = $1', patient.id), 300);
    assert.equal(await count('SELECT count(*) FROM responses WHERE patient_id = $1', patient.id), 30);
    const told = await socket.find(({ type, data }) => type === 'alert' && data.fallId === null);
    assert.equal(told.data.type, 'REPORT_FLOOD');
    assert.match(told.data.message, /Flo Od/);
    await settled();
    await pass(31);
    await pass(29);
    const mails = mailsTo('admin@example.org');
    assert.ok(mails.length <= 5, `${mails.length} mails in the first minute`);
    assert.equal(
      mails.filter(({ raw }) => /^Subject: .*Flood/m.test(raw)).length,
      1,
      'one mail reports the flood',
    );
    const silent = answers.find(({ body }) => !body.data.alerts.notified)?.body.data;
    assert.deepEqual(silent.alerts, { notified: false, caregiverCount: 0 });
    assert.equal((await as(patient, 'GET', `/falls/${silent.id}`)).body.data.response, null);
    await socket.close();
  });

  it('combines 50 falls of five patients into a few messages that cover every fall', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const colleague = await signUp(app, 'CAREGIVER');
    const patients = await Promise.all(Array.from({ length: 5 }, () => signUp(app)));
    for (const patient of patients) {
      await assign(app, nurse, patient);
      await assign(app, colleague, patient);
    }
    await addChannel(app, nurse, 'ntfy', ntfy.url);
    const hooks = await startReceiver();
    await addChannel(app, colleague, 'webhook', hooks.url);
    const socket = await live(app, nurse);
    const answers = await Promise.all(
      patients.flatMap((patient) => Array.from({ length: 10 }, () => report(patient))),
    );
    const falls = new Set(answers.map(({ body }) => body.data.id));
    assert.equal(falls.size, 50);
    for (const id of falls) await socket.find(({ type, data }) => type === 'alert' && data.fallId === id);
    await settled();
    await pass(31);
    assert.ok(ntfy.received.length <= 3, `${ntfy.received.length} messages in half a minute`);
    await pass(60);
    assert.ok(ntfy.received.length <= 6, `${ntfy.received.length} messages in a minute and a half`);
    const byNtfy = await sql(
      app.databaseUrl,
      `SELECT DISTINCT fall_id FROM response_log WHERE type = 'told' AND person_id = $1 AND details ->> 'outcome' = 'delivered'`,
      [nurse.id],
    );
    assert.equal(byNtfy.length, 50, 'every fall was delivered');
    const hooked = hooks.received.map(({ body }) => JSON.parse(body.toString()).data.fallId);
    assert.equal(new Set(hooked).size, 50, 'a webhook gets every fall separately');
    await hooks.close();
    await socket.close();
  });

  it('counts POST /falls and POST /help together per minute and hour, but no press on a wearable', async () => {
    const patient = await signUp(app);
    const help = () => as(patient, 'POST', '/help');
    const resolve = (id: string) => as(admin, 'POST', `/falls/${id}/resolve`, { outcome: 'NO_HELP_NEEDED' });
    const many = async (times: number) => {
      for (let i = 0; i < times; i++) await report(patient, 0.4);
    };
    await many(29);
    const call = await help();
    assert.deepEqual([call.status, call.body.data.response.state], [201, 'OPEN'], 'the thirtieth report');
    await resolve(call.body.data.id);
    const beyond = await help();
    assert.deepEqual([beyond.status, beyond.body.data.response, beyond.body.data.alerts], [201, null, []]);
    const device = await as(patient, 'POST', `/patients/${patient.id}/devices`, {
      macAddress: 'AA:BB:CC:00:11:22',
    });
    const press = () => as(patient, 'POST', `/device/${device.body.data.id}/answer`, { answer: 'help' });
    const pressed = await press();
    assert.deepEqual([pressed.status, pressed.body.data.response.state], [201, 'OPEN']);
    await resolve(pressed.body.data.id);
    app.clock.advance(60 * SECOND);
    const later = await help();
    assert.equal(later.body.data.response.state, 'OPEN', 'the next minute');
    await resolve(later.body.data.id);
    await many(29);
    app.clock.advance(60 * SECOND);
    await many(30);
    app.clock.advance(60 * SECOND);
    await many(10);
    assert.equal((await report(patient)).body.data.alerts.notified, false, 'the 101st report of the hour');
    const floods = () =>
      count(`SELECT count(*) FROM alerts WHERE patient_id = $1 AND type = 'REPORT_FLOOD'`, patient.id);
    assert.equal(await floods(), 1, 'one alert about the flood to the only admin');
    app.clock.advance(3_600 * SECOND);
    const fresh = await report(patient);
    assert.equal(fresh.body.data.alerts.notified, true, 'the next hour');
    await many(30);
    assert.equal(await floods(), 2, 'a second flood');
  });
});
