import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { caughtUp, type LiveClient, live, until } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from './channels-of.ts';

const MANY = 25;
const SHOWN = 20;

describe('live frames of open emergencies', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
  });
  after(() => app.close());

  const people = async (): Promise<{ patient: Person; caregiver: Person }> => {
    const [patient, caregiver] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await assign(app, caregiver, patient);
    return { patient, caregiver };
  };
  const fall = async (patient: Person): Promise<string> => {
    const answer = await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    return answer.body.data.id;
  };
  const alerts = (client: LiveClient) => client.frames.filter(({ type }) => type === 'alert');
  const counts = (client: LiveClient) =>
    client.frames.filter(({ type }) => type === 'alerts.open').map(({ data }) => data.count);

  it('repeat the newest alerts and give the count of all open ones', async () => {
    const { patient, caregiver } = await people();
    const falls: string[] = [];
    for (let i = 0; i < MANY; i++) falls.push(await fall(patient));
    app.clock.advance(5_000);
    const newest = new Set(falls.slice(-SHOWN));
    const client = await live(app, caregiver);
    const shown = () => alerts(client).map(({ data }) => data.fallId);
    for (const times of [1, 2]) {
      await until(() => alerts(client).length === SHOWN * times, 'the newest alerts');
      assert.deepEqual(new Set(shown().slice(-SHOWN)), newest);
      await until(() => counts(client).length === times, 'the count of open alerts');
      assert.equal(counts(client).at(-1), MANY);
      app.clock.advance(31_000);
    }
    await client.close();
  });

  it('have no count when each alert has its own frame', async () => {
    const { patient, caregiver } = await people();
    await fall(patient);
    app.clock.advance(5_000);
    const client = await live(app, caregiver);
    await app.pass(1_000);
    await client.next('alert');
    await client.ask({ type: 'ping' });
    assert.deepEqual(counts(client), []);
    await client.close();
  });

  it('arrive once at a socket that replays them', async () => {
    const { patient, caregiver } = await people();
    await fall(patient);
    app.clock.advance(5_000);
    const client = await live(app, caregiver, 0);
    await client.next('alert');
    await app.pass(3_000);
    await client.ask({ type: 'ping' });
    assert.deepEqual(
      alerts(client).map(({ id }) => id),
      [1],
    );
    app.clock.advance(31_000);
    await until(() => alerts(client).length === 2, 'the repeated alert');
    await client.close();
  });

  it('arrive once at sockets that open just before and just after the fall', async () => {
    const { patient, caregiver } = await people();
    const before = await live(app, caregiver);
    await fall(patient);
    const during = await live(app, caregiver);
    await before.next('alert');
    await app.pass(3_000);
    await during.next('alert');
    for (const client of [before, during]) await client.ask({ type: 'ping' });
    assert.deepEqual([alerts(before).length, alerts(during).length], [1, 1]);
    // The second socket received the alert later than the first; each receives a repeat 30 s after its own.
    app.clock.advance(31_000);
    await until(() => alerts(before).length === 2 && alerts(during).length === 2, 'the repeated alerts');
    await Promise.all([before.close(), during.close()]);
  });

  it('pause while a caregiver has claimed the fall, and resume for everyone when the claim expires', async () => {
    const { patient, caregiver } = await people();
    const other = await signUp(app, 'CAREGIVER');
    await assign(app, other, patient);
    const fallId = await fall(patient);
    app.clock.advance(5_000);
    const clients = await Promise.all([live(app, caregiver), live(app, other)]);
    const [holder] = clients;
    for (const client of clients) await client.next('alert');
    await holder.ask({ type: 'acknowledge', data: { alertId: alerts(holder)[0].data.id } });
    await app.pass(31_000);
    for (const client of clients) await client.ask({ type: 'ping' });
    assert.deepEqual(
      clients.map((client) => alerts(client).length),
      [1, 1],
      'no repeats during a claim',
    );
    app.clock.advance(10 * 60_000);
    await holder.find(({ type, data }) => type === 'response' && data.response.state === 'OPEN');
    app.clock.advance(6_000);
    await until(
      () => clients.every((client) => alerts(client).length === 2),
      'repeats after the claim expired',
    );
    const again = alerts(holder)[1];
    assert.deepEqual(
      [again.data.fallId, again.data.acknowledged, again.data.response.state, again.data.response.claimedBy],
      [fallId, true, 'OPEN', null],
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  describe('with a webhook beside the sockets', () => {
    const EVERY_SECONDS = 20;
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    /** Two caregivers with sockets; each escalation step and repeat also calls the webhook of one of them. */
    async function careWithWebhook() {
      const { patient, caregiver } = await people();
      const other = await signUp(app, 'CAREGIVER');
      await assign(app, other, patient);
      const path = `/${patient.id}`;
      await addChannel(app, other, 'webhook', receiver.url + path);
      const policy = {
        steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }],
        repeats: { everySeconds: EVERY_SECONDS, times: 20 },
      };
      await app.call('PUT', `/patients/${patient.id}/escalation`, {
        ...(await logInAsAdmin(app)),
        body: policy,
      });
      const clients = await Promise.all([live(app, caregiver), live(app, other)]);
      const rung = () => receiver.received.filter((one) => one.path === path).length;
      const repeated = () => clients.map((client) => alerts(client).length);
      const told = (state: string) =>
        Promise.all(
          clients.map((client) =>
            client.find(({ type, data }) => type === 'response' && data.response.state === state),
          ),
        );
      /** Counts messages and frames once none is in flight. */
      async function sent(): Promise<number[]> {
        await outboxSettled(app);
        for (const client of clients) await client.ask({ type: 'ping' });
        return [rung(), ...repeated()];
      }
      /** Each round is long enough for a repeat of either kind and for the check of open emergencies. */
      async function nothingComes(): Promise<void> {
        const before = await sent();
        for (let i = 0; i < 2; i++) await app.pass(31_000);
        assert.deepEqual(await sent(), before);
      }
      async function bothGoOn(): Promise<void> {
        const before = rung();
        const [shown = 0] = repeated();
        for (const times of [1, 2]) {
          app.clock.advance(31_000);
          await until(
            () => rung() >= before + times && repeated().every((count) => count >= shown + times),
            'both',
          );
        }
      }
      const close = () => Promise.all(clients.map((client) => client.close()));
      return { patient, caregiver, clients, rung, repeated, told, nothingComes, bothGoOn, close };
    }
    const act = async (person: Person, fallId: string, verb: string, body: object = {}) => {
      const answer = await app.call('POST', `/falls/${fallId}/${verb}`, { ...person, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };

    it('resume after a release, on sockets and by escalation, and end with the resolution', async () => {
      const { patient, caregiver, rung, told, nothingComes, bothGoOn, close } = await careWithWebhook();
      const fallId = await fall(patient);
      await until(() => rung() === 1, 'the first step');
      await bothGoOn();
      await act(caregiver, fallId, 'claim');
      await told('CLAIMED');
      await nothingComes();
      await act(caregiver, fallId, 'release');
      await told('OPEN');
      await bothGoOn();
      await act(caregiver, fallId, 'resolve', { outcome: 'HELPED' });
      await told('RESOLVED');
      await nothingComes();
      await close();
    });

    it('stop when the wearer cancels the fall', async () => {
      const { patient, rung, repeated, told, nothingComes, close } = await careWithWebhook();
      const report = await app.call('POST', '/falls', { ...patient, body: { confidence: 0.8 } });
      app.clock.advance(31_000);
      await until(() => rung() === 1, 'the first step');
      await act(patient, report.body.data.id, 'ok');
      await told('RESOLVED');
      await nothingComes();
      assert.deepEqual(repeated(), [1, 1]);
      await close();
    });
  });

  it('go to the admins when the patient has no caregivers', async () => {
    const admin = await logInAsAdmin(app);
    const fallId = await fall(await signUp(app));
    app.clock.advance(5_000);
    const client = await live(app, admin);
    const mine = () => client.frames.filter(({ data }) => data.fallId === fallId).length;
    await until(() => mine() > 0, 'the first alert');
    await app.pass(1_500);
    await caughtUp(app, admin, client);
    const before = mine();
    app.clock.advance(31_000);
    await until(() => mine() > before, 'the repeated alert');
    await client.close();
  });

  it('repeat alerts of falls that have no response until a caregiver acknowledges', async () => {
    const { patient, caregiver } = await people();
    const fallId = await fall(patient);
    await sql(app.databaseUrl, 'DELETE FROM responses WHERE fall_id = $1', [fallId]);
    app.clock.advance(5_000);
    const client = await live(app, caregiver);
    const { data } = await client.next('alert');
    assert.deepEqual([data.fallId, data.response], [fallId, null]);
    await client.ask({ type: 'acknowledge', data: { alertId: data.id } });
    await app.pass(31_000);
    await client.ask({ type: 'ping' });
    assert.equal(alerts(client).length, 1);
    await client.close();
  });
});
