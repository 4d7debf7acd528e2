import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { REPORTS_PER_MINUTE } from '../../src/falls/raise/flood.ts';
import { briefText } from '../../src/notify/texts/brief.ts';
import { notificationText } from '../../src/notify/texts/index.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { resolvedFalls } from '../../src/readings/store/feedback.ts';
import { fallToClaim, sharedResidents } from '../../src/smart-home/store.ts';
import { callApi, type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { streamConfirmedFall } from '../helpers/confirmed-fall.ts';
import { live } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { APART_MS, randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

/** The day does not end during a test. */
const MORNING = Date.parse('2026-03-02T08:00:00Z');
const EVENTS = ['fall.raised', 'fall.updated', 'response.changed'];

describe('test alerts', () => {
  let app: TestApp;
  let db: Database;
  let receiver: Receiver;
  let admin: Person;
  let nurse: Person;
  let ward: string;
  /** Every fall of hers is a test, as the trigger below has it; Rita's are real. */
  let tess: Person;
  let rita: Person;
  const macs = new Map<string, string>();
  before(async () => {
    receiver = await startReceiver();
    app = await startTestApp(
      {
        SESSION_DURATION: '365d',
        STREAM_INTERVAL_MS: '0',
        ALLOW_PRIVATE_TARGETS: 'true',
        METRICS_PORT: '0',
      },
      { now: () => MORNING },
    );
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    admin = await logInAsAdmin(app);
    [nurse, tess, rita] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app), signUp(app)]);
    ward = (await as(admin, 'POST', '/wards', { name: 'Ward 1' })).id;
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, {});
    await as(admin, 'POST', '/admin/webhooks', { url: `${receiver.url}/feed`, events: EVENTS });
    await as(admin, 'POST', '/admin/webhooks', {
      url: `${receiver.url}/fhir`,
      events: EVENTS,
      format: 'fhir',
    });
    await addChannel(app, nurse, 'webhook', `${receiver.url}/nurse`);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['ward', 'admins'], channels: ['webhook'] }],
      repeats: { everySeconds: 600, times: 0 },
    });
    for (const resident of [tess, rita]) {
      await as(admin, 'PUT', `/patients/${resident.id}`, { wardId: ward, shareWithHome: true });
      const mac = randomMac();
      macs.set(resident.id, mac);
      await stream(app, resident, resting(mac));
    }
    await sql(
      app.databaseUrl,
      `CREATE FUNCTION make_test() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.is_test := true; RETURN NEW; END'`,
    );
    await sql(
      app.databaseUrl,
      `CREATE TRIGGER make_test BEFORE INSERT ON fall_events
       FOR EACH ROW WHEN (NEW.user_id = '${tess.id}') EXECUTE FUNCTION make_test()`,
    );
  });
  after(async () => {
    await db.close();
    await app.close();
    await receiver.close();
  });

  async function as(who: Person, method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await app.call(method, path, { token: who.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  const total = async (who: Person, path: string): Promise<number> =>
    (await app.call('GET', path, who)).body.pagination.total;
  const exported = async (who: Person, file: string): Promise<Json[]> => {
    const answer = await fetch(`${app.url}/profile/me/export`, {
      headers: { Authorization: `Bearer ${who.token}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200, bytes.toString());
    return JSON.parse(unzip(bytes)[file] ?? assert.fail(`the export has no ${file}`));
  };
  const metric = async (name: string): Promise<number> => {
    await app.pass(10 * SECOND_MS);
    const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  };
  const fhir = async (type: string): Promise<number> => {
    const url = app.url.replace(/\/api$/, '/fhir');
    const { body } = await callApi(url, 'GET', `/${type}`, { token: nurse.token });
    return (JSON.parse(body).entry ?? []).length;
  };
  const fed = async (path: string): Promise<number> => {
    await outboxSettled(app);
    return receiver.received.filter((request) => request.path === path).length;
  };
  const inList = async (who: Person): Promise<Json> =>
    (await as(nurse, 'GET', `/caregivers/${nurse.id}/patients?limit=100`)).find(
      ({ id }: Json) => id === who.id,
    );
  const onBoard = async (who: Person): Promise<Json> =>
    (await as(nurse, 'GET', '/board')).people.find(({ id }: Json) => id === who.id);
  const report = async (query: string): Promise<Json> =>
    (await as(admin, 'GET', `/reports/falls?from=2026-03-01&to=2026-03-03&${query}`)).total;
  const judged = async (): Promise<number> => {
    let count = 0;
    for await (const _ of resolvedFalls(db)) count += 1;
    return count;
  };

  /** Every place that a fall of a resident changes, from the moment it is open. */
  const WHILE_OPEN: Readonly<Record<string, (resident: Person) => Promise<unknown>>> = {
    'GET /falls': (resident) => total(resident, '/falls'),
    'GET /falls/recent': () => total(nurse, '/falls/recent'),
    'GET /falls/recent of an admin': () => total(admin, '/falls/recent'),
    'GET /patients/:id/falls': ({ id }) => total(nurse, `/patients/${id}/falls`),
    'GET /patients/:id/overview': async ({ id }) =>
      (await as(nurse, 'GET', `/patients/${id}/overview`)).falls.length,
    'GET /admin/falls': () => total(admin, '/admin/falls'),
    'GET /admin/falls of a patient': ({ id }) => total(admin, `/admin/falls?patientId=${id}`),
    'GET /admin/falls of a level': () => total(admin, '/admin/falls?status=CONFIRMED'),
    fallsToday: async () => (await as(admin, 'GET', '/admin/stats')).fallsToday,
    fallsByDay: async () => (await as(admin, 'GET', '/admin/stats')).fallsByDay.at(-1).falls,
    'the health score': async ({ id }) => (await as(nurse, 'GET', `/patients/${id}/health`)).healthScore,
    'the health score of a reading': async (resident) => {
      app.clock.advance(APART_MS);
      return (await stream(app, resident, resting(macs.get(resident.id) ?? ''))).healthScore;
    },
    'recentFalls of the list': async (resident) => (await inList(resident)).recentFalls,
    'recentFalls of the board': async (resident) => (await onBoard(resident)).recentFalls,
    'the report by source': async () => (await report('groupBy=source')).falls,
    'the report of a patient': async ({ id }) => (await report(`groupBy=day&patientId=${id}`)).falls,
    'FHIR Observation': () => fhir('Observation?code=1912002'),
    'FHIR Task': () => fhir('Task'),
    'FHIR Flag': () => fhir('Flag'),
    'the webhook of the organisation': () => fed('/feed'),
    'the webhook with FHIR': () => fed('/fhir'),
    'falls of the handover': async () => (await as(nurse, 'GET', `/wards/${ward}/handover`)).summary.falls,
    'open alerts of the handover': async () =>
      (await as(nurse, 'GET', `/wards/${ward}/handover`)).summary.openAlerts,
    'activeAlerts of the caregiver': async () => (await as(nurse, 'GET', '/caregivers/me')).activeAlerts,
    'the smart home': async ({ id }) => {
      const residents = await sharedResidents(db, { newest: async (rows) => [...rows] }, app.clock.now());
      return residents.find((one) => one.id === id)?.fall ?? null;
    },
    'a claim by the smart home': ({ id }) => fallToClaim(db, id),
    alerts_total: () => metric('vigil_alerts_total{level="CONFIRMED"}'),
    responses_unresolved: () => metric('vigil_responses_unresolved'),
    unanswered_age_seconds: async () => (await metric('vigil_unanswered_age_seconds')) > 0,
    first_notification_seconds: () => metric('vigil_first_notification_seconds_count'),
  };

  /** Those that change when it is claimed and resolved as a false alarm. */
  const AFTERWARDS: typeof WHILE_OPEN = {
    falseAlarms: async () => (await as(admin, 'GET', '/admin/stats')).falseAlarms,
    'falseAlarms of the day': async () =>
      (await as(admin, 'GET', '/admin/stats')).fallsByDay.at(-1).falseAlarms,
    'falseAlarms by device': async () => (await as(admin, 'GET', '/admin/stats')).outcomesByDevice.length,
    'falseAlarms of the report': async () => (await report('groupBy=day')).falseAlarms,
    'what the detector learns of the wearer': async ({ id }) =>
      (await as(nurse, 'GET', `/patients/${id}/detector`)).falseAlarms,
    'recordings for the training': judged,
    acknowledgement_seconds: () => metric('vigil_acknowledgement_seconds_count'),
    claim_seconds: () => metric('vigil_claim_seconds_count'),
  };

  async function read(places: typeof WHILE_OPEN, resident: Person): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const [name, readAt] of Object.entries(places)) values[name] = await readAt(resident);
    return values;
  }

  async function falls(resident: Person): Promise<string> {
    app.clock.advance(APART_MS);
    await streamConfirmedFall(app, resident, macs.get(resident.id) ?? '');
    return lastFallOf(resident);
  }
  const lastFallOf = async ({ id }: Person): Promise<string> =>
    (
      await sql(
        app.databaseUrl,
        'SELECT id FROM fall_events WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
        [id],
      )
    )[0].id;
  const lastTest = async (): Promise<Json> =>
    (await as(admin, 'GET', '/admin/test-alerts?limit=100')).find(({ userId }: Json) => userId === admin.id);
  const resolve = async (fallId: string): Promise<void> => {
    await as(nurse, 'POST', `/falls/${fallId}/claim`, {});
    await as(nurse, 'POST', `/falls/${fallId}/resolve`, { outcome: 'FALSE_ALARM' });
  };

  it('are left out of every list, count, report, feed, export and metric that a real fall changes', async () => {
    for (const [resident, isReal] of [
      [tess, false],
      [rita, true],
    ] as const) {
      const [open, resolved] = [await read(WHILE_OPEN, resident), await read(AFTERWARDS, resident)];
      const fallId = await falls(resident);
      const nowOpen = await read(WHILE_OPEN, resident);
      await resolve(fallId);
      const nowResolved = await read(AFTERWARDS, resident);
      if (isReal) {
        // Each of these checks can fail: a real fall changes the place.
        for (const name of Object.keys(open)) assert.notDeepEqual(nowOpen[name], open[name], name);
        for (const name of Object.keys(resolved))
          assert.notDeepEqual(nowResolved[name], resolved[name], name);
      } else assert.deepEqual([nowOpen, nowResolved], [open, resolved]);
    }
  });

  it('are in no export of the people whom they concern', async () => {
    for (const file of ['falls.json', 'alerts.json']) {
      assert.deepEqual(await exported(tess, file), []);
      assert.notDeepEqual(await exported(rita, file), []);
      app.clock.advance(HOUR_MS);
    }
    const toNurse = (await exported(nurse, 'alerts.json')).map(({ fallId }) => fallId);
    assert.ok(toNurse.includes(await lastFallOf(rita)));
    assert.ok(!toNurse.includes(await lastFallOf(tess)));
  });

  it('are on the board, in the frames and by their id, and say so', async () => {
    const [own, other] = [await live(app, admin), await live(app, nurse)];
    const { id, isTest } = await as(admin, 'POST', '/admin/test-alerts', { location: 'Test' });
    assert.equal(isTest, true);
    const ritas = await falls(rita);
    assert.equal((await as(admin, 'GET', `/falls/${id}`)).isTest, true);
    assert.equal((await as(admin, 'GET', `/falls/${ritas}`)).isTest, false);
    const alertOf = (fallId: string) => (frame: Json) =>
      frame.type === 'alert' && frame.data.fallId === fallId;
    const { data } = await own.find(alertOf(id));
    assert.equal(data.isTest, true);
    assert.match(data.message, /^TEST, nobody has fallen: /);
    assert.equal((await other.find(alertOf(ritas))).data.isTest, false);
    const board = (await as(admin, 'GET', '/board')).falls;
    assert.deepEqual(
      board.map((fall: Json) => [fall.id, fall.isTest]),
      [
        [ritas, false],
        [id, true],
      ],
    );
    await as(admin, 'POST', `/falls/${id}/claim`, {});
    const changed = await own.find(({ type, data }) => type === 'response' && data.fallId === id);
    assert.equal(changed.data.isTest, true);
    await own.close();
    await other.close();
    const listed = await as(nurse, 'GET', '/caregivers/alerts');
    assert.equal(listed.find(({ fallId }: Json) => fallId === ritas).isTest, false);
    await resolve(ritas);
  });

  it('run one at a time and only for admins, and are listed in their own place', async () => {
    const refused = await app.call('POST', '/admin/test-alerts', { token: admin.token, body: {} });
    assert.deepEqual([refused.status, refused.body.code], [409, 'TEST_OPEN']);
    const test = await lastTest();
    assert.deepEqual([test.isTest, test.userId, test.response.state], [true, admin.id, 'CLAIMED']);
    await as(admin, 'POST', `/falls/${test.id}/resolve`, { outcome: 'FALSE_ALARM' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/admin/test-alerts', { token: admin.token, body: {} })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    for (const person of [nurse, rita])
      assert.equal(
        (await app.call('POST', '/admin/test-alerts', { token: person.token, body: {} })).status,
        403,
      );
    const [line] = await as(admin, 'GET', '/admin/logs?action=fall.tested');
    assert.equal(line.actorId, admin.id);
  });

  it('are neither documented nor investigated', async () => {
    const { id } = await lastTest();
    for (const [method, path, body] of [
      ['GET', `/falls/${id}/report`, undefined],
      ['PUT', `/falls/${id}/report`, { injuries: 'None' }],
      ['POST', `/falls/${id}/report/sign`, undefined],
      ['POST', `/admin/falls/${id}/investigate`, {}],
    ] as const) {
      const answer = await app.call(method, path, { token: admin.token, body });
      assert.deepEqual([answer.status, answer.body.code], [409, 'IS_TEST'], `${method} ${path}`);
    }
  });

  it('take no part in floods of reports, and a call for help joins none', async () => {
    const test = await falls(tess);
    const help = await as(tess, 'POST', '/help');
    assert.notEqual(help.id, test);
    assert.equal(help.source, 'HELP_BUTTON');
    const { id } = await lastTest();
    await as(admin, 'POST', `/falls/${id}/resolve`, { outcome: 'FALSE_ALARM' });
    for (let count = 0; count < REPORTS_PER_MINUTE; count++) {
      const { id: next } = await as(admin, 'POST', '/admin/test-alerts', {});
      await as(admin, 'POST', `/falls/${next}/resolve`, { outcome: 'FALSE_ALARM' });
    }
    const real = await as(admin, 'POST', '/falls', { confidence: 1 });
    assert.equal(real.alerts.notified, true);
  });

  it('say on every channel that they are tests', async () => {
    await addChannel(app, admin, 'webhook', `${receiver.url}/own`);
    await as(admin, 'POST', '/admin/test-alerts', {});
    await app.pass(MINUTE_MS * 5);
    await outboxSettled(app);
    const own = receiver.received
      .filter(({ path }) => path === '/own')
      .map(({ body }) => JSON.parse(body.toString()));
    assert.ok(own.some(({ data }) => data.isTest === true));
    const content = {
      about: 'fall',
      isReminder: false,
      level: 'CONFIRMED',
      source: 'REPORT',
      minutesAgo: null,
      isTest: true,
      patientName: 'Ada Lang',
      patientRoom: null,
    } as const;
    for (const [language, said] of [
      ['en', 'nobody has fallen'],
      ['de', 'niemand ist gestürzt'],
    ] as const) {
      const reader = { language, timeZone: 'UTC' };
      assert.match(notificationText(content, reader).title, new RegExp(`^TEST, ${said}: `));
      assert.match(briefText(content, reader), /^TEST: Ada Lang: /);
    }
  });
});
