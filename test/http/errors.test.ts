import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertKnownError, startTestApp, type TestApp } from '../helpers/app.ts';
import { live, refusedLive } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { assessmentsTopic, bySession, join, listenTo, readingsTopic } from '../mqtt/clients.ts';

/** Every call of `app.call` in any test checks the code of an error; these are the ways in that do not go through it. */
describe('http/errors', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp();
    person = await signUp(app);
  });
  after(() => app.close());

  it('every error answer carries a stable code', async () => {
    const codes = await Promise.all([
      app.call('GET', '/me'),
      app.call('GET', '/nowhere'),
      app.call('PATCH', '/me', { token: person.token }),
      app.call('POST', '/auth/login', { body: 'not JSON' }),
      app.call('POST', '/auth/login', { body: { email: person.email, password: 'Wrong!2345' } }),
      app.call('GET', '/admin/users', { token: person.token }),
    ]);
    assert.deepEqual(
      codes.map(({ body }) => body.code),
      ['UNAUTHENTICATED', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'BODY_MALFORMED', 'LOGIN_FAILED', 'FORBIDDEN'],
    );
  });

  it('a refused upgrade carries a code', async () => {
    const { status, body } = await refusedLive(app, { token: 'nonsense' });
    assertKnownError(body, status);
    assert.equal(body.code, 'UNAUTHENTICATED');
  });

  it('an error frame and a refused reading on the live socket carry a code', async () => {
    const client = await live(app, person);
    client.send('bad');
    assert.equal((await client.next('error')).code, 'REQUEST_MALFORMED');
    const refused = await client.ask({ type: 'reading', data: { device_id: randomMac() } });
    assert.equal(refused.code, 'VALIDATION_FAILED');
    await client.close();
  });

  it('a refused reading over MQTT carries a code', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const heard = listenTo(client);
    await client.subscribeAsync(assessmentsTopic(mac));
    await client.publishAsync(readingsTopic(mac), '{}', { qos: 1 });
    const { json } = await heard.next(assessmentsTopic(mac));
    assertKnownError(json, json.status);
    await client.endAsync();
  });
});
