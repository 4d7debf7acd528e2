import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { mailTo, tokenIn } from '../helpers/mail-links.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';

/** Half an hour after midnight in Berlin, on the day on which summer time ends there; the day before in UTC. */
const START = Date.parse('2026-10-24T22:30:00Z');
const FIRST = { name: 'St. Anna', timeZone: 'Europe/Berlin', language: 'de', responseGoalMinutes: 7 };

describe('the organisation', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let admin: Person;
  before(async () => {
    mailbox = await startMailbox();
    const started = Date.now();
    app = await startTestApp(
      {
        ORGANISATION_NAME: FIRST.name,
        TIME_ZONE: FIRST.timeZone,
        DEFAULT_LANGUAGE: FIRST.language,
        RESPONSE_GOAL_MINUTES: String(FIRST.responseGoalMinutes),
        SESSION_DURATION: '400d',
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Vigil <vigil@example.org>',
      },
      { now: () => START + Date.now() - started },
    );
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await mailbox.close();
  });

  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });
  const put = (body: unknown) => as(admin, 'PUT', '/admin/organisation', body);
  const current = async () => (await as(admin, 'GET', '/admin/organisation')).body.data;
  const stats = async () => (await as(admin, 'GET', '/admin/stats')).body.data;
  const moveTo = (time: string) => app.pass(Date.parse(time) - app.clock.now());

  it('starts with the values of the configuration', async () => {
    assert.deepEqual(await current(), FIRST);
  });

  it('changes field by field, and every change is in the audit log', async () => {
    const changed = await put({ name: '  St. Bernhard ', responseGoalMinutes: 240 });
    const expected = { ...FIRST, name: 'St. Bernhard', responseGoalMinutes: 240 };
    assert.deepEqual([changed.status, changed.body.data], [200, expected]);
    assert.deepEqual(await current(), expected);
    assert.equal((await put({ timeZone: 'europe/berlin' })).body.data.timeZone, 'Europe/Berlin');
    const { data } = (await as(admin, 'GET', '/admin/logs?action=organisation.changed')).body;
    assert.deepEqual(
      data.map(({ message, actorId }: Json) => [message, actorId]),
      [
        ['Changed the organisation: timeZone', admin.id],
        ['Changed the organisation: name, responseGoalMinutes', admin.id],
      ],
    );
    assert.deepEqual((await put(FIRST)).body.data, FIRST);
  });

  it('refuses values beyond every limit, and changes nothing', async () => {
    const bad: [unknown, string[]][] = [
      [{}, []],
      [{ zone: 'UTC' }, []],
      [{ name: '' }, ['name']],
      [{ name: '   ' }, ['name']],
      [{ name: 'x'.repeat(81) }, ['name']],
      [{ name: 'a\nb' }, ['name']],
      [{ name: null }, ['name']],
      [{ timeZone: 'Mars/Olympus' }, ['timeZone']],
      [{ timeZone: '+01:00' }, ['timeZone']],
      [{ timeZone: '' }, ['timeZone']],
      [{ timeZone: `Europe/${'x'.repeat(60)}` }, ['timeZone']],
      [{ timeZone: 'Europe/Berlin\u0000' }, ['timeZone']],
      [{ timeZone: null }, ['timeZone']],
      [{ timeZone: 1 }, ['timeZone']],
      [{ language: 'fr' }, ['language']],
      [{ language: null }, ['language']],
      [{ responseGoalMinutes: 0 }, ['responseGoalMinutes']],
      [{ responseGoalMinutes: 241 }, ['responseGoalMinutes']],
      [{ responseGoalMinutes: 1.5 }, ['responseGoalMinutes']],
      [{ name: 'Good', timeZone: 'no', language: 'x' }, ['language', 'timeZone']],
      [[], []],
    ];
    for (const [body, fields] of bad) {
      const answer = await put(body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.deepEqual(Object.keys(answer.body.details ?? {}).sort(), fields, JSON.stringify(body));
    }
    assert.deepEqual(await current(), FIRST);
    for (const name of ['x'.repeat(80), 'ä'.repeat(80)]) assert.equal((await put({ name })).status, 200);
    await put(FIRST);
  });

  it('is for admins; everybody reads what the console needs in GET /me', async () => {
    for (const role of ['PATIENT', 'CAREGIVER'] as const) {
      const person = await signUp(app, role);
      assert.equal((await as(person, 'GET', '/admin/organisation')).status, 403);
      assert.equal((await as(person, 'PUT', '/admin/organisation', { name: 'Mine' })).status, 403);
      assert.deepEqual((await as(person, 'GET', '/me')).body.data.organisation, FIRST);
    }
    assert.equal((await app.call('GET', '/admin/organisation')).status, 401);
  });

  it('has its own days: falls today, by day and by date, over the end of summer time', async () => {
    const patient = await signUp(app);
    const report = async (time: string) => {
      await moveTo(time);
      assert.equal((await as(patient, 'POST', '/falls', { confidence: 0.6 })).status, 201);
    };
    // The 25th has 25 hours in Berlin: from 22:00 UTC the day before to 23:00 UTC.
    await report('2026-10-24T22:45:00Z');
    assert.equal((await stats()).fallsToday, 1);
    await report('2026-10-25T22:59:00Z');
    assert.equal((await stats()).fallsToday, 2);
    await report('2026-10-25T23:00:30Z');
    const { fallsToday, fallsByDay } = await stats();
    assert.equal(fallsToday, 1);
    assert.equal(fallsByDay.length, 30);
    assert.deepEqual(
      fallsByDay.slice(-3).map(({ day, falls }: Json) => [day, falls]),
      [
        ['2026-10-24', 0],
        ['2026-10-25', 2],
        ['2026-10-26', 1],
      ],
    );
    const found = async (query: string) => {
      const { data, pagination } = (await as(admin, 'GET', `/admin/falls?${query}`)).body;
      assert.equal(pagination.total, data.length, query);
      return data.length;
    };
    assert.equal(await found('dateFrom=2026-10-25&dateTo=2026-10-25'), 2);
    assert.equal(await found('dateFrom=2026-10-26'), 1);
    assert.equal(await found('dateTo=2026-10-24'), 0);
    assert.equal(await found('dateFrom=2026-10-25T00:00:00Z&dateTo=2026-10-25'), 1);
    assert.equal(await found('dateFrom=0001-01-01&dateTo=9999-12-31'), 3);
    const logged = await as(admin, 'GET', '/admin/logs?dateFrom=2026-10-26&dateTo=2026-10-26&limit=100');
    assert.ok(logged.body.data.every(({ timestamp }: Json) => timestamp >= '2026-10-25T23:00'));

    await put({ timeZone: 'Pacific/Kiritimati' });
    assert.deepEqual((await stats()).fallsByDay.at(-1), {
      day: '2026-10-26',
      falls: 2,
      falseAlarms: 0,
      confirmedFalls: 0,
    });
    assert.equal(await found('dateFrom=2026-10-26&dateTo=2026-10-26'), 2);
    await put(FIRST);
  });

  it('has its zone in quiet hours that name no other', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const add = async (quietHours: object) => {
      const body = { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'ward', quietHours };
      const { status, body: answer } = await as(nurse, 'POST', '/profile/channels', body);
      assert.equal(status, 201, JSON.stringify(answer));
      return answer.data.quietHours;
    };
    const night = { from: '22:00', to: '06:00' };
    assert.deepEqual(await add(night), { ...night, timeZone: 'Europe/Berlin' });
    assert.deepEqual(await add({ ...night, timeZone: null }), { ...night, timeZone: 'Europe/Berlin' });
    assert.deepEqual(await add({ ...night, timeZone: 'Asia/Kathmandu' }), {
      ...night,
      timeZone: 'Asia/Kathmandu',
    });
    await put({ timeZone: 'America/St_Johns' });
    const { data } = (await as(nurse, 'GET', '/profile/channels')).body;
    assert.deepEqual(
      data.map((channel: Json) => channel.quietHours.timeZone),
      ['America/St_Johns', 'America/St_Johns', 'Asia/Kathmandu'],
    );
    await put(FIRST);
  });

  it('gives its language and zone to mails; a person may choose another language', async () => {
    const nurse = await signUp(app, 'CAREGIVER', { email: 'night@example.org' });
    const { data } = (
      await as(nurse, 'POST', '/profile/channels', { kind: 'email', address: 'night@example.org' })
    ).body;
    await sql(app.databaseUrl, 'UPDATE notification_channels SET verified_at = now() WHERE id = $1', [
      data.id,
    ]);
    await moveTo('2026-11-16T05:17:00Z');
    const test = async () => {
      assert.equal((await as(nurse, 'POST', `/profile/channels/${data.id}/test`)).body.data.delivered, true);
      return mailbox.mails.at(-1)?.raw ?? '';
    };
    assert.match(mailbox.mails.at(-1)?.raw ?? '', /Ihr Code lautet \d{6}\. Er gilt 30 Minuten\./);
    const german = await test();
    assert.match(german, /^Subject: Test von Vigil\r$/m);
    assert.match(german, /Benachrichtigungen funktionieren\./);
    assert.match(german, /Zeit: 16\. Nov\. 2026, 06:17 (?:=\r\n)?\(Europe\/Berlin\)/);
    assert.equal((await as(nurse, 'PUT', '/profile/me', { language: 'en' })).body.data.language, 'en');
    const english = await test();
    assert.match(english, /^Subject: Test from Vigil\r$/m);
    assert.match(english, /Time: 16 Nov 2026, 06:17 \(Europe\/Berlin\)/);
  });

  it('gives its language to mails about accounts, unless the person has chosen another', async () => {
    const nurse = await signUp(app, 'CAREGIVER', { email: 'forgetful@example.org' });
    const forgotten = async (count: number) => {
      assert.equal((await app.call('POST', '/auth/forgot', { body: { email: nurse.email } })).status, 202);
      return mailTo(mailbox, nurse.email, count);
    };
    assert.match(await forgotten(1), /Der Link funktioniert einmal und 30 Minuten lang\./);
    await as(nurse, 'PUT', '/profile/me', { language: 'en' });
    assert.match(await forgotten(2), /The link works once, for 30 minutes\./);
    const invited = { firstName: 'Eva', lastName: 'Roth', email: 'eva@example.org', invite: true };
    assert.equal((await as(admin, 'POST', '/caregivers', invited)).status, 201);
    assert.match(await mailTo(mailbox, invited.email), /Der Link funktioniert einmal und 7 Tage lang\./);
    await as(nurse, 'PUT', '/profile/me', { language: 'de' });
    assert.equal((await as(nurse, 'PUT', '/profile/email', { email: 'moved@example.org' })).status, 200);
    const confirmation = await mailTo(mailbox, 'moved@example.org');
    assert.match(confirmation, /Der Link funktioniert einmal und 24 Stunden lang\./);
    assert.match(await mailTo(mailbox, nurse.email, 3), /wird in moved@example.org/);
    const page = new URL(`/email/${tokenIn(confirmation, '/email/')}`, app.url);
    const shown = await (await fetch(page, { headers: { 'Accept-Language': 'en' } })).text();
    assert.match(shown, /<html lang="de">.*<button type="submit">Bestätigen<\/button>/s);
    const confirmed = await (await fetch(page, { method: 'POST' })).text();
    assert.match(confirmed, /Ab jetzt melden Sie sich mit moved@example\.org an\./);
  });

  it('is followed by people who chose no language', async () => {
    const person = await signUp(app);
    const own = async () => (await as(person, 'GET', '/profile/me')).body.data.language;
    assert.equal(await own(), null);
    assert.equal((await as(person, 'PUT', '/profile/me', { language: 'de' })).body.data.language, 'de');
    assert.equal((await as(person, 'GET', '/me')).body.data.language, 'de');
    const [listed] = (await as(admin, 'GET', `/admin/users?search=${person.email}`)).body.data;
    assert.equal(listed.language, 'de');
    const exported = await fetch(`${app.url}/profile/me/export`, {
      headers: { Authorization: `Bearer ${person.token}` },
    });
    const files = unzip(Buffer.from(await exported.arrayBuffer()));
    assert.equal(JSON.parse(files['profile.json'] ?? '').account.language, 'de');
    for (const language of ['fr', 'EN', '', 1, {}])
      assert.equal((await as(person, 'PUT', '/profile/me', { language })).status, 400);
    assert.equal((await as(person, 'PUT', '/profile/me', { language: null })).body.data.language, null);
    assert.equal(await own(), null);
  });
});
