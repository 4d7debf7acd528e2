import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const NEW_PASSWORD = 'Brand*New1';
const MINUTE_MS = 60_000;

describe('a password reset', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let ada: Person;
  before(async () => {
    mailbox = await startMailbox();
    app = await startTestApp({ ...withMail(), RATE_LIMIT_LOGIN: '50' });
    ada = await signUp(app);
  });
  after(async () => {
    await app.close();
    await mailbox.close();
  });

  const withMail = () => ({ SMTP_URL: mailbox.url, MAIL_FROM: 'vigil@example.org' });
  const forgot = (email: unknown) => app.call('POST', '/auth/forgot', { body: { email } });
  const reset = (token: string, newPassword: unknown = NEW_PASSWORD) =>
    app.call('POST', '/auth/reset', { body: { token, newPassword } });
  const login = async (person: Person, password: string): Promise<number> =>
    (await app.call('POST', '/auth/login', { body: { email: person.email, password } })).status;
  const mailsTo = (person: Person) => mailbox.mails.filter(({ to }) => to.includes(person.email));
  /** Waits for that many mails and returns the token of the newest. */
  async function tokenFor(person: Person, mails: number): Promise<string> {
    await eventually('the mail arrives', () => mailsTo(person).length === mails);
    // Quoted-printable breaks long lines.
    const text = mailsTo(person)[mails - 1]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return /\/login#token=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text);
  }

  it('by mail sets a new password once and ends every session', async () => {
    const asked = await forgot(` ${ada.email.toUpperCase()} `);
    assert.equal(asked.status, 202);
    const token = await tokenFor(ada, 1);
    const weak = await reset(token, 'weak');
    assert.deepEqual([weak.status, Object.keys(weak.body.details)], [400, ['newPassword']]);
    assert.equal((await reset(token)).status, 200);
    assert.equal((await app.call('GET', '/me', ada)).status, 401);
    assert.equal(await login(ada, PASSWORD), 401);
    assert.equal(await login(ada, NEW_PASSWORD), 200);
    const again = await reset(token, 'Other*New1');
    assert.deepEqual([again.status, Object.keys(again.body.details)], [400, ['token']]);
  });

  it('answers the same for an unknown address and sends no mail', async () => {
    const bob = await signUp(app);
    const off = await signUp(app);
    await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [off.id]);
    const sent = mailbox.mails.length;
    const answers = [await forgot('nobody@example.org'), await forgot('no address'), await forgot(off.email)];
    const known = await forgot(bob.email);
    await tokenFor(bob, 1);
    for (const { status, body } of answers) assert.deepEqual([status, body], [known.status, known.body]);
    assert.equal(mailbox.mails.length, sent + 1);
    assert.equal((await forgot(undefined)).status, 400);
  });

  it('link expires after 30 minutes or a password change', async () => {
    const cleo = await signUp(app);
    await forgot(cleo.email);
    const first = await tokenFor(cleo, 1);
    app.clock.advance(30 * MINUTE_MS);
    assert.equal((await reset(first)).status, 400);
    const { token: session } = (
      await app.call('POST', '/auth/login', { body: { email: cleo.email, password: PASSWORD } })
    ).body;
    await forgot(cleo.email);
    const second = await tokenFor(cleo, 2);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    assert.equal((await app.call('POST', '/profile/password', { token: session, body: change })).status, 200);
    assert.equal((await reset(second, 'Other*New1')).status, 400);
  });

  it("by an admin gives a temporary password, ends the person's sessions and is audited", async () => {
    const admin = await logInAsAdmin(app);
    const dot = await signUp(app);
    const { status, body } = await app.call('POST', `/admin/users/${dot.id}/password-reset`, admin);
    assert.deepEqual([status, Object.keys(body.data)], [200, ['temporaryPassword']]);
    assert.equal((await app.call('GET', '/me', dot)).status, 401);
    assert.equal(await login(dot, PASSWORD), 401);
    assert.equal(await login(dot, body.data.temporaryPassword), 200);
    const { data } = (await app.call('GET', '/admin/logs?level=warning', admin)).body;
    const line = data.find(({ action }: { action: string }) => action === 'password.reset');
    assert.deepEqual([line.actorId, line.subjectId], [admin.id, dot.id]);
    assert.ok(!JSON.stringify(data).includes(body.data.temporaryPassword));
  });

  it('sends no mail while three links are open', async () => {
    const other = await startTestApp(withMail());
    const eve = await signUp(other);
    for (let asked = 1; asked <= 4; asked++) {
      await other.call('POST', '/auth/forgot', { body: { email: eve.email } });
      await tokenFor(eve, Math.min(asked, 3));
    }
    // Waits for every mail in progress.
    await other.close();
    assert.equal(mailsTo(eve).length, 3);
  });

  it('request counts against the login limit', async () => {
    let status = 0;
    for (let i = 0; i < 60 && status !== 429; i++) ({ status } = await forgot('nobody@example.org'));
    assert.equal(status, 429);
  });
});
