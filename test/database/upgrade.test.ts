// Upgrades databases of earlier releases with the data of a care home, and checks the result over the API.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTokens } from '../../src/accounts/login/tokens.ts';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { type Json, JWT_SECRET, startTestApp, type TestApp } from '../helpers/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { resting } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { join as joinMqtt } from '../mqtt/clients.ts';
import { createOldDatabase, OLD_PASSWORD } from './older-schema.ts';

const PASSWORD = OLD_PASSWORD;
const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;
const [NORA, EDITH] = [id('2'), id('3')];
const DEVICE = { id: id('d001'), mac: 'AA:BB:CC:00:00:01', token: 'an-old-device-token' };
const FALL = {
  recent: id('f001'),
  threeDaysOld: id('f002'),
  fortyDaysOld: id('f003'),
  acknowledged: id('f004'),
  judged: id('f005'),
  suspicious: id('f006'),
  open: id('f011'),
  claimed: id('f012'),
  test: id('f013'),
};
/** The secret of the second factor in the seed. */
const TOTP_SECRET = Buffer.from('12345678901234567890');

const older = [
  { name: 'from before there were responses', upTo: [8] },
  { name: 'at the end of 0.1.0', upTo: [8, 15] },
] as const;

for (const { name, upTo } of older) {
  describe(`the upgrade of a database ${name}`, () => {
    const hasResponses = upTo.some((version) => version >= 15);
    let database: TestDatabase;
    let receiver: Receiver;
    let app: TestApp;
    let nora: { token: string };
    before(async () => {
      [database, receiver] = await Promise.all([createEmptyDatabase(), startReceiver()]);
      await createOldDatabase(database.url, { upTo, receiver: receiver.url });
      app = await startTestApp({
        DATABASE_URL: database.url,
        ADMIN_EMAIL: 'boss@home.example',
        ADMIN_PASSWORD: PASSWORD,
        ALLOW_PRIVATE_TARGETS: 'true',
        OK_WINDOW_SECONDS: '0',
      });
      nora = { token: await logIn('nora@home.example') };
    });
    after(async () => {
      await app?.close();
      await receiver.close();
      await database.drop();
    });

    async function logIn(email: string, more: object = {}): Promise<string> {
      const { status, body } = await app.call('POST', '/auth/login', {
        body: { email, password: PASSWORD, ...more },
      });
      assert.equal(status, 200, `${email}: ${JSON.stringify(body)}`);
      return body.token;
    }
    const get = async (path: string, who = nora): Promise<Json> => {
      const { status, body } = await app.call('GET', path, { token: who.token });
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      return body.data;
    };
    const fall = (fallId: string) => get(`/falls/${fallId}`);

    it('accepts passwords and open sessions, and refuses an ended session', async () => {
      await logIn('edith@home.example');
      if (!hasResponses) await logIn('boss@home.example');
      const tokens = await createTokens(JWT_SECRET, Date.now);
      const claims = { userId: NORA, role: 'CAREGIVER' as const, issuedAt: new Date(Date.now() - 3_600_000) };
      const expiresAt = new Date(Date.now() + 3_600_000);
      for (const [sessionId, expected] of [
        [id('a001'), 200],
        [id('a002'), 401],
      ] as const) {
        const token = await tokens.sign({ ...claims, sessionId, expiresAt });
        assert.equal((await app.call('GET', '/me', { token })).status, expected);
      }
    });

    it('shows the unanswered falls on the board, and no others', async () => {
      const { falls } = await get('/board');
      const shown = (falls as Json[]).map((one) => one.id).sort();
      const expected = [FALL.recent, FALL.threeDaysOld, ...(hasResponses ? [FALL.open, FALL.claimed] : [])];
      assert.deepEqual(shown, expected.sort());
      for (const without of [FALL.acknowledged, FALL.judged, FALL.suspicious, FALL.fortyDaysOld])
        assert.equal((await fall(without)).response, null, without);
    });

    it('escalates falls of the last day from the first step, and notifies no caregiver of older ones', async () => {
      await eventually('the first step runs', async () => (await fall(FALL.recent)).response.step >= 1);
      const old = (await fall(FALL.threeDaysOld)).response;
      assert.deepEqual([old.state, old.nextStepAt], ['OPEN', null]);
      const told = await sql(database.url, 'SELECT FROM outbox WHERE fall_id = $1', [FALL.threeDaysOld]);
      assert.equal(told.length, 0);
      const [detected] = await get(`/falls/${FALL.threeDaysOld}/timeline`);
      assert.equal(detected.type, 'detected');
    });

    it('lets caregivers claim, release and resolve them, and a release escalates again', async () => {
      for (const fallId of [FALL.recent, FALL.threeDaysOld]) {
        const act = async (what: string, body: object = {}) => {
          const answer = await app.call('POST', `/falls/${fallId}/${what}`, { token: nora.token, body });
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          return answer.body.data.response;
        };
        assert.equal((await act('claim')).claimedBy.id, NORA);
        const released = await act('release');
        assert.equal(released.state, 'OPEN');
        assert.ok(released.nextStepAt !== null);
        await act('claim');
        assert.equal((await act('resolve', { outcome: 'NO_HELP_NEEDED' })).state, 'RESOLVED');
      }
    });

    it('keeps readings, devices, tokens and messages, and accepts new ones', async () => {
      const edith = { token: await logIn('edith@home.example') };
      const readings = await get(`/device/${DEVICE.id}/readings?limit=100`);
      assert.ok(readings.length >= 60, `${readings.length}`);
      const wearable = await joinMqtt(app, { username: DEVICE.mac, password: DEVICE.token });
      const reading = JSON.stringify(resting(DEVICE.mac, { uptime_ms: 4_000_000 }));
      await wearable.publishAsync(`devices/${DEVICE.mac}/readings`, reading, { qos: 1 });
      await wearable.endAsync();
      const status = await get(`/device/${DEVICE.id}`, edith);
      assert.equal(status.macAddress, DEVICE.mac);
      const messages = (await get('/messages')) as Json[];
      assert.ok(messages.some(({ content }) => content === 'Can you come at four?'));
      const sent = { recipientId: NORA, content: 'Thank you' };
      assert.equal((await app.call('POST', '/messages', { token: edith.token, body: sent })).status, 201);
      const alerts = (await get('/caregivers/alerts?status=all&limit=100')) as Json[];
      assert.ok(alerts.some(({ fallId }) => fallId === FALL.acknowledged));
      assert.equal((await get(`/patients/${EDITH}`)).devices.length, 1);
    });

    if (hasResponses) {
      it('continues open responses', async () => {
        const claimed = (await fall(FALL.claimed)).response;
        assert.deepEqual([claimed.state, claimed.claimedBy.id, claimed.etaMinutes], ['CLAIMED', NORA, 30]);
        await eventually('the escalation continues', async () => (await fall(FALL.open)).response.step === 1);
      });

      it('takes the test alerts of earlier versions out of the falls', async () => {
        const [test] = await sql(app.databaseUrl, 'SELECT is_test, status FROM fall_events WHERE id = $1', [
          FALL.test,
        ]);
        assert.deepEqual(test, { is_test: true, status: 'CONFIRMED' });
        assert.deepEqual(
          await sql(app.databaseUrl, 'SELECT FROM fall_times WHERE fall_id = $1', [FALL.test]),
          [],
        );
        const counted = `SELECT coalesce(sum(total), 0)::int AS total FROM tallies WHERE list = 'fall_events' AND label = $1`;
        assert.deepEqual(await sql(app.databaseUrl, counted, ['TEST']), [{ total: 1 }]);
        const real = `SELECT count(*)::int AS total FROM real_falls WHERE status = $1`;
        assert.deepEqual(
          await sql(app.databaseUrl, counted, ['CONFIRMED']),
          await sql(app.databaseUrl, real, ['CONFIRMED']),
        );
      });

      it('notifies people by their channels, with the existing secrets', async () => {
        // Falls of one patient may be combined into one message.
        const told = () => receiver.received.find(({ path }) => path === '/');
        await eventually('ntfy gets the message', () => told() !== undefined);
        assert.equal(told()?.headers.authorization, 'Bearer an-old-ntfy-token');
        assert.equal((await get('/profile/channels')).length, 1);
        const claim = await app.call('POST', `/falls/${FALL.open}/claim`, { token: nora.token, body: {} });
        assert.equal(claim.status, 200);
        await eventually('the webhook gets the event', () =>
          receiver.received.some(({ path }) => path === '/feed'),
        );
      });

      it('keeps the shift, the policy and the second factor', async () => {
        const duty = (await get('/caregivers/on-duty')) as Json[];
        assert.deepEqual(
          duty.map((one) => one.id),
          [NORA],
        );
        const body = { email: 'boss@home.example', password: PASSWORD };
        assert.equal((await app.call('POST', '/auth/login', { body })).status, 401);
        const boss = {
          token: await logIn(body.email, { totp: totpCode(TOTP_SECRET, stepAt(app.clock.now())) }),
        };
        const policy = await get('/admin/escalation', boss);
        assert.deepEqual(policy.repeats, { everySeconds: 600, times: 2 });
      });
    }
  });
}
