import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive, type LiveClient, live } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

describe('receipts on boards', () => {
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  let ann: Person;
  let ben: Person;
  before(async () => {
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(app);
    patient = await signUp(app, 'PATIENT');
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    ben = await signUp(app, 'CAREGIVER', { firstName: 'Ben', lastName: 'Ray' });
    for (const caregiver of [ann, ben]) await assign(app, caregiver, patient);
  });
  after(() => app.close());

  const fall = async (): Promise<string> =>
    (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } })).body.data.id;
  const receiptsOf = (client: LiveClient, id: string, count: number) =>
    client.find(
      ({ type, data }) =>
        type === 'receipts' &&
        data.fallId === id &&
        data.notified.filter(({ receivedAt }: Json) => receivedAt !== null).length === count,
      `${count} receipts of ${id}`,
    );
  const onBoard = async (person: Person, id: string): Promise<Json> =>
    (await app.call('GET', '/board', { token: person.token })).body.data.falls.find(
      (one: Json) => one.id === id,
    );

  it('reach the care team, admins and stations, and nobody else', async () => {
    const stranger = await signUp(app, 'CAREGIVER');
    const { data } = (await app.call('POST', '/stations', { token: admin.token, body: { name: 'Office' } }))
      .body;
    const enrolled = await app.call('POST', '/stations/enrol', { body: { code: data.code } });
    const Cookie = enrolled.headers.get('set-cookie')?.split(';')[0] ?? '';
    const station = await connectLive(
      app,
      { headers: { Cookie, Origin: new URL(app.url).origin } },
      'station.welcome',
    );
    const [hers, his, everybodys, outside, own] = await Promise.all(
      [ann, ben, admin, stranger, patient].map((person) => live(app, person)),
    );
    assert.ok(hers && his && everybodys && outside && own);
    const id = await fall();
    const alert = await hers.find(({ type, data }) => type === 'alert' && data.fallId === id);
    assert.deepEqual((await onBoard(ben, id)).notified, []);
    await hers.ask({ type: 'seen', data: { ids: [alert.id], visible: true } });
    for (const client of [hers, his, everybodys, station]) {
      const { notified } = (await receiptsOf(client, id, 1)).data;
      assert.deepEqual(
        notified.map(({ id, name, sentAt }: Json) => [id, name, sentAt]),
        [[ann.id, 'Ann Lee', null]],
      );
      assert.deepEqual(notified, (await onBoard(ben, id)).notified);
    }
    for (const client of [outside, own]) assert.ok(client.frames.every(({ type }) => type !== 'receipts'));
    await Promise.all([hers, his, everybodys, outside, own, station].map((client) => client.close()));
  });

  it('tell what arrived from what was sent by a channel that cannot say, and from what got lost', async () => {
    const accepting = await startReceiver((response) => response.writeHead(201).end());
    const cid = await signUp(app, 'CAREGIVER', { firstName: 'Cid', lastName: 'Moe' });
    await assign(app, cid, patient);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'ntfy', 'webhook'] }],
      repeats: { everySeconds: 3600, times: null },
    });
    await addChannel(app, ann, 'webhook', accepting.url);
    await addChannel(app, ben, 'ntfy', accepting.url);
    await addChannel(app, cid, 'webpush', `${accepting.url}/push`);
    const his = await live(app, ben);
    const id = await fall();
    await outboxSettled(app);
    const { notified } = (
      await his.find(
        ({ type, data }) => type === 'receipts' && data.fallId === id && data.notified.length === 3,
      )
    ).data;
    assert.deepEqual(
      notified.map(({ name, receivedAt, sentAt }: Json) => [name, receivedAt !== null, sentAt !== null]),
      [
        ['Ann Lee', true, false],
        ['Ben Ray', false, true],
        ['Cid Moe', false, false],
      ],
    );
    await his.close();
    await accepting.close();
  });

  it('come in one frame a second at most, however many people report', async () => {
    const clients = await Promise.all([ann, ann, ben, ben].map((person) => live(app, person)));
    const id = await fall();
    await Promise.all(
      clients.map(async (client) => {
        const alert = await client.find(({ type, data }) => type === 'alert' && data.fallId === id);
        await client.ask({ type: 'seen', data: { ids: [alert.id] } });
        await client.ask({ type: 'seen', data: { ids: [alert.id], visible: true } });
        await client.ask({ type: 'seen', data: { ids: [alert.id], visible: true } });
      }),
    );
    const [first] = clients;
    assert.ok(first);
    await receiptsOf(first, id, 2);
    const frames = first.frames.filter(({ type, data }) => type === 'receipts' && data.fallId === id);
    assert.ok(frames.length <= 3, `${frames.length} frames for 12 reports`);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('tell apart whether the open offer of a claim was received, and bring the escalation along', async () => {
    const accepting = await startReceiver((response) => response.writeHead(201).end());
    const dora = await signUp(app, 'CAREGIVER', { firstName: 'Dora', lastName: 'Fox' });
    await assign(app, dora, patient);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }],
      repeats: { everySeconds: 3600, times: null },
    });
    await addChannel(app, dora, 'webhook', accepting.url);
    const hers = await live(app, ann);
    const id = await fall();
    const offerTo = async (person: Person, token = ann.token) =>
      assert.equal(
        (await app.call('POST', `/falls/${id}/hand-off`, { token, body: { caregiverId: person.id } })).status,
        200,
      );
    const offersOf = ({ notified }: Json): readonly Json[] =>
      notified.filter(({ offer }: Json) => offer !== null).map(({ name, offer }: Json) => [name, offer]);
    const frameWhere = async (what: string, isMet: (data: Json) => boolean): Promise<Json> =>
      (
        await hers.find(
          ({ type, data }) => type === 'receipts' && data.fallId === id && isMet(data),
          `a frame with ${what}`,
        )
      ).data;
    const received = (data: Json, person: string) =>
      data.notified.some(({ name, receivedAt }: Json) => name === person && receivedAt !== null);

    const alerted = await frameWhere("Dora's receipt", (data) => received(data, 'Dora Fox'));
    assert.deepEqual(offersOf(alerted), [], 'she has the alert; nothing was offered');
    assert.equal(alerted.step, 1);
    assert.ok(Date.parse(alerted.nextStepAt) > Date.parse(alerted.notified[0].receivedAt));
    await app.call('POST', `/falls/${id}/claim`, { token: ann.token, body: {} });
    await offerTo(dora);
    const offered = await frameWhere("Dora's receipt of the offer", (data) => offersOf(data).length > 0);
    const [[name, offer]] = offersOf(offered) as [[string, Json]];
    assert.deepEqual([name, offer.receivedAt !== null, offer.sentAt], ['Dora Fox', true, null]);
    assert.deepEqual(offersOf(await onBoard(ann, id)), [[name, offer]]);
    assert.deepEqual([offered.step, offered.nextStepAt], [1, null]);

    // The receipt of an earlier offer is none of the next.
    await app.call('POST', `/falls/${id}/hand-off/decline`, { token: dora.token });
    assert.deepEqual(offersOf(await onBoard(ann, id)), []);
    const { body: channels } = await app.call('GET', '/profile/channels', { token: dora.token });
    for (const channel of channels.data)
      await app.call('DELETE', `/profile/channels/${channel.id}`, { token: dora.token });
    await app.pass(1_000);
    await offerTo(dora);
    assert.deepEqual(offersOf(await onBoard(ann, id)), []);
    await hers.close();
    await accepting.close();
  });
});
