import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PATH_RESIDENT } from '../../src/accounts/vocabulary.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/platform/time.ts';
import { callApi, type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Reading, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';

describe('the test book', () => {
  let app: TestApp;
  let receiver: Receiver;
  let status = 200;
  let admin: Person;
  let [lead, nurse, resident] = [] as unknown as [Person, Person, Person];
  let ward: string;
  let mac: string;
  let uptime = 0;
  before(async () => {
    receiver = await startReceiver((response) => response.writeHead(status).end());
    app = await startTestApp(
      {
        ALLOW_PRIVATE_TARGETS: 'true',
        PATH_TEST_MINUTES: '0',
        SESSION_DURATION: '8760h',
        LOG_LEVEL: 'silent',
        LOGIN_RATE_LIMIT: '1000',
      },
      { now: standingClock() },
    );
    admin = await logInAsAdmin(app);
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(async () => {
    status = 200;
    [lead, nurse, resident] = [
      await signUp(app, 'CAREGIVER'),
      await signUp(app, 'CAREGIVER'),
      await signUp(app),
    ];
    ward = await createWard(lead, nurse);
    await ok(admin, 'PUT', `/patients/${resident.id}`, { wardId: ward });
    mac = randomMac();
    await tick(resting(mac));
  });

  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });
  async function ok(person: Person, method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await as(person, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  let wards = 0;
  async function createWard(leader: Person, ...members: readonly Person[]): Promise<string> {
    wards += 1;
    const { id } = await ok(admin, 'POST', '/wards', { name: `Ward ${wards}` });
    await ok(admin, 'PUT', `/wards/${id}/caregivers/${leader.id}`, { lead: true });
    for (const { id: member } of members) await ok(admin, 'PUT', `/wards/${id}/caregivers/${member}`, {});
    return id;
  }
  /** One second later the wearable sends a reading. */
  async function tick(reading: Reading): Promise<void> {
    app.clock.advance(SECOND_MS);
    uptime += SECOND_MS;
    await stream(app, resident, { ...reading, uptime_ms: uptime });
  }
  const start = () => ok(nurse, 'POST', `/device/${mac}/shake-test`);
  const result = () => ok(nurse, 'GET', `/device/${mac}/shake-test`);
  async function shake(): Promise<void> {
    for (let i = 0; i < 5; i++) await tick(resting(mac));
    for (let i = 0; i < 5; i++)
      await tick({ ...violent(mac), accel_x: (i % 2 ? -1 : 1) * (40 + i), gyro_x: 300 + i });
  }
  const list = (person: Person = lead, query = ''): Promise<Json[]> =>
    ok(person, 'GET', `/tests?limit=100${query}`) as Promise<Json[]>;
  const entry = async (kind: string, person: Person = lead): Promise<Json> =>
    (await list(person, `&kind=${kind}`))[0];
  const history = (subjectId: string, person: Person = lead): Promise<Json[]> =>
    ok(person, 'GET', `/tests/history?subjectId=${subjectId}`) as Promise<Json[]>;
  const now = (laterMs = 0) => new Date(app.clock.now() + laterMs).toISOString();
  const addChannel = (person: Person): Promise<Json> =>
    ok(person, 'POST', '/profile/channels', { kind: 'webhook', url: `${receiver.url}/hook` });
  const nameOf = async (person: Person): Promise<string> => {
    const { firstName, lastName } = await ok(person, 'GET', '/profile/me');
    return `${firstName} ${lastName}`;
  };
  async function enrol(): Promise<{ id: string; cookie: string }> {
    const { id, code } = await ok(lead, 'POST', '/stations', { name: 'Office', wardId: ward });
    const enrolled = await callApi(app.url, 'POST', '/stations/enrol', { body: { code } });
    return { id, cookie: enrolled.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  it('lists a wearable that was never tested as overdue since it was registered', async () => {
    const [help, fall, ...others] = await list(lead, '&sort=kind');
    assert.deepEqual(others, []);
    assert.deepEqual([help.kind, fall.kind], ['HELP_BUTTON', 'FALL_TEST']);
    assert.deepEqual(fall, {
      kind: 'FALL_TEST',
      subject: { id: fall.subject.id, name: fall.subject.name },
      wearer: { id: resident.id, name: await nameOf(resident) },
      channel: null,
      lastAt: null,
      lastResult: null,
      by: null,
      dueAt: now(),
      overdue: true,
    });
  });

  it('has the result of a shake test, and the next one is due after 30 days', async () => {
    const at = now();
    await start();
    assert.equal((await entry('FALL_TEST')).lastResult, null, 'it is running');
    await shake();
    assert.equal((await result()).state, 'passed');
    const { lastAt, lastResult, by, dueAt, overdue, subject } = await entry('FALL_TEST');
    assert.deepEqual([lastAt, lastResult, by.id, overdue], [at, 'PASSED', nurse.id, false]);
    assert.equal(Date.parse(dueAt), Date.parse(at) + 30 * DAY_MS);
    assert.deepEqual(
      (await history(subject.id)).map((test) => [test.kind, test.at, test.result, test.by.id]),
      [['FALL_TEST', at, 'PASSED', nurse.id]],
    );
    app.clock.advance(30 * DAY_MS - 11 * SECOND_MS);
    assert.equal((await entry('FALL_TEST')).overdue, false);
    app.clock.advance(SECOND_MS);
    assert.equal((await entry('FALL_TEST')).overdue, true);
  });

  it('calls a shake test that nobody finished failed, and it stays due', async () => {
    await start();
    app.clock.advance(29 * SECOND_MS);
    assert.equal((await entry('FALL_TEST')).lastResult, null);
    app.clock.advance(SECOND_MS);
    const { lastResult, overdue, subject } = await entry('FALL_TEST');
    assert.deepEqual([lastResult, overdue], ['FAILED', true]);
    assert.deepEqual(
      (await history(subject.id)).map((test) => test.result),
      ['FAILED'],
    );
  });

  it('counts the help button only during a shake test, once', async () => {
    const press = () => ok(resident, 'POST', `/device/${mac}/answer`, { answer: 'help' });
    await press();
    assert.equal((await entry('HELP_BUTTON')).lastAt, null);
    app.clock.advance(HOUR_MS);
    await start();
    app.clock.advance(SECOND_MS);
    const at = now();
    await press();
    app.clock.advance(SECOND_MS);
    await press();
    const { lastAt, lastResult, by, overdue, subject } = await entry('HELP_BUTTON');
    assert.deepEqual([lastAt, lastResult, by.id, overdue], [at, 'PASSED', nurse.id, false]);
    assert.equal((await history(subject.id)).filter(({ kind }) => kind === 'HELP_BUTTON').length, 1);
    app.clock.advance(30 * SECOND_MS);
    await press();
    assert.equal((await entry('HELP_BUTTON')).lastAt, at);
  });

  it('has the tests of each channel of a person; they stay when the channel is deleted', async () => {
    const [first, second] = [await addChannel(nurse), await addChannel(nurse)];
    await ok(nurse, 'POST', `/profile/channels/${first.id}/test`);
    status = 500;
    await ok(nurse, 'POST', `/profile/channels/${second.id}/test`);
    const tests = await list(lead, '&kind=CHANNEL&sort=lastResult');
    assert.deepEqual(
      tests.map((test) => [test.subject.id, test.channel, test.lastResult, test.overdue, test.by.id]),
      [
        [nurse.id, { id: first.id, kind: 'webhook' }, 'PASSED', false, nurse.id],
        [nurse.id, { id: second.id, kind: 'webhook' }, 'FAILED', true, nurse.id],
      ],
    );
    await ok(nurse, 'DELETE', `/profile/channels/${first.id}`);
    assert.deepEqual(
      (await list(lead, '&kind=CHANNEL')).map(({ channel }) => channel.id),
      [second.id],
    );
    assert.deepEqual(
      (await history(nurse.id)).map(({ channel, result: passed }) => [channel.id, passed]),
      [
        [second.id, 'FAILED'],
        [first.id, 'PASSED'],
      ],
    );
  });

  it('has the test of a station that a caregiver confirms there with a PIN', async () => {
    const { id, cookie } = await enrol();
    assert.deepEqual(
      [(await entry('STATION')).subject, (await entry('STATION')).overdue],
      [{ id, name: 'Office' }, true],
    );
    await ok(nurse, 'PUT', '/profile/pin', { pin: '4711' });
    const unlocked = await callApi(app.url, 'POST', '/stations/me/unlock', {
      body: { caregiverId: nurse.id, pin: '4711' },
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    const confirm = (passed: unknown) =>
      callApi(app.url, 'POST', '/stations/me/test', {
        token: unlocked.body.data.token,
        body: { passed },
        headers: { Cookie: cookie },
      });
    assert.equal((await confirm('yes')).status, 400);
    assert.equal((await confirm(true)).status, 201);
    const { lastResult, by, dueAt } = await entry('STATION');
    assert.deepEqual([lastResult, by.id, dueAt], ['PASSED', nurse.id, now(7 * DAY_MS)]);
    assert.equal((await confirm(false)).status, 201);
    assert.deepEqual(
      [(await entry('STATION')).lastResult, (await entry('STATION')).overdue],
      ['FAILED', true],
    );
    const [line] = (await ok(admin, 'GET', '/admin/logs?limit=1')) as Json[];
    assert.deepEqual([line.action, line.actorId], ['station.tested', nurse.id]);
    assert.equal((await as(nurse, 'POST', '/stations/me/test', { passed: true })).status, 403, 'not there');
    await ok(lead, 'DELETE', `/stations/${id}`);
    assert.equal((await as(lead, 'GET', `/tests/history?subjectId=${id}`)).status, 404);
  });

  it('shows leads their wards alone, and caregivers nothing', async () => {
    const other = await signUp(app, 'CAREGIVER');
    const otherWard = await createWard(other);
    await addChannel(nurse);
    const [{ subject }] = (await list(lead, '&kind=FALL_TEST')) as [Json];
    assert.deepEqual(await list(other), []);
    assert.equal((await as(other, 'GET', `/tests?wardId=${ward}`)).status, 403);
    assert.equal((await as(other, 'GET', `/tests/history?subjectId=${subject.id}`)).status, 403);
    assert.equal((await as(other, 'GET', `/tests/history?subjectId=${nurse.id}`)).status, 403);
    assert.equal((await as(other, 'GET', `/tests/history?subjectId=${PATH_RESIDENT}`)).status, 403);
    assert.equal((await as(other, 'GET', `/tests/history?subjectId=${ward}`)).status, 404);
    assert.equal((await as(nurse, 'GET', '/tests')).status, 403);
    assert.equal((await as(resident, 'GET', '/tests')).status, 403);
    assert.deepEqual((await list(lead)).map(({ kind }) => kind).sort(), [
      'CHANNEL',
      'FALL_TEST',
      'HELP_BUTTON',
    ]);
    assert.deepEqual(await list(admin, `&wardId=${otherWard}`), []);
    assert.ok((await list(admin, `&wardId=${ward}`)).length === 3);
    assert.ok((await list(admin, '&kind=PATH')).length === 1);
  });

  it('shows a service account the wards that it serves', async () => {
    const { token } = await ok(admin, 'POST', '/admin/service-accounts', {
      name: `Auditor ${ward}`,
      scopes: ['read'],
      wardIds: [ward],
    });
    const answer = await app.call('GET', '/tests?limit=100', { token });
    assert.deepEqual(
      answer.body.data.map((test: Json) => test.wearer.id),
      [resident.id, resident.id],
    );
  });

  it('filters by what is overdue, and gives all of it as CSV', async () => {
    await start();
    await shake();
    await result();
    assert.deepEqual(
      (await list(lead, '&overdue=true')).map(({ kind }) => kind),
      ['HELP_BUTTON'],
    );
    assert.deepEqual(
      (await list(lead, '&overdue=false')).map(({ kind }) => kind),
      ['FALL_TEST'],
    );
    const { token } = lead;
    const csv = await fetch(`${app.url}/tests?limit=1&format=csv&sort=kind`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const lines = (await csv.text()).trim().split('\r\n');
    assert.match(lines[0] ?? '', /^\W*"kind","subject","wearer","channel","lastAt","lastResult"/);
    assert.equal(lines.length, 3, 'without pages');
    assert.match(lines[1] ?? '', /^"HELP_BUTTON",.*,"true"$/);
    assert.match(lines[2] ?? '', /^"FALL_TEST",.*"PASSED",.*,"false"$/);
  });

  it('is in the handover of the ward', async () => {
    const { summary } = await ok(nurse, 'GET', `/wards/${ward}/handover`);
    assert.equal(summary.overdueTests, 2);
    const written = await ok(nurse, 'POST', `/wards/${ward}/handover`, { note: 'Quiet' });
    assert.equal(written.summary.overdueTests, 2);
  });

  it('forgets the tests of a wearable and of a person that are deleted', async () => {
    await start();
    const rows = () => sql(app.databaseUrl, 'SELECT by_id FROM test_book WHERE device_id IS NOT NULL');
    const before = (await rows()).length;
    const tester = nurse.id;
    await ok(admin, 'DELETE', `/admin/users/${nurse.id}`);
    assert.equal((await rows()).length, before);
    assert.ok(
      (await rows()).every((row) => row.by_id !== tester),
      'without the name of the tester',
    );
    await ok(admin, 'DELETE', `/admin/users/${resident.id}`);
    assert.equal((await rows()).length, before - 1);
  });

  it('leaves out what is disabled, and keeps its history', async () => {
    const { subject } = await entry('FALL_TEST');
    await start();
    app.clock.advance(30 * SECOND_MS);
    await ok(admin, 'PUT', `/admin/users/${resident.id}`, { status: 'inactive' });
    assert.deepEqual(await list(lead), []);
    assert.equal((await history(subject.id)).length, 1);
  });

  it('is part of the export of the person’s data, without the names of others', async () => {
    await start();
    await shake();
    await result();
    const profileOf = async (person: Person): Promise<Json> => {
      const answer = await fetch(`${app.url}/profile/me/export`, {
        headers: { Authorization: `Bearer ${person.token}` },
      });
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      return JSON.parse(String(files['profile.json']));
    };
    const [test] = (await profileOf(resident)).tests;
    assert.deepEqual([test.kind, test.result, test.by], ['FALL_TEST', 'PASSED', 'another']);
    assert.equal((await profileOf(nurse)).tests[0].by, 'you');
  });
});
