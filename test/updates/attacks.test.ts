import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { openRaw } from '../helpers/raw-http.ts';
import { resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { makeKey, register, sha256Of, signatureOf, someImage, upload, uploadPath } from './firmware.ts';

const MIB = 1024 * 1024;

describe('firmware under attack', () => {
  const { key, setting } = makeKey();
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  before(async () => {
    app = await startTestApp({ FIRMWARE_PUBLIC_KEY: setting, STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
    patient = await signUp(app);
  });
  after(() => app.close());

  const pieces = async (): Promise<number> =>
    (await sql(app.databaseUrl, 'SELECT count(*)::int AS n FROM firmware_pieces'))[0]?.n;
  const as = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: admin.token, body });
  const publish = async (version: string, image: Buffer): Promise<string> => {
    const signature = signatureOf(key, version, image);
    const { status, body } = await upload(app, admin, { version, signature, image });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const head = (version: string, image: Buffer, more: string, token = admin.token): string =>
    `POST /api${uploadPath(version, signatureOf(key, version, image))} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${more}\r\n\r\n`;

  it('takes an image of 16 MiB, and none that is a byte larger, whatever it declares', async () => {
    const largest = someImage(16 * MIB);
    const id = await publish('1.0.0', largest);
    const loaded = await fetch(`${app.url}/firmware/${id}/image`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    assert.equal(sha256Of(Buffer.from(await loaded.arrayBuffer())), sha256Of(largest));
    assert.equal((await as('DELETE', `/firmware/${id}`)).status, 204);
    const image = Buffer.concat([largest, Buffer.from('x')]);
    const { status, body } = await upload(app, admin, {
      version: '1.0.1',
      signature: signatureOf(key, '1.0.1', image),
      image,
    });
    assert.deepEqual([status, body.code], [413, 'BODY_TOO_LARGE']);
    await eventually('nothing is left', async () => (await pieces()) === 0);
  });

  it('takes an image in chunks without a length', async () => {
    const image = someImage(200_000);
    const raw = await openRaw(app.app.ports.http);
    raw.send(head('1.1.0', image, 'Transfer-Encoding: chunked'));
    for (let at = 0; at < image.length; at += 1000) {
      const chunk = image.subarray(at, at + 1000);
      raw.send(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
    }
    raw.send('0\r\n\r\n');
    const { status, body } = await raw.answer();
    assert.deepEqual([status, body.data?.sha256], [201, sha256Of(image)]);
    raw.close();
    await as('DELETE', `/firmware/${body.data.id}`);
  });

  it('keeps nothing of an upload that is cut off, and takes the next one', async () => {
    const image = someImage(400_000);
    for (let n = 0; n < 3; n++) {
      const raw = await openRaw(app.app.ports.http);
      raw.send(head('1.2.0', image, `Content-Length: ${image.length}`));
      raw.send(image.subarray(0, 300_000));
      await eventually('a part has arrived', async () => (await pieces()) > 0);
      raw.close();
      await eventually('nothing is left', async () => (await pieces()) === 0);
    }
    await as('DELETE', `/firmware/${await publish('1.2.0', image)}`);
  });

  it('has two uploads at once, also where they come to a standstill; others are told to wait', async () => {
    const image = someImage(100_000);
    const slow = await Promise.all([1, 2].map(() => openRaw(app.app.ports.http)));
    for (const raw of slow) {
      raw.send(head('1.3.0', image, `Content-Length: ${image.length}`));
      raw.send(image.subarray(0, 70_000));
    }
    await eventually('both have begun', async () => (await pieces()) === 2);
    const { status, body } = await upload(app, admin, {
      version: '1.3.0',
      signature: signatureOf(key, '1.3.0', image),
      image,
    });
    assert.deepEqual([status, body.code], [503, 'UNAVAILABLE']);
    const answers = slow.map((raw) => {
      raw.send(image.subarray(70_000));
      return raw.answer();
    });
    const statuses = (await Promise.all(answers)).map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [200, 201], 'the same image twice');
    for (const raw of slow) raw.close();
    const { data } = (await as('GET', '/firmware')).body;
    assert.equal(data.length, 1);
    await as('DELETE', `/firmware/${data[0].id}`);
    await eventually('nothing is left', async () => (await pieces()) === 0);
  });

  it('reads a refused body to its end, and keeps nothing of it', async () => {
    const image = someImage(500_000);
    for (const token of [patient.token, 'nonsense']) {
      const raw = await openRaw(app.app.ports.http);
      raw.send(head('1.4.0', image, `Content-Length: ${image.length}`, token));
      raw.send(image);
      assert.equal((await raw.answer()).status, token === patient.token ? 403 : 401);
      raw.close();
    }
    assert.equal(await pieces(), 0);
  });

  it('keeps at most 20 images', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await publish(`2.0.${n}`, someImage(10)));
    const image = someImage(10);
    const { status, body } = await upload(app, admin, {
      version: '2.0.20',
      signature: signatureOf(key, '2.0.20', image),
      image,
    });
    assert.deepEqual([status, body.code], [409, 'FIRMWARE_LIMIT']);
    for (const id of ids) await as('DELETE', `/firmware/${id}`);
  });

  it('rolls out once where two admins do so at the same moment', async () => {
    const mine = await register(app, admin, patient);
    const id = await publish('3.0.0', someImage(10));
    const replies = await Promise.all(
      [0.2, 1, 0.4, 1, 0.6, 1].map((share) => as('POST', `/firmware/${id}/rollout`, { share })),
    );
    assert.ok(replies.every(({ status }) => status === 200));
    const [{ rollout }] = (await as('GET', '/firmware')).body.data;
    assert.equal(rollout.length, 1);
    const outcomes = await Promise.all([
      as('DELETE', `/firmware/${id}`),
      as('POST', `/firmware/${id}/rollout`, { share: 1 }),
      as('DELETE', `/firmware/${id}`),
      app.call('GET', `/device/${mine.id}/updates`, { token: mine.token }),
      app.call('POST', `/device/${mine.id}/updates/state`, {
        token: mine.token,
        body: { version: '3.0.0', state: 'loading' },
      }),
    ]);
    assert.ok(
      outcomes.every(({ status }) => status < 500),
      JSON.stringify(outcomes.map(({ status }) => status)),
    );
    const { data } = (await app.call('GET', `/device/${mine.id}/updates`, { token: mine.token })).body;
    assert.equal(data, null);
  });

  it('serves 200 wearables at once, while readings are taken', async () => {
    const mine = await register(app, admin, await signUp(app));
    const image = someImage(300_000);
    const id = await publish('4.0.0', image);
    await as('POST', `/firmware/${id}/rollout`, { share: 1 });
    assert.equal(
      (await app.call('GET', `/device/${mine.id}/updates`, { token: mine.token })).body.data.id,
      id,
    );
    const load = async (): Promise<string> => {
      const response = await fetch(`${app.url}/firmware/${id}/image`, {
        headers: { Authorization: `Bearer ${mine.token}` },
      });
      return sha256Of(Buffer.from(await response.arrayBuffer()));
    };
    const all = Promise.all(Array.from({ length: 200 }, load));
    for (let n = 0; n < 20; n++) {
      const body = resting(mine.mac);
      assert.equal(
        (await app.call('POST', '/device/sensor-stream', { token: mine.token, body })).status,
        200,
      );
    }
    assert.deepEqual([...new Set(await all)], [sha256Of(image)]);
    await as('DELETE', `/firmware/${id}`);
  });

  it('ends a download whose image is deleted, so that the wearable does not take it for complete', async () => {
    const image = someImage(16 * MIB);
    const id = await publish('5.0.0', image);
    const raw = await openRaw(app.app.ports.http);
    raw.socket.pause();
    raw.send(
      `GET /api/firmware/${id}/image HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`,
    );
    await app.call('GET', '/health');
    assert.equal((await as('DELETE', `/firmware/${id}`)).status, 204);
    raw.socket.resume();
    const { text, closed } = await raw.rest(20_000);
    assert.equal(closed, true);
    assert.ok(text.length < image.length);
    const answer: Json = await as('GET', '/firmware');
    assert.deepEqual([answer.status, answer.body.data], [200, []]);
  });

  it('is off without a key: nothing is offered, and admins are told', async () => {
    const off = await startTestApp();
    const { token } = await logInAsAdmin(off);
    const calls = [
      ['GET', '/firmware', 409],
      ['GET', '/firmware/versions', 200],
    ] as const;
    for (const [method, path, status] of calls)
      assert.equal((await off.call(method, path, { token })).status, status);
    const image = someImage(10);
    const { status, body } = await upload(
      off,
      { token },
      { version: '1', signature: signatureOf(key, '1', image), image },
    );
    assert.deepEqual([status, body.code], [409, 'NOT_CONFIGURED']);
    await off.close();
  });
});
