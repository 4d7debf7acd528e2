import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { logIn, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { bySession, readingsTopic } from './clients.ts';
import { rowsOf } from './stored.ts';
import { joinRaw5 } from './v5-raw.ts';

const SETTINGS = { LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' };
const HOUR_S = 3600;
const HOUR_MS = HOUR_S * 1000;
/** As many as a principal has sessions. */
const MOST = 20;

/** A client that is lost after it has left a reading as its will. */
async function lost(app: TestApp, person: Person, mac: string, clientId: string): Promise<void> {
  const will = {
    topic: readingsTopic(mac),
    payload: Buffer.from(JSON.stringify(resting(mac, { note: clientId }))),
    qos: 1,
    retain: false,
    properties: { willDelayInterval: HOUR_S },
  };
  const client = await joinRaw5(app, bySession(person), {
    clientId,
    will,
    properties: { sessionExpiryInterval: 2 * HOUR_S },
  });
  client.send({ cmd: 'disconnect', reasonCode: 0x04 });
  await client.gone;
}

describe('wills that wait for their delay', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp(SETTINGS);
  });
  after(() => app.close());

  it('are as many as the sessions of a principal: the oldest makes room, and is sent', async () => {
    const person = await signUp(app);
    const mac = randomMac();
    for (let i = 0; i < MOST + 3; i++) await lost(app, person, mac, `lost-${i}`);
    await eventually('the oldest three are sent', async () => (await rowsOf(app, mac)) === 3);
    await app.pass(HOUR_MS + 1_000);
    await eventually('the others are sent in time', async () => (await rowsOf(app, mac)) === MOST + 3);
  });

  it('are not sent after the credentials were revoked', async () => {
    const person = await signUp(app);
    const gone: Person = {
      ...person,
      token: (await logIn(app, { email: person.email, password: PASSWORD })).token,
    };
    const [dropped, sent] = [randomMac(), randomMac()];
    await lost(app, gone, dropped, 'revoked');
    await lost(app, person, sent, 'valid');
    assert.equal((await app.call('POST', '/auth/logout', { token: gone.token })).status, 200);
    await app.pass(HOUR_MS + 1_000);
    await eventually('the other will is sent', async () => (await rowsOf(app, sent)) === 1);
    assert.equal(await rowsOf(app, dropped), 0);
  });

  it('are dropped for a device that meanwhile belongs to another account', async () => {
    const [before, next] = [await signUp(app), await signUp(app)];
    const [mac, other] = [randomMac(), randomMac()];
    await stream(app, before, resting(mac));
    await lost(app, before, mac, 'owner before');
    await lost(app, before, other, 'same owner');
    assert.equal((await app.call('DELETE', `/device/${mac}`, { token: before.token })).status, 204);
    await stream(app, next, resting(mac));
    await app.pass(HOUR_MS + 1_000);
    await eventually('the other will is sent', async () => (await rowsOf(app, other)) === 1);
    assert.equal(await rowsOf(app, mac), 1);
  });
});

it('wills that wait for their delay are sent when the server stops', async () => {
  const database = await createTestDatabase();
  const app = await startTestApp({ ...SETTINGS, DATABASE_URL: database.url });
  const mac = randomMac();
  await lost(app, await signUp(app), mac, 'waits');
  await app.close();
  assert.equal(await rowsOf({ databaseUrl: database.url }, mac), 1);
  await database.drop();
});
