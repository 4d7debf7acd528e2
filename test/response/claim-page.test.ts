import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;
const PUBLIC_URL = 'https://vigil.example.org';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('a claim page', () => {
  let app: TestApp;
  let ntfy: Receiver;
  before(async () => {
    ntfy = await startReceiver();
    app = await startTestApp({
      PUBLIC_URL,
      ALLOW_PRIVATE_TARGETS: 'true',
      OK_WINDOW_SECONDS: '0',
      RATE_LIMIT_GLOBAL: '1000',
    });
  });
  after(async () => {
    await app.close();
    await ntfy.close();
  });

  async function open(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await fetch(new URL(path, app.url), init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Creates a caregiver who is notified by ntfy under their own topic. */
  async function caregiverOf(patient: Person, firstName: string): Promise<Person> {
    const person = await signUp(app, 'CAREGIVER', { firstName, lastName: 'Moss' });
    await assign(app, person, patient);
    const body = { kind: 'ntfy', url: ntfy.url, topic: `t-${person.id}` };
    assert.equal((await app.call('POST', '/profile/channels', { token: person.token, body })).status, 201);
    return person;
  }

  /** Returns the path of the claim link in the caregiver's newest message. */
  async function linkOf({ id }: Person): Promise<string> {
    const messages = () =>
      ntfy.received
        .map(({ body }): Json => JSON.parse(body.toString()))
        .filter(({ topic }) => topic === `t-${id}`);
    await eventually('the caregiver is notified', () => messages().length > 0);
    const url: string = messages().at(-1).actions[0].url;
    assert.ok(url.startsWith(`${PUBLIC_URL}/claim/`));
    return url.slice(PUBLIC_URL.length);
  }

  async function fallWith(
    names: readonly string[],
    patientName: object = { firstName: 'Pat', lastName: 'Lee' },
  ) {
    const patient = await signUp(app, 'PATIENT', patientName);
    const people: Person[] = [];
    for (const name of names) people.push(await caregiverOf(patient, name));
    const fall = await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } });
    const fallId: string = fall.body.data.id;
    const state = async (): Promise<Json> =>
      (
        await sql(
          app.databaseUrl,
          'SELECT state, claimed_by AS "claimedBy" FROM responses WHERE fall_id = $1',
          [fallId],
        )
      )[0];
    const links: string[] = [];
    for (const person of people) links.push(await linkOf(person));
    return { patient, people, links, fallId, state };
  }

  it('shows the patient and the caregiver without scripts, and opening it does not claim the fall', async () => {
    const {
      links: [link = ''],
      state,
    } = await fallWith(['Ann']);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await open(method, link);
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      if (method === 'HEAD') continue;
      assert.match(page.text, /Pat Lee/);
      assert.match(page.text, /Fall detected/);
      assert.match(page.text, /You are Ann Moss/);
      assert.match(page.text, /<form method="post">/);
      assert.doesNotMatch(page.text, /<script|style="|<style/);
    }
    assert.notEqual((await state()).state, 'CLAIMED');
  });

  it('says that a test alert is one, before and after the claim', async () => {
    const admin = await logInAsAdmin(app);
    const body = { kind: 'ntfy', url: ntfy.url, topic: `t-${admin.id}` };
    assert.equal((await app.call('POST', '/profile/channels', { token: admin.token, body })).status, 201);
    const test = await app.call('POST', '/admin/test-alerts', { token: admin.token, body: {} });
    const link = await linkOf(admin);
    assert.match((await open('GET', link)).text, /Test\. No one has fallen\./);
    assert.match((await open('POST', link, FORM)).text, /Test\. No one has fallen\./);
    const outcome = { token: admin.token, body: { outcome: 'FALSE_ALARM' } };
    assert.equal((await app.call('POST', `/falls/${test.body.data.id}/resolve`, outcome)).status, 200);
    const {
      links: [ofFall = ''],
    } = await fallWith(['Ann']);
    assert.doesNotMatch((await open('GET', ofFall)).text, /Test\./);
  });

  it('is in the language of the caregiver, as the message that led there', async () => {
    const patient = await signUp(app, 'PATIENT', { firstName: 'Pat', lastName: 'Lee' });
    await sql(app.databaseUrl, `UPDATE users SET room = '12' WHERE id = $1`, [patient.id]);
    const [ann, ben] = [await caregiverOf(patient, 'Ann'), await caregiverOf(patient, 'Ben')];
    for (const { token } of [ann, ben])
      await app.call('PUT', '/profile/me', { token, body: { language: 'de' } });
    await app.call('POST', '/falls', {
      token: patient.token,
      body: { confidence: 0.8, location: 'Küche <b>' },
    });
    const [annsLink, bensLink] = [await linkOf(ann), await linkOf(ben)];
    const [message]: Json[] = ntfy.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter(({ topic }) => topic === `t-${ann.id}`);
    assert.equal(message.title, 'Sturz erkannt: Pat Lee');
    assert.equal(message.message, 'Pat Lee, Zimmer 12. Bitte melden Sie sich, wenn Sie hingehen.');
    assert.deepEqual(
      message.actions.map(({ label }: Json) => label),
      ['Ich gehe hin', 'Anzeigen'],
    );
    const offered = await open('GET', annsLink, { 'Accept-Language': 'en' });
    for (const part of [
      '<html lang="de">',
      '<title>Zimmer 12, Pat Lee</title>',
      '<p class="level HIGH">Sturz erkannt</p>',
      '<h1>Zimmer 12</h1>',
      '<p>Gemeldeter Ort: Küche &lt;b&gt;</p>',
      'Sie sind Ann Moss. Gehen Sie hin?',
      '<button type="submit">Ich gehe hin</button>',
      'Sturz anzeigen',
    ])
      assert.ok(offered.text.includes(part), `${part} in ${offered.text}`);
    assert.match((await open('POST', annsLink, FORM, '')).text, /<h1>Sie sind unterwegs<\/h1>/);
    assert.match((await open('POST', annsLink, FORM, '')).text, /<h1>Sie sind unterwegs<\/h1>/);
    for (const method of ['GET', 'POST'])
      assert.match((await open(method, bensLink)).text, /<h1>Ann Moss hat diesen Sturz übernommen<\/h1>/);
  });

  it('says in the language of the browser that a link is not valid', async () => {
    const german = await open('GET', '/claim/nonsense', { 'Accept-Language': 'fr, de-AT;q=0.8, en;q=0.5' });
    assert.match(german.text, /<html lang="de">.*<h1>Dieser Link wurde schon benutzt oder ist abgelaufen/s);
    for (const accepted of ['fr', '', '*', ';;q=,', 'en-GB'])
      assert.match(
        (await open('GET', '/claim/nonsense', { 'Accept-Language': accepted })).text,
        /<html lang="en">.*<h1>This link was used or has expired/s,
      );
  });

  it('has strict security headers', async () => {
    const {
      links: [link = ''],
    } = await fallWith(['Ann']);
    const { headers } = await open('GET', link);
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    const style = await open('GET', '/claim/style.css');
    assert.equal(style.status, 200);
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.equal(style.headers.get('x-ratelimit-limit'), null);
  });

  it('claims the fall once by its form, from any origin and without a session', async () => {
    const {
      people: [ann],
      links: [link = ''],
      fallId,
      state,
    } = await fallWith(['Ann']);
    const page = await open('POST', link, { ...FORM, Origin: 'null' }, '');
    assert.equal(page.status, 200);
    assert.match(page.text, /You are on your way/);
    assert.ok(page.text.includes(`href="${PUBLIC_URL}/falls/${fallId}"`));
    assert.deepEqual(await state(), { state: 'CLAIMED', claimedBy: ann?.id });
    for (const method of ['GET', 'POST']) {
      const again = await open(method, link);
      assert.equal(again.status, 410);
      assert.equal(again.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(again.text, /You are on your way/);
      assert.doesNotMatch(again.text, /<form/);
    }
    await sql(app.databaseUrl, `UPDATE responses SET state = 'OPEN', claimed_by = NULL WHERE fall_id = $1`, [
      fallId,
    ]);
    const later = await open('GET', link);
    assert.equal(later.status, 410);
    assert.match(later.text, /used or has expired/);
    assert.doesNotMatch(later.text, /Pat Lee/);
    const logs = await app.call('GET', '/admin/logs?limit=100', { token: (await logInAsAdmin(app)).token });
    const claimed = logs.body.data.filter((line: Json) => line.actorId === ann?.id);
    assert.ok(claimed.some((line: Json) => line.action === 'response.claimed'));
  });

  it('claims once when the caregiver taps several times at the same time', async () => {
    const {
      links: [link = ''],
    } = await fallWith(['Ann']);
    const taps = await Promise.all([1, 2, 3].map(() => open('POST', link, FORM, '')));
    assert.deepEqual(taps.map(({ status }) => status).sort(), [200, 410, 410]);
    for (const { text } of taps) assert.match(text, /You are on your way/);
  });

  it('names the caregiver who offers the fall, and the button takes over', async () => {
    const {
      people: [ann, ben],
      links: [annsLink = '', bensLink = ''],
      fallId,
      state,
    } = await fallWith(['Ann', 'Ben']);
    await open('POST', annsLink, FORM, '');
    const offer = { token: ann?.token ?? '', body: { caregiverId: ben?.id } };
    assert.equal((await app.call('POST', `/falls/${fallId}/hand-off`, offer)).status, 200);
    const looked = await open('GET', bensLink);
    assert.match(
      looked.text,
      /Ann Moss asks you to take over and stays responsible until you accept\. You are Ben/,
    );
    assert.equal((await open('POST', bensLink, FORM, '')).status, 200);
    assert.equal((await state()).claimedBy, ben?.id);
  });

  it('names the caregiver who has claimed the fall, and the link still works after a release', async () => {
    const {
      people: [ann],
      links: [annsLink = '', bensLink = ''],
      fallId,
      state,
    } = await fallWith(['Ann', 'Ben']);
    await open('POST', annsLink, FORM, '');
    const looked = await open('GET', bensLink);
    assert.equal(looked.status, 200);
    assert.match(looked.text, /Ann Moss has claimed this fall/);
    assert.doesNotMatch(looked.text, /<form/);
    const tapped = await open('POST', bensLink, FORM, '');
    assert.equal(tapped.status, 409);
    assert.match(tapped.text, /Ann Moss has claimed this fall/);
    assert.equal((await state()).claimedBy, ann?.id);
    await sql(
      app.databaseUrl,
      `UPDATE responses SET state = 'OPEN', claimed_by = NULL, claim_expires_at = NULL WHERE fall_id = $1`,
      [fallId],
    );
    assert.equal((await open('POST', bensLink, FORM, '')).status, 200);
  });

  it('answers 410 after 30 minutes, and for unknown links', async () => {
    const {
      links: [link = ''],
      state,
    } = await fallWith(['Ann']);
    app.clock.advance(30 * MINUTE_MS);
    for (const path of [link, '/claim/nonsense', '/claim/%zz', '/claim/%00']) {
      assert.equal((await open('GET', path)).status, 410, path);
      assert.equal((await open('POST', path, FORM, '')).status, 410, path);
    }
    app.clock.advance(-30 * MINUTE_MS);
    assert.notEqual((await state()).state, 'CLAIMED');
  });

  it('answers 403 to a caregiver who is no longer assigned', async () => {
    const {
      people: [ann],
      links: [link = ''],
    } = await fallWith(['Ann']);
    await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [ann?.id]);
    for (const method of ['GET', 'POST']) {
      const page = await open(method, link);
      assert.equal(page.status, 403);
      assert.doesNotMatch(page.text, /Pat Lee/);
    }
    const logs = await app.call('GET', '/admin/logs?limit=100', { token: (await logInAsAdmin(app)).token });
    const refused = logs.body.data.filter(({ action }: Json) => action === 'access.refused');
    assert.ok(refused.some(({ message }: Json) => message.startsWith('POST /claim/:token')));
  });

  it('escapes names', async () => {
    const name = { firstName: '<script>"\'&', lastName: '</h1><img src=x>' };
    const {
      links: [link = ''],
    } = await fallWith(['<b>Ann</b>'], name);
    for (const method of ['GET', 'POST']) {
      const { text } = await open(method, link);
      assert.ok(text.includes('&lt;script&gt;&quot;&#39;&amp; &lt;/h1&gt;&lt;img src=x&gt;'));
      assert.ok(text.includes('&lt;b&gt;Ann&lt;/b&gt; Moss'));
      assert.doesNotMatch(text, /<script|<img|<b>/);
    }
  });

  it('accepts only small forms', async () => {
    const {
      links: [link = ''],
      state,
    } = await fallWith(['Ann']);
    assert.equal((await open('POST', link, { 'Content-Type': 'application/json' }, '{}')).status, 415);
    assert.equal((await open('POST', link, FORM, 'x'.repeat(5_000))).status, 413);
    const wrong = await open('PUT', link);
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.get('allow'), 'GET, POST, HEAD, OPTIONS');
    assert.notEqual((await state()).state, 'CLAIMED');
  });

  it('does not serve other paths outside the API', async () => {
    for (const path of ['/', '/claim', '/claim/', '/claim/a/b', '/falls/1']) {
      const answer = await open('GET', path);
      assert.equal(answer.status, 404, path);
      assert.equal(JSON.parse(answer.text).success, false);
    }
    assert.equal((await open('GET', '/api/claim/x')).status, 404);
  });
});

describe('the rate limit of claim pages', () => {
  it('counts requests but never refuses them', async (t) => {
    const app = await startTestApp({ RATE_LIMIT_GLOBAL: '2' });
    t.after(() => app.close());
    const answers: Response[] = [];
    for (let i = 0; i < 4; i += 1) answers.push(await fetch(new URL('/claim/x', app.url)));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')]),
      [
        [410, '1'],
        [410, '0'],
        [410, '0'],
        [410, '0'],
      ],
    );
    assert.equal((await fetch(`${app.url}/me`)).status, 429);
  });
});
