import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { assertFields } from '../helpers/fields.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('fall reports', () => {
  let app: TestApp;
  let ada: Person;
  let carer: Person;
  let secondCarer: Person;
  let otherCarer: Person;
  let stranger: Person;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '365d' });
    [ada, stranger, carer, secondCarer, otherCarer, admin] = await Promise.all([
      signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' }),
      signUp(app),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      logInAsAdmin(app),
    ]);
    await assign(app, carer, ada);
    await assign(app, secondCarer, ada);
  });
  after(() => app.close());

  /** The account is deleted between the check of its token and the INSERT. */
  it('answers 404 to a report whose author is deleted at that moment', async () => {
    const person = await signUp(app);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('DELETE FROM users WHERE id = $1', [person.id]);
    const answer = report({ confidence: 0.6 }, person);
    await eventually(
      "the report waits for the deletion's lock",
      async () => (await lockWaits(app.databaseUrl)) > 0,
    );
    await other.query('COMMIT');
    await other.end();
    assert.equal((await answer).status, 404);
  });

  const DAY = 86_400_000;
  const report = (body: unknown, { token } = ada) => app.call('POST', '/falls', { token, body });
  const get = (path: string, { token } = ada) => app.call('GET', path, { token });
  const reported = async (body: unknown, person = ada): Promise<Json> => {
    const answer = await report(body, person);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };

  describe('POST /falls', () => {
    it('answers 201 with the fall', async () => {
      const { status, body } = await report({
        confidence: 0.82,
        location: 'Kitchen',
        witnessed: true,
        injuries: 'Bruised hip',
      });
      assert.equal(status, 201);
      assertFields(
        body.data,
        'alerts',
        'confidence',
        'createdAt',
        'id',
        'location',
        'status',
        'userId',
        'witnessed',
      );
      assert.equal(body.data.userId, ada.id);
      assert.equal(body.data.confidence, 0.82);
      assert.equal(body.data.status, 'HIGH');
      assert.equal(body.data.location, 'Kitchen');
      assert.equal(body.data.witnessed, true);
      assert.ok(Math.abs(Date.parse(body.data.createdAt) - app.clock.now()) < 5_000);
      assert.deepEqual(body.data.alerts, { notified: true, caregiverCount: 2 });
    });

    it('derives the level from the confidence and alerts from POTENTIAL up', async () => {
      for (const [confidence, status, alerted] of [
        [0, 'NO_FALL', false],
        [0.3, 'NO_FALL', false],
        [0.305, 'SUSPICIOUS', false],
        [0.5, 'SUSPICIOUS', false],
        [0.51, 'POTENTIAL', true],
        [0.7, 'POTENTIAL', true],
        [0.71, 'HIGH', true],
        [0.899, 'HIGH', true],
        [0.9, 'CONFIRMED', true],
        [1, 'CONFIRMED', true],
      ] as const) {
        const fall = await reported({ confidence });
        assert.equal(fall.status, status, String(confidence));
        assert.equal(fall.confidence, confidence);
        assert.deepEqual(fall.alerts, { notified: alerted, caregiverCount: alerted ? 2 : 0 });
        const { alerts } = (await get(`/falls/${fall.id}`)).body.data;
        // The admins are notified of an emergency too: these caregivers have no channel but a socket.
        const theirs = alerts.filter(({ caregiverId }: Json) => caregiverId !== admin.id);
        assert.equal(theirs.length, alerted ? 2 : 0);
      }
    });

    it('alerts the admins, and later reminds them, when the patient has no caregiver', async () => {
      const socket = await live(app, admin);
      const fall = await reported({ confidence: 1 }, stranger);
      assert.deepEqual(
        fall.alerts,
        { notified: true, caregiverCount: 0 },
        'an admin does not count as a caregiver',
      );
      const isIt = ({ type, data }: Json) => type === 'alert' && data.fallId === fall.id;
      const { data: alert } = await socket.find(isIt);
      // The escalation reports at once that no caregiver can be reached; for 30 s after that it sends no reminder.
      await socket.find(({ type, data }) => type === 'alert.updated' && data.fallId === fall.id);
      app.clock.advance(31_000);
      assert.equal((await socket.find(isIt)).data.id, alert.id);
      const { alerts } = (await get(`/falls/${fall.id}`, admin)).body.data;
      assert.deepEqual(
        alerts.map(({ caregiverId }: Json) => caregiverId),
        [admin.id],
      );
      const answer = await socket.ask({ type: 'acknowledge', alertId: alert.id });
      assert.equal(answer.data.acknowledgedBy, admin.id);
      const { response } = (await get(`/falls/${fall.id}`, admin)).body.data;
      assert.deepEqual([response.state, response.claimedBy.id], ['CLAIMED', admin.id]);
      await socket.close();
    });

    it('alerts the admins when a caregiver falls', async () => {
      const { id, alerts } = await reported({ confidence: 0.8 }, otherCarer);
      assert.deepEqual(alerts, { notified: true, caregiverCount: 0 });
      for (const person of [otherCarer, admin])
        assert.equal((await get(`/falls/${id}`, person)).body.data.response.state, 'CHECKING');
      assert.equal((await get(`/falls/${id}`, carer)).status, 403);
    });

    it('is open to every role and records the fall for the caller', async () => {
      for (const person of [carer, admin])
        assert.equal((await reported({ confidence: 0.4 }, person)).userId, person.id);
      assert.equal((await app.call('POST', '/falls', { body: { confidence: 0.4 } })).status, 401);
    });

    it('accepts null for optional fields and ignores unknown fields', async () => {
      const fall = await reported({
        confidence: 0.2,
        location: null,
        witnessed: null,
        injuries: null,
        userId: stranger.id,
        status: 'CONFIRMED',
      });
      assert.deepEqual(
        [fall.location, fall.witnessed, fall.userId, fall.status],
        [null, null, ada.id, 'NO_FALL'],
      );
    });

    it('refuses invalid bodies with 400 and names every invalid field', async () => {
      const bad: readonly (readonly [unknown, string[]])[] = [
        [{}, ['confidence']],
        [{ confidence: null }, ['confidence']],
        [{ confidence: '0.5' }, ['confidence']],
        [{ confidence: -0.01 }, ['confidence']],
        [{ confidence: 1.01 }, ['confidence']],
        [{ confidence: true }, ['confidence']],
        [{ confidence: [0.5] }, ['confidence']],
        [{ confidence: 0.5, location: 7 }, ['location']],
        [{ confidence: 0.5, location: 'a\0b' }, ['location']],
        [{ confidence: 0.5, location: 'x'.repeat(10_000) }, ['location']],
        [{ confidence: 0.5, witnessed: 'yes' }, ['witnessed']],
        [{ confidence: 0.5, injuries: {} }, ['injuries']],
        [
          { confidence: 2, location: 1, witnessed: 2, injuries: 3 },
          ['confidence', 'location', 'witnessed', 'injuries'],
        ],
        ['{"confidence":1e999}', ['confidence']],
      ];
      const total = async () => (await get('/falls?days=300')).body.pagination.total;
      const before = await total();
      for (const [body, fields] of bad) {
        const answer = await report(body);
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.deepEqual(Object.keys(answer.body.details).sort(), [...fields].sort());
      }
      for (const body of ['', 'null', '[]', '{', '7', '{"confidence":NaN}']) {
        assert.equal((await report(body)).status, 400, body);
      }
      assert.equal(await total(), before);
    });
  });

  describe('GET /falls', () => {
    let zoe: Person;
    before(async () => {
      zoe = await signUp(app);
      // Oldest first, one per day: 0.05, 0.1, … 0.6
      for (let i = 1; i <= 12; i++) {
        await reported({ confidence: i / 20, location: i % 2 === 0 ? `Room ${i}` : null }, zoe);
        app.clock.advance(DAY);
      }
      app.clock.advance(-DAY / 2);
    });
    const list = async (query = ''): Promise<Json> => {
      const answer = await get(`/falls${query}`, zoe);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    };
    const confidencesOf = (page: Json): number[] => page.data.map(({ confidence }: Json) => confidence);

    it('returns ten per page, newest first, with the fields of the contract', async () => {
      const page = await list();
      assert.deepEqual(page.pagination, { page: 1, limit: 10, total: 12, totalPages: 2 });
      assert.equal(page.data.length, 10);
      assertFields(
        page.data[0],
        'confidence',
        'createdAt',
        'id',
        'location',
        'responded',
        'responseTime',
        'status',
      );
      assert.deepEqual([page.data[0].responded, page.data[0].responseTime], [false, null]);
      assert.deepEqual(confidencesOf(page), [0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15]);
      assert.deepEqual(confidencesOf(await list('?page=2')), [0.1, 0.05]);
    });

    it("returns the caller's own falls only", async () => {
      const ids = new Set((await list('?limit=100')).data.map(({ id }: Json) => id));
      for (const { id } of (await get('/falls?limit=100&days=300')).body.data) assert.ok(!ids.has(id));
    });

    it('returns the last 30 days by default, or as many as `days` says', async () => {
      assert.equal((await list('?days=1')).pagination.total, 1);
      assert.equal((await list('?days=5')).pagination.total, 5);
      app.clock.advance(20 * DAY);
      assert.equal((await list()).pagination.total, 10);
      assert.equal((await list('?days=300')).pagination.total, 12);
      assert.equal((await list('?days=36500')).pagination.total, 12);
      app.clock.advance(-20 * DAY);
    });

    it('filters by status', async () => {
      const counts: Record<string, number> = {
        NO_FALL: 6,
        SUSPICIOUS: 4,
        POTENTIAL: 2,
        HIGH: 0,
        CONFIRMED: 0,
      };
      for (const [status, count] of Object.entries(counts)) {
        const page = await list(`?status=${status}`);
        assert.equal(page.pagination.total, count, status);
        for (const fall of page.data) assert.equal(fall.status, status);
      }
    });

    it('is empty past the last page', async () => {
      for (const page of [3, 1000, Number.MAX_SAFE_INTEGER]) {
        const { data, pagination } = await list(`?page=${page}`);
        assert.deepEqual(data, []);
        assert.deepEqual([pagination.page, pagination.total], [page, 12]);
      }
    });

    it('clamps the limit to 100', async () => {
      assert.equal((await list('?limit=100')).pagination.limit, 100);
      assert.equal((await list('?limit=101')).pagination.limit, 100);
      assert.equal((await list('?limit=1000000')).data.length, 12);
    });

    it('sorts by any of its fields, in both spellings and directions', async () => {
      assert.deepEqual(confidencesOf(await list('?sort=confidence&order=asc&limit=3')), [0.05, 0.1, 0.15]);
      assert.deepEqual(confidencesOf(await list('?sort=confidence&limit=3')), [0.6, 0.55, 0.5]);
      assert.deepEqual(confidencesOf(await list('?order=asc&limit=3')), [0.05, 0.1, 0.15]);
      for (const sort of [
        'created_at',
        'createdAt',
        'id',
        'status',
        'location',
        'responded',
        'responseTime',
        'response_time',
      ]) {
        for (const order of ['asc', 'desc']) {
          const pages = await Promise.all(
            [1, 2, 3].map((page) => list(`?sort=${sort}&order=${order}&limit=5&page=${page}`)),
          );
          const ids = pages.flatMap((page) => page.data.map(({ id }: Json) => id));
          assert.equal(new Set(ids).size, 12, `${sort} ${order}`);
        }
      }
      const ids = (await list('?sort=id&order=asc&limit=100')).data.map(({ id }: Json) => id);
      assert.deepEqual(ids, [...ids].sort());
    });

    it('refuses invalid values with 400 and names the parameter', async () => {
      const bad = [
        'limit=0',
        'limit=-1',
        'limit=1.5',
        'limit=ten',
        'limit=',
        'page=0',
        'page=x',
        'sort=colour',
        'sort=user_id;',
        'order=up',
        'order=ASC',
        'days=0',
        'days=-3',
        'days=1.5',
        'days=x',
        'status=FALLEN',
        'status=high',
      ];
      for (const query of bad) {
        const { status, body } = await get(`/falls?${query}`, zoe);
        assert.equal(status, 400, query);
        assert.deepEqual(Object.keys(body.details), [query.split('=')[0]], query);
      }
      const { body } = await get('/falls?limit=0&page=0&status=x', zoe);
      assert.deepEqual(Object.keys(body.details).sort(), ['limit', 'page', 'status']);
      await list('?colour=red');
    });
  });

  describe('GET /falls/:id', () => {
    it('returns the fields of the contract', async () => {
      const { id } = await reported({
        confidence: 0.95,
        location: 'Stairs',
        witnessed: false,
        injuries: 'Wrist',
      });
      const { status, body } = await get(`/falls/${id}`);
      assert.equal(status, 200);
      const { alerts, createdAt, ...rest } = body.data;
      const expected = {
        id,
        userId: ada.id,
        deviceId: null,
        confidence: 0.95,
        status: 'CONFIRMED',
        location: 'Stairs',
        witnessed: false,
        injuries: 'Wrist',
        sensorData: null,
      };
      assert.deepEqual({ ...rest, ...expected }, rest);
      assert.ok(Date.parse(createdAt));
      // The caregivers have no channel, so the admins are notified too, possibly by now.
      const told = alerts.map(({ caregiverId }: Json) => caregiverId).filter((id: string) => id !== admin.id);
      assert.deepEqual(told.sort(), [carer.id, secondCarer.id].sort());
      for (const alert of alerts) {
        assert.deepEqual([alert.sent, alert.acknowledged, typeof alert.timestamp], [true, false, 'string']);
      }
    });

    it('is for the patient, assigned caregivers and admins', async () => {
      const { id } = await reported({ confidence: 0.6 });
      for (const person of [ada, carer, secondCarer, admin])
        assert.equal((await get(`/falls/${id}`, person)).status, 200);
      for (const person of [stranger, otherCarer]) {
        const answer = await get(`/falls/${id}`, person);
        assert.equal(answer.status, 403);
        assert.equal(answer.body.data, undefined);
      }
      assert.equal((await app.call('GET', `/falls/${id}`)).status, 401);
    });

    it('answers 404 for an unknown or malformed id', async () => {
      for (const id of [randomUUID(), 'nonsense', '0', '%00', 'me']) {
        for (const person of [ada, admin]) assert.equal((await get(`/falls/${id}`, person)).status, 404, id);
      }
    });
  });

  describe('the recent falls of all patients', () => {
    it('are for caregivers and admins', async () => {
      for (const person of [carer, otherCarer, admin])
        assert.equal((await get('/falls/recent', person)).status, 200);
      assert.equal((await get('/falls/recent')).status, 403);
      assert.equal((await app.call('GET', '/falls/recent')).status, 401);
    });

    it('name the patient, omit NO_FALL and cover the last 24 hours, twenty per page', async () => {
      app.clock.advance(30 * DAY);
      const old = await reported({ confidence: 0.8 });
      app.clock.advance(DAY + 1000);
      await reported({ confidence: 0.1 });
      const fresh = await reported({ confidence: 0.8, location: 'Hall' });
      const other = await reported({ confidence: 0.4 }, stranger);
      const { body } = await get('/falls/recent', otherCarer);
      assert.deepEqual(body.pagination, { page: 1, limit: 20, total: 2, totalPages: 1 });
      assert.deepEqual(
        body.data.map(({ id }: Json) => id),
        [other.id, fresh.id],
      );
      assertFields(
        body.data[1],
        'confidence',
        'createdAt',
        'id',
        'location',
        'patientName',
        'responded',
        'responseTime',
        'status',
        'userId',
      );
      assert.equal(body.data[1].patientName, 'Ada Jones');
      assert.equal(body.data[1].userId, ada.id);
      const wider = (await get('/falls/recent?hours=48', carer)).body;
      assert.equal(wider.pagination.total, 3);
      assert.equal(wider.data[2].id, old.id);
      assert.equal((await get('/falls/recent?hours=876000', carer)).status, 200);
      assert.equal((await get('/falls/recent?limit=1&page=2', carer)).body.data[0].id, fresh.id);
      for (const sort of ['patientName', 'patient_name', 'userId', 'user_id', 'confidence', 'createdAt']) {
        assert.equal((await get(`/falls/recent?sort=${sort}`, carer)).status, 200, sort);
      }
    });

    it("hide location and response of patients outside the caregiver's care team", async () => {
      const fall = await reported({ confidence: 0.8, location: 'Bathroom', injuries: 'Left wrist' });
      const shown = async (person: Person) =>
        (await get('/falls/recent?limit=100', person)).body.data.find(({ id }: Json) => id === fall.id);
      const claim = { token: carer.token, body: { note: 'Sits on the bed' } };
      assert.equal((await app.call('POST', `/falls/${fall.id}/claim`, claim)).status, 200);
      for (const person of [carer, admin]) {
        const { location, response } = await shown(person);
        assert.equal(location, 'Bathroom');
        assert.equal(response.claimedBy.id, carer.id);
      }
      const row = await shown(otherCarer);
      assert.equal(row.location, null);
      assert.equal(row.response, null);
      assert.equal(row.status, 'HIGH');
      const answer = JSON.stringify(await get('/falls/recent?limit=100', otherCarer));
      for (const secret of ['Bathroom', 'Left wrist', 'Sits on the bed'])
        assert.ok(!answer.includes(secret), secret);
    });

    it('refuse invalid values with 400', async () => {
      // Sorting by a field that the caregiver may not see would reveal it.
      for (const query of ['sort=location', 'sort=response'])
        assert.equal((await get(`/falls/recent?${query}`, carer)).status, 400, query);
      for (const query of ['hours=0', 'hours=x', 'hours=1.5', 'hours=-1', 'limit=0', 'sort=colour']) {
        assert.equal((await get(`/falls/recent?${query}`, carer)).status, 400, query);
      }
    });

    it('are audited on every read', async () => {
      const trail = () =>
        sql(app.databaseUrl, `SELECT FROM audit_log WHERE actor_id = $1 AND action = 'health.read'`, [
          secondCarer.id,
        ]);
      const before = (await trail()).length;
      await get('/falls/recent', secondCarer);
      await get('/falls/recent', secondCarer);
      await eventually('both reads are audited', async () => (await trail()).length >= before + 2);
      assert.equal((await trail()).length, before + 2);
    });
  });
});
