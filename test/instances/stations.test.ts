import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callApi, type Json } from '../helpers/app.ts';
import { connectLive } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

const SECOND_MS = 1_000;

describe('stations at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let nurse: Person;
  let patient: Person;
  let wardId: string;
  before(async () => {
    pair = await startPair();
    admin = await logInAsAdmin(pair.a);
    [nurse, patient] = [await signUp(pair.a, 'CAREGIVER'), await signUp(pair.a)];
    const [ward] = await sql(
      pair.database.url,
      `INSERT INTO wards (name, created_at) VALUES ('Ward', now()) RETURNING id`,
    );
    wardId = ward?.id;
    await sql(
      pair.database.url,
      'INSERT INTO ward_members (ward_id, caregiver_id, created_at) VALUES ($1, $2, now())',
      [wardId, nurse.id],
    );
    await sql(pair.database.url, 'UPDATE users SET ward_id = $1 WHERE id = $2', [wardId, patient.id]);
    await pair.a.call('PUT', '/profile/pin', { token: nurse.token, body: { pin: '4711' } });
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  async function enrol(at: Instance): Promise<{ readonly id: string; readonly Cookie: string }> {
    const body = { name: 'Office', wardId };
    const { data } = (await pair.a.call('POST', '/stations', { token: admin.token, body })).body;
    const enrolled = await at.call('POST', '/stations/enrol', { body: { code: data.code } });
    assert.equal(enrolled.status, 200);
    return { id: data.id, Cookie: enrolled.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }
  const live = (at: Instance, Cookie: string) =>
    connectLive(at, { headers: { Cookie, Origin: new URL(at.url).origin } }, 'station.welcome');
  const unlock = (at: Instance, Cookie: string, pin: string) =>
    callApi(at.url, 'POST', '/stations/me/unlock', {
      headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      body: { caregiverId: nurse.id, pin },
    });

  it('hear the falls that the other instance takes, and end within a second when the other removes them', async () => {
    const { a, b } = pair;
    const { id, Cookie } = await enrol(a);
    const socket = await live(b, Cookie);
    const fall = await a.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    const received = await socket.find(
      ({ type, data }: Json) => type === 'response' && data.fallId === fall.body.data.id,
    );
    assert.equal(received.data.patientId, patient.id);
    const removedAt = patientNow();
    assert.equal((await a.call('DELETE', `/stations/${id}`, { token: admin.token })).status, 200);
    assert.equal((await socket.closed).code, 4401);
    assert.ok(patientNow() - removedAt < SECOND_MS);
    assert.equal((await b.call('GET', '/stations/me', { headers: { Cookie } })).status, 401);
  });

  it('hear who has received an alert from the other instance', async () => {
    const { a, b } = pair;
    const { Cookie } = await enrol(a);
    const socket = await live(b, Cookie);
    const nurses = await connectLive(a, { token: nurse.token });
    const { id } = (await a.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } })).body
      .data;
    await nurses.ask({ type: 'seen', data: { ids: [], fallIds: [id], visible: true } });
    const { data } = await socket.find(({ type, data }: Json) => type === 'receipts' && data.fallId === id);
    assert.deepEqual(
      data.notified.map((person: Json) => person.id),
      [nurse.id],
    );
    await Promise.all([socket.close(), nurses.close()]);
  });

  it('get five tries together for a PIN, and an act at one is with the token of the other', async () => {
    const { a, b } = pair;
    const stations = await Promise.all([enrol(a), enrol(b), enrol(a), enrol(b), enrol(a)]);
    const [first] = stations;
    const fall = (await a.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })).body
      .data.id;
    const { token } = (await unlock(a, first?.Cookie ?? '', '4711')).body.data;
    const headers = { Cookie: first?.Cookie ?? '' };
    assert.equal((await b.call('POST', `/falls/${fall}/claim`, { token, headers, body: {} })).status, 200);
    const guesses = await Promise.all(
      stations.flatMap(({ Cookie }, i) =>
        [0, 1, 2, 3].map((j) => unlock((i + j) % 2 === 0 ? a : b, Cookie, `915${j}`)),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    assert.deepEqual(
      [401, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
      [5, 15],
    );
  });

  it('limit wrong codes together', async () => {
    const { a, b } = pair;
    for (let i = 0; i < 10; i++)
      assert.equal(
        (await (i % 2 === 0 ? a : b).call('POST', '/stations/enrol', { body: { code: `0000000${i}` } }))
          .status,
        404,
      );
    for (const instance of [a, b])
      assert.equal(
        (await instance.call('POST', '/stations/enrol', { body: { code: '00000000' } })).status,
        429,
      );
  });
});
