import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { readConfig } from '../../src/app/config.ts';
import { rotateSecrets } from '../../src/app/secrets.ts';
import { JWT_SECRET, type Response, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const newKey = (): string => randomBytes(32).toString('base64');

/** Every row of every table as text. */
async function everyRow(databaseUrl: string): Promise<string> {
  const tables = await sql(
    databaseUrl,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const parts = await Promise.all(
    tables.map(({ name }) => sql(databaseUrl, `SELECT t::text AS row FROM ${name} t`)),
  );
  return parts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

describe('secrets at rest', () => {
  let app: TestApp;
  let receiver: Receiver;
  let admin: Person;
  let ada: Person;
  let totp: Buffer;
  let recoveryCodes: string[];
  let pushAuth: string;
  /** Secrets of the service and of Ada, by name. */
  const secrets: Record<string, string> = {};
  const ids: Record<string, string> = {};
  // A code of the step before would be too old if the step ended on its way.
  const now = standingClock();
  const env = { ALLOW_PRIVATE_TARGETS: 'true', SECRETS_KEY: newKey() };
  before(async () => {
    receiver = await startReceiver();
    app = await startTestApp(env, { now });
    admin = await logInAsAdmin(app);
    ada = await signUp(app);
    const offered = (await app.call('POST', '/profile/totp', ada)).body.data;
    totp = fromBase32(offered.secret);
    const confirmed = await app.call('POST', '/profile/totp/confirm', {
      ...ada,
      body: { code: codeAt(app, -1) },
    });
    recoveryCodes = confirmed.body.data.recoveryCodes;
    pushAuth = randomBytes(16).toString('base64url');
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const channels = {
      ntfy: { kind: 'ntfy', url: receiver.url, topic: 'falls', token: 'tk_of_ada' },
      webhook: { kind: 'webhook', url: `${receiver.url}/own` },
      webpush: { kind: 'webpush', endpoint: `${receiver.url}/push`, keys: { p256dh, auth: pushAuth } },
    };
    for (const [kind, body] of Object.entries(channels)) {
      const { status, body: answer } = await app.call('POST', '/profile/channels', { ...ada, body });
      assert.equal(status, 201, JSON.stringify(answer));
      ids[kind] = answer.data.id;
      if (kind === 'webhook') secrets.ownWebhook = answer.data.secret;
    }
    const feed = { url: `${receiver.url}/feed`, events: ['fall.raised'] };
    const added = (await app.call('POST', '/admin/webhooks', { ...admin, body: feed })).body.data;
    Object.assign(secrets, { webhook: added.secret, ntfy: 'tk_of_ada', pushAuth });
    ids.feed = added.id;
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });

  function codeAt(service: TestApp, steps = 0): string {
    return totpCode(totp, stepAt(service.clock.now()) + steps);
  }
  const login = (service: TestApp, more: object = {}): Promise<Response> =>
    service.call('POST', '/auth/login', { body: { email: ada.email, password: PASSWORD, ...more } });
  const testChannel = async (service: TestApp, kind: string) =>
    (await service.call('POST', `/profile/channels/${ids[kind]}/test`, ada)).body.data;
  /** Runs another instance on the same database. */
  async function beside<T>(more: Record<string, string>, work: (service: TestApp) => Promise<T>): Promise<T> {
    const service = await startTestApp({ ...env, ...more, DATABASE_URL: app.databaseUrl }, { now });
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  }
  /** Clears the used step, because a code works once. */
  const freshCode = async (): Promise<string> => {
    await sql(app.databaseUrl, 'UPDATE second_factors SET last_step = 0');
    return codeAt(app);
  };
  const rotate = (more: Record<string, string>): Promise<string> => {
    const config = readConfig({ JWT_SECRET, DATABASE_URL: app.databaseUrl, ...more });
    return rotateSecrets({ config, log: silentLog() });
  };

  async function assertNoneInClear(): Promise<void> {
    const rows = await everyRow(app.databaseUrl);
    assert.ok(rows.includes(ada.id), 'the rows are read');
    for (const [what, secret] of Object.entries({
      ...secrets,
      bytesOfWebhook: (secrets.webhook ?? '').replace('whsec_', ''),
      totp: totp.toString('hex'),
      totpInBase64: totp.toString('base64').replace(/=+$/, ''),
    }))
      assert.ok(!rows.includes(secret), `${what} is in clear text`);
  }

  async function assertAllWork(service: TestApp): Promise<void> {
    assert.equal((await login(service, { totp: await freshCode() })).status, 200);
    const before = receiver.received.length;
    for (const kind of ['ntfy', 'webhook', 'webpush'])
      assert.equal((await testChannel(service, kind)).delivered, true, kind);
    const [ntfy, own] = receiver.received.slice(before);
    assert.equal(ntfy?.headers.authorization, 'Bearer tk_of_ada');
    const signed = own?.headers as Record<string, string>;
    new Webhook(secrets.ownWebhook ?? '').verify(own?.body.toString() ?? '', signed);
    const feed = await service.call('POST', `/admin/webhooks/${ids.feed}/test`, admin);
    assert.equal(feed.body.data.delivered, true);
    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
    new Webhook(secrets.webhook ?? '').verify(body.toString(), headers as Record<string, string>);
  }

  it('are in no column in clear text, and all work', async () => {
    await assertNoneInClear();
    await assertAllWork(app);
  });

  it('sign and authorise messages of the outbox', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const body = { kind: 'ntfy', url: receiver.url, topic: 'night', token: 'tk_of_nurse' };
    assert.equal((await app.call('POST', '/profile/channels', { ...nurse, body })).status, 201);
    const patient = await app.call('POST', '/patients', {
      ...nurse,
      body: { email: 'zoe@example.org', firstName: 'Zoe', lastName: 'New' },
    });
    const { temporaryPassword: password } = patient.body.data;
    const zoe = await app.call('POST', '/auth/login', { body: { email: 'zoe@example.org', password } });
    await app.call('POST', '/falls', { token: zoe.body.token, body: { confidence: 0.95 } });
    const came = () =>
      receiver.received.some(({ headers }) => headers.authorization === 'Bearer tk_of_nurse');
    await eventually('the message arrives with the token', came, 10_000);
  });

  it('stay encrypted when a push subscription is renewed', async () => {
    const { length } = receiver.received;
    const auth = randomBytes(16).toString('base64url');
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const body = { kind: 'webpush', endpoint: `${receiver.url}/push`, keys: { p256dh, auth } };
    const again = await app.call('POST', '/profile/channels', { ...ada, body });
    assert.equal(again.body.data.id, ids.webpush);
    secrets.pushAuth = auth;
    await assertNoneInClear();
    assert.equal((await testChannel(app, 'webpush')).delivered, true);
    assert.equal(receiver.received.length, length + 1);
  });

  it('copied to another row are not accepted there', async () => {
    const eve = await signUp(app);
    await app.call('POST', '/profile/totp', eve);
    await sql(
      app.databaseUrl,
      `UPDATE second_factors SET confirmed_at = now(),
         secret = (SELECT secret FROM second_factors WHERE user_id = $2) WHERE user_id = $1`,
      [eve.id, ada.id],
    );
    const body = { email: eve.email, password: PASSWORD, totp: await freshCode() };
    const answer = await app.call('POST', '/auth/login', { body });
    assert.deepEqual([answer.status, answer.body.code], [503, 'SECRET_UNREADABLE']);
    await sql(app.databaseUrl, 'DELETE FROM second_factors WHERE user_id = $1', [eve.id]);
  });

  it('of an earlier version are encrypted at start, by instances that start together', async () => {
    const clear = { url: receiver.url, topic: 'falls', token: 'tk_of_ada' };
    await sql(app.databaseUrl, 'UPDATE second_factors SET secret = $2 WHERE user_id = $1', [ada.id, totp]);
    await sql(app.databaseUrl, 'UPDATE webhooks SET secret = $2 WHERE id = $1', [ids.feed, secrets.webhook]);
    await sql(app.databaseUrl, 'UPDATE notification_channels SET target = $2 WHERE id = $1', [
      ids.ntfy,
      clear,
    ]);
    await assert.rejects(assertNoneInClear());
    await Promise.all([
      beside({}, async () => {}),
      beside({}, async (service) => {
        await assertNoneInClear();
        await assertAllWork(service);
      }),
    ]);
    await assertAllWork(app);
  });

  it('are unreadable with another key: the service starts and answers SECRET_UNREADABLE', async () => {
    await beside({ SECRETS_KEY: newKey() }, async (service) => {
      const needed = await login(service);
      assert.deepEqual([needed.status, needed.body.code], [401, 'TOTP_REQUIRED']);
      const answer = await login(service, { totp: await freshCode() });
      assert.deepEqual([answer.status, answer.body.code], [503, 'SECRET_UNREADABLE']);
      const guess = await login(service, { totp: 'aaaa-bbbb-cccc-dddd' });
      assert.deepEqual([guess.status, guess.body.code], [401, 'TOTP_WRONG']);
      assert.equal((await login(service, { totp: recoveryCodes.pop() })).status, 200);
      const { delivered, error } = await testChannel(service, 'ntfy');
      assert.equal(delivered, false);
      assert.match(error, /cannot be decrypted/);
    });
    await assertAllWork(app);
  });

  it('move to a new key while the service runs with both keys', async () => {
    const key = newKey();
    const both = { SECRETS_KEY: key, OLD_SECRETS_KEY: env.SECRETS_KEY };
    await assert.rejects(rotate({ SECRETS_KEY: key, OLD_SECRETS_KEY: newKey() }), (error: Error) => {
      assert.match(error.message, /could not be decrypted.*OLD_SECRETS_KEY or OLD_JWT_SECRET/);
      return true;
    });
    await beside(both, async (service) => {
      await assertAllWork(service);
      const [said, again] = [await rotate(both), await rotate(both)];
      assert.match(said, /^Secrets: [1-9]\d* encrypted with the present key now, 0 already\.$/);
      assert.match(again, /^Secrets: 0 encrypted with the present key now, [1-9]\d* already\.$/);
      await assertAllWork(service);
    });
    await beside({ SECRETS_KEY: key }, assertAllWork);
    await assertNoneInClear();
    env.SECRETS_KEY = key;
  });

  it('use a key derived from JWT_SECRET without SECRETS_KEY, which may change too', async () => {
    const derived = { SECRETS_KEY: '', OLD_SECRETS_KEY: env.SECRETS_KEY };
    await rotate(derived);
    await beside({ SECRETS_KEY: '' }, assertAllWork);
    const next = { SECRETS_KEY: '', JWT_SECRET: 'another secret for tests that is long enough' };
    await beside(next, async (service) => {
      assert.equal((await login(service, { totp: await freshCode() })).status, 503);
    });
    await rotate({ ...next, OLD_JWT_SECRET: JWT_SECRET });
    await beside(next, async (service) => {
      assert.equal((await login(service, { totp: await freshCode() })).status, 200);
    });
    // Only SECRETS_KEY is new; with the same JWT_SECRET the rotation needs no old key.
    const withKey = { ...next, SECRETS_KEY: newKey() };
    assert.match(await rotate(withKey), /^Secrets: [1-9]\d* encrypted/);
    await assertNoneInClear();
  });
});
