import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel, setPolicy } from './channels-of.ts';

describe('who was not reached last night', () => {
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  const team: Record<string, Person> = {};
  before(async () => {
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true', ORGANISATION_TIME_ZONE: 'UTC' });
    admin = await logInAsAdmin(app);
    patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
  });
  after(() => app.close());
  const send = (method: string, path: string, body: object) =>
    app.call(method, path, { token: admin.token, body });
  const unreached = async (who: Person, query = '') =>
    await app.call('GET', `/caregivers/unreached${query}`, { token: who.token });

  it('is who received nothing of a fall: failed, or accepted without a receipt where there is one', async () => {
    const accepting = await startReceiver((response) => response.writeHead(201).end());
    const { id: wardId } = (await send('POST', '/wards', { name: 'North' })).body.data;
    for (const name of ['Ann', 'Ben', 'Cid', 'Dora', 'Eve']) {
      const person = await signUp(app, 'CAREGIVER', { firstName: name, lastName: 'Lee' });
      team[name] = person;
      await send('PUT', `/wards/${wardId}/caregivers/${person.id}`, { lead: name === 'Ann' });
    }
    const { Ann, Ben, Cid, Dora, Eve } = team;
    assert.ok(Ann && Ben && Cid && Dora && Eve);
    await send('PUT', `/patients/${patient.id}`, { wardId });
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['ward'], channels: ['webpush', 'ntfy', 'webhook'] }],
      repeats: { everySeconds: 3600, times: null },
    });
    // Received; perhaps received; accepted without a receipt; without a receipt, but received by another channel; no channel.
    await addChannel(app, Ann, 'webhook', accepting.url);
    await addChannel(app, Ben, 'ntfy', accepting.url);
    await addChannel(app, Cid, 'webpush', `${accepting.url}/cid`);
    await addChannel(app, Dora, 'webpush', `${accepting.url}/dora`);
    await addChannel(app, Dora, 'webhook', accepting.url);
    const { id } = (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } }))
      .body.data;
    await outboxSettled(app);
    // At night, whenever this test runs; long enough ago for a receipt.
    await app.pass(120_000);
    const { from } = (await unreached(admin)).body.data;
    await sql(
      app.databaseUrl,
      `UPDATE outbox SET created_at = $1, accepted_at = $1 WHERE fall_id = $2 AND accepted_at IS NOT NULL`,
      [from, id],
    );
    const { body } = await unreached(admin);
    const shown = body.data.unreached.map(({ personName, fallId, patientName, channels }: Json) => [
      personName,
      fallId,
      patientName,
      channels,
    ]);
    assert.deepEqual(shown, [['Cid Lee', id, 'Rosa Marsh', ['webpush']]]);
    assert.deepEqual((await unreached(Ann, `?wardId=${wardId}`)).body.data.unreached, body.data.unreached);
    assert.equal((await unreached(Ann)).status, 403);
    assert.equal((await unreached(Ben, `?wardId=${wardId}`)).status, 403);
    assert.equal((await unreached(admin, '?wardId=nonsense')).status, 400);
    const { id: other } = (await send('POST', '/wards', { name: 'South' })).body.data;
    assert.deepEqual((await unreached(admin, `?wardId=${other}`)).body.data.unreached, []);

    const accessLog = async (): Promise<readonly Json[]> =>
      (await app.call('GET', '/profile/me/access-log', { token: patient.token })).body.data;
    await eventually('the resident sees who has read it', async () =>
      (await accessLog()).some(
        ({ actorId, what }) => actorId === Ann.id && what === 'who was not reached last night',
      ),
    );

    await sql(
      app.databaseUrl,
      `UPDATE outbox SET received_at = accepted_at WHERE fall_id = $1 AND person_id = $2`,
      [id, Cid.id],
    );
    await sql(
      app.databaseUrl,
      `UPDATE outbox SET failed_at = accepted_at WHERE fall_id = $1 AND person_id = $2`,
      [id, Ben.id],
    );
    assert.deepEqual(
      (await unreached(admin)).body.data.unreached.map(({ personName }: Json) => personName),
      ['Ben Lee'],
    );
    await accepting.close();
  });
});
