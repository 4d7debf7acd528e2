import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { mailTo, tokenIn } from '../helpers/mail-links.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const NEW_PASSWORD = 'Brand*New1';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let addresses = 0;
const newAddress = (): string => `new${++addresses}@example.net`;

/** Makes a patient with a temporary password that the caregiver knows. */
async function newPatient(app: TestApp, caregiver: Person): Promise<Json> {
  const body = { email: newAddress(), firstName: 'Rosa', lastName: 'Klein' };
  const { status, body: answer } = await app.call('POST', '/patients', { token: caregiver.token, body });
  assert.equal(status, 201, JSON.stringify(answer));
  return answer.data;
}

/** Logs in as that patient and sets a password of their own. */
async function withOwnPassword(app: TestApp, { email, temporaryPassword }: Json): Promise<Person> {
  const { token, data } = await logIn(app, { email, password: temporaryPassword });
  const change = { currentPassword: temporaryPassword, newPassword: PASSWORD, confirmPassword: PASSWORD };
  assert.equal((await app.call('PUT', '/profile/password', { token, body: change })).status, 200);
  return { id: data.id, email, token };
}

const statusOfLogin = async (app: TestApp, email: string, password = PASSWORD): Promise<number> =>
  (await app.call('POST', '/auth/login', { body: { email, password } })).status;

const refusal = ({ status, body }: Response) => [status, body.code];

describe('an e-mail change without SMTP_URL', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const changeOwn = (person: Person, email: unknown) =>
    app.call('PUT', '/profile/email', { token: person.token, body: { email } });

  it("takes effect at once and ends every session but the caller's", async () => {
    const ada = await signUp(app);
    const { token: other } = await logIn(app, { email: ada.email, password: PASSWORD });
    const email = newAddress();
    const { status, body } = await changeOwn(ada, ` ${email.toUpperCase()} `);
    assert.deepEqual([status, body.data.email, body.data.pendingEmail], [200, email, undefined]);
    assert.equal((await app.call('GET', '/me', ada)).body.data.email, email);
    assert.equal((await app.call('GET', '/me', { token: other })).status, 401);
    assert.deepEqual([await statusOfLogin(app, ada.email), await statusOfLogin(app, email)], [401, 200]);
  });

  it('requires a login or reauthentication within ten minutes', async () => {
    const ada = await signUp(app);
    app.clock.advance(11 * MINUTE_MS);
    assert.deepEqual(refusal(await changeOwn(ada, newAddress())), [403, 'REAUTHENTICATE']);
    assert.equal((await app.call('GET', '/me', ada)).body.data.email, ada.email);
    const again = await app.call('POST', '/auth/reauthenticate', {
      token: ada.token,
      body: { password: PASSWORD },
    });
    assert.equal(again.status, 200);
    assert.equal((await changeOwn(ada, newAddress())).status, 200);
  });

  it('to a taken or malformed address is refused', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    assert.deepEqual(refusal(await changeOwn(ada, bob.email)), [409, 'EMAIL_TAKEN']);
    for (const email of ['nonsense', '', 7, null, undefined])
      assert.equal((await changeOwn(ada, email)).status, 400, String(email));
    assert.equal((await app.call('GET', '/me', ada)).body.data.email, ada.email);
  });

  it('is refused to a caregiver once the patient has set their own password', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    const made = await newPatient(app, caregiver);
    const put = (body: object, by = caregiver) =>
      app.call('PUT', `/patients/${made.id}`, { token: by.token, body });
    const corrected = newAddress();
    const first = await put({ email: corrected, room: '12' });
    assert.deepEqual([first.status, first.body.data.email, first.body.data.room], [200, corrected, '12']);
    const rosa = await withOwnPassword(app, { ...made, email: corrected });
    const refused = await put({ email: newAddress(), room: '13' });
    assert.deepEqual(refusal(refused), [403, 'EMAIL_OWNED']);
    const { body } = await app.call('GET', `/patients/${made.id}`, caregiver);
    assert.deepEqual(
      [body.data.email, body.data.room],
      [corrected, '12'],
      'the refused request changes nothing',
    );
    assert.equal(
      (await put({ email: corrected, room: '14' })).status,
      200,
      'sending the current address changes nothing',
    );
    // A later temporary password from an admin does not give the caregiver that right back.
    const admin = await logInAsAdmin(app);
    await app.call('POST', `/admin/users/${rosa.id}/password-reset`, admin);
    assert.deepEqual(refusal(await put({ email: newAddress() })), [403, 'EMAIL_OWNED']);
    const byAdmin = newAddress();
    assert.equal((await put({ email: byAdmin }, admin)).body.data.email, byAdmin);
  });

  it('requires recent authentication in every PUT that takes an address, but only for the address', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    const patient = await newPatient(app, caregiver);
    const { token } = await logInAsAdmin(app);
    app.clock.advance(11 * MINUTE_MS);
    for (const [path, by] of [
      [`/patients/${patient.id}`, caregiver.token],
      [`/caregivers/${caregiver.id}`, caregiver.token],
      [`/admin/users/${patient.id}`, token],
    ] as const) {
      const put = (body: object) => app.call('PUT', path, { token: by, body });
      assert.deepEqual(
        refusal(await put({ email: newAddress(), phone: '1' })),
        [403, 'REAUTHENTICATE'],
        path,
      );
      assert.equal((await put({ phone: '2' })).status, 200, path);
    }
  });

  it('by an admin ends every session of the account', async () => {
    const ada = await signUp(app);
    const fresh = await logInAsAdmin(app);
    const email = newAddress();
    const { status, body } = await app.call('PUT', `/admin/users/${ada.id}`, {
      token: fresh.token,
      body: { email },
    });
    assert.deepEqual([status, body.data.email], [200, email]);
    assert.equal((await app.call('GET', '/me', ada)).status, 401);
  });
});

