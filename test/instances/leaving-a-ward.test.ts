import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type LiveClient, live } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { leaveWithEverythingOpen } from '../people/leaving.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';

const SECOND_MS = 1_000;

describe('a caregiver at one instance who leaves a ward at another', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let ntfy: Receiver;
  before(async () => {
    ntfy = await startReceiver();
    pair = await startPair({ ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(pair.a);
  });
  after(async () => {
    await killAll();
    await pair?.close();
    await ntfy.close();
  });

  it('loses socket, MQTT sessions, claim links and queued messages within a second', () =>
    leaveWithEverythingOpen({ here: pair.a, there: pair.b, admin, ntfy }));

  it('stops watching at both when the membership ends by itself, or the patient moves away', async () => {
    const { a, b } = pair;
    const as = (method: string, path: string, body: object) =>
      a.call(method, path, { token: admin.token, body });
    const [nurse, brief, patient] = [
      await signUp(a, 'CAREGIVER'),
      await signUp(a, 'CAREGIVER'),
      await signUp(a),
    ];
    const { id } = (await as('POST', '/wards', { name: 'Briefly' })).body.data;
    await as('PUT', `/patients/${patient.id}`, { wardId: id });
    await as('PUT', `/wards/${id}/caregivers/${nurse.id}`, {});
    const endsAt = patientNow() + SECOND_MS;
    const until = new Date(Date.now() + SECOND_MS).toISOString();
    assert.equal((await as('PUT', `/wards/${id}/caregivers/${brief.id}`, { until })).status, 200);
    const watching = (person: Person) =>
      Promise.all(
        [a, b].map(async (at) => {
          const socket = await live(at, person);
          assert.equal((await socket.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
          return socket;
        }),
      );
    const [theirs, nurses] = [await watching(brief), await watching(nurse)];
    const stopped = (sockets: readonly LiveClient[]) =>
      Promise.all(
        sockets.map((socket) =>
          socket.find(({ type, data }) => type === 'subscribed' && data.subscribed === false),
        ),
      );
    await stopped(theirs);
    assert.ok(patientNow() - endsAt < 2 * SECOND_MS, 'found within a second, told within another');
    assert.ok(nurses.every(({ frames }) => frames.every(({ data }) => data?.subscribed !== false)));
    await as('PUT', `/patients/${patient.id}`, { wardId: null });
    const movedAt = patientNow();
    await stopped(nurses);
    assert.ok(patientNow() - movedAt < SECOND_MS);
    for (const socket of [...theirs, ...nurses]) await socket.close();
  });
});
