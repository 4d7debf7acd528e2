import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;

const subscription = (endpoint: string) => ({
  kind: 'webpush',
  endpoint,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
});

describe('personal channels', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let status = 200;
  before(async () => {
    mailbox = await startMailbox();
    receiver = await startReceiver((response) => response.writeHead(status).end());
    app = await startTestApp({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Vigil <vigil@example.org>',
      ALLOW_PRIVATE_TARGETS: 'true',
      PUBLIC_URL: 'https://vigil.example.org',
    });
  });
  after(async () => {
    await app.close();
    await receiver.close();
    await mailbox.close();
  });

  const as = ({ token }: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  const add = (person: Person, body: unknown) => as(person, 'POST', '/profile/channels', body);
  const list = async (person: Person): Promise<Json[]> =>
    (await as(person, 'GET', '/profile/channels')).body.data;
  const test = (person: Person, id: string) => as(person, 'POST', `/profile/channels/${id}/test`);
  const hook = () => ({ kind: 'webhook', url: `${receiver.url}/hook` });
  const ntfy = () => ({ kind: 'ntfy', url: receiver.url, topic: 'ward-7', token: 'tk_very_secret' });

  describe('a person', () => {
    it('adds channels of every kind, and their secrets are never listed', async () => {
      const person = await signUp(app);
      const push = subscription(`${receiver.url}/push/1`);
      const bodies = [push, { kind: 'email', address: ' Ann@Example.org ' }, ntfy(), hook()];
      const made: Json[] = [];
      for (const body of bodies) {
        const answer = await add(person, body);
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        made.push(answer.body.data);
      }
      const listed = await list(person);
      assert.deepEqual(
        listed,
        made.map(({ secret, ...rest }) => rest),
      );
      assert.deepEqual(
        listed.map(({ kind, endpoint, address, url, topic }) => [kind, endpoint ?? address ?? url, topic]),
        [
          ['webpush', push.endpoint, null],
          ['email', 'ann@example.org', null],
          ['ntfy', receiver.url, 'ward-7'],
          ['webhook', `${receiver.url}/hook`, null],
        ],
      );
      assert.deepEqual(
        made.map(({ secret }) => typeof secret),
        ['object', 'object', 'object', 'string'],
      );
      for (const secret of [push.keys.auth, push.keys.p256dh, 'tk_very_secret', 'whsec_'])
        assert.ok(!JSON.stringify(listed).includes(secret));
      assert.deepEqual(
        listed.map(({ verifiedAt }) => verifiedAt !== null),
        [true, false, true, true],
      );
      assert.ok(listed.every(({ minSeverity, quietHours }) => minSeverity === 'POTENTIAL' && !quietHours));
    });

    it('says after a test whether the phone rings on silent; new keys of a subscription make it unknown', async () => {
      const person = await signUp(app);
      const push = subscription(`${receiver.url}/push/ringing`);
      const { id, ringsOnSilent } = (await add(person, push)).body.data;
      assert.equal(ringsOnSilent, null);
      const answer = (body: unknown) => as(person, 'POST', `/profile/channels/${id}/test-result`, body);
      assert.deepEqual((await answer({ rang: 'yes' })).body.details, {
        rang: 'must be true or false',
        silent: 'is required',
      });
      assert.equal((await answer({ rang: true, silent: true })).body.data.ringsOnSilent, true);
      assert.equal((await add(person, push)).body.data.ringsOnSilent, true, 'the same subscription');
      const renewed = await add(person, subscription(push.endpoint));
      assert.deepEqual([renewed.body.data.id, renewed.body.data.ringsOnSilent], [id, null]);
      const failed = async () =>
        sql(app.databaseUrl, 'SELECT passed FROM test_book WHERE person_id = $1', [person.id]);
      await answer({ rang: false, silent: true });
      assert.deepEqual(await failed(), []);
      await answer({ rang: false, silent: false });
      assert.deepEqual(await failed(), [{ passed: false }]);
    });

    it('receives an error for every invalid field at once', async () => {
      const person = await signUp(app);
      const quietHours = { from: '22:00', to: '6', timeZone: 'Mars/Olympus' };
      const bad: [object, string[]][] = [
        [{}, ['kind']],
        [{ kind: 'pigeon' }, ['kind']],
        [{ kind: 'webpush' }, ['endpoint', 'keys']],
        [{ kind: 'webpush', endpoint: 'x', keys: { p256dh: 'a', auth: 'b' } }, ['endpoint', 'keys']],
        [{ kind: 'email' }, ['address']],
        [{ kind: 'email', address: 'nobody' }, ['address']],
        [{ kind: 'ntfy', url: '', topic: 'a/b', token: 'a b' }, ['token', 'topic', 'url']],
        [{ kind: 'webhook', url: 'ftp://example.org/', minSeverity: 'SUSPICIOUS' }, ['minSeverity', 'url']],
        [{ ...hook(), quietHours }, ['quietHours.timeZone', 'quietHours.to']],
        [{ ...hook(), quietHours: 'always' }, ['quietHours']],
        [{ ...hook(), quietHours: { from: 1, to: '6' } }, ['quietHours.from']],
        [{ kind: 'webpush', endpoint: hook().url, keys: { auth: 7 } }, ['keys.auth', 'keys.p256dh']],
      ];
      for (const [body, fields] of bad) {
        const answer = await add(person, body);
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.deepEqual(Object.keys(answer.body.details).sort(), fields, JSON.stringify(body));
      }
      assert.deepEqual(await list(person), []);
    });

    it('sets a minimum level and quiet hours', async () => {
      const person = await signUp(app);
      const quietHours = { from: '22:00', to: '06:30', timeZone: 'Europe/Berlin' };
      const wishes = { minSeverity: 'HIGH', quietHours: { ...quietHours, more: 1 } };
      assert.equal((await add(person, { ...hook(), ...wishes })).status, 201);
      const [channel] = await list(person);
      assert.equal(channel.minSeverity, 'HIGH');
      assert.deepEqual(channel.quietHours, quietHours);
    });

    it('has at most 20 channels, even when many are added at once', async () => {
      const person = await signUp(app);
      for (let i = 0; i < 17; i += 1) await add(person, hook());
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(person, hook())));
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 201, 201, 409, 409, 409]);
      assert.equal((await list(person)).length, 20);
    });

    it('deletes a channel; only its owner can, and it is deleted with the account', async () => {
      const person = await signUp(app, 'CAREGIVER');
      const admin = await logInAsAdmin(app);
      const { id } = (await add(person, hook())).body.data;
      const path = `/profile/channels/${id}`;
      assert.equal((await as(admin, 'DELETE', path)).status, 403);
      assert.equal((await as(admin, 'POST', `${path}/test`)).status, 403);
      assert.equal((await as(admin, 'POST', `${path}/verify`, { code: '000000' })).status, 403);
      assert.equal((await as(person, 'DELETE', path)).status, 200);
      assert.equal((await as(person, 'DELETE', path)).status, 404);
      assert.equal((await as(person, 'DELETE', '/profile/channels/x')).status, 404);
      await add(person, hook());
      await as(person, 'DELETE', '/profile/me', { confirmation: true });
      const left = await sql(app.databaseUrl, 'SELECT FROM notification_channels WHERE user_id = $1', [
        person.id,
      ]);
      assert.equal(left.length, 0);
    });

    it('leaves entries in the audit log', async () => {
      const person = await signUp(app);
      const { id } = (await add(person, hook())).body.data;
      await as(person, 'DELETE', `/profile/channels/${id}`);
      const logs = await as(await logInAsAdmin(app), 'GET', '/admin/logs?limit=100');
      const actions = logs.body.data.filter((line: Json) => line.actorId === person.id);
      assert.deepEqual(
        actions.map((line: Json) => line.action).filter((action: string) => action.startsWith('channel')),
        ['channel.deleted', 'channel.added'],
      );
    });
  });

  describe('an e-mail address', () => {
    async function addAddress() {
      const person = await signUp(app);
      const address = `${person.id}@example.org`;
      const { body } = await add(person, { kind: 'email', address });
      const raw = mailbox.mails.find(({ to }) => to.includes(address))?.raw ?? '';
      const code = /code is (\d{6})/.exec(raw)?.[1] ?? assert.fail('no code was mailed');
      const wrong = code === '000000' ? '111111' : '000000';
      const verify = (given: unknown) =>
        as(person, 'POST', `/profile/channels/${body.data.id}/verify`, { code: given });
      return { person, id: body.data.id as string, code, wrong, verify };
    }

    it('is verified by the code that was mailed to it', async () => {
      const { person, id, code, wrong, verify } = await addAddress();
      assert.equal((await test(person, id)).status, 409);
      for (const bad of [wrong, 'abc', 123456, undefined]) {
        const refused = await verify(bad);
        assert.equal(refused.status, 400);
        assert.deepEqual(Object.keys(refused.body.details), ['code']);
      }
      const answer = await verify(code);
      assert.equal(answer.status, 200);
      assert.notEqual(answer.body.data.verifiedAt, null);
      assert.equal((await verify(code)).status, 409);
      assert.deepEqual((await test(person, id)).body.data, { delivered: true, status: 250, error: null });
    });

    it('accepts no code after five wrong ones', async () => {
      const { code, wrong, verify } = await addAddress();
      const guesses = await Promise.all(Array.from({ length: 5 }, () => verify(wrong)));
      assert.ok(guesses.every(({ status }) => status === 400));
      const late = await verify(code);
      assert.equal(late.status, 400);
      assert.match(late.body.details.code, /too often/);
    });

    it('accepts no code after 30 minutes', async () => {
      const { code, verify } = await addAddress();
      app.clock.advance(30 * MINUTE_MS);
      const late = await verify(code);
      // Webhook receivers refuse timestamps that are far from the current time.
      app.clock.advance(-30 * MINUTE_MS);
      assert.equal(late.status, 400);
      assert.match(late.body.details.code, /expired/);
    });

    it('receives at most ten codes an hour per person', async () => {
      const person = await signUp(app);
      const addresses = Array.from({ length: 12 }, (_, i) => `stranger${i}.${person.id}@example.org`);
      const tried = async (address = '') => {
        const answer = await add(person, { kind: 'email', address });
        if (answer.status === 201) await as(person, 'DELETE', `/profile/channels/${answer.body.data.id}`);
        return answer;
      };
      for (const address of addresses.slice(0, 10)) assert.equal((await tried(address)).status, 201);
      const refused = await tried(addresses[10]);
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait > 3_500 && wait <= 3_600, String(wait));
      assert.equal(refused.body.retryAfter, wait);
      assert.deepEqual(await list(person), []);
      assert.ok(!mailbox.mails.some(({ to }) => to.includes(addresses[10] ?? '')), 'no mail is sent');
      assert.equal((await add(person, hook())).status, 201, 'other kinds do not count');
      assert.equal((await add(await signUp(app), { kind: 'email', address: addresses[11] })).status, 201);
      app.clock.advance(wait * 1000);
      const later = await tried(addresses[11]);
      app.clock.advance(-wait * 1000);
      assert.equal(later.status, 201);
    });

    it('that refuses the mail is kept with the error', async () => {
      mailbox.refuse(true);
      try {
        const answer = await add(await signUp(app), { kind: 'email', address: 'gone@example.org' });
        assert.equal(answer.status, 201);
        assert.match(answer.body.data.lastError, /550/);
      } finally {
        mailbox.refuse(false);
      }
    });
  });

  describe('a push subscription', () => {
    const endpoint = () => `${receiver.url}/push/${randomBytes(8).toString('hex')}`;
    const keysOf = async (id: string) =>
      (await sql(app.databaseUrl, 'SELECT target FROM notification_channels WHERE id = $1', [id]))[0].target
        .keys;

    it('that is added again updates the existing channel with new keys and settings', async () => {
      const person = await signUp(app);
      const first = subscription(endpoint());
      const quietHours = { from: '22:00', to: '06:00', timeZone: 'UTC' };
      const made = (await add(person, { ...first, quietHours })).body.data;
      await sql(app.databaseUrl, `UPDATE notification_channels SET last_error = 'x' WHERE id = $1`, [
        made.id,
      ]);
      const renewed = { ...subscription(first.endpoint), minSeverity: 'HIGH' };
      const again = await add(person, renewed);
      assert.equal(again.status, 201);
      assert.deepEqual(
        { ...again.body.data, verifiedAt: made.verifiedAt },
        { ...made, minSeverity: 'HIGH', lastError: null },
        'omitted settings stay',
      );
      assert.equal((await list(person)).length, 1);
      const { p256dh, auth } = await keysOf(made.id);
      assert.equal(p256dh, renewed.keys.p256dh);
      assert.match(auth, /^enc:v1:/);
      for (let i = 0; i < 19; i += 1) await add(person, hook());
      assert.equal((await add(person, first)).status, 201, 'it does not count as the 21st');
      assert.equal((await add(person, subscription(endpoint()))).status, 409);
    });

    it('that another person adds moves to that person', async () => {
      const [first, second] = [await signUp(app), await signUp(app)];
      const browser = endpoint();
      await add(first, subscription(browser));
      await add(first, hook());
      const taken = await add(second, subscription(browser));
      assert.equal(taken.status, 201);
      assert.deepEqual(
        (await list(first)).map(({ kind }) => kind),
        ['webhook'],
      );
      assert.deepEqual(
        (await list(second)).map(({ id }) => id),
        [taken.body.data.id],
      );
      const logs = await as(await logInAsAdmin(app), 'GET', '/admin/logs?limit=100');
      assert.ok(
        logs.body.data.some(
          ({ action, actorId, subjectId }: Json) =>
            action === 'channel.deleted' && actorId === second.id && subjectId === first.id,
        ),
      );
      for (let i = 0; i < 20; i += 1) await add(first, hook());
      assert.equal((await add(first, subscription(browser))).status, 409);
      assert.equal((await list(second)).length, 1, 'a refused request does not move the subscription');
    });

    it('stays one channel when several people add it at once', async () => {
      const people = [await signUp(app), await signUp(app), await signUp(app)];
      const browser = endpoint();
      const answers = await Promise.all(
        [...people, ...people].map((person) => add(person, subscription(browser))),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      const lists = await Promise.all(people.map(list));
      assert.equal(lists.flat().length, 1);
    });
  });

  describe('a test message', () => {
    it('to a webhook is signed with the secret that was shown once', async () => {
      const person = await signUp(app);
      const { id, secret } = (await add(person, hook())).body.data;
      const before = receiver.received.length;
      const answer = await test(person, id);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body.data, { delivered: true, status: 200, error: null });
      const { headers, body } = receiver.received[before] ?? assert.fail();
      const event = new Webhook(secret).verify(body.toString(), headers as Record<string, string>) as Json;
      assert.equal(event.type, 'test');
      assert.equal(event.data.link, 'https://vigil.example.org/');
    });

    it('that fails shows the error; 410 disables the channel, and a success enables it again', async () => {
      const person = await signUp(app);
      const { id } = (await add(person, hook())).body.data;
      status = 500;
      assert.deepEqual((await test(person, id)).body.data, {
        delivered: false,
        status: 500,
        error: 'answered 500',
      });
      let [channel] = await list(person);
      assert.deepEqual([channel.lastError, channel.disabledAt], ['answered 500', null]);
      status = 410;
      await test(person, id);
      [channel] = await list(person);
      assert.notEqual(channel.disabledAt, null);
      status = 200;
      await test(person, id);
      [channel] = await list(person);
      assert.deepEqual([channel.lastError, channel.disabledAt], [null, null]);
    });

    it('to an expired push subscription deletes it', async () => {
      const person = await signUp(app);
      const { id } = (await add(person, subscription(`${receiver.url}/push/2`))).body.data;
      assert.equal((await test(person, id)).body.data.delivered, true);
      const { headers } = receiver.received.at(-1) ?? assert.fail();
      const { publicKey } = (await as(person, 'GET', '/push/key')).body.data;
      assert.ok(headers.authorization?.endsWith(`k=${publicKey}`));
      status = 410;
      try {
        assert.equal((await test(person, id)).body.data.delivered, false);
      } finally {
        status = 200;
      }
      assert.deepEqual(await list(person), []);
    });

    it('to ntfy carries its token', async () => {
      const person = await signUp(app);
      const { id } = (await add(person, ntfy())).body.data;
      assert.equal((await test(person, id)).body.data.delivered, true);
      const { headers, body } = receiver.received.at(-1) ?? assert.fail();
      assert.equal(headers.authorization, 'Bearer tk_very_secret');
      assert.equal(JSON.parse(body.toString()).topic, 'ward-7');
    });
  });

  describe("the organisation's webhooks", () => {
    const body = () => ({ url: `${receiver.url}/feed`, events: ['fall.raised', 'device.status'] });

    it('are added with a secret that is shown once, tested and deleted', async () => {
      const admin = await logInAsAdmin(app);
      const made = await as(admin, 'POST', '/admin/webhooks', body());
      assert.equal(made.status, 201);
      const { secret, ...rest } = made.body.data;
      assert.deepEqual(rest.events, body().events);
      const listed = (await as(admin, 'GET', '/admin/webhooks')).body.data;
      assert.deepEqual(
        listed.find(({ id }: Json) => id === rest.id),
        rest,
      );
      const path = `/admin/webhooks/${rest.id}`;
      const tested = await as(admin, 'POST', `${path}/test`);
      assert.deepEqual(tested.body.data, { delivered: true, status: 200, error: null });
      const sent = receiver.received.at(-1) ?? assert.fail();
      new Webhook(secret).verify(sent.body.toString(), sent.headers as Record<string, string>);
      assert.equal((await as(admin, 'DELETE', path)).status, 200);
      assert.equal((await as(admin, 'DELETE', path)).status, 404);
    });

    it('are disabled by a 410 and enabled by a successful test', async () => {
      const admin = await logInAsAdmin(app);
      const { id } = (await as(admin, 'POST', '/admin/webhooks', body())).body.data;
      const now = async () =>
        (await as(admin, 'GET', '/admin/webhooks')).body.data.find((row: Json) => row.id === id);
      status = 410;
      await as(admin, 'POST', `/admin/webhooks/${id}/test`);
      status = 200;
      assert.notEqual((await now()).disabledAt, null);
      assert.equal((await now()).lastError, 'answered 410');
      await as(admin, 'POST', `/admin/webhooks/${id}/test`);
      assert.deepEqual([(await now()).disabledAt, (await now()).lastError], [null, null]);
    });

    it('subscribe only to known events, each once', async () => {
      const admin = await logInAsAdmin(app);
      for (const events of [undefined, [], ['fall'], 'fall.raised', ['fall.raised', 'fall.raised']]) {
        const answer = await as(admin, 'POST', '/admin/webhooks', { ...body(), events });
        assert.equal(answer.status, 400, JSON.stringify(events));
        assert.deepEqual(Object.keys(answer.body.details), ['events']);
      }
    });
  });
});

