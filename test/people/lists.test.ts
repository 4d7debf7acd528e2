import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  couldBeHighRisk,
  type HealthEvidence,
  healthScore,
  isHighRisk,
} from '../../src/people/health-score.ts';
import { splitByDay } from '../../src/platform/database/row-counts.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('paginated lists', () => {
  // Its own app, not the one of ./started.ts: these tests change whole tables.
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    patient = await signUp(app);
  });
  after(() => app.close());

  const get = async (path: string): Promise<Json> =>
    (await app.call('GET', path, { token: admin.token })).body;

  /** Creates falls, one every six hours, the last just now. */
  const fill = (falls: number) =>
    sql(
      app.databaseUrl,
      `INSERT INTO fall_events (user_id, confidence, status, created_at)
     SELECT $1, 0.6, (ARRAY['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'])[1 + i % 5], now() - i * interval '6 hours'
     FROM generate_series(1, $2) i`,
      [patient.id, falls],
    );

  describe('every list', () => {
    const LISTS = [
      '/admin/users',
      '/admin/logs',
      '/admin/falls',
      '/patients',
      '/caregivers',
      '/falls',
      '/falls/recent',
      '/messages',
      '/tests',
    ];

    it('pages without gaps or overlaps, also when all rows have the same time', async () => {
      await sql(
        app.databaseUrl,
        `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT 'twin' || i || '@example.org', 'x', 'Twin', 'Same', 'PATIENT', '2026-01-01', '2026-01-01' FROM generate_series(1, 23) i`,
      );
      for (const query of [
        '',
        'order=asc&',
        'sort=lastName&',
        'sort=last_name&order=asc&',
        'sort=phone&',
        'sort=id&',
      ]) {
        const ids: string[] = [];
        const { pagination } = await get(`/admin/users?${query}limit=5`);
        for (let page = 1; page <= pagination.totalPages; page++) {
          for (const row of (await get(`/admin/users?${query}limit=5&page=${page}`)).data) ids.push(row.id);
        }
        assert.equal(ids.length, pagination.total, query);
        assert.equal(new Set(ids).size, ids.length, query);
      }
    });

    it('accepts page, limit, sort and order in the same way', async () => {
      for (const path of LISTS) {
        assert.deepEqual((await get(`${path}?limit=1000`)).pagination.limit, 100, path);
        assert.deepEqual((await get(`${path}?page=9999`)).data, [], path);
        for (const sort of ['created_at', 'createdAt', 'id'])
          assert.equal((await get(`${path}?sort=${sort}&order=asc`)).success, true, `${path} ${sort}`);
        for (const bad of [
          'page=0',
          'page=x',
          'limit=0',
          'limit=-1',
          'limit=1.5',
          'sort=nonsense',
          'sort=',
          'order=down',
        ])
          assert.equal(
            (await app.call('GET', `${path}?${bad}`, { token: admin.token })).status,
            400,
            `${path}?${bad}`,
          );
        assert.equal((await get(`${path}?page=9007199254740991&limit=100`)).success, true, path);
      }
    });

    it('can be sorted by every field that all callers may see', async () => {
      for (const path of [
        '/admin/users',
        '/admin/logs',
        '/admin/falls',
        '/caregivers',
        '/messages',
        '/falls/recent',
      ]) {
        await fill(1);
        const [row] = (await get(`${path}?limit=1`)).data;
        if (row === undefined) continue;
        for (const field of Object.keys(row)) {
          const answer = await app.call('GET', `${path}?sort=${field}`, { token: admin.token });
          // The caller's id is the same in every row of their own list; these two lists join the fields they
          // show. Not every caller may see these fields of every fall, and the order would reveal them.
          const hidden = ['userId', 'patientName', 'location', 'response', 'verification'];
          if (path === '/falls/recent' && hidden.includes(field)) continue;
          if (path === '/caregivers' && field === 'role') continue;
          // A record of its own.
          if (field === 'sensor') continue;
          assert.equal(answer.status, 200, `${path} ${field}: ${JSON.stringify(answer.body)}`);
        }
      }
    });
  });

  describe('totals', () => {
    const counted = async (): Promise<Json[]> =>
      sql(
        app.databaseUrl,
        `SELECT list, label, day::text, sum(total)::int AS total FROM tallies GROUP BY 1, 2, 3 HAVING sum(total) <> 0 ORDER BY 1, 2, 3`,
      );
    const actual = async (): Promise<Json[]> =>
      sql(
        app.databaseUrl,
        `SELECT 'audit_log' AS list, level AS label, (at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS total FROM audit_log GROUP BY 2, 3
       UNION ALL SELECT 'fall_events', status, (created_at AT TIME ZONE 'UTC')::date::text, count(*)::int FROM fall_events GROUP BY 2, 3
       UNION ALL SELECT 'users', role || '/' || status, '2000-01-01', count(*)::int FROM users GROUP BY 2
       ORDER BY 1, 2, 3`,
      );

    it('equal the number of rows after any insert, update, delete or truncate', async () => {
      await fill(200);
      assert.deepEqual(await counted(), await actual());
      await sql(
        app.databaseUrl,
        `UPDATE fall_events SET status = 'HIGH', created_at = created_at - interval '1 day' WHERE status = 'CONFIRMED'`,
      );
      await sql(app.databaseUrl, `DELETE FROM fall_events WHERE status = 'NO_FALL'`);
      await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE first_name = 'Twin'`);
      assert.deepEqual(await counted(), await actual());
      const leaving = await signUp(app);
      for (const confidence of [0.2, 0.6])
        await app.call('POST', '/falls', { token: leaving.token, body: { confidence } });
      await app.call('DELETE', '/profile/me', { token: leaving.token, body: { confirmation: true } });
      await get('/admin/logs');
      assert.deepEqual(await counted(), await actual());
      await sql(app.databaseUrl, 'TRUNCATE fall_events CASCADE');
      assert.deepEqual(await counted(), await actual());
    });

    it('are exact for any range, whole days and parts of days', async () => {
      await fill(100);
      const hour = 3_600_000;
      for (const [back, length] of [
        [1, 1],
        [5, 3],
        [30, 24],
        [47, 30],
        [200, 150],
        [600, 601],
        [24, 24],
      ] as const) {
        const from = new Date(app.clock.now() - back * hour).toISOString();
        const to = new Date(app.clock.now() - (back - length) * hour).toISOString();
        for (const status of ['', '&status=HIGH']) {
          const { data, pagination } = await get(
            `/admin/falls?limit=100&dateFrom=${from}&dateTo=${to}${status}`,
          );
          assert.equal(pagination.total, data.length, `${from} ${to} ${status}`);
        }
        const recent = await get(`/falls/recent?limit=100&hours=${back}`);
        assert.equal(recent.pagination.total, recent.data.length);
      }
    });

    it('are precomputed for whole UTC days only', () => {
      const date = (text: string) => new Date(text);
      const [a, b, c] = [
        date('2026-03-01T10:00:00Z'),
        date('2026-03-02T00:00:00Z'),
        date('2026-03-04T08:00:00Z'),
      ];
      assert.deepEqual(splitByDay({}), { days: { from: undefined, to: undefined }, partialDays: [] });
      assert.deepEqual(splitByDay({ from: a }), {
        days: { from: b, to: undefined },
        partialDays: [{ from: a, to: b }],
      });
      const lastDay = date('2026-03-04T00:00:00Z');
      assert.deepEqual(splitByDay({ from: a, to: c }), {
        days: { from: b, to: lastDay },
        partialDays: [
          { from: a, to: b },
          { from: lastDay, to: c },
        ],
      });
      assert.deepEqual(splitByDay({ from: b, to: lastDay }), {
        days: { from: b, to: lastDay },
        partialDays: [],
      });
      assert.deepEqual(splitByDay({ from: a, to: date('2026-03-01T11:00:00Z') }).partialDays.length, 1);
      assert.deepEqual(splitByDay({ from: c, to: a }), { partialDays: [] });
    });
  });

  describe('the search for high-risk patients', () => {
    it('misses no one: every high-risk patient has signs that it searches for', () => {
      const worst: Omit<HealthEvidence, 'heartRate' | 'spo2' | 'sensorsInitialized'> = {
        heartRateJitter: 200,
        batteryLevel: 0,
        recentFalls: ['CONFIRMED', 'CONFIRMED', 'CONFIRMED'],
      };
      for (let heartRate = 0; heartRate <= 300; heartRate++) {
        for (let spo2 = 0; spo2 <= 100; spo2++) {
          for (const sensorsInitialized of [true, false]) {
            const evidence = { ...worst, heartRate, spo2, sensorsInitialized };
            if (isHighRisk(healthScore(evidence)))
              assert.ok(couldBeHighRisk(evidence), JSON.stringify(evidence));
          }
        }
      }
      assert.equal(couldBeHighRisk({ heartRate: null, spo2: null, sensorsInitialized: null }), false);
      assert.equal(
        isHighRisk(healthScore({ ...worst, heartRate: null, spo2: null, sensorsInitialized: null })),
        false,
      );
    });
  });
});
