import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertKnownError, startTestApp, type TestApp } from '../helpers/app.ts';
import { live, refusedLive } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { assessmentsTopic, bySession, join, listenTo, readingsTopic } from '../mqtt/clients.ts';

/** `app.call` checks the code of every error in any test; these tests cover the entry points that bypass it. */
describe('error codes', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp();
    person = await signUp(app);
  });
  after(() => app.close());

  it('are in every error answer', async () => {
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

  it('are in the answer to a refused upgrade', async () => {
    const { status, body } = await refusedLive(app, { token: 'nonsense' });
    assertKnownError(body, status);
    assert.equal(body.code, 'UNAUTHENTICATED');
  });

  it('are in error frames and refused readings of the live socket', async () => {
    const client = await live(app, person);
    client.send('bad');
    assert.equal((await client.next('error')).code, 'REQUEST_MALFORMED');
    const refused = await client.ask({ type: 'reading', data: { device_id: randomMac() } });
    assert.equal(refused.code, 'VALIDATION_FAILED');
    await client.close();
  });

  it('are in the answer to a refused reading over MQTT', async () => {
    const mac = randomMac();
    const client = await join(app, bySession(person));
    const received = listenTo(client);
    await client.subscribeAsync(assessmentsTopic(mac));
    await client.publishAsync(readingsTopic(mac), '{}', { qos: 1 });
    const { json } = await received.next(assessmentsTopic(mac));
    assertKnownError(json, json.status);
    await client.endAsync();
  });
});