describe('personal channels without settings', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('are offered in the kinds that the service can send', async () => {
    const { token } = await signUp(app, 'CAREGIVER');
    const { data } = (await app.call('GET', '/profile/channel-kinds', { token })).body;
    assert.deepEqual(Object.fromEntries(data.map(({ kind, offered }: Json) => [kind, offered])), {
      webpush: true,
      email: false,
      ntfy: true,
      webhook: true,
      sms: false,
      call: false,
      pager: false,
    });
  });

  it('refuse e-mail as not configured', async () => {
    const { token } = await signUp(app);
    const body = { kind: 'email', address: 'a@example.org' };
    const answer = await app.call('POST', '/profile/channels', { token, body });
    assert.equal(answer.status, 409);
    assert.match(answer.body.error, /not configured/);
  });

  it('generate the Web Push keys once in development', async () => {
    const { token } = await signUp(app);
    const { body } = await app.call('GET', '/push/key', { token });
    assert.equal(Buffer.from(body.data.publicKey, 'base64url').length, 65);
  });

  it('accept only https and public addresses, for people and for the organisation', async () => {
    const { token } = await logInAsAdmin(app);
    const refused = async (path: string, body: object, field: string) => {
      const answer = await app.call('POST', path, { token, body });
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.deepEqual(Object.keys(answer.body.details), [field]);
    };
    for (const url of ['http://example.org/', 'https://10.0.0.1/', 'https://[::1]/', 'https://127.1/']) {
      await refused('/profile/channels', { kind: 'webhook', url }, 'url');
      await refused('/profile/channels', { kind: 'ntfy', url, topic: 'x' }, 'url');
      await refused('/profile/channels', subscription(url), 'endpoint');
      await refused('/admin/webhooks', { url, events: ['fall.raised'] }, 'url');
    }
  });

  it('report a failed delivery when a name resolves to a private address', async () => {
    const { token } = await signUp(app);
    const body = { kind: 'webhook', url: 'https://localhost/hook' };
    const { id } = (await app.call('POST', '/profile/channels', { token, body })).body.data;
    const { body: answer } = await app.call('POST', `/profile/channels/${id}/test`, { token });
    assert.equal(answer.data.delivered, false);
    assert.equal(answer.data.status, null);
    const [channel] = (await app.call('GET', '/profile/channels', { token })).body.data;
    assert.equal(channel.lastError, answer.data.error);
  });
});

describe('personal channels in production', () => {
  const headers = { 'X-Forwarded-Proto': 'https' };
  const production = (env: Readonly<Record<string, string>> = {}) =>
    startTestApp({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1', ...env });

  it('refuse Web Push as not configured without VAPID_*', async (t) => {
    const app = await production({ PUBLIC_URL: 'https://vigil.example.org' });
    t.after(() => app.close());
    const call: TestApp['call'] = (method, path, options) => app.call(method, path, { headers, ...options });
    const { token } = await signUp({ call });
    for (const answer of [
      await call('GET', '/push/key', { token }),
      await call('POST', '/profile/channels', { token, body: subscription('https://push.example.org/1') }),
    ]) {
      assert.equal(answer.status, 409);
      assert.match(answer.body.error, /not configured/);
    }
  });

  it('are refused without PUBLIC_URL, which their messages link to', async (t) => {
    const app = await production();
    t.after(() => app.close());
    const call: TestApp['call'] = (method, path, options) => app.call(method, path, { headers, ...options });
    const { token } = await signUp({ call });
    const body = { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'x' };
    const answer = await call('POST', '/profile/channels', { token, body });
    assert.equal(answer.status, 409);
    assert.match(answer.body.error, /PUBLIC_URL/);
  });
});
