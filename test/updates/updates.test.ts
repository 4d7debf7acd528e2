import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rawKeyIn } from '../../src/updates/signature.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, closed, granted, join, listenTo } from '../mqtt/clients.ts';
import { makeKey, register, sha256Of, signatureOf, someImage, upload, type Wearable } from './firmware.ts';

describe('firmware updates', () => {
  const { key, setting } = makeKey();
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let patient: Person;
  before(async () => {
    app = await startTestApp({ FIRMWARE_PUBLIC_KEY: setting, STREAM_INTERVAL_MS: '0' });
    admin = await logInAsAdmin(app);
    [nurse, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
    await assign(app, nurse, patient);
  });
  after(() => app.close());

  const as = (who: Pick<Person, 'token'>, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: who.token, body });
  const publish = async (version: string, image = someImage(), model?: string) => {
    const signature = signatureOf(key, version, image);
    const { status, body } = await upload(app, admin, { version, signature, image, model });
    assert.equal(status, 201, JSON.stringify(body));
    return { ...body.data, image } as Json;
  };
  const rollOut = (id: string, body: object = { share: 1 }) =>
    as(admin, 'POST', `/firmware/${id}/rollout`, body);
  const offerTo = async ({ id, token }: Wearable): Promise<Json> =>
    (await as({ token }, 'GET', `/device/${id}/updates`)).body.data;
  const wearable = (owner = patient) => register(app, admin, owner);
  const report = ({ id, token }: Wearable, body: object) =>
    as({ token }, 'POST', `/device/${id}/updates/state`, body);
  const read = ({ token, mac }: Wearable, version: string) =>
    as({ token }, 'POST', '/device/sensor-stream', resting(mac, { firmware_version: version }));
  const statesOf = async (id: string): Promise<Json> =>
    (await as(admin, 'GET', '/firmware')).body.data.find((one: Json) => one.id === id).states;
  const clear = async () => {
    for (const { id } of (await as(admin, 'GET', '/firmware')).body.data)
      assert.equal((await as(admin, 'DELETE', `/firmware/${id}`)).status, 204);
  };
  const connect = ({ mac, token }: Wearable) => join(app, { username: mac, password: token });

  it('reach a wearable over MQTT, from the upload to the reading of the new version', async () => {
    const mine = await wearable();
    await read(mine, '1.4.2');
    const client = await connect(mine);
    const heard = listenTo(client);
    await granted(client, `devices/${mine.mac}/updates`);
    const { id, image, ...file } = await publish('1.5.0');
    assert.deepEqual(await offerTo(mine), null, 'an image that is not rolled out is not offered');
    assert.equal((await rollOut(id)).status, 200);
    const offer = await heard.next('/updates');
    const { version, sha256 } = file;
    assert.deepEqual(offer.json, {
      id,
      version: '1.5.0',
      url: `http://localhost:${app.app.ports.http}/api/firmware/${id}/image`,
      size: image.length,
      sha256: sha256Of(image),
      signature: signatureOf(key, '1.5.0', image),
    });
    assert.deepEqual(await offerTo(mine), offer.json, 'the same over HTTP');
    assert.equal((await as(patient, 'GET', `/device/${mine.id}/status`)).body.data.updateAvailable, true);

    const later = await connect(mine);
    const heardLater = listenTo(later);
    await granted(later, `devices/${mine.mac}/#`);
    const kept = await heardLater.next('/updates');
    assert.deepEqual([kept.retain, kept.json], [true, offer.json]);

    const loaded = await fetch(`${app.url}/firmware/${id}/image`, {
      headers: { Authorization: `Bearer ${mine.token}` },
    });
    assert.deepEqual(
      [loaded.status, loaded.headers.get('content-length'), loaded.headers.get('accept-ranges')],
      [200, String(image.length), 'bytes'],
    );
    assert.equal(sha256Of(Buffer.from(await loaded.arrayBuffer())), sha256);

    await client.publishAsync(
      `devices/${mine.mac}/updates/state`,
      JSON.stringify({ version, state: 'loading' }),
      { qos: 1 },
    );
    assert.equal((await statesOf(id)).loading, 1);
    await read(mine, '1.5.0');
    assert.equal((await as(patient, 'GET', `/device/${mine.id}/status`)).body.data.updateAvailable, false);
    assert.equal(await offerTo(mine), null, 'what it runs is not offered');
    await app.pass(10_000);
    assert.equal((await heard.next('/updates')).text, '', 'the offer is withdrawn');
    assert.equal((await statesOf(id)).installed, 1);
    const { body } = await as(admin, 'GET', `/firmware/${id}/devices?state=installed`);
    const [{ since, ...device }] = body.data;
    assert.deepEqual(device, {
      deviceId: mine.id,
      macAddress: mine.mac,
      name: device.name,
      wearer: { id: patient.id, name: device.wearer.name },
      state: 'installed',
      error: null,
      firmwareVersion: '1.5.0',
    });
    client.end(true);
    later.end(true);
    await clear();
  });

  it('are offered to wearables of their model alone, and without one to those that report none', async () => {
    const reporting = async (fields: object): Promise<Wearable> => {
      const mine = await wearable();
      const body = resting(mine.mac, { firmware_version: '1.4.2', ...fields });
      assert.equal((await as(mine, 'POST', '/device/sensor-stream', body)).status, 200);
      return mine;
    };
    const [watch, board, silent, unheard] = [
      await reporting({ model: 'bangle2' }),
      await reporting({ model: 'esp32' }),
      await reporting({}),
      await wearable(),
    ];
    await app.pass(10_000);
    const forAny = await publish('1.5.0');
    const forWatches = await publish('1.5.0', someImage(), 'bangle2');
    assert.deepEqual([forAny.model, forWatches.model], [null, 'bangle2'], 'one version each');
    for (const { id } of [forAny, forWatches]) await rollOut(id);
    const offered = async () =>
      Promise.all([watch, board, silent, unheard].map(async (one) => (await offerTo(one))?.id));
    assert.deepEqual(await offered(), [forWatches.id, undefined, forAny.id, forAny.id]);
    const load = (id: string, { token }: Wearable) => as({ token }, 'GET', `/firmware/${id}/image`);
    assert.equal((await load(forAny.id, watch)).status, 403);

    assert.equal((await report(watch, { version: '1.5.0', state: 'loading' })).status, 200);
    assert.deepEqual([(await statesOf(forWatches.id)).loading, (await statesOf(forAny.id)).loading], [1, 0]);
    const refused = await report(board, { version: '1.5.0', state: 'loading' });
    assert.equal(refused.body.code, 'UPDATE_NOT_OFFERED');

    const model = resting(silent.mac, { firmware_version: '1.4.2', model: 'esp32' });
    await as(silent, 'POST', '/device/sensor-stream', model);
    assert.equal(await offerTo(silent), null, 'as soon as it reports another model');
    await app.pass(10_000);
    await eventually('the offer is withdrawn', async () => (await statesOf(forAny.id)).offered === 1);
    const { body } = await as(admin, 'GET', '/firmware/versions');
    const isOld = (wanted: string | null) =>
      body.data.find((one: Json) => one.model === wanted && one.version === '1.4.2')?.isOld;
    assert.deepEqual([isOld('bangle2'), isOld('esp32')], [true, false]);
    assert.equal((await as(patient, 'GET', `/device/${watch.id}/status`)).body.data.model, 'bangle2');

    const image = someImage();
    const named = { version: '1.6.0', signature: signatureOf(key, '1.6.0', image), image };
    for (const wrong of ['', 'two words', 'x'.repeat(33), 'a\0b'])
      assert.equal((await upload(app, admin, { ...named, model: wrong })).status, 400, wrong);
    await clear();
  });

  it('are checked with a key that the QR code of a wearable has', async () => {
    const mine = await wearable();
    const { body } = await as(patient, 'POST', `/device/${mine.id}/token`);
    assert.equal(body.data.updateKey, setting);
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(setting, 'base64'),
    ]);
    assert.equal(rawKeyIn(spki.toString('base64')), setting, 'whatever header OpenSSL gave it');
  });

  it('are taken with the right signature only, once per version', async () => {
    const image = someImage(70_000);
    const signature = signatureOf(key, '2.0.0', image);
    const other = makeKey().key;
    const changed = Buffer.from(image);
    changed[0] = (changed[0] ?? 0) ^ 1;
    const refusedAs = async (code: string, version: string, sig: string, bytes = image) => {
      const { body } = await upload(app, admin, { version, signature: sig, image: bytes });
      assert.equal(body.code, code, JSON.stringify(body));
    };
    await refusedAs('FIRMWARE_SIGNATURE_WRONG', '2.0.0', signatureOf(other, '2.0.0', image));
    await refusedAs('FIRMWARE_SIGNATURE_WRONG', '2.0.1', signature);
    await refusedAs('FIRMWARE_SIGNATURE_WRONG', '2.0.0', signature, changed);
    await refusedAs('FIRMWARE_SIGNATURE_WRONG', '2.0.0', signature, image.subarray(1));
    await refusedAs('FIRMWARE_SIGNATURE_WRONG', '2.0.0', signature, Buffer.alloc(0));
    await refusedAs('VALIDATION_FAILED', '2.0.0', 'AAAA');
    await refusedAs('VALIDATION_FAILED', 'two words', signature);
    await eventually('nothing is left of them', async () => (await pieces()) === 0);

    const { status, body } = await upload(app, admin, { version: '2.0.0', signature, image });
    assert.equal(status, 201);
    assert.equal(body.data.createdBy, admin.id);
    const again = await upload(app, admin, { version: '2.0.0', signature, image });
    assert.deepEqual([again.status, again.body.data], [200, body.data]);
    await refusedAs('FIRMWARE_TAKEN', '2.0.0', signatureOf(key, '2.0.0', changed), changed);
    await eventually('only the first is kept', async () => (await pieces()) === 2);
    await clear();
    assert.equal(await pieces(), 0);
  });

  const pieces = async (): Promise<number> =>
    (await sql(app.databaseUrl, 'SELECT count(*)::int AS n FROM firmware_pieces'))[0]?.n;

  it('are for admins; a wearable sees its own offer alone, and loads no other image', async () => {
    const { id, image } = await publish('3.0.0');
    const [mine, theirs] = [await wearable(), await wearable(await signUp(app))];
    const wardId = (await as(admin, 'POST', '/wards', { name: 'Ward of firmware' })).body.data.id;
    const ofWard = await signUp(app);
    const inWard = await wearable(ofWard);
    await as(admin, 'PUT', `/patients/${ofWard.id}`, { wardId });
    assert.equal((await rollOut(id, { share: 1, wardId })).status, 200);
    assert.equal((await offerTo(inWard))?.version, '3.0.0');
    assert.equal(await offerTo(mine), null, 'another ward');
    for (const who of [nurse, patient, mine])
      for (const [method, path] of [
        ['GET', '/firmware'],
        ['GET', '/firmware/versions'],
        ['POST', `/firmware/${id}/rollout`],
        ['GET', `/firmware/${id}/devices`],
        ['DELETE', `/firmware/${id}`],
      ] as const)
        assert.equal((await as(who, method, path, method === 'POST' ? { share: 1 } : undefined)).status, 403);
    for (const who of [nurse, patient, mine]) {
      const signature = signatureOf(key, '3.0.1', image);
      assert.equal((await upload(app, who, { version: '3.0.1', signature, image })).status, 403);
    }
    for (const who of [nurse, patient, mine, theirs])
      assert.equal((await as(who, 'GET', `/firmware/${id}/image`)).status, 403);
    const get = (headers: Record<string, string>, token = inWard.token) =>
      fetch(`${app.url}/firmware/${id}/image`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
    assert.equal((await get({})).status, 200);
    assert.equal((await as(mine, 'GET', `/device/${inWard.id}/updates`)).status, 403);
    assert.equal(
      (await report(mine, { version: '3.0.0', state: 'installed' })).body.code,
      'UPDATE_NOT_OFFERED',
    );
    assert.equal(
      (await as(mine, 'POST', `/device/${inWard.id}/updates/state`, { version: '3.0.0', state: 'failed' }))
        .status,
      403,
    );
    assert.equal(
      (await as(nurse, 'POST', `/device/${mine.id}/updates/state`, { version: '3.0.0', state: 'failed' }))
        .status,
      403,
    );
    assert.equal((await as(nurse, 'GET', `/device/${mine.id}/updates`)).status, 200);

    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await get({ Range: range, ...more });
      const bytes = Buffer.from(await response.arrayBuffer());
      return [response.status, response.headers.get('content-range'), bytes] as const;
    };
    const size = image.length;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=65530-65549', 65_530, 65_550],
      ['bytes=100000-', 100_000, size],
      ['bytes=-10', size - 10, size],
      [`bytes=10-${size * 2}`, 10, size],
    ] as const) {
      const [status, contentRange, bytes] = await part(range);
      assert.deepEqual([status, contentRange], [206, `bytes ${from}-${to - 1}/${size}`], range);
      assert.ok(bytes.equals(image.subarray(from, to)), range);
    }
    for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=x-y'])
      assert.equal((await part(range))[0], 200, range);
    assert.deepEqual((await part(`bytes=${size}-`)).slice(0, 2), [416, `bytes */${size}`]);
    assert.equal((await part('bytes=0-9', { 'If-Range': '"another"' }))[0], 200);
    assert.equal((await part('bytes=0-9', { 'If-Range': `"${sha256Of(image)}"` }))[0], 206);
    assert.equal((await get({ 'If-None-Match': `"${sha256Of(image)}"` })).status, 304);
    const head = await fetch(`${app.url}/firmware/${id}/image`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${inWard.token}` },
    });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
    await clear();
  });

  it('are offered to a growing share, that has all of a smaller one, and to no newer or failed wearable', async () => {
    const owners = await Promise.all([1, 2, 3, 4].map(() => signUp(app)));
    const many = await Promise.all(Array.from({ length: 20 }, async (_, n) => wearable(owners[n % 4])));
    const { id } = await publish('4.0.0');
    const offered = async () => {
      const found = await Promise.all(
        many.map(async (one) => ((await offerTo(one)) === null ? [] : [one.mac])),
      );
      return found.flat();
    };
    let before: string[] = [];
    for (const share of [0, 0.3, 0.6, 1]) {
      assert.equal((await rollOut(id, { share })).status, 200);
      const now = await offered();
      assert.ok(
        before.every((mac) => now.includes(mac)),
        `of ${share}`,
      );
      assert.ok(share === 1 ? now.length === 20 : share === 0 ? now.length === 0 : now.length < 20);
      before = now;
    }
    for (const share of [-0.1, 1.1, '1', null]) assert.equal((await rollOut(id, { share })).status, 400);
    assert.equal((await rollOut(id, { share: 1, wardId: patient.id })).status, 404);

    const [newer, same, failing, goingBack] = many as [Wearable, Wearable, Wearable, Wearable];
    await read(newer, '4.1.0');
    await read(same, 'v4.0.0');
    await report(failing, { version: '4.0.0', state: 'loading' });
    const failed = await report(failing, { version: '4.0.0', state: 'failed', error: 'flash write failed' });
    assert.deepEqual(failed.body.data, { version: '4.0.0', state: 'failed' });
    await read(goingBack, '4.0.0');
    await app.pass(10_000);
    await eventually('its reading counts', async () => (await statesOf(id)).installed >= 2);
    const back = await report(goingBack, {
      version: '4.0.0',
      state: 'rolled_back',
      error: 'no acknowledgement',
    });
    assert.equal(back.body.data.state, 'rolled_back');
    for (const one of [newer, same, failing, goingBack]) assert.equal(await offerTo(one), null);
    // Messages that come again, or too late.
    assert.equal((await report(failing, { version: '4.0.0', state: 'loading' })).body.data.state, 'failed');
    assert.equal(
      (await report(goingBack, { version: '4.0.0', state: 'installed' })).body.data.state,
      'rolled_back',
    );
    assert.equal((await as(failing, 'GET', `/firmware/${id}/image`)).status, 403);
    assert.equal((await rollOut(id)).status, 200);
    assert.equal(await offerTo(failing), null, 'not by itself');
    await rollOut(id, { share: 1, again: true });
    assert.equal((await offerTo(failing))?.version, '4.0.0');
    const two = await publish('4.0.1');
    await rollOut(two.id);
    assert.equal((await offerTo(failing))?.version, '4.0.1', 'the newest image wins');
    await clear();
    assert.equal(await offerTo(failing), null);
  });

  it('stop when too many wearables fail, and tell the admins', async () => {
    const owner = await signUp(app);
    const many = await Promise.all(Array.from({ length: 5 }, () => wearable(owner)));
    const { id } = await publish('5.0.0');
    await rollOut(id);
    const client = await connect(many[4] as Wearable);
    const heard = listenTo(client);
    await granted(client, `devices/${many[4]?.mac}/updates`);
    assert.equal((await heard.next('/updates')).json.version, '5.0.0');
    for (const one of many.slice(0, 3)) await report(one, { version: '5.0.0', state: 'failed' });
    assert.equal((await heard.next('/updates')).text, '');
    const [image] = (await as(admin, 'GET', '/firmware')).body.data;
    assert.notEqual(image.stoppedAt, null);
    assert.equal(await offerTo(many[4] as Wearable), null);
    const notices = (await as(admin, 'GET', '/board')).body.data.notices ?? [];
    assert.ok(JSON.stringify(notices).includes('FIRMWARE_STOPPED'), JSON.stringify(notices).slice(0, 300));
    await rollOut(id);
    assert.equal((await heard.next('/updates')).json.version, '5.0.0', 'an admin offers it again');
    client.end(true);
    await clear();
  });

  it('stop when three wearables fail at the same moment', async () => {
    const owner = await signUp(app);
    const many = await Promise.all(Array.from({ length: 3 }, () => wearable(owner)));
    for (let round = 0; round < 5; round += 1) {
      const version = `5.${round + 1}.0`;
      const { id } = await publish(version);
      await rollOut(id);
      await Promise.all(many.map((one) => report(one, { version, state: 'failed' })));
      const [image] = (await as(admin, 'GET', '/firmware')).body.data;
      assert.notEqual(image.stoppedAt, null, version);
      await clear();
    }
  });

  it('take states over MQTT of the wearable itself, and answer bad ones', async () => {
    const [mine, theirs] = [await wearable(), await wearable(await signUp(app))];
    const { id } = await publish('6.0.0');
    await rollOut(id);
    const client = await connect(mine);
    const heard = listenTo(client);
    await granted(client, `devices/${mine.mac}/assessments`);
    const say = async (text: string) => {
      await client.publishAsync(`devices/${mine.mac}/updates/state`, text, { qos: 1 });
      return (await heard.next('/assessments')).json;
    };
    for (const bad of [
      '',
      '{',
      '[]',
      '{}',
      '{"version":"6.0.0","state":"offered"}',
      JSON.stringify({ version: '6.0.0', state: 'failed', error: 'x'.repeat(201) }),
    ])
      assert.equal((await say(bad)).status, 400, bad.slice(0, 40));
    assert.equal(
      (await say(JSON.stringify({ version: '9.9.9', state: 'loading' }))).code,
      'UPDATE_NOT_OFFERED',
    );
    assert.equal((await say('x'.repeat(2_000))).status, 413);
    const state = JSON.stringify({ version: '6.0.0', state: 'installed' });
    assert.deepEqual((await say(state)).data, { version: '6.0.0', state: 'installed' });
    assert.deepEqual((await say(state)).data, { version: '6.0.0', state: 'installed' }, 'again');
    assert.equal((await statesOf(id)).installed, 1);
    const spy = await join(app, bySession(nurse));
    spy.publish(`devices/${theirs.mac}/updates/state`, state, { qos: 0 });
    await closed(spy);
    client.publish(`devices/${theirs.mac}/updates/state`, state, { qos: 0 });
    await closed(client);
    assert.equal((await statesOf(id)).installed, 1);
    await clear();
  });

  it('reach a wearable that registers later, and not one of nobody', async () => {
    const { id } = await publish('7.0.0');
    await rollOut(id);
    const late = await wearable();
    assert.equal((await offerTo(late))?.id, id);
    const client = await join(app, bySession(patient));
    const heard = listenTo(client);
    const unknown = randomMac();
    await granted(client, `devices/${unknown}/updates`);
    await granted(client, `devices/${late.mac}/updates`);
    assert.equal((await heard.next('/updates')).topic, `devices/${late.mac}/updates`);
    client.end(true);
    await clear();
  });
});
