import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { receiptHash, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';

describe('ringing a ward', () => {
  let app: TestApp;
  let admin: Person;
  let phones: Receiver;
  let wardId: string;
  const team: Record<string, Person> = {};
  before(async () => {
    phones = await startReceiver((response, { url = '' }) =>
      response.writeHead(url.includes('gone') ? 410 : 201).end(),
    );
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(app);
    wardId = (await app.call('POST', '/wards', { token: admin.token, body: { name: 'North' } })).body.data.id;
    for (const name of ['Ann', 'Ben', 'Cid', 'Dora', 'Eve']) {
      team[name] = await signUp(app, 'CAREGIVER', { firstName: name, lastName: 'Lee' });
      if (name !== 'Eve')
        await app.call('PUT', `/wards/${wardId}/caregivers/${team[name].id}`, {
          token: admin.token,
          body: { lead: name === 'Ann' || name === 'Ben' },
        });
    }
    await addChannel(app, of('Ann'), 'webpush', `${phones.url}/ann`);
    await addChannel(app, of('Ben'), 'webhook', `${phones.url}/ben`);
    await addChannel(app, of('Cid'), 'webhook', `${phones.url}/gone`);
    await addChannel(app, of('Eve'), 'webhook', `${phones.url}/eve`);
  });
  after(async () => {
    await app.close();
    await phones.close();
  });

  function of(name: string): Person {
    const person = team[name];
    assert.ok(person);
    return person;
  }
  const call = (who: Person, method: string, id = wardId) =>
    app.call(method, `/wards/${id}/ring`, { token: who.token });
  const states = async () =>
    (await call(of('Ann'), 'GET')).body.data.people.map(({ name, channels }: Json) => [
      name,
      ...channels.map(({ state }: Json) => state),
    ]);

  it('is for admins and the leads of the ward', async () => {
    for (const who of [of('Cid'), of('Eve')])
      for (const method of ['POST', 'GET']) assert.equal((await call(who, method)).status, 403);
    assert.equal((await call(admin, 'POST', 'no-ward')).status, 404);
    assert.deepEqual((await call(of('Ann'), 'GET')).body.data, { rungAt: null, people: [] });
  });

  it('rings every phone once for two leads at once, and says what became of each message', async () => {
    const answers = await Promise.all([call(of('Ann'), 'POST'), call(of('Ben'), 'POST')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429]);
    assert.ok(answers.some(({ body }) => body.code === 'WARD_RUNG'));
    await outboxSettled(app);
    await eventually('the failure is recorded', async () => (await states())[2][1] === 'FAILED');
    const expected = (ann: string) => [
      ['Ann Lee', ann],
      ['Ben Lee', 'RECEIVED'],
      ['Cid Lee', 'FAILED'],
      ['Dora Lee'],
    ];
    assert.deepEqual(await states(), expected('ACCEPTED'));
    assert.deepEqual(phones.received.map(({ path }) => path).sort(), ['/ann', '/ben', '/gone']);
    const ben = phones.received.find(({ path }) => path === '/ben');
    assert.equal(JSON.parse(String(ben?.body)).type, 'test');

    const [message] = await sql(app.databaseUrl, 'SELECT id FROM outbox WHERE person_id = $1', [
      of('Ann').id,
    ]);
    const key = Buffer.alloc(32, 7);
    await sql(app.databaseUrl, `UPDATE outbox SET receipt = ${receiptHash('$1', 'id')} WHERE id = $2`, [
      key,
      message.id,
    ]);
    await app.call('POST', '/receipts', { body: { receipt: receiptOf(key, message.id), state: 'received' } });
    assert.deepEqual(await states(), expected('RECEIVED'));
    const { body } = await app.call('GET', '/admin/logs?action=ward.rung', { token: admin.token });
    assert.equal(body.data.length, 1);
  });

  it('is in the test book: an answer is a passed test, a failure a failed one, and no word is none', async () => {
    const { body } = await app.call('GET', '/tests?kind=CHANNEL', { token: admin.token });
    assert.deepEqual(
      body.data
        .filter(({ subject }: Json) => subject.id !== of('Eve').id)
        .map(({ subject, lastResult, by }: Json) => [subject.name, lastResult, by?.name ?? null])
        .sort(),
      [
        ['Ann Lee', 'PASSED', 'Ann Lee'],
        ['Ben Lee', 'PASSED', 'Ben Lee'],
        ['Cid Lee', 'FAILED', 'Cid Lee'],
      ],
    );
    const history = await app.call('GET', `/tests/history?subjectId=${of('Ann').id}`, { token: admin.token });
    assert.equal(history.body.data.length, 1, 'each message counts once');
  });

  it('is possible again after a minute, and shows the last ring only', async () => {
    app.clock.advance(MINUTE_MS);
    const { status, body } = await call(of('Ben'), 'POST');
    assert.equal(status, 200);
    assert.equal(body.data.people.flatMap(({ channels }: Json) => channels).length, 2);
  });
});
