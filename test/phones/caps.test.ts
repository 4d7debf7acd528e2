import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type PhoneGateway, startPhoneGateway } from '../helpers/phone-gateway.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let numbers = 0;

describe('the caps on SMS and calls', () => {
  let database: TestDatabase;
  let app: TestApp;
  let gateway: PhoneGateway;
  let receiver: Receiver;
  let admin: Person;
  const start = () =>
    startTestApp({
      DATABASE_URL: database.url,
      SMS_GATEWAY_URL: gateway.url,
      VOICE_GATEWAY_URL: gateway.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      SMS_PER_HOUR: '3',
      CALLS_PER_HOUR: '4',
      CALLS_PER_PERSON_HOUR: '2',
      LOG_LEVEL: 'error',
    });
  before(async () => {
    [database, gateway, receiver] = await Promise.all([
      createTestDatabase(),
      startPhoneGateway(),
      startReceiver(),
    ]);
    app = await start();
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await gateway.close();
    await receiver.close();
    await database.drop();
  });
  beforeEach(async () => {
    // The hour of the test before is over.
    await app.pass(HOUR_MS + MINUTE_MS);
    admin = await logInAsAdmin(app);
    gateway.placed.length = 0;
  });

  const policy = (channels: ('sms' | 'call' | 'ntfy')[], everySeconds = 3600) =>
    setPolicy(app, {
      steps: [
        { afterSeconds: 0, targets: ['assigned'], channels },
        { afterSeconds: 600, targets: ['admins'], channels: ['ntfy'] },
      ],
      repeats: { everySeconds, times: null },
    });

  interface Home {
    readonly patient: Person;
    readonly caregiver: Person;
  }

  async function home(...kinds: ('sms' | 'call')[]): Promise<Home> {
    const [patient, caregiver] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await assign(app, caregiver, patient);
    for (const kind of kinds) {
      numbers += 1;
      await sql(
        app.databaseUrl,
        `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
         VALUES ($1, $2, $3, 'POTENTIAL', now(), now())`,
        [caregiver.id, kind, JSON.stringify({ number: `+49152${String(numbers).padStart(7, '0')}` })],
      );
    }
    return { patient, caregiver };
  }
  const help = async ({ patient }: Home): Promise<string> =>
    (await app.call('POST', '/help', { token: patient.token })).body.data.id;
  const told = async (fall: string) => {
    const { body } = await app.call('GET', `/falls/${fall}/timeline`, { token: admin.token });
    return (body.data as Record<string, unknown>[])
      .filter(({ type }) => type === 'told')
      .map(({ channel, outcome, reason }) => [channel, outcome, reason]);
  };
  const resolve = (fall: string) =>
    app.call('POST', `/falls/${fall}/resolve`, { token: admin.token, body: { outcome: 'HELPED' } });
  const settled = (fall: string, entries: number) =>
    eventually('the tries are recorded', async () => (await told(fall)).length >= entries);

  it('of the organisation stop further SMS; the same alert arrives by another channel, and the escalation goes on', async () => {
    await policy(['sms', 'ntfy']);
    const homes = [await home('sms'), await home('sms'), await home('sms')];
    const falls: string[] = [];
    for (const one of homes) {
      falls.push(await help(one));
      await outboxSettled(app);
    }
    assert.equal(gateway.sms().length, 3);
    const last = await home('sms');
    const before = receiver.received.length;
    await addChannel(app, last.caregiver, 'ntfy', `${receiver.url}/capped`);
    const fall = await help(last);
    await settled(fall, 2);
    assert.deepEqual((await told(fall)).sort(), [
      ['ntfy', 'delivered', undefined],
      ['sms', 'failed', 'the limit of 3 SMS an hour is reached'],
    ]);
    assert.equal(receiver.received.length, before + 1);
    assert.equal(gateway.sms().length, 3);
    const { body } = await app.call('GET', `/falls/${fall}`, { token: admin.token });
    assert.ok(body.data.response.nextStepAt);
    const { body: channels } = await app.call('GET', '/profile/channels', { token: last.caregiver.token });
    const sms = channels.data.find(({ kind }: { kind: string }) => kind === 'sms');
    assert.deepEqual([sms.lastError, sms.disabledAt], ['the limit of 3 SMS an hour is reached', null]);
    assert.equal((await app.call('GET', '/health')).body.data.channels.sms, 'OK', 'the gateway works');
    for (const one of [...falls, fall]) await resolve(one);
  });

  it('of the organisation are not reset by a restart, and end after an hour', async () => {
    await policy(['sms']);
    const falls: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      falls.push(await help(await home('sms')));
      await outboxSettled(app);
    }
    const at = app.clock.now();
    await app.close();
    app = await start();
    app.clock.advance(at - app.clock.now());
    admin = await logInAsAdmin(app);
    const fall = await help(await home('sms'));
    await settled(fall, 1);
    assert.equal((await told(fall))[0]?.[2], 'the limit of 3 SMS an hour is reached');
    for (const one of [...falls, fall]) await resolve(one);
    await app.pass(HOUR_MS);
    admin = await logInAsAdmin(app);
    const later = await help(await home('sms'));
    await settled(later, 1);
    assert.deepEqual(await told(later), [['sms', 'delivered', undefined]]);
    await resolve(later);
  });

  it('of codes and tests count too: beyond them neither is sent, and the person learns why', async () => {
    const { caregiver } = await home('sms');
    const { body } = await app.call('GET', '/profile/channels', { token: caregiver.token });
    const test = () =>
      app.call('POST', `/profile/channels/${body.data[0].id}/test`, { token: caregiver.token });
    assert.equal((await test()).body.data.delivered, true);
    const add = (number: string) =>
      app.call('POST', '/profile/channels', { token: caregiver.token, body: { kind: 'sms', number } });
    assert.equal((await add('+491590000001')).body.data.lastError, null);
    assert.equal((await add('+491590000002')).body.data.lastError, null);
    assert.equal(
      (await add('+491590000003')).body.data.lastError,
      'The code could not be sent: the limit of 3 SMS an hour is reached',
    );
    assert.deepEqual((await test()).body.data, {
      delivered: false,
      status: null,
      error: 'the limit of 3 SMS an hour is reached',
    });
    assert.equal(gateway.sms().length, 3);
  });

  it('of calls hold for a person and for the organisation; each try beyond them is in the timeline', async () => {
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['call', 'sms'] }],
      repeats: { everySeconds: 120, times: null },
    });
    const first = await home('call', 'sms');
    const fall = await help(first);
    for (let i = 1; i <= 2; i += 1) {
      await eventually('the person is called', () => gateway.calls().length === i);
      await outboxSettled(app);
      await app.pass(2 * MINUTE_MS);
    }
    const capped = async (one: string) =>
      (await told(one)).filter(([channel, , reason]) => channel === 'call' && /limit/.test(String(reason)));
    await eventually('a call is refused', async () => (await capped(fall)).length === 1);
    assert.deepEqual(await capped(fall), [
      ['call', 'failed', 'the limit of 2 calls an hour to a person is reached'],
    ]);
    assert.equal(gateway.sms().length, 3, 'the same step still sends its SMS');
    await resolve(fall);
    const others: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      others.push(await help(await home('call')));
      await outboxSettled(app);
    }
    await settled(others[2] ?? '', 1);
    assert.equal(gateway.calls().length, 4);
    assert.deepEqual(await capped(others[2] ?? ''), [
      ['call', 'failed', 'the limit of 4 calls an hour is reached'],
    ]);
    for (const one of others) await resolve(one);
  });
});
