import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { type ScimApp, startScimApp } from './scim-app.ts';

const MINUTE_MS = 60_000;

describe('somebody whom the directory deactivates', () => {
  let scim: ScimApp;
  let ntfy: Receiver;
  /** The topics whose messages fail, and are sent again. */
  const failing = new Set<string>();
  before(async () => {
    ntfy = await startReceiver((response) => {
      const { body } = ntfy.received.at(-1) ?? {};
      const { topic }: Json = JSON.parse(String(body));
      response.writeHead(failing.has(topic) ? 503 : 200).end();
    });
    scim = await startScimApp({ ALLOW_PRIVATE_TARGETS: 'true', OK_WINDOW_SECONDS: '0' });
    await scim.wards();
  });
  after(async () => {
    await scim.close();
    await ntfy.close();
  });

  const as = async (person: Pick<Person, 'token'>, method: string, path: string, body?: object) => {
    const answer = await scim.app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data as Json;
  };
  const nurse = async (name: string, ward: string): Promise<Person> => {
    const { id } = await scim.user(name, ['Nurses', ward]);
    const person = await scim.session(id);
    await as(person, 'POST', '/profile/channels', { kind: 'ntfy', url: ntfy.url, topic: name });
    return person;
  };
  const resident = async (wardId: string): Promise<Person> => {
    const patient = await signUp(scim.app);
    await as(scim.admin, 'PUT', `/patients/${patient.id}`, { wardId });
    return patient;
  };
  const falls = async (patient: Person): Promise<string> =>
    (await as(patient, 'POST', '/falls', { confidence: 0.9 })).id;
  const sentTo = (name: string): number =>
    ntfy.received.filter(({ body }) => JSON.parse(body.toString()).topic === name).length;
  const leaves = async ({ id }: Person) =>
    assert.equal(
      (await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status,
      200,
    );
  const queuedFor = async ({ id }: Person): Promise<number> =>
    (await sql(scim.app.databaseUrl, `SELECT FROM outbox WHERE person_id = $1 AND state = 'PENDING'`, [id]))
      .length;

  it('gets neither a retry, nor a message that was held back, nor a further step; the others do', async () => {
    const { north } = await scim.wards();
    const [gone, stays] = [await nurse('gone', 'North team'), await nurse('stays', 'North team')];
    const [one, other] = [await resident(north), await resident(north)];
    failing.add('gone');
    await falls(one);
    await eventually('the message has failed once', () => sentTo('gone') > 0 && sentTo('stays') > 0);
    await falls(other);
    await eventually('messages wait', async () => (await queuedFor(gone)) > 1);
    await leaves(gone);
    failing.clear();
    const before = { gone: sentTo('gone'), stays: sentTo('stays') };
    for (let minute = 0; minute < 10; minute++) {
      await scim.app.pass(MINUTE_MS);
      await outboxSettled(scim.app);
    }
    assert.equal(sentTo('gone'), before.gone);
    assert.ok(sentTo('stays') > before.stays);
    assert.equal(await queuedFor(gone), 0);
    const board = JSON.stringify(await as(scim.admin, 'GET', '/caregivers/reachability'));
    assert.ok(
      board.includes(stays.id) && !board.includes(gone.id),
      'is not shown among the people who can be reached',
    );
  });

  it('is not counted as on duty, and the admins learn of a fall that reaches nobody', async () => {
    const { south } = await scim.wards();
    const [lea, ben] = [await nurse('lea', 'South team'), await nurse('ben', 'South team')];
    const patient = await resident(south);
    for (const person of [lea, ben])
      await as(person, 'POST', '/caregivers/me/shift', {
        until: new Date(scim.app.clock.now() + 60 * MINUTE_MS).toISOString(),
      });
    const onDuty = async (): Promise<string[]> =>
      (await as(scim.admin, 'GET', '/caregivers/on-duty')).map(({ id }: Json) => id);
    assert.deepEqual((await onDuty()).sort(), [lea.id, ben.id].sort());
    const id = await falls(patient);
    await eventually('both are notified', () => sentTo('lea') > 0 && sentTo('ben') > 0);
    await as(lea, 'POST', `/falls/${id}/claim`, {});
    await leaves(ben);
    assert.deepEqual(await onDuty(), [lea.id]);
    await leaves(lea);
    assert.deepEqual(await onDuty(), []);
    const timeline = async (): Promise<Json[]> => as(scim.admin, 'GET', `/falls/${id}/timeline`);
    await eventually('the claim is handed back', async () =>
      (await timeline()).some(
        ({ type, reason, by }) => type === 'expired' && reason === 'left' && by?.id === lea.id,
      ),
    );
    await scim.app.pass(MINUTE_MS);
    await eventually('the admins learn that nobody is reached', async () => {
      const [row] = await sql(
        scim.app.databaseUrl,
        'SELECT unreachable_at AS at FROM responses WHERE fall_id = $1',
        [id],
      );
      return row?.at !== null;
    });
    const { body } = await scim.app.call('GET', '/board', { token: scim.admin.token });
    assert.ok(JSON.stringify(body).includes(id), 'the fall is on the board of the admins');
    const before = [sentTo('lea'), sentTo('ben')];
    await scim.app.pass(4 * MINUTE_MS);
    await outboxSettled(scim.app);
    assert.deepEqual([sentTo('lea'), sentTo('ben')], before);
  });

  it('keeps no offer of a claim: it is withdrawn at once', async () => {
    const { north } = await scim.wards();
    const [holder, offered] = [await nurse('holder', 'North team'), await nurse('offered', 'North team')];
    const id = await falls(await resident(north));
    await as(holder, 'POST', `/falls/${id}/claim`, {});
    await as(holder, 'POST', `/falls/${id}/hand-off`, { caregiverId: offered.id });
    await leaves(offered);
    await eventually('the offer is withdrawn', async () => {
      const { body } = await scim.app.call('GET', `/falls/${id}`, { token: scim.admin.token });
      return body.data.response.offeredTo === null;
    });
  });

  it('was the only one notified: the fall goes on to the next step within a second', async () => {
    const { south } = await scim.wards();
    const alone = await nurse('alone', 'South team');
    await nurse('next', 'South team');
    await as(alone, 'POST', '/caregivers/me/shift', {
      until: new Date(scim.app.clock.now() + 60 * MINUTE_MS).toISOString(),
    });
    const id = await falls(await resident(south));
    await eventually('the one on duty is notified', () => sentTo('alone') > 0);
    assert.equal(sentTo('next'), 0);
    await leaves(alone);
    await eventually('the others are notified', () => sentTo('next') > 0);
    const timeline: Json[] = await as(scim.admin, 'GET', `/falls/${id}/timeline`);
    assert.ok(timeline.some(({ type, reason }) => type === 'unreceived' && reason === 'left'));
  });
});
