import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { addChannel } from '../response/channels-of.ts';

const SECOND = 1_000;
const PARAMETERS = 'from=2026-01-01&to=2026-12-31';

/** A fall as the table has it; other falls of the tests come through the API. */
interface StoredFall {
  readonly at: string;
  readonly of: Person;
  readonly level?: 'SUSPICIOUS' | 'POTENTIAL' | 'HIGH' | 'CONFIRMED';
  readonly source?: string;
}

describe('GET /reports/falls', () => {
  let app: TestApp;
  let admin: Person;
  let ntfy: Receiver;
  before(async () => {
    ntfy = await startReceiver();
    const started = Date.now();
    app = await startTestApp(
      {
        TIME_ZONE: 'Europe/Berlin',
        RESPONSE_GOAL_MINUTES: '2',
        ALLOW_PRIVATE_TARGETS: 'true',
        OK_WINDOW_SECONDS: '10',
      },
      // Only the tests move the clock: they measure durations to the second.
      { now: () => started },
    );
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await ntfy.close();
  });

  const get = (who: Person, query: string, headers: Record<string, string> = {}) =>
    app.call('GET', `/reports/falls?${query}`, { token: who.token, headers });
  const report = async (query: string): Promise<Json> => {
    const { status, body } = await get(admin, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const falls = ({ rows }: Json): Record<string, number> =>
    Object.fromEntries(rows.map((row: Json) => [row.key, row.falls]));
  const store = (all: readonly StoredFall[]) =>
    sql(
      app.databaseUrl,
      `INSERT INTO fall_events (user_id, confidence, status, source, created_at)
       SELECT user_id, 0.8, status, source, at::timestamptz FROM jsonb_to_recordset($1) AS f (user_id uuid, status text, source text, at text)`,
      [
        JSON.stringify(
          all.map(({ at, of, level = 'HIGH', source = 'STREAM' }) => ({
            at,
            user_id: of.id,
            status: level,
            source,
          })),
        ),
      ],
    );
  const ward = async (name: string, ...patients: readonly Person[]): Promise<string> => {
    const [{ id }] = await sql(
      app.databaseUrl,
      'INSERT INTO wards (name, created_at) VALUES ($1, now()) RETURNING id',
      [`${name} ${randomUUID()}`],
    );
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = ANY($2)', [
      id,
      patients.map((patient) => patient.id),
    ]);
    return id;
  };
  const join = (wardId: string, caregiver: Person, lead = false) =>
    sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, $3, now())',
      [wardId, caregiver.id, lead],
    );
  const today = () => new Date(app.clock.now()).toISOString().slice(0, 10);
  /** Around the present day in any zone. */
  const lately = () => {
    const day = (days: number) => new Date(app.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    return `from=${day(-2)}&to=${day(2)}`;
  };

  it('groups by the calendar and the clocks of the organisation, over the end of summer time', async () => {
    const patient = await signUp(app);
    const of = { of: patient };
    await store([
      { at: '2026-10-24T21:59:59Z', ...of },
      // 00:00 of the 25th in Berlin; the hour from 02:00 comes twice.
      { at: '2026-10-24T22:00:00Z', ...of },
      { at: '2026-10-25T00:30:00Z', ...of, level: 'CONFIRMED', source: 'HELP_BUTTON' },
      { at: '2026-10-25T01:30:00Z', ...of, level: 'POTENTIAL', source: 'CHECK_IN' },
      { at: '2026-10-25T22:59:59.999Z', ...of },
      { at: '2026-10-25T23:00:00Z', ...of },
      { at: '2026-10-25T12:00:00Z', ...of, level: 'SUSPICIOUS' },
    ]);
    const by = (groupBy: string, from = '2026-10-20', to = '2026-11-02') =>
      report(`from=${from}&to=${to}&groupBy=${groupBy}&patientId=${patient.id}`);
    assert.deepEqual(falls(await by('day')), { '2026-10-24': 1, '2026-10-25': 4, '2026-10-26': 1 });
    assert.deepEqual(falls(await by('day', '2026-10-25', '2026-10-25')), { '2026-10-25': 4 });
    assert.deepEqual(falls(await by('week')), { '2026-W43': 5, '2026-W44': 1 });
    assert.deepEqual(falls(await by('month')), { '2026-10': 6 });
    assert.deepEqual(falls(await by('hour')), { 0: 2, 2: 2, 23: 2 });
    assert.deepEqual(falls(await by('weekday')), { 1: 1, 6: 1, 7: 4 });
    assert.deepEqual(falls(await by('weekday-hour')), { '1-0': 1, '6-23': 1, '7-0': 1, '7-2': 2, '7-23': 1 });
    assert.deepEqual(falls(await by('source')), { STREAM: 4, HELP_BUTTON: 1, CHECK_IN: 1 });
    assert.deepEqual(falls(await by('outcome')), { NONE: 6 });
    const { rows, total } = await by('patient');
    assert.deepEqual(rows.length, 1);
    assert.equal(rows[0].key, patient.id);
    assert.match(rows[0].label, /^Pat Number/);
    const { key, label, ...counts } = total;
    assert.deepEqual([key, label], ['TOTAL', 'Total']);
    const none = { p50: null, p90: null, max: null };
    assert.deepEqual(counts, {
      falls: 6,
      emergencies: 1,
      falseAlarms: 0,
      cancelled: 0,
      movedOn: 0,
      unanswered: 6,
      withinGoal: 0,
      timeToNotify: none,
      timeToClaim: none,
      timeToResolve: none,
    });
  });

  it('has wards and rooms as they are now, and NONE without one', async () => {
    const [anna, bert, carl] = [await signUp(app), await signUp(app), await signUp(app)];
    const wardId = await ward('North', anna, bert);
    await sql(app.databaseUrl, 'UPDATE users SET room = $2 WHERE id = $1', [anna.id, '=1+1']);
    await store([
      { at: '2020-05-01T10:00:00Z', of: anna },
      { at: '2020-05-01T11:00:00Z', of: anna },
      { at: '2020-05-02T10:00:00Z', of: bert },
      { at: '2020-05-03T10:00:00Z', of: carl },
    ]);
    const period = 'from=2020-01-01&to=2020-12-31';
    const byWard = await report(`${period}&groupBy=ward`);
    assert.deepEqual(falls(byWard), { [wardId]: 3, NONE: 1 });
    assert.match(byWard.rows[0].label, /^North /);
    assert.equal(byWard.rows[1].label, 'No ward');
    await app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    const inGerman = await report(`${period}&groupBy=ward`);
    assert.deepEqual([inGerman.rows[1].label, inGerman.total.label], ['Kein Wohnbereich', 'Summe']);
    await app.call('PUT', '/profile/me', { token: admin.token, body: { language: null } });
    assert.deepEqual(falls(await report(`${period}&groupBy=room`)), { '=1+1': 2, NONE: 2 });
    assert.deepEqual(falls(await report(`${period}&groupBy=patient&wardId=${wardId}`)), {
      [anna.id]: 2,
      [bert.id]: 1,
    });
    const csv = await get(admin, `${period}&groupBy=room&format=csv`);
    assert.match(csv.body, /\r\n"'=1\+1","'=1\+1",2,0,/);
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = NULL WHERE id = $1', [bert.id]);
    assert.deepEqual(falls(await report(`${period}&groupBy=ward`)), { [wardId]: 2, NONE: 2 });
    // What is left of a person who is deleted is nothing, here too.
    await app.call('DELETE', `/admin/users/${carl.id}`, { token: admin.token });
    assert.deepEqual(falls(await report(`${period}&groupBy=ward`)), { [wardId]: 2, NONE: 1 });
  });

  it('measures to the first delivery on any way, the first claim and the resolution', async () => {
    const patient = await signUp(app);
    const [first, second] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    await assign(app, first, patient);
    await assign(app, second, patient);
    const fall = async (confidence = 0.6): Promise<string> =>
      (await app.call('POST', '/falls', { token: patient.token, body: { confidence } })).body.data.id;
    const act = async (who: Person, id: string, verb: string, body?: object) => {
      const { status, body: answer } = await app.call('POST', `/falls/${id}/${verb}`, {
        token: who.token,
        body,
      });
      assert.equal(status, 200, JSON.stringify(answer));
    };
    const row = async () => (await report(`${lately()}&groupBy=day&patientId=${patient.id}`)).total;

    // By a channel, after the OK window of ten seconds.
    await addChannel(app, second, 'ntfy', ntfy.url);
    const helped = await fall();
    assert.equal((await row()).unanswered, 1);
    await app.pass(12 * SECOND);
    await eventually('the message counts', async () => (await row()).timeToNotify.p50 !== null);
    assert.equal((await row()).timeToNotify.p50, 12);
    await app.pass(78 * SECOND);
    await act(first, helped, 'claim');
    await act(first, helped, 'release');
    await app.pass(60 * SECOND);
    // The first claim counts, not this one.
    await act(second, helped, 'claim');
    await app.pass(50 * SECOND);
    await act(second, helped, 'resolve', { outcome: 'HELPED' });
    assert.deepEqual((await row()).timeToClaim, { p50: 90, p90: 90, max: 90 });
    assert.deepEqual((await row()).timeToResolve, { p50: 200, p90: 200, max: 200 });

    // By a socket, at once.
    const socket = await live(app, first);
    const late = await fall();
    await socket.find(({ type, data }) => type === 'alert' && data.fallId === late);
    await eventually('the socket counts', async () => (await row()).timeToNotify.p50 === 0);
    await app.pass(125 * SECOND);
    await act(first, late, 'claim');
    await act(first, late, 'resolve', { outcome: 'FALSE_ALARM' });
    await act(patient, await fall(), 'ok');
    const acknowledged = await fall(0.95);
    const { body } = await app.call('GET', '/caregivers/alerts', { token: first.token });
    const alert = body.data.find(({ fallId }: Json) => fallId === acknowledged);
    await app.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, {
      token: first.token,
      body: { outcome: 'FALSE_ALARM' },
    });
    await fall();
    await socket.close();
    const { key: _, label: __, timeToNotify, timeToResolve, ...counts } = await row();
    assert.deepEqual(counts, {
      falls: 5,
      emergencies: 1,
      falseAlarms: 2,
      cancelled: 1,
      movedOn: 0,
      unanswered: 1,
      // 90 and 0 seconds, of a goal of two minutes; 125 are too many.
      withinGoal: 2,
      timeToClaim: { p50: 90, p90: 125, max: 125 },
    });
    assert.equal(timeToNotify.max, 12);
    assert.equal(timeToResolve.max, 200);
    assert.deepEqual(falls(await report(`${lately()}&groupBy=outcome&patientId=${patient.id}`)), {
      FALSE_ALARM: 2,
      CANCELLED_BY_PATIENT: 1,
      HELPED: 1,
      NONE: 1,
    });
  });

  it('counts falls of a flood, which have no response', async () => {
    const patient = await signUp(app);
    for (let i = 0; i < 32; i++)
      await app.call('POST', '/falls', { token: patient.token, body: { confidence: 1 } });
    const { total } = await report(`${lately()}&groupBy=day&patientId=${patient.id}`);
    assert.deepEqual([total.falls, total.unanswered], [32, 32]);
  });

  it('counts a fall once its level is POTENTIAL, at the time of that impact', async () => {
    const patient = await signUp(app);
    await store([{ at: '2019-03-01T22:59:00Z', of: patient, level: 'SUSPICIOUS' }]);
    const by = () => report(`from=2019-03-01&to=2019-03-02&groupBy=day&patientId=${patient.id}`);
    assert.deepEqual(falls(await by()), {});
    const rise = (status: string, at: string) =>
      sql(app.databaseUrl, 'UPDATE fall_events SET status = $2, created_at = $3 WHERE user_id = $1', [
        patient.id,
        status,
        at,
      ]);
    await rise('POTENTIAL', '2019-03-01T22:59:30Z');
    assert.deepEqual(falls(await by()), { '2019-03-01': 1 });
    await rise('CONFIRMED', '2019-03-01T23:00:30Z');
    const { rows } = await by();
    assert.deepEqual([rows.length, rows[0].key, rows[0].emergencies], [1, '2019-03-02', 1]);
  });

  describe('as CSV', () => {
    const HEADER =
      '"key","label","falls","emergencies","falseAlarms","cancelled","movedOn","unanswered","withinGoal","timeToNotifyP50","timeToNotifyP90","timeToNotifyMax","timeToClaimP50","timeToClaimP90","timeToClaimMax","timeToResolveP50","timeToResolveP90","timeToResolveMax"';

    it('is the same, by format or Accept, with the total last', async () => {
      const patient = await signUp(app, 'PATIENT', { firstName: 'Bärbel', lastName: 'Groß, "Oma"' });
      await store([{ at: '2018-06-01T10:00:00Z', of: patient }]);
      const query = `from=2018-06-01&to=2018-06-30&groupBy=patient`;
      const answers = [
        await get(admin, `${query}&format=csv`),
        await get(admin, query, { Accept: 'text/csv' }),
      ];
      for (const { status, headers, body } of answers) {
        assert.equal(status, 200);
        assert.equal(headers.get('Content-Type'), 'text/csv; charset=utf-8; header=present');
        assert.equal(
          headers.get('Content-Disposition'),
          'attachment; filename="falls-by-patient-2018-06-01-to-2018-06-30.csv"',
        );
        assert.match(headers.get('Vary') ?? '', /Accept/);
        assert.equal(
          body,
          `${HEADER}\r\n"${patient.id}","Bärbel Groß, ""Oma""",1,0,0,0,0,1,0,,,,,,,,,\r\n"TOTAL","Total",1,0,0,0,0,1,0,,,,,,,,,\r\n`,
        );
      }
    });

    it('answers HEAD without a body, and errors as JSON', async () => {
      const head = await app.call('HEAD', `/reports/falls?${PARAMETERS}&groupBy=day&format=csv`, {
        token: admin.token,
      });
      assert.deepEqual([head.status, head.body], [200, undefined]);
      assert.match(head.headers.get('Content-Type') ?? '', /^text\/csv/);
      const json = await app.call('HEAD', `/reports/falls?${PARAMETERS}&groupBy=day`, { token: admin.token });
      assert.match(json.headers.get('Content-Type') ?? '', /^application\/json/);
      const wrong = await get(admin, `${PARAMETERS}&groupBy=day&format=xml`, { Accept: 'text/csv' });
      assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['format']]);
    });
  });

  it('refuses what it does not know, and more than 400 days', async () => {
    const refusals: readonly [query: string, field: string][] = [
      ['', 'from'],
      [`${PARAMETERS}&groupBy=year`, 'groupBy'],
      [PARAMETERS, 'groupBy'],
      ['from=2026-02-30&to=2026-03-01&groupBy=day', 'from'],
      ['from=2026-01-02&to=2026-01-01&groupBy=day', 'to'],
      ['from=2025-01-01&to=2026-02-05&groupBy=day', 'to'],
      ['from=9999-12-31&to=9999-12-31&groupBy=week', 'from'],
      ['from=2026-01-01T00:00:00Z&to=2026-01-02&groupBy=day', 'from'],
      [`${PARAMETERS}&groupBy=day&wardId=x`, 'wardId'],
      [`${PARAMETERS}&groupBy=day&patientId=1`, 'patientId'],
    ];
    for (const [query, field] of refusals) {
      const { status, body } = await get(admin, query);
      assert.equal(status, 400, query);
      assert.ok(field in body.details, `${query}: ${JSON.stringify(body.details)}`);
    }
    for (const query of [
      'from=2025-01-01&to=2026-02-04',
      'from=1000-01-01&to=1000-01-02',
      'from=2999-12-31&to=2999-12-31',
    ])
      for (const groupBy of ['day', 'week', 'weekday-hour'])
        assert.equal((await get(admin, `${query}&groupBy=${groupBy}`)).status, 200, query);
    const unknown = randomUUID();
    assert.equal((await get(admin, `${PARAMETERS}&groupBy=day&wardId=${unknown}`)).status, 404);
    assert.equal((await get(admin, `${PARAMETERS}&groupBy=day&patientId=${unknown}`)).status, 404);
  });

  it('is for admins, leads with their ward, and caregivers with a patient of their care team', async () => {
    const [inNorth, inSouth] = [await signUp(app), await signUp(app)];
    const [lead, member, assigned, stranger] = [
      await signUp(app, 'CAREGIVER'),
      await signUp(app, 'CAREGIVER'),
      await signUp(app, 'CAREGIVER'),
      await signUp(app, 'CAREGIVER'),
    ];
    const [north, south] = [await ward('North', inNorth), await ward('South', inSouth)];
    await join(north, lead, true);
    await join(north, member);
    await assign(app, assigned, inSouth);
    const scopes = {
      all: '',
      north: `&wardId=${north}`,
      south: `&wardId=${south}`,
      inNorth: `&patientId=${inNorth.id}`,
      inSouth: `&patientId=${inSouth.id}`,
      northAndInNorth: `&wardId=${north}&patientId=${inNorth.id}`,
      // A lead gains nothing about a patient of another ward by naming their own.
      northAndInSouth: `&wardId=${north}&patientId=${inSouth.id}`,
      southAndInSouth: `&wardId=${south}&patientId=${inSouth.id}`,
    };
    const may: readonly [who: string, Person, allowed: readonly (keyof typeof scopes)[]][] = [
      ['admin', admin, Object.keys(scopes) as (keyof typeof scopes)[]],
      ['lead', lead, ['north', 'inNorth', 'northAndInNorth']],
      ['member', member, ['inNorth']],
      ['assigned', assigned, ['inSouth']],
      ['stranger', stranger, []],
      ['patient', inNorth, []],
    ];
    for (const [who, person, allowed] of may)
      for (const [name, scope] of Object.entries(scopes)) {
        const { status } = await get(person, `${PARAMETERS}&groupBy=day${scope}`);
        assert.equal(status, allowed.includes(name as keyof typeof scopes) ? 200 : 403, `${who}: ${name}`);
      }
    await sql(app.databaseUrl, 'DELETE FROM ward_members WHERE caregiver_id = $1', [lead.id]);
    for (const scope of [scopes.north, scopes.inNorth])
      assert.equal((await get(lead, `${PARAMETERS}&groupBy=day${scope}`)).status, 403, 'a lead who has left');
  });

  it('records who has read whose figures', async () => {
    const patient = await signUp(app);
    await store([{ at: `${today()}T00:00:00Z`, of: patient }]);
    const lines = async () =>
      (
        await sql(
          app.databaseUrl,
          `SELECT message, subject_id, subject_ids FROM audit_log WHERE action = 'health.read'`,
        )
      )
        .filter(
          ({ subject_id, subject_ids }) =>
            subject_id === patient.id || (subject_ids ?? []).includes(patient.id),
        )
        .map(({ message }) => message as string);
    await get(admin, `${lately()}&groupBy=day`);
    await get(admin, `${lately()}&groupBy=patient`);
    await get(admin, `${lately()}&groupBy=hour&patientId=${patient.id}`);
    await eventually('the audit log has both', async () => (await lines()).length === 2);
    assert.match((await lines()).join(), /report of falls by patient/);
  });

  describe('for an inspector', () => {
    let [patient, other]: Person[] = [];
    let north: string;
    const FIRST_DAY = '2025-03-01';
    const LAST_DAY = '2025-03-10';
    const inspect = async (query = '', who = admin): Promise<Json> => {
      const path = `/reports/inspection?from=${FIRST_DAY}&to=${LAST_DAY}&wardId=${north}${query}`;
      const { status, body } = await app.call('GET', path, { token: who.token });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    before(async () => {
      patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Böhm & <Söhne>' });
      other = await signUp(app);
      north = await ward('North', patient, other);
      await sql(
        app.databaseUrl,
        `UPDATE residencies SET began_at = '2025-03-01T12:00Z' WHERE patient_id = $1`,
        [patient.id],
      );
      await sql(
        app.databaseUrl,
        `UPDATE residencies SET began_at = '2025-03-06T12:00Z' WHERE patient_id = $1`,
        [other.id],
      );
      await sql(
        app.databaseUrl,
        `INSERT INTO absences (patient_id, began_at, until_at, ended_at)
         VALUES ($1, '2025-03-03T12:00Z', '2025-03-06T12:00Z', '2025-03-06T12:00Z')`,
        [patient.id],
      );
      const of = { of: patient };
      // 05:59, 06:00, 14:00, 21:59 and 22:00 in Berlin.
      await store([
        { at: '2025-03-02T04:59:00Z', ...of },
        { at: '2025-03-02T05:00:00Z', ...of },
        { at: '2025-03-02T13:00:00Z', ...of, source: 'REPORT' },
        { at: '2025-03-02T20:59:00Z', ...of },
        { at: '2025-03-02T21:00:00Z', ...of, source: 'HELP_BUTTON' },
        // None of these is a fall.
        { at: '2025-03-02T10:00:00Z', ...of, source: 'CHECK_IN' },
        { at: '2025-03-02T11:00:00Z', ...of },
        { at: '2025-03-02T12:00:00Z', ...of },
      ]);
      await sql(
        app.databaseUrl,
        `UPDATE fall_times SET outcome = CASE fell_at WHEN '2025-03-02T11:00:00Z' THEN 'FALSE_ALARM' ELSE 'MOVED_ON' END
         WHERE patient_id = $1 AND fell_at IN ('2025-03-02T11:00:00Z', '2025-03-02T12:00:00Z')`,
        [patient.id],
      );
      const fallAt = async (at: string): Promise<string> =>
        (
          await sql(app.databaseUrl, 'SELECT id FROM fall_events WHERE user_id = $1 AND created_at = $2', [
            patient?.id,
            at,
          ])
        )[0].id;
      for (const [at, injury] of [
        ['2025-03-02T05:00:00Z', 'NONE'],
        ['2025-03-02T20:59:00Z', 'MINOR'],
        ['2025-03-02T21:00:00Z', 'SERIOUS'],
      ] as const) {
        const path = `/falls/${await fallAt(at)}/report`;
        assert.equal((await app.call('PUT', path, { token: admin.token, body: { injury } })).status, 200);
      }
      const signed = `/falls/${await fallAt('2025-03-02T20:59:00Z')}/report`;
      await app.call('POST', `${signed}/sign`, { token: admin.token, body: {} });
      await app.call('PUT', signed, { token: admin.token, body: { injury: 'SERIOUS' } });
    });

    it('counts falls per 1,000 resident days, by shift and by injury', async () => {
      const { shifts, ...all } = await inspect();
      assert.deepEqual(all, {
        // Ten days of one resident, of which two were away; five of the other.
        residentDays: 13,
        fallsPerThousandDays: 384.62,
        falls: 5,
        injured: 2,
        notHurt: 1,
        minor: 0,
        serious: 2,
        notStated: 2,
      });
      assert.deepEqual(
        shifts.map(({ key, label, falls, injured }: Json) => [key, label, falls, injured]),
        [
          ['EARLY', 'Early shift, 06:00–14:00', 1, 0],
          ['LATE', 'Late shift, 14:00–22:00', 2, 1],
          ['NIGHT', 'Night shift, 22:00–06:00', 2, 1],
        ],
      );
      assert.equal((await inspect(`&patientId=${other?.id}`)).fallsPerThousandDays, 0);
      const shiftsOfAll = `from=${FIRST_DAY}&to=${LAST_DAY}&groupBy=shift&patientId=${patient?.id}`;
      assert.deepEqual(
        (await report(shiftsOfAll)).rows.map(({ key, falls }: Json) => [key, falls]),
        [
          ['EARLY', 3],
          ['LATE', 2],
          ['NIGHT', 2],
        ],
      );
    });

    it('ends the stay of a resident with the account, and begins another when it is active again', async () => {
      const leaver = await signUp(app);
      const days = async () => {
        const path = `/reports/inspection?${lately()}&patientId=${leaver.id}`;
        return (await app.call('GET', path, { token: admin.token })).body.data.residentDays;
      };
      assert.equal(await days(), 1);
      const become = (status: string) =>
        app.call('PUT', `/admin/users/${leaver.id}`, { token: admin.token, body: { status } });
      await become('inactive');
      const stays = () =>
        sql(app.databaseUrl, 'SELECT ended_at FROM residencies WHERE patient_id = $1', [leaver.id]);
      assert.deepEqual(
        (await stays()).map(({ ended_at }) => ended_at.getTime()),
        [app.clock.now()],
      );
      await become('active');
      assert.equal((await stays()).filter(({ ended_at }) => ended_at === null).length, 1);
      assert.equal(await days(), 1);
    });

    it('sends all reports as one workbook, in the language of the reader', async () => {
      const answer = await fetch(
        `${app.url}/reports/workbook?from=${FIRST_DAY}&to=${LAST_DAY}&wardId=${north}`,
        { headers: { Authorization: `Bearer ${admin.token}` } },
      );
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-disposition') ?? '', /filename="falls-.*\.xlsx"/);
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      assert.deepEqual(
        [...(files['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name),
        ['Overview', 'By week', 'By weekday and hour', 'By ward', 'By resident', 'Response times'],
      );
      const overview = files['xl/worksheets/sheet1.xml'] ?? '';
      assert.match(overview, /Falls per 1,000 resident days<\/t><\/is><\/c><c s="0"><v>384.62<\/v>/);
      assert.match(overview, /1 Mar 2025 to 10 Mar 2025/);
      // The row that names the columns in the middle of the sheet, with space for its names.
      assert.match(overview, /<c s="1" t="inlineStr"><is><t xml:space="preserve">Shift</);
      assert.match(overview, /<col min="7" max="7" width="19"/);
      assert.match(files['xl/worksheets/sheet5.xml'] ?? '', />Ada Böhm &amp; &lt;Söhne&gt;</);
    });
  });
});
