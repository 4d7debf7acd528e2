import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { mailTo, tokenIn } from '../helpers/mail-links.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const DAY_MS = 86_400_000;

describe('an invitation', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let admin: Person;
  let caregiver: Person;
  before(async () => {
    mailbox = await startMailbox();
    app = await startTestApp({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'vigil@example.org',
      PUBLIC_URL: 'https://vigil.example.org',
      REQUIRE_PASSWORD_CHANGE: 'true',
    });
    admin = await logInAsAdmin(app);
    caregiver = await signUp(app, 'CAREGIVER');
  });
  after(async () => {
    await app.close();
    await mailbox.close();
  });

  let people = 0;
  const newcomer = () => ({ email: `invited${++people}@example.org`, firstName: 'In', lastName: 'Vited' });
  const invite = async (path: string, by: Person, person = newcomer()): Promise<Json> => {
    const { status, body } = await app.call('POST', path, {
      token: by.token,
      body: { ...person, invite: true },
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.ok(!('temporaryPassword' in body.data), 'the inviter gets no password');
    return body.data;
  };
  const tokenFor = async (email: string, count?: number): Promise<string> =>
    tokenIn(await mailTo(mailbox, email, count), 'https://vigil.example.org/login#invitation=');
  const choose = async (token: string): Promise<number> =>
    (await app.call('POST', '/auth/reset', { body: { token, newPassword: PASSWORD } })).status;

  it('by a caregiver mails the patient a link that sets the first password, once', async () => {
    const patient = await invite('/patients', caregiver);
    assert.equal(patient.caregivers[0].id, caregiver.id);
    const token = await tokenFor(patient.email);
    assert.equal(await choose(token), 200);
    assert.equal(await choose(token), 400);
    const session = await logIn(app, { email: patient.email, password: PASSWORD });
    assert.equal((await app.call('GET', '/patients/me', { token: session.token })).status, 200);
    const put = await app.call('PUT', `/patients/${patient.id}`, {
      token: caregiver.token,
      body: { email: 'mine@example.net' },
    });
    assert.deepEqual([put.status, put.body.code], [403, 'EMAIL_OWNED'], 'the patient now owns the account');
  });

  it('by an admin to a caregiver expires after seven days; POST /auth/forgot still works', async () => {
    const invited = await invite('/caregivers', admin);
    const token = await tokenFor(invited.email);
    await sql(app.databaseUrl, `UPDATE password_resets SET expires_at = expires_at - interval '7 days'`);
    assert.equal(await choose(token), 400);
    await app.call('POST', '/auth/forgot', { body: { email: invited.email } });
    assert.equal(await choose(tokenIn(await mailTo(mailbox, invited.email, 2), '#token=')), 200);
  });

  it('is valid for seven days', async () => {
    const before = app.clock.now();
    const { id, email } = await invite('/patients', caregiver);
    await tokenFor(email);
    const [row] = await sql(app.databaseUrl, 'SELECT expires_at FROM password_resets WHERE user_id = $1', [
      id,
    ]);
    const days = (row.expires_at.getTime() - before) / DAY_MS;
    assert.ok(days >= 7 && days < 7.01, String(days));
  });

  it('moves to the corrected address when the first one was wrong', async () => {
    const patient = await invite('/patients', caregiver);
    const stray = await tokenFor(patient.email);
    const email = 'right@example.net';
    const put = await app.call('PUT', `/patients/${patient.id}`, { token: caregiver.token, body: { email } });
    assert.deepEqual([put.status, put.body.data.pendingEmail], [200, email]);
    const confirm = tokenIn(await mailTo(mailbox, email), '/email/');
    const pressed = await fetch(new URL(`/email/${confirm}`, app.url), { method: 'POST' });
    assert.equal(pressed.status, 200);
    assert.equal(await choose(stray), 400, 'the link sent to the wrong address is void');
    assert.equal(await choose(await tokenFor(email, 2)), 200);
  });

  it('is not sent without invite: true; the answer has a temporary password', async () => {
    for (const invited of [undefined, false, null]) {
      const body = { ...newcomer(), invite: invited };
      const answer = await app.call('POST', '/patients', { token: caregiver.token, body });
      assert.equal(typeof answer.body.data.temporaryPassword, 'string');
    }
    const body = { ...newcomer(), invite: 'yes' };
    assert.equal((await app.call('POST', '/patients', { token: caregiver.token, body })).status, 400);
  });

  it('to a taken address answers 409 and sends no mail', async () => {
    const sent = mailbox.mails.length;
    const body = { ...newcomer(), email: admin.email, invite: true };
    assert.equal((await app.call('POST', '/patients', { token: caregiver.token, body })).status, 409);
    assert.equal(mailbox.mails.length, sent);
  });

  it('answers 429 after 60 from one caregiver', async () => {
    const busy = await signUp(app, 'CAREGIVER');
    let status = 0;
    let made = 0;
    for (; made < 61 && status !== 429; made++) {
      const body = { ...newcomer(), invite: true };
      ({ status } = await app.call('POST', '/patients', { token: busy.token, body }));
    }
    assert.deepEqual([status, made], [429, 61]);
  });

  it('answers 409 without a mail server and creates no account', async () => {
    const other = await startTestApp();
    try {
      const { token } = await signUp(other, 'CAREGIVER');
      const person = newcomer();
      const refused = await other.call('POST', '/patients', { token, body: { ...person, invite: true } });
      assert.deepEqual([refused.status, refused.body.code], [409, 'NOT_CONFIGURED']);
      assert.equal((await other.call('POST', '/patients', { token, body: person })).status, 201);
    } finally {
      await other.close();
    }
  });
});
