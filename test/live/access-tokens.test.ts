import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive, refusedLive } from '../helpers/live.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('the live socket with an access token', () => {
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    admin = await logInAsAdmin(app);
    patient = await signUp(app);
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
  });
  after(() => app.close());

  const as = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  async function tokenOf(person: Person, ...scopes: string[]): Promise<Json> {
    const body = { name: 'Script', scopes, expiresInDays: 1 };
    return (await as(person.token, 'POST', '/profile/tokens', body)).body.data;
  }
  async function service(scopes: readonly string[], wardIds?: readonly string[]): Promise<Json> {
    const body = { name: `Service ${Math.random()}`, scopes, wardIds };
    return (await as(admin.token, 'POST', '/admin/service-accounts', body)).body.data;
  }

  it('opens with `read`, by header and by subprotocol, and is refused without', async () => {
    const { token } = await tokenOf(caregiver, 'read');
    const socket = await connectLive(app, { token });
    assert.equal(socket.welcome.data.user.id, caregiver.id);
    const protocols = ['fall-monitor.v1', `bearer.${token}`];
    await (await connectLive(app, { protocols })).close();
    await socket.close();
    const sender = await tokenOf(caregiver, 'ingest', 'respond', 'manage');
    const refused = await refusedLive(app, { token: sender.token });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details],
      [403, 'SCOPE_MISSING', { scope: 'read' }],
    );
  });

  it('answers a frame that the token does not cover with an `error` frame, and stores nothing', async () => {
    const reader = await tokenOf(patient, 'read');
    const socket = await connectLive(app, { token: reader.token });
    const mac = randomMac();
    for (const [frame, scope] of [
      [{ type: 'reading', data: resting(mac) }, 'ingest'],
      [{ type: 'answer', data: { answer: 'help' } }, 'ingest'],
      [{ type: 'acknowledge', alertId: patient.id }, 'respond'],
    ] as const) {
      const answer = await socket.ask(frame);
      assert.deepEqual(
        [answer.type, answer.status, answer.code, answer.details],
        ['error', 403, 'SCOPE_MISSING', { scope }],
      );
    }
    assert.equal((await as(patient.token, 'GET', `/device/${mac}`)).status, 404);
    await socket.close();
    const both = await tokenOf(patient, 'read', 'ingest');
    const sending = await connectLive(app, { token: both.token });
    assert.equal((await sending.ask({ type: 'reading', data: resting(mac) })).type, 'assessment');
    await sending.close();
  });

  it('closes with 4401 when the token is deleted, its owner deactivated, and at its expiry; not with a new password', async () => {
    const leaver = await signUp(app, 'CAREGIVER');
    const [first, second] = [await tokenOf(leaver, 'read'), await tokenOf(leaver, 'read')];
    const [a, b] = [
      await connectLive(app, { token: first.token }),
      await connectLive(app, { token: second.token }),
    ];
    const session = await connectLive(app, { token: (await signUp(app)).token });
    const change = { currentPassword: PASSWORD, newPassword: 'Other!2345', confirmPassword: 'Other!2345' };
    await as(leaver.token, 'POST', '/profile/password', change);
    assert.equal((await a.ask({ type: 'ping' })).type, 'pong');
    await as(leaver.token, 'DELETE', `/profile/tokens/${first.id}`);
    assert.equal((await a.closed).code, 4401);
    assert.equal((await b.ask({ type: 'ping' })).type, 'pong');
    await as(admin.token, 'PUT', `/admin/users/${leaver.id}`, { status: 'inactive' });
    assert.equal((await b.closed).code, 4401);
    assert.equal((await refusedLive(app, { token: second.token })).status, 401);
    await session.close();

    const owner = await signUp(app);
    const expiring = await connectLive(app, { token: (await tokenOf(owner, 'read')).token });
    assert.ok(Date.parse(expiring.welcome.data.sessionEndsAt) > app.clock.now());
    await app.pass(DAY - 5 * MINUTE);
    await expiring.next('session.ending');
    await app.pass(5 * MINUTE);
    assert.equal((await expiring.closed).code, 4401);
  });

  it('of a service account hears its patients alone, and forgets those who leave the ward', async () => {
    admin = await logInAsAdmin(app);
    patient = {
      ...patient,
      token: (await app.call('POST', '/auth/login', { body: { email: patient.email, password: PASSWORD } }))
        .body.token,
    };
    const ward = async (name: string) => (await as(admin.token, 'POST', '/wards', { name })).body.data.id;
    const [north, south] = [await ward('North'), await ward('South')];
    const move = (wardId: string | null) => as(admin.token, 'PUT', `/patients/${patient.id}`, { wardId });
    await move(north);
    const accounts = [
      await service(['read'], [north]),
      await service(['read'], [south]),
      await service(['read']),
    ];
    const [near, far, all] = await Promise.all(accounts.map(({ token }) => connectLive(app, { token })));
    assert.ok(near && far && all);
    assert.deepEqual([near.welcome.data.user.role, near.welcome.data.sessionEndsAt], ['SERVICE', null]);
    const mac = randomMac();
    const sendReading = () => as(patient.token, 'POST', '/device/sensor-stream', resting(mac));
    assert.equal((await near.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
    assert.equal((await all.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
    assert.equal((await far.ask({ type: 'subscribe', patientId: patient.id })).status, 403);
    await sendReading();
    assert.equal((await near.next('reading')).data.patientId, patient.id);
    await all.next('reading');

    const fall = await as(patient.token, 'POST', '/falls', { confidence: 0.8 });
    for (const socket of [near, all])
      assert.equal((await socket.next('response')).data.fallId, fall.body.data.id);
    assert.equal((await near.ask({ type: 'reading', data: resting(mac) })).code, 'SCOPE_MISSING');

    await move(south);
    const ended = await near.find(({ type, data }: Json) => type === 'subscribed' && !data.subscribed);
    assert.equal(ended.data.patientId, patient.id);
    await sendReading();
    await all.next('reading');
    await as(patient.token, 'POST', '/falls', { confidence: 0.9 });
    await far.next('response');
    await near.ask({ type: 'ping' });
    assert.deepEqual(
      ['reading', 'response'].map((wanted) => near.frames.filter(({ type }: Json) => type === wanted).length),
      [1, 1],
    );
    assert.equal(far.frames.filter(({ type }: Json) => type === 'reading').length, 0);
    await as(admin.token, 'DELETE', `/admin/service-accounts/${accounts[0]?.id}`);
    assert.equal((await near.closed).code, 4401);
    await Promise.all([far.close(), all.close()]);
  });

  it('of a service account takes no readings, answers or acknowledgements, whatever its scopes', async () => {
    const { token } = await service(['read', 'respond', 'ingest', 'manage']);
    const socket = await connectLive(app, { token });
    for (const frame of [
      { type: 'reading', data: resting(randomMac()) },
      { type: 'answer', data: { answer: 'help' } },
      { type: 'acknowledge', alertId: patient.id },
    ])
      assert.equal((await socket.ask(frame)).code, 'NOT_FOR_SERVICE_ACCOUNTS', frame.type);
    await socket.close();
  });
});
