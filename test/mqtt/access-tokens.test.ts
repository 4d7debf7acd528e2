import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { closed, codeOf, granted, join, listenTo, readingsTopic, roundTrip } from './clients.ts';
import { refusedPublish } from './refused.ts';
import { rowsOf } from './stored.ts';
import { connackCode, subackCode } from './version.ts';

const REFUSED = subackCode(0x87);
const BAD_CREDENTIALS = connackCode(4);
const DAY = 24 * 60 * 60_000;

describe('MQTT with an access token', () => {
  let app: TestApp;
  let admin: Person;
  let owner: Person;
  let mac: string;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0', SESSION_DURATION: '96h' });
    admin = await logInAsAdmin(app);
    owner = await signUp(app);
    mac = randomMac();
    await as(owner.token, 'POST', '/device/sensor-stream', resting(mac));
  });
  after(() => app.close());

  const as = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  async function tokenOf(person: Person, ...scopes: string[]): Promise<Json> {
    const body = { name: 'Script', scopes, expiresInDays: 1 };
    return (await as(person.token, 'POST', '/profile/tokens', body)).body.data;
  }
  const joinAs = (username: string, { token }: Json, options = {}) =>
    join(app, { username, password: token }, options);
  const publish = (client: Awaited<ReturnType<typeof join>>, macAddress: string) =>
    client.publishAsync(readingsTopic(macAddress), JSON.stringify(resting(macAddress)), { qos: 1 });

  it('is the password beside the e-mail address of its owner, and of no other name', async () => {
    const token = await tokenOf(owner, 'read', 'ingest');
    const client = await joinAs(owner.email.toUpperCase(), token);
    const subscriber = listenTo(client);
    await granted(client, `devices/${mac}/assessments`);
    await publish(client, mac);
    assert.equal((await subscriber.next('/assessments')).json.status, 200);
    client.end(true);
    for (const name of [admin.email, owner.id, 'nobody@example.org'])
      assert.equal(await codeOf(joinAs(name, token)), BAD_CREDENTIALS, name);
    assert.equal(await codeOf(joinAs(owner.email, { token: `vgl_${'A'.repeat(43)}` })), BAD_CREDENTIALS);
  });

  it('without `ingest` stores nothing and is refused; without `read` it may not subscribe', async () => {
    const before = await rowsOf(app, mac);
    const fresh = randomMac();
    for (const target of [mac, fresh]) {
      const reader = await joinAs(owner.email, await tokenOf(owner, 'read', 'respond', 'manage'));
      assert.equal(await granted(reader, `devices/${mac}/readings`), 0);
      await refusedPublish(reader, readingsTopic(target), JSON.stringify(resting(target)));
    }
    assert.equal(await rowsOf(app, mac), before);
    assert.equal((await as(owner.token, 'GET', `/device/${fresh}`)).status, 404);

    const sender = await joinAs(owner.email, await tokenOf(owner, 'ingest'));
    assert.equal(await granted(sender, `devices/${mac}/readings`), REFUSED);
    await publish(sender, mac);
    sender.end(true);
  });

  it('without `read` hears nothing of a stored session that another credential has opened', async () => {
    const clientId = 'stored';
    const first = await join(
      app,
      { username: owner.email, password: owner.token },
      { clientId, clean: false },
    );
    await granted(first, `devices/${mac}/assessments`, 1);
    first.end(true);
    const sender = await joinAs(owner.email, await tokenOf(owner, 'ingest'), { clientId, clean: false });
    const subscriber = listenTo(sender);
    await publish(sender, mac);
    await roundTrip(sender);
    assert.deepEqual(subscriber.received, []);
    sender.end(true);
  });

  it('ends the connection when it is deleted, its owner deactivated, and at its expiry; not with a new password', async () => {
    const leaver = await signUp(app);
    const [first, second] = [await tokenOf(leaver, 'read'), await tokenOf(leaver, 'read')];
    const [a, b] = [await joinAs(leaver.email, first), await joinAs(leaver.email, second)];
    const change = { currentPassword: PASSWORD, newPassword: 'Other!2345', confirmPassword: 'Other!2345' };
    await as(leaver.token, 'POST', '/profile/password', change);
    await roundTrip(a);
    await as(leaver.token, 'DELETE', `/profile/tokens/${first.id}`);
    await closed(a);
    await roundTrip(b);
    await as(admin.token, 'PUT', `/admin/users/${leaver.id}`, { status: 'inactive' });
    await closed(b);
    assert.notEqual(await codeOf(joinAs(leaver.email, second)), 0);

    const expiring = await tokenOf(owner, 'read', 'ingest');
    const client = await joinAs(owner.email, expiring);
    await app.pass(DAY);
    await closed(client);
    assert.equal(await codeOf(joinAs(owner.email, expiring)), BAD_CREDENTIALS);
  });

  it("of a service account subscribes to its patients' wearables, by its ID, and publishes nothing", async () => {
    const ward = async (name: string) => (await as(admin.token, 'POST', '/wards', { name })).body.data.id;
    const [north, south] = [await ward('North'), await ward('South')];
    const move = (wardId: string) => as(admin.token, 'PUT', `/patients/${owner.id}`, { wardId });
    assert.equal((await move(north)).status, 200);
    const create = async (name: string, wardIds?: readonly string[]): Promise<Json> => {
      const body = { name, scopes: ['read', 'respond', 'ingest', 'manage'], wardIds };
      return (await as(admin.token, 'POST', '/admin/service-accounts', body)).body.data;
    };
    const [near, far, all] = [
      await create('Near', [north]),
      await create('Far', [south]),
      await create('All'),
    ];
    const [nearby, away, whole] = [
      await joinAs(near.id, near),
      await joinAs(far.id, far),
      await joinAs(all.id, all),
    ];
    const topic = `devices/${mac}/readings`;
    assert.deepEqual(
      [await granted(nearby, topic), await granted(away, topic), await granted(whole, topic)],
      [0, REFUSED, 0],
    );
    for (const id of [near.id, owner.id])
      assert.equal(await granted(nearby, `caregivers/${id}/alerts`), REFUSED);
    const [subscriber, wide] = [listenTo(nearby), listenTo(whole)];
    const wearable = await join(app, { username: owner.email, password: owner.token });
    await publish(wearable, mac);
    await Promise.all([subscriber.next('/readings'), wide.next('/readings')]);

    await move(south);
    await eventually('the account no longer hears a patient who has moved', async () => {
      wide.received.length = 0;
      subscriber.received.length = 0;
      await publish(wearable, mac);
      await wide.next('/readings');
      await roundTrip(nearby);
      return subscriber.received.length === 0;
    });
    for (const [client, target] of [
      [whole, randomMac()],
      [away, mac],
    ] as const)
      await refusedPublish(client, readingsTopic(target), JSON.stringify(resting(target)));
    await as(admin.token, 'DELETE', `/admin/service-accounts/${near.id}`);
    await closed(nearby);
    wearable.end(true);
  });
});
