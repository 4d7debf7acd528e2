import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';

describe("the caller's sessions and access log", () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const get = async (person: Pick<Person, 'token'>, path: string): Promise<Json> => {
    const { status, body } = await app.call('GET', path, { token: person.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  describe('sessions', () => {
    it("are listed newest first with user agent and address, and mark the caller's own", async () => {
      const ada = await signUp(app);
      app.clock.advance(2_000);
      const headers = { 'User-Agent': 'Telephone/1.0' };
      const body = { email: ada.email, password: PASSWORD };
      const phone = (await app.call('POST', '/auth/login', { body, headers })).body;
      const { data } = await get(ada, '/profile/sessions');
      assert.deepEqual(
        data.map((session: Json) => [session.current, session.userAgent, session.ip]),
        [
          [false, 'Telephone/1.0', '127.0.0.1'],
          [true, null, '127.0.0.1'],
        ],
      );
      assert.equal(data[0].lastUsedAt, null);
      await get(phone, '/me');
      app.clock.advance(5 * 60_000);
      await eventually('lastUsedAt is set', async () => {
        return (await get(ada, '/profile/sessions')).data[0].lastUsedAt !== null;
      });
    });

    it('end one by one and at once, for their owner only', async () => {
      const bob = await signUp(app);
      const other = await logIn(app, { email: bob.email, password: PASSWORD });
      const sessions = (await get(bob, '/profile/sessions')).data;
      const { id } = sessions.find(({ current }: Json) => !current);
      const end = (person: Person) => app.call('DELETE', `/profile/sessions/${id}`, { token: person.token });
      assert.equal((await end(await signUp(app))).status, 403);
      assert.equal((await end(bob)).status, 200);
      assert.equal((await app.call('GET', '/me', { token: other.token })).status, 401);
      assert.equal((await end(bob)).status, 404);
      const own = sessions.find(({ current }: Json) => current).id;
      const last = await app.call('DELETE', `/profile/sessions/${own}`, { token: bob.token });
      assert.match(last.headers.get('set-cookie') ?? '', /access_token=;/);
      assert.equal((await app.call('GET', '/me', { token: bob.token })).status, 401);
    });
  });

  describe('GET /profile/me/access-log', () => {
    it("names every viewer of the caller's health data, in detail or in a list", async () => {
      const nurse = await signUp(app, 'CAREGIVER', { firstName: 'Nora', lastName: 'Nurse' });
      const [cleo, dot] = [await signUp(app), await signUp(app)];
      const admin = await logInAsAdmin(app);
      await assign(app, nurse, cleo);
      const mac = randomMac();
      await stream(app, cleo, resting(mac));
      const log = async (person: Person, query = '') =>
        (await get(person, `/profile/me/access-log${query}`)).data;
      assert.deepEqual(await log(cleo), []);
      await get(nurse, `/patients/${cleo.id}/falls`);
      app.clock.advance(1_000);
      await get(admin, `/device/${mac}/readings`);
      app.clock.advance(1_000);
      await get(nurse, '/patients?limit=100');
      app.clock.advance(1_000);
      await get(nurse, `/caregivers/${nurse.id}/patients`);
      await get(cleo, `/patients/${cleo.id}`);
      const lines = await log(cleo);
      assert.deepEqual(
        lines.map(({ actorId, actorName, role, what }: Json) => [actorId, actorName, role, what]),
        [
          [nurse.id, 'Nora Nurse', 'CAREGIVER', 'the patients of a caregiver'],
          [nurse.id, 'Nora Nurse', 'CAREGIVER', 'the list of patients'],
          [admin.id, 'First Admin', 'ADMIN', 'the readings of a device'],
          [nurse.id, 'Nora Nurse', 'CAREGIVER', 'the falls of a patient'],
        ],
      );
      assert.deepEqual(await log(dot), [], 'a list shows no health data of patients outside the care team');
      const second = await get(cleo, '/profile/me/access-log?limit=1&page=2&sort=timestamp&order=asc');
      assert.deepEqual([second.data[0].id, second.pagination.total], [lines[2].id, 4]);
    });
  });
});
