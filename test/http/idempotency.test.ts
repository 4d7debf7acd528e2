import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { Idempotency } from '../../src/platform/http/idempotency.ts';
import { HOUR_MS, SECOND_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { patientNow } from '../helpers/patience.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const LIKELY = { confidence: 0.8 };

describe('a POST with an Idempotency-Key', () => {
  let app: TestApp;
  /** Another instance. */
  let other: TestApp;
  let caregiver: Person;
  before(async () => {
    app = await startTestApp();
    other = await startTestApp({ DATABASE_URL: app.databaseUrl });
    caregiver = await signUp(app, 'CAREGIVER');
  });
  after(async () => {
    await other.close();
    await app.close();
  });

  const post = (
    { token }: Person,
    path: string,
    key: string,
    body?: object,
    instance: Pick<TestApp, 'call'> = app,
  ) => instance.call('POST', path, { token, body, headers: { 'Idempotency-Key': key } });
  const fallsOf = async ({ id }: Person) =>
    (await sql(app.databaseUrl, 'SELECT FROM fall_events WHERE user_id = $1', [id])).length;

  it('has one effect, and gets the first reply again from every instance', async () => {
    const ada = await signUp(app);
    const first = await post(ada, '/falls', 'a', LIKELY);
    assert.equal(first.status, 201);
    for (const instance of [app, other]) {
      const again = await post(ada, '/falls', 'a', LIKELY, instance);
      assert.equal(again.status, 201);
      assert.deepEqual(again.body, first.body);
    }
    assert.equal(await fallsOf(ada), 1);
  });

  it('has one effect when its copies arrive at the same moment', async () => {
    const ada = await signUp(app);
    const copies = Array.from({ length: 6 }, (_, i) =>
      post(ada, '/falls', 'at once', LIKELY, i % 2 === 0 ? app : other),
    );
    const [first, ...others] = await Promise.all(copies);
    for (const { status, body } of others) {
      assert.equal(status, 201);
      assert.deepEqual(body, first?.body);
    }
    assert.equal(await fallsOf(ada), 1);
  });

  it('keeps the reply of a reported fall in the transaction that records the fall', async () => {
    const [ada, ben] = [await signUp(app), await signUp(app)];
    await assign(app, caregiver, ben);
    await post(ada, '/falls', 'committed', LIKELY);
    await post(caregiver, `/patients/${ben.id}/falls`, 'committed', LIKELY);
    const together = await sql(
      app.databaseUrl,
      `SELECT FROM fall_events f JOIN idempotency_keys k ON f.xmin = k.xmin AND k.reply::json ->> 'id' = f.id::text
       WHERE f.user_id = ANY($1)`,
      [[ada.id, ben.id]],
    );
    assert.equal(together.length, 2);
  });

  it('keeps the reply of a change to a response in the transaction of the change', async () => {
    const ada = await signUp(app);
    await assign(app, caregiver, ada);
    const { id } = (await app.call('POST', '/falls', { ...ada, body: LIKELY })).body.data;
    const other = (await app.call('POST', '/falls', { ...ada, body: LIKELY })).body.data.id;
    const changes = [
      { by: caregiver, path: `/falls/${id}/claim`, body: { etaMinutes: 3 } },
      { by: caregiver, path: `/falls/${id}/release`, body: {} },
      { by: caregiver, path: `/falls/${id}/resolve`, body: { outcome: 'HELPED' } },
      { by: ada, path: `/falls/${other}/ok`, body: {} },
    ];
    for (const [i, { by, path, body }] of changes.entries()) {
      const reply = await post(by, path, `change ${i}`, body);
      assert.equal(reply.status, 200, path);
      // The transaction that wrote the row of the response wrote the reply, too.
      const [kept] = await sql(
        app.databaseUrl,
        `SELECT k.reply FROM responses r JOIN idempotency_keys k ON r.xmin = k.xmin WHERE r.fall_id = $1`,
        [path.split('/')[2]],
      );
      assert.deepEqual(JSON.parse(kept?.reply ?? 'null')?.response, reply.body.data.response, path);
    }
  });

  it('is carried out at once if the first attempt ended with an outage of the database', async () => {
    const ada = await signUp(app);
    const db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    let isAway = false;
    const run: Database['run'] = (...statement) =>
      isAway ? Promise.reject(new Unavailable('away')) : db.run(...statement);
    const idempotency = new Idempotency({ db: { ...db, run }, now: Date.now, log: silentLog() });
    const request = {
      userId: ada.id,
      key: 'c',
      method: 'POST',
      path: '/falls',
      query: '',
      body: new Uint8Array(),
    };
    const failing = idempotency.once(request, 201, () => {
      isAway = true;
      return Promise.reject(new Unavailable('away'));
    });
    await assert.rejects(failing, Unavailable);
    isAway = false;
    const from = patientNow();
    assert.deepEqual(await idempotency.once(request, 201, async () => ({ data: { id: 1 } })), {
      data: { id: 1 },
    });
    const ms = patientNow() - from;
    assert.ok(ms < 5_000, `it took ${ms} ms`);
    await db.close();
  });

  it('is refused when another request had the key', async () => {
    const ada = await signUp(app);
    await post(ada, '/falls', 'b', LIKELY);
    for (const [path, body] of [
      ['/falls', { confidence: 0.81 }],
      ['/help', undefined],
    ] as const) {
      const refusal = await post(ada, path, 'b', body);
      assert.equal(refusal.status, 409);
      assert.equal(refusal.body.code, 'IDEMPOTENCY_KEY_REUSED');
    }
    assert.equal(await fallsOf(ada), 1);
  });

  it('shares its key with no other account', async () => {
    const [ada, eve] = [await signUp(app), await signUp(app)];
    const first = await post(ada, '/falls', 'c', LIKELY);
    const second = await post(eve, '/falls', 'c', LIKELY);
    assert.equal(second.status, 201);
    assert.notEqual(second.body.data.id, first.body.data.id);
    assert.equal(second.body.data.userId, eve.id);
  });

  it('leaves one entry in the timeline of a fall', async () => {
    const ada = await signUp(app);
    await assign(app, caregiver, ada);
    const { id } = (await app.call('POST', '/falls', { ...ada, body: LIKELY })).body.data;
    for (let i = 0; i < 2; i++)
      assert.equal((await post(caregiver, `/falls/${id}/claim`, id, { etaMinutes: 3 })).status, 200);
    const { body } = await app.call('GET', `/falls/${id}/timeline`, caregiver);
    const entries = body.data.map(({ type }: { type: string }) => type);
    assert.deepEqual(entries, ['detected', 'claimed']);
    // Repeated, it would be refused: the fall is resolved already.
    for (let i = 0; i < 2; i++)
      assert.equal(
        (await post(caregiver, `/falls/${id}/resolve`, 'done', { outcome: 'HELPED' })).status,
        200,
      );
  });

  it('may be sent again with the key of a request that was refused', async () => {
    const ada = await signUp(app);
    await assign(app, caregiver, ada);
    const { id } = (await app.call('POST', '/falls', { ...ada, body: LIKELY })).body.data;
    assert.equal((await post(caregiver, `/falls/${id}/release`, 'refused')).status, 409);
    await app.call('POST', `/falls/${id}/claim`, { ...caregiver, body: {} });
    assert.equal((await post(caregiver, `/falls/${id}/release`, 'refused')).status, 200);
  });

  it('creates a secret once, and never shows it again', async () => {
    const ada = await signUp(app);
    const body = { name: 'script', scopes: ['read'], expiresInDays: 1 };
    const first = await post(ada, '/profile/tokens', 'd', body);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await post(ada, '/profile/tokens', 'd', body);
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'REPLY_NOT_KEPT');
    assert.equal((await app.call('GET', '/profile/tokens', ada)).body.data.length, 1);
    const kept = await sql(app.databaseUrl, 'SELECT reply FROM idempotency_keys WHERE user_id = $1', [
      ada.id,
    ]);
    assert.deepEqual(kept, [{ reply: null }]);
  });

  it('keeps no URL of a calendar feed, which holds its token', async () => {
    const carla = await signUp(app, 'CAREGIVER');
    const first = await post(carla, '/caregivers/me/calendar/feed', 'feed');
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal((await post(carla, '/caregivers/me/calendar/feed', 'feed')).body.code, 'REPLY_NOT_KEPT');
    const kept = await sql(app.databaseUrl, 'SELECT reply FROM idempotency_keys WHERE user_id = $1', [
      carla.id,
    ]);
    assert.deepEqual(kept, [{ reply: null }]);
  });

  it('is carried out if the instance died that had begun the first one', async () => {
    const ada = await signUp(app);
    await post(ada, '/falls', 'e', LIKELY);
    await sql(app.databaseUrl, 'DELETE FROM fall_events WHERE user_id = $1', [ada.id]);
    await sql(
      app.databaseUrl,
      'UPDATE idempotency_keys SET status = NULL, reply = NULL, attempted_at = $2 WHERE user_id = $1',
      [ada.id, new Date(app.clock.now() - 21 * SECOND_MS)],
    );
    assert.equal((await post(ada, '/falls', 'e', LIKELY)).status, 201);
    assert.equal(await fallsOf(ada), 1);
  });

  it('is a new request after a day', async () => {
    const ada = await signUp(app);
    const first = await post(ada, '/falls', 'f', LIKELY);
    await sql(app.databaseUrl, 'UPDATE idempotency_keys SET attempted_at = $2 WHERE user_id = $1', [
      ada.id,
      new Date(app.clock.now() - 25 * HOUR_MS),
    ]);
    assert.notEqual((await post(ada, '/falls', 'f', LIKELY)).body.data.id, first.body.data.id);
  });
});
