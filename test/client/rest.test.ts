import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createRest } from '../../client/rest.ts';
import { fingerprintOf, readDocuments } from '../../scripts/client/documents.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { rowsOf } from '../mqtt/stored.ts';

describe('the REST client', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
  });
  after(() => app.close());

  it('has the types of the current OpenAPI and AsyncAPI documents (otherwise: npm run client)', async () => {
    const fingerprint = fingerprintOf(await readDocuments(app.url));
    assert.ok(readFileSync(inProject('client', 'api.ts'), 'utf8').split('\n', 1)[0]?.includes(fingerprint));
  });

  it('returns data, or the error with the invalid fields', async () => {
    const rest = createRest({ url: app.url, token: ada.token });
    const me = await rest.get('/me');
    assert.ok(me.ok);
    assert.equal(me.data.id, ada.id);
    const falls = await rest.get('/falls', { query: { page: 1, limit: undefined } });
    assert.ok(falls.ok);
    assert.equal(falls.pagination.total, 0);
    const refused = await rest.put('/profile/me', { body: { firstName: '' } });
    assert.ok(!refused.ok);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.details), ['firstName']);
  });

  it('returns status 0 with the reason, and does not throw, when no answer arrives', async () => {
    const answer = await createRest({ url: 'http://127.0.0.1:9' }).get('/health');
    assert.ok(!answer.ok);
    assert.equal(answer.status, 0);
    assert.match(answer.error, /^No answer: /);
  });

  it('renews a session and continues with the new token', async () => {
    const bob = await signUp(app);
    const rest = createRest({ url: app.url, token: bob.token });
    app.clock.advance(12 * 3_600_000);
    const renewed = await rest.session.renew();
    assert.ok(renewed.ok);
    assert.ok(Math.abs(Date.parse(renewed.data.expiresAt) - app.clock.now() - 24 * 3_600_000) < 5_000);
    assert.equal(rest.session.token(), renewed.token);
    app.clock.advance(13 * 3_600_000);
    assert.equal((await app.call('GET', '/me', { token: bob.token })).status, 401);
    assert.ok((await rest.get('/me')).ok);
    app.clock.advance(-25 * 3_600_000);
  });

  it('renews an ended session once for all waiting requests', async () => {
    let logins = 0;
    const rest = createRest({
      url: app.url,
      token: ada.token,
      renew() {
        logins += 1;
        return rest.post('/auth/login', { body: { email: ada.email, password: PASSWORD } });
      },
    });
    await app.call('POST', '/auth/logout', { token: ada.token });
    const answers = await Promise.all([rest.get('/me'), rest.get('/falls'), rest.get('/profile/me')]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(logins, 1);
    assert.equal(await rest.session.isOver(), false);
  });

  it('reports the end of a session that cannot be renewed, but not while the service is unreachable', async () => {
    const { token, email } = await signUp(app);
    await app.call('POST', '/auth/logout', { token });
    let ends = 0;
    const onSessionEnded = () => {
      ends += 1;
    };
    const withWrongPassword = createRest({
      url: app.url,
      token,
      onSessionEnded,
      renew: () => withWrongPassword.post('/auth/login', { body: { email, password: 'Wrong!123' } }),
    });
    assert.equal((await withWrongPassword.get('/me')).status, 401);
    assert.equal(await createRest({ url: app.url, token, onSessionEnded }).session.isOver(), true);
    assert.equal(ends, 2);
    const away = createRest({ url: 'http://127.0.0.1:9', token, onSessionEnded });
    assert.equal(await away.session.isOver(), false);
    assert.equal(ends, 2);
  });

  it('resends a reading under the same key when no answer arrives, and it is stored once', async () => {
    const bob = await signUp(app);
    const mac = randomMac();
    let sent = 0;
    const rest = createRest({
      url: app.url,
      token: bob.token,
      retry: ({ status }, { number }) => (status === 0 && number === 1 ? 1 : undefined),
      async fetch(request) {
        const response = await fetch(request);
        sent += 1;
        if (sent === 1) throw new Error('the answer was lost');
        return response;
      },
    });
    const answer = await rest.post('/device/sensor-stream', { body: resting(mac) });
    assert.ok(answer.ok);
    assert.equal(sent, 2);
    assert.equal(await rowsOf(app, mac), 1);
  });

  it('does not retry requests that are not idempotent', async () => {
    let sent = 0;
    const rest = createRest({
      url: app.url,
      token: ada.token,
      retry: () => 1,
      async fetch() {
        sent += 1;
        throw new Error('no network');
      },
    });
    assert.equal((await rest.post('/messages', { body: { recipientId: ada.id, content: 'Hi' } })).status, 0);
    assert.equal(sent, 1);
  });
});
