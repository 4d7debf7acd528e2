import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { signatureOf } from '../helpers/phone-gateway.ts';
import { type Received, type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { setPolicy } from '../response/channels-of.ts';

const SECRET = 'Bearer a-secret-of-the-template';
/** Quotes, a backslash, markup, an ampersand and a placeholder: nothing of it may become a part of the request. */
const NASTY = { firstName: 'Ann "Q" \\ {{to}}', lastName: `O'Neil & <b>+1</b>` };
const NAME = `${NASTY.firstName} ${NASTY.lastName}`;
let numbers = 0;

describe('an SMS gateway by template', () => {
  let folder: string;
  let app: TestApp;
  let server: Receiver;
  let admin: Person;
  let patient: Person;
  let nurse: Person;
  let number: string;
  let behave: (response: ServerResponse, request: IncomingMessage) => void;
  const accept = (response: ServerResponse) => void response.writeHead(202).end('queued');

  const templateFile = async (name: string, template: object): Promise<string> => {
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(template));
    return file;
  };
  const startWith = async (name: string, template: object) =>
    startTestApp(
      {
        SMS_GATEWAY_URL: `http+template:${await templateFile(name, template)}?from=Vigil`,
        ALLOW_PRIVATE_TARGETS: 'true',
        LOG_LEVEL: 'error',
      },
      { now: standingClock() },
    );

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-template-'));
    server = await startReceiver((response, request) => behave(response, request));
    app = await startWith('json', {
      url: `${server.url}/v1/send?sender={{from}}`,
      headers: { 'Content-Type': 'application/json', Authorization: SECRET, 'X-To': '{{to}}' },
      body: { to: '{{to}}', message: { text: '{{text}}', from: '{{from}}' } },
    });
    admin = await logInAsAdmin(app);
    await setPolicy(app, {
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels: ['sms'] },
        { afterSeconds: 600, targets: ['admins'], channels: ['sms'] },
      ],
      repeats: { everySeconds: 3600, times: null },
    });
  });
  after(async () => {
    await app.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    behave = accept;
    ({ patient, nurse, number } = await people(app));
  });

  async function people(where: TestApp) {
    numbers += 1;
    const own = `+49151${String(numbers).padStart(7, '0')}`;
    const [resident, caregiver] = [
      await signUp(where, 'PATIENT', NASTY),
      await signUp(where, 'CAREGIVER', { firstName: 'Ann', lastName: 'Berg' }),
    ];
    await assign(where, caregiver, resident);
    await sql(
      where.databaseUrl,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       VALUES ($1, 'sms', $2, 'POTENTIAL', now(), now())`,
      [caregiver.id, JSON.stringify({ number: own })],
    );
    return { patient: resident, nurse: caregiver, number: own };
  }
  const help = async (where = app, who = patient): Promise<string> =>
    (await where.call('POST', '/help', { token: who.token })).body.data.id;
  const requestsSince = async (count: number, more = 1): Promise<readonly Received[]> => {
    await eventually(`${more} requests`, () => server.received.length >= count + more);
    return server.received.slice(count);
  };
  const told = async (fall: string) => {
    const { body } = await app.call('GET', `/falls/${fall}/timeline`, { token: admin.token });
    return (body.data as Record<string, unknown>[])
      .filter(({ type }) => type === 'told')
      .map(({ attempt, outcome, reason }) => [attempt, outcome, reason]);
  };
  const resolve = (fall: string) =>
    app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });

  it('gets number, text and sender in JSON, whatever the name contains, with the credentials of the template', async () => {
    const before = server.received.length;
    const fall = await help();
    const [request] = await requestsSince(before);
    assert.ok(request);
    assert.deepEqual([request.method, request.path], ['POST', '/v1/send?sender=Vigil']);
    assert.deepEqual([request.headers.authorization, request.headers['x-to']], [SECRET, number]);
    const { to, message } = JSON.parse(request.body.toString());
    assert.deepEqual([to, message.from], [number, 'Vigil']);
    assert.ok(message.text.includes(NAME), message.text);
    assert.match(
      message.text,
      /I'm going: http:\/\/localhost:\d+\/claim\/[\w-]{22}$/,
      'no reply: no signature',
    );
    await outboxSettled(app);
    assert.deepEqual(await told(fall), [[1, 'delivered', undefined]]);
    assert.equal(server.received.length, before + 1);
    await resolve(fall);
  });

  it('confirms a number by a code and sends the test', async () => {
    const before = server.received.length;
    const added = await app.call('POST', '/profile/channels', {
      token: nurse.token,
      body: { kind: 'sms', number: '+4915199999999' },
    });
    assert.equal(added.status, 201);
    const [request] = await requestsSince(before);
    const { to, message } = JSON.parse(request?.body.toString() ?? '');
    assert.equal(to, '+4915199999999');
    const code = /\b\d{6}\b/.exec(message.text)?.[0];
    const path = `/profile/channels/${added.body.data.id}`;
    const verified = await app.call('POST', `${path}/verify`, { token: nurse.token, body: { code } });
    assert.equal(verified.status, 200);
    const tested = await app.call('POST', `${path}/test`, { token: nurse.token });
    assert.deepEqual(tested.body.data, { delivered: true, status: 202, error: null });
  });

  it('takes the other methods and content types, each escaped for its own', async () => {
    const cases = [
      {
        name: 'get',
        template: { method: 'GET', url: `${server.url}/get?to={{to}}&text={{text}}&from={{from}}` },
        read: ({ path }: Received) => new URL(path, server.url).searchParams.get('text'),
      },
      {
        name: 'form',
        template: { method: 'PUT', url: `${server.url}/form`, body: 'to={{to}}&text={{text}}' },
        read: ({ body }: Received) => new URLSearchParams(body.toString()).get('text'),
      },
      {
        name: 'xml',
        template: {
          url: `${server.url}/xml`,
          headers: { 'content-type': 'text/xml; charset=utf-8' },
          body: '<sms to="{{to}}"><text>{{text}}</text></sms>',
        },
        read: ({ body }: Received) => {
          const [, text] = /^<sms to="\+\d+"><text>([^<>]*)<\/text><\/sms>$/.exec(body.toString()) ?? [];
          return text
            ?.replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&quot;', '"')
            .replaceAll('&apos;', "'")
            .replaceAll('&amp;', '&');
        },
      },
    ] as const;
    for (const { name, template, read } of cases) {
      const other = await startWith(name, template);
      try {
        const { patient: who } = await people(other);
        await setPolicy(other, {
          steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['sms'] }],
          repeats: { everySeconds: 3600, times: 0 },
        });
        const before = server.received.length;
        await help(other, who);
        const [request] = await requestsSince(before);
        assert.ok(request);
        assert.equal(request.method, 'method' in template ? template.method : 'POST');
        assert.ok(read(request)?.includes(NAME), `${name}: ${request.path} ${request.body}`);
        await outboxSettled(other);
      } finally {
        await other.close();
      }
    }
  });

  it('that refuses is not tried again; the reason names the status and never the credentials', async () => {
    behave = (response) => response.writeHead(401).end(`wrong: ${SECRET}`);
    const before = server.received.length;
    const fall = await help();
    await eventually('the try is recorded', async () => (await told(fall)).length === 1);
    await app.pass(40_000);
    await outboxSettled(app);
    assert.deepEqual(await told(fall), [[1, 'failed', 'answered 401']]);
    assert.equal(server.received.length, before + 1);
    const { body } = await app.call('GET', '/profile/channels', { token: nurse.token });
    assert.deepEqual([body.data[0].lastError, body.data[0].disabledAt], ['answered 401', null]);
    const [uses] = await sql(app.databaseUrl, 'SELECT count(*)::int FROM phone_uses WHERE person_id = $1', [
      nurse.id,
    ]);
    assert.equal(uses?.count, 0, 'what it refuses costs nothing');
    await resolve(fall);
  });

  it('that fails is tried again after its Retry-After; a redirect is not followed', async () => {
    behave = (response) => response.writeHead(503, { 'retry-after': '20' }).end();
    const before = server.received.length;
    const fall = await help();
    await eventually('the try is recorded', async () => (await told(fall)).length === 1);
    await app.pass(10_000);
    await outboxSettled(app);
    assert.equal(server.received.length, before + 1);
    behave = (response) => response.writeHead(302, { location: `${server.url}/stolen` }).end();
    await app.pass(11_000);
    await eventually('the second try is recorded', async () => (await told(fall)).length === 2);
    behave = accept;
    await app.pass(30_000);
    await eventually('the third try is recorded', async () => (await told(fall)).length >= 3);
    assert.deepEqual(
      (await told(fall)).slice(0, 3).map(([attempt, outcome]) => [attempt, outcome]),
      [
        [1, 'failed'],
        [2, 'failed'],
        [3, 'delivered'],
      ],
    );
    assert.ok(!server.received.some(({ path }) => path === '/stolen'));
    await resolve(fall);
  });

  it('takes no replies: its hook is closed, even with a signature', async () => {
    const url = `http://localhost:${app.app.ports.http}/api/hooks/sms`;
    const fields = { From: number, Body: '1', MessageSid: 'SM1' };
    for (const key of ['', SECRET]) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signatureOf(url, fields, key) },
        body: new URLSearchParams(fields),
      });
      assert.equal(answer.status, 403);
    }
  });

  it('is for SMS only: a template for calls is refused at the start, with the reason', async () => {
    const file = await templateFile('voice', { url: `${server.url}/{{to}}/{{text}}` });
    assert.throws(
      () => readConfig({ VOICE_GATEWAY_URL: `http+template:${file}` }),
      /VOICE_GATEWAY_URL must be twilio:\/\//,
    );
  });
});
