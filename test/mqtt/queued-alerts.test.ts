import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Packet } from 'mqtt-packet';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { bySession } from './clients.ts';
import { joinRaw, type RawClient } from './raw.ts';

describe('alerts for an MQTT client with a persistent session', () => {
  let app: TestApp;
  let admin: Person;
  let caregiver: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const phone = () => joinRaw(app, bySession(caregiver), { clientId: 'phone', clean: false });
  const leave = async (client: RawClient) => {
    client.send({ cmd: 'disconnect' });
    await client.gone;
  };
  const inCare = async (): Promise<Person> => {
    const patient = await signUp(app);
    await assign(app, caregiver, patient);
    return patient;
  };
  const fall = async (patient: Person): Promise<string> =>
    (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })).body.data.id;
  const remove = (path: string) => app.call('DELETE', path, { token: admin.token });
  /** A caregiver whose phone has subscribed. */
  const subscribed = async (): Promise<RawClient> => {
    caregiver = await signUp(app, 'CAREGIVER');
    const client = await phone();
    const subscriptions = [{ topic: `caregivers/${caregiver.id}/alerts`, qos: 1 as const }];
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    assert.equal((await client.next()).cmd, 'suback');
    return client;
  };
  const published = (packet: Packet): { dup: boolean; messageId: number; fallId: string } => {
    if (packet.cmd !== 'publish') return assert.fail(`${packet.cmd} came`);
    const { data }: Json = JSON.parse(packet.payload.toString());
    return { dup: packet.dup, messageId: packet.messageId ?? 0, fallId: data.fallId };
  };

  it('are dropped when the patient was deleted or the assignment ended while the client was away', async () => {
    await leave(await subscribed());
    const [deleted, ended, stays] = [await inCare(), await inCare(), await inCare()];
    await fall(deleted);
    await fall(ended);
    const kept = await fall(stays);
    assert.equal((await remove(`/patients/${deleted.id}`)).status, 200);
    assert.equal((await remove(`/caregivers/${caregiver.id}/patients/${ended.id}`)).status, 200);
    const back = await phone();
    assert.equal(published(await back.next()).fallId, kept);
    await assert.rejects(back.next(300), /no packet came/);
    await leave(back);
  });

  it('that were sent but not acknowledged are resent as duplicates, unless the assignment ended', async () => {
    const first = await subscribed();
    const [ended, stays] = [await inCare(), await inCare()];
    await fall(ended);
    const sent = await fall(stays);
    const before = [published(await first.next()), published(await first.next())];
    assert.deepEqual(
      before.map(({ dup }) => dup),
      [false, false],
    );
    await leave(first);
    const unsent = await fall(stays);
    await remove(`/caregivers/${caregiver.id}/patients/${ended.id}`);
    const back = await phone();
    const again = published(await back.next());
    // [MQTT-4.4.0-1], [MQTT-3.3.1-1]
    assert.deepEqual(again, { dup: true, messageId: before[1]?.messageId, fallId: sent });
    const fresh = published(await back.next());
    assert.deepEqual([fresh.dup, fresh.fallId], [false, unsent]);
    for (const { messageId } of [again, fresh]) back.send({ cmd: 'puback', messageId });
    await assert.rejects(back.next(300), /no packet came/);
    await leave(back);
  });
});