describe('an e-mail change with SMTP_URL', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    app = await startTestApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'vigil@example.org' });
  });
  after(async () => {
    await app.close();
    await mailbox.close();
  });

  const change = (person: Pick<Person, 'token'>, email: string) =>
    app.call('PUT', '/profile/email', { token: person.token, body: { email } });
  const linkTo = async (address: string, count?: number) =>
    tokenIn(await mailTo(mailbox, address, count), '/email/');
  const page = async (method: 'GET' | 'POST', token: string) => {
    const headers = method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {};
    const answer = await fetch(new URL(`/email/${token}`, app.url), { method, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const press = async (token: string): Promise<number> => (await page('POST', token)).status;
  const emailOf = async (id: string): Promise<string> =>
    (await sql(app.databaseUrl, 'SELECT email FROM users WHERE id = $1', [id]))[0].email;
  /** Requests a change and returns the person with the confirmation and undo links. */
  async function asked(count?: number) {
    const ada = await signUp(app);
    const email = newAddress();
    const { status, body } = await change(ada, email);
    assert.deepEqual([status, body.data.email, body.data.pendingEmail], [200, ada.email, email]);
    return { ada, email, confirm: await linkTo(email), undo: await linkTo(ada.email, count) };
  }

  it('waits for the button on the page of the new address; opening the link is not enough', async () => {
    const { ada, email, confirm } = await asked();
    const { token: other } = await logIn(app, { email: ada.email, password: PASSWORD });
    for (let look = 0; look < 3; look++) {
      const { status, text } = await page('GET', confirm);
      assert.equal(status, 200);
      assert.match(text, /<form method="post"><button type="submit">Confirm<\/button><\/form>/);
    }
    assert.equal(await emailOf(ada.id), ada.email);
    assert.equal(await press(confirm), 200);
    assert.equal(await emailOf(ada.id), email);
    const me = await app.call('GET', '/profile/me', ada);
    assert.deepEqual([me.status, me.body.data.email, me.body.data.pendingEmail], [200, email, undefined]);
    assert.equal((await app.call('GET', '/me', { token: other })).status, 401, 'the other session ended');
    assert.deepEqual([await statusOfLogin(app, ada.email), await statusOfLogin(app, email)], [401, 200]);
    assert.equal(await press(confirm), 200, 'a second press gets the same confirmation');
    assert.equal(await emailOf(ada.id), email);
  });

  it('appears as pendingEmail in every record of the person, for viewers allowed to see it', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    const stranger = await signUp(app, 'CAREGIVER');
    const admin = await logInAsAdmin(app);
    const patient = await newPatient(app, caregiver);
    const email = newAddress();
    const put = await app.call('PUT', `/patients/${patient.id}`, { token: caregiver.token, body: { email } });
    assert.deepEqual([put.body.data.email, put.body.data.pendingEmail], [patient.email, email]);
    const shown = async (path: string, by: Person) => {
      const { data } = (await app.call('GET', path, by)).body;
      return (Array.isArray(data) ? data.find(({ id }: Json) => id === patient.id) : data)?.pendingEmail;
    };
    for (const [path, by] of [
      [`/patients/${patient.id}`, caregiver],
      ['/patients?limit=100', caregiver],
      [`/caregivers/${caregiver.id}/patients`, caregiver],
      [`/admin/users/${patient.id}`, admin],
      ['/admin/users?limit=100', admin],
    ] as const)
      assert.equal(await shown(path, by), email, path);
    assert.equal(await shown('/patients?limit=100', stranger), undefined);
    await app.call('PUT', `/caregivers/${caregiver.id}`, {
      token: admin.token,
      body: { email: newAddress() },
    });
    assert.ok((await app.call('GET', '/caregivers/me', caregiver)).body.data.pendingEmail);
    assert.ok((await app.call('GET', '/me', caregiver)).body.data.pendingEmail);
  });

  it('mails the old address an undo link that restores it and ends every session', async () => {
    const { ada, email, confirm, undo } = await asked();
    await press(confirm);
    const { token: thief } = await logIn(app, { email, password: PASSWORD });
    assert.match((await page('GET', undo)).text, /<button type="submit">Undo<\/button>/);
    assert.equal(await emailOf(ada.id), email);
    assert.equal(await press(undo), 200);
    assert.equal(await emailOf(ada.id), ada.email);
    for (const token of [ada.token, thief])
      assert.equal((await app.call('GET', '/me', { token })).status, 401);
    assert.equal(await statusOfLogin(app, ada.email), 200, 'the password stays');
    for (const link of [undo, confirm]) assert.equal(await press(link), 410, 'each link works once');
  });

  it('is cancelled by the undo link before it is confirmed', async () => {
    const { ada, confirm, undo } = await asked();
    assert.equal(await press(undo), 200);
    assert.equal(await press(confirm), 410);
    assert.equal(await emailOf(ada.id), ada.email);
    assert.equal((await app.call('GET', '/me', ada)).status, 401);
  });

  it('has a confirmation link that expires after a day and an undo link that expires after a week', async () => {
    const { ada, confirm, undo } = await asked();
    app.clock.advance(DAY_MS);
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, confirm)).status, 410);
    app.clock.advance(6 * DAY_MS - MINUTE_MS);
    assert.equal((await page('GET', undo)).status, 200);
    app.clock.advance(MINUTE_MS);
    for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, undo)).status, 410);
    assert.equal(await emailOf(ada.id), ada.email);
    app.clock.advance(-7 * DAY_MS);
    assert.equal((await page('GET', 'nonsense')).status, 410);
  });

  it('replaces a pending one, and the first undo link reverts both', async () => {
    const { ada, email, confirm, undo } = await asked();
    const second = newAddress();
    assert.equal((await change(ada, second)).body.data.pendingEmail, second);
    const confirmSecond = await linkTo(second);
    const undoSecond = await linkTo(ada.email, 2);
    assert.equal(await press(confirm), 410, 'the first confirmation link is void');
    assert.equal(await press(confirmSecond), 200);
    assert.equal(await emailOf(ada.id), second);
    assert.equal(await press(undo), 200, 'the first undo link still works');
    assert.equal(await emailOf(ada.id), ada.email);
    assert.equal(await press(undoSecond), 410);
    assert.notEqual(await emailOf(ada.id), email);
  });

  it('in a chain is reverted by the first address, and the second address cannot restore it', async () => {
    const { ada, email, confirm, undo } = await asked();
    await press(confirm);
    const third = newAddress();
    await change(ada, third);
    await press(await linkTo(third));
    const undoThird = await linkTo(email, 2);
    assert.equal(await press(undo), 200);
    assert.equal(await emailOf(ada.id), ada.email);
    assert.equal(await press(undoThird), 410);
    assert.equal(await emailOf(ada.id), ada.email);
  });

  it('to the current address cancels the pending one', async () => {
    const { ada, confirm } = await asked();
    assert.equal((await change(ada, ada.email)).body.data.pendingEmail, undefined);
    assert.equal(await press(confirm), 410);
  });

  it('cannot be confirmed once another account has the address', async () => {
    const { ada, email, confirm } = await asked();
    await signUp(app, 'PATIENT', { email });
    assert.equal(await press(confirm), 409);
    assert.equal(await emailOf(ada.id), ada.email);
    assert.equal(await press(confirm), 410, 'the link is void');
    assert.equal((await app.call('GET', '/profile/me', ada)).body.data.pendingEmail, undefined);
  });

  it('keeps the old address reserved while it can be undone', async () => {
    const { ada, confirm, undo } = await asked();
    const other = await signUp(app, 'CAREGIVER');
    await press(confirm);
    const signup = { email: ada.email, password: PASSWORD, firstName: 'T', lastName: 'Hief' };
    assert.equal((await app.call('POST', '/auth/signup', { body: signup })).status, 409);
    assert.deepEqual(refusal(await change(other, ada.email)), [409, 'EMAIL_TAKEN']);
    const { password: _, ...person } = signup;
    assert.equal((await app.call('POST', '/patients', { token: other.token, body: person })).status, 409);
    assert.equal(await press(undo), 200);
    assert.equal(await emailOf(ada.id), ada.email);
  });

  it('confirmed twice at once for one address succeeds for one account and answers 409 to the other', async () => {
    const [ada, bob] = [await signUp(app), await signUp(app)];
    const email = newAddress();
    await change(ada, email);
    const first = await linkTo(email);
    await change(bob, email);
    const second = await linkTo(email, 2);
    const statuses = await Promise.all([press(first), press(second)]);
    assert.deepEqual(statuses.sort(), [200, 409]);
    assert.equal([await emailOf(ada.id), await emailOf(bob.id)].filter((owned) => owned === email).length, 1);
  });

  it('voids reset links sent to the old address, and its undo voids those sent to the new one', async () => {
    const forgot = (email: string) => app.call('POST', '/auth/forgot', { body: { email } });
    const reset = async (token: string): Promise<number> =>
      (await app.call('POST', '/auth/reset', { body: { token, newPassword: NEW_PASSWORD } })).status;
    const ada = await signUp(app);
    await forgot(ada.email);
    const old = tokenIn(await mailTo(mailbox, ada.email), '#token=');
    const email = newAddress();
    await change(ada, email);
    const undo = await linkTo(ada.email, 2);
    await press(await linkTo(email));
    assert.equal(await reset(old), 400);
    await forgot(email);
    const thiefs = tokenIn(await mailTo(mailbox, email, 2), '#token=');
    await press(undo);
    assert.equal(await reset(thiefs), 400);
    assert.equal(await statusOfLogin(app, ada.email), 200);
  });

  it('does not let a caregiver take over a patient, by address or by password reset', async () => {
    const caregiver = await signUp(app, 'CAREGIVER');
    const rosa = await withOwnPassword(app, await newPatient(app, caregiver));
    const mine = newAddress();
    const put = await app.call('PUT', `/patients/${rosa.id}`, {
      token: caregiver.token,
      body: { email: mine },
    });
    assert.deepEqual(refusal(put), [403, 'EMAIL_OWNED']);
    await app.call('POST', '/auth/forgot', { body: { email: mine } });
    await app.call('POST', '/auth/forgot', { body: { email: rosa.email } });
    await mailTo(mailbox, rosa.email);
    assert.equal(mailbox.mails.filter(({ to }) => to.includes(mine)).length, 0);
  });

  describe('requested by a caregiver for a patient without their own password', () => {
    async function begun() {
      const caregiver = await signUp(app, 'CAREGIVER');
      const rosa = await newPatient(app, caregiver);
      const email = newAddress();
      const put = { token: caregiver.token, body: { email } };
      assert.equal((await app.call('PUT', `/patients/${rosa.id}`, put)).status, 200);
      return { caregiver, rosa, confirm: await linkTo(email), admin: await logInAsAdmin(app) };
    }
    async function assertVoid({ rosa, confirm }: Awaited<ReturnType<typeof begun>>): Promise<void> {
      for (const method of ['GET', 'POST'] as const) assert.equal((await page(method, confirm)).status, 410);
      assert.equal(await emailOf(rosa.id), rosa.email);
    }

    it('is void once the patient sets a password', async () => {
      const change = await begun();
      const rosa = await withOwnPassword(app, change.rosa);
      await assertVoid(change);
      assert.equal((await app.call('GET', '/profile/me', rosa)).body.data.pendingEmail, undefined);
    });

    it('is void once the patient sets a password by a mailed link', async () => {
      const change = await begun();
      await app.call('POST', '/auth/forgot', { body: { email: change.rosa.email } });
      const token = tokenIn(await mailTo(mailbox, change.rosa.email, 2), '#token=');
      const reset = await app.call('POST', '/auth/reset', { body: { token, newPassword: NEW_PASSWORD } });
      assert.equal(reset.status, 200);
      await assertVoid(change);
    });

    it('cannot be confirmed after the caregiver leaves the care team', async () => {
      const change = await begun();
      const path = `/caregivers/${change.caregiver.id}/patients/${change.rosa.id}`;
      assert.equal((await app.call('DELETE', path, change.admin)).status, 200);
      await assertVoid(change);
    });

    it('cannot be confirmed after the caregiver is deactivated, changes role or is deleted', async () => {
      const endings = [
        ['PUT', '', { status: 'inactive' }],
        ['POST', '/role', { role: 'PATIENT' }],
        ['DELETE', '', undefined],
      ] as const;
      for (const [method, path, body] of endings) {
        const change = await begun();
        const { token } = change.admin;
        const user = `/admin/users/${change.caregiver.id}${path}`;
        assert.equal((await app.call(method, user, { token, body })).status, 200);
        await assertVoid(change);
      }
    });
  });

  it('is voided by a password change in another session, unless an admin requested it', async () => {
    const setPassword = async ({ token }: Pick<Person, 'token'>) => {
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
      assert.equal((await app.call('PUT', '/profile/password', { token, body })).status, 200);
    };
    const stolen = await asked();
    await setPassword(await logIn(app, { email: stolen.ada.email, password: PASSWORD }));
    assert.equal(await press(stolen.confirm), 410);
    assert.equal(await emailOf(stolen.ada.id), stolen.ada.email);

    const own = await asked();
    await setPassword(own.ada);
    assert.equal(await press(own.confirm), 200);
    assert.equal(await emailOf(own.ada.id), own.email);

    const reset = await asked();
    const admin = await logInAsAdmin(app);
    await app.call('POST', `/admin/users/${reset.ada.id}/password-reset`, admin);
    assert.equal(await press(reset.confirm), 410);

    const bob = await signUp(app);
    const email = newAddress();
    await app.call('PUT', `/admin/users/${bob.id}`, { token: admin.token, body: { email } });
    await app.call('POST', `/admin/users/${bob.id}/password-reset`, admin);
    assert.equal(await press(await linkTo(email)), 200);
    assert.equal(await emailOf(bob.id), email);
  });

  it('has links that do nothing once the account is deleted or deactivated', async () => {
    const deleted = await asked();
    await app.call('DELETE', '/profile/me', { token: deleted.ada.token, body: { confirmation: true } });
    for (const link of [deleted.confirm, deleted.undo]) assert.equal(await press(link), 410);
    const deactivated = await asked();
    await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [deactivated.ada.id]);
    assert.equal(await press(deactivated.confirm), 410);
    assert.equal(await emailOf(deactivated.ada.id), deactivated.ada.email);
  });

  it('answers 429 to the sixth request in a row', async () => {
    const ada = await signUp(app);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await change(ada, newAddress())).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });

  it('appears in the audit log without the addresses', async () => {
    const { ada, email, confirm, undo } = await asked();
    await press(confirm);
    await press(undo);
    const admin = await logInAsAdmin(app);
    const { data } = (await app.call('GET', '/admin/logs?limit=100', admin)).body;
    const about = data.filter(({ subjectId }: Json) => subjectId === ada.id);
    const actions = about.map(({ action }: Json) => action);
    for (const action of ['email.changed', 'email.confirmed', 'email.undone'])
      assert.ok(actions.includes(action), action);
    assert.ok(!JSON.stringify(about.map(({ message }: Json) => message)).includes(email));
  });
});
