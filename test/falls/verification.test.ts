import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/platform/time.ts';
import { VERIFY_AFTER_S } from '../../src/response/vocabulary.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { fallBetween, fallThatMovesOn, fieldsOf } from '../helpers/soft-fall.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, join } from '../mqtt/clients.ts';
import { lying, type Motion, seededRandom, walking } from '../scoring/synthetic.ts';

const OK_WINDOW_S = 30;
const TEN_MINUTES_S = 600;

describe('the verification of a detected fall', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let apps: readonly [TestApp, TestApp];
  let app: TestApp;
  let nurse: Person;
  let admin: Person;
  // A clock that stands still until a test moves it.
  let time = Date.now();
  const start = () =>
    startTestApp(
      {
        DATABASE_URL: database.url,
        OK_WINDOW_SECONDS: String(OK_WINDOW_S),
        ALLOW_PRIVATE_TARGETS: 'true',
      },
      { now: () => time },
    );

  before(async () => {
    [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
    const first = await start();
    apps = [first, await start()];
    app = first;
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
    const body = { kind: 'webhook', url: receiver.url };
    assert.equal((await app.call('POST', '/profile/channels', { token: nurse.token, body })).status, 201);
    const steps = [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }];
    assert.equal((await put('/admin/escalation', { steps })).status, 200);
  });
  after(async () => {
    await Promise.all(apps.map((one) => one.close()));
    await Promise.all([database.drop(), receiver.close()]);
  });

  const put = (path: string, body: object, by: Person = admin) =>
    app.call('PUT', path, { token: by.token, body });

  async function wearer(): Promise<Wearer> {
    const person = await signUp(app);
    await assign(app, nurse, person);
    return { person, mac: randomMac() };
  }
  interface Wearer {
    readonly person: Person;
    readonly mac: string;
  }

  const random = seededRandom(11);
  const walk = (seconds: number): Motion[] => Array.from({ length: seconds }, () => walking(random));
  const lie = (seconds: number): Motion[] => Array.from({ length: seconds }, () => lying);
  /** A soft fall that becomes POTENTIAL or HIGH, up to the second in which it does. */
  const fall = (): readonly Motion[] => fallBetween(0.6, 0.85);
  const movesOn = fallThatMovesOn();

  async function play({ person, mac }: Wearer, motions: readonly Motion[], at: TestApp = app): Promise<void> {
    for (const motion of motions) {
      time += 1000;
      await stream(at, person, resting(mac, fieldsOf(motion)));
    }
  }
  async function pass(seconds: number): Promise<void> {
    time += seconds * 1000;
    await dueWorkDone();
  }
  const fallsOf = async ({ person }: Wearer): Promise<Json[]> =>
    (await app.call('GET', '/falls', { token: person.token })).body.data;
  async function onlyFall(of: Wearer): Promise<Json> {
    const [fall, ...others] = (await fallsOf(of)).filter(({ response }) => response !== null);
    assert.deepEqual(others, []);
    assert.ok(fall !== undefined, 'a fall');
    return fall;
  }
  const stateOf = async (of: Wearer): Promise<unknown[]> => {
    const { verification, response } = await onlyFall(of);
    return [verification, response.state, response.outcome];
  };
  const ringsFor = async (of: Wearer): Promise<number> => {
    await dueWorkDone();
    const { id } = await onlyFall(of);
    return receiver.received.filter(({ body }) => body.includes(id)).length;
  };
  const rings = (of: Wearer) => eventually('the phone rings', async () => (await ringsFor(of)) > 0);
  const timelineOf = async (of: Wearer): Promise<Json[]> => {
    const { id } = await onlyFall(of);
    return (await app.call('GET', `/falls/${id}/timeline`, { token: nurse.token })).body.data;
  };

  it('is pending at once, and stands when the wearer lies still: phones ring after the OK window', async () => {
    const ada = await wearer();
    await play(ada, fall());
    assert.deepEqual(await stateOf(ada), ['pending', 'CHECKING', null]);
    const { body } = await app.call('GET', '/caregivers/alerts', { token: nurse.token });
    assert.equal(body.data[0].verification, 'pending');
    const stranger = await signUp(app, 'CAREGIVER');
    const recent = await app.call('GET', '/falls/recent', { token: stranger.token });
    assert.deepEqual([recent.body.data[0].response, recent.body.data[0].verification], [null, null]);
    await play(ada, lie(8));
    await pass(1);
    assert.deepEqual(await stateOf(ada), ['stands', 'CHECKING', null]);
    assert.equal(await ringsFor(ada), 0);
    await pass(OK_WINDOW_S);
    await rings(ada);
    assert.deepEqual(await stateOf(ada), ['stands', 'OPEN', null]);
    const entries = (await timelineOf(ada)).filter(({ type }) => type === 'verified');
    assert.deepEqual(
      entries.map(({ verification }) => verification),
      ['stands'],
    );
  });

  it('rings nobody when the wearer has moved on, and resolves the fall after ten minutes', async () => {
    const ben = await wearer();
    await play(ben, movesOn.motions);
    await pass(1);
    assert.deepEqual(await stateOf(ben), ['moved_on', 'CHECKING', null]);
    await pass(OK_WINDOW_S);
    assert.deepEqual(await stateOf(ben), ['moved_on', 'OPEN', null]);
    const { response } = await onlyFall(ben);
    assert.deepEqual([response.nextStepAt, response.step], [null, 0]);
    await pass(TEN_MINUTES_S - OK_WINDOW_S - 20);
    assert.deepEqual(await stateOf(ben), ['moved_on', 'OPEN', null]);
    await pass(30);
    assert.deepEqual(await stateOf(ben), ['moved_on', 'RESOLVED', 'MOVED_ON']);
    assert.equal((await onlyFall(ben)).response.resolvedBy, null);
    assert.equal(await ringsFor(ben), 0);
    assert.equal((await onlyFall(ben)).outcome ?? null, null, 'the detector learns nothing');
  });

  it('stands without a signal after the impact, and judges by readings that another instance received', async () => {
    const [silent, wandering] = [await wearer(), await wearer()];
    await play(silent, fall());
    await play(wandering, movesOn.motions.slice(0, movesOn.blowAt + 1));
    await play(wandering, movesOn.motions.slice(movesOn.blowAt + 1), apps[1]);
    await pass(1);
    assert.deepEqual((await stateOf(silent))[0], 'stands');
    assert.deepEqual((await stateOf(wandering))[0], 'moved_on');
  });

  it('begins again with a further sign: phones ring for the fall that follows', async () => {
    const cleo = await wearer();
    await play(cleo, movesOn.motions);
    await pass(1);
    assert.deepEqual((await stateOf(cleo))[0], 'moved_on');
    await play(cleo, [...walk(8), ...fall().slice(-6)]);
    assert.deepEqual((await stateOf(cleo))[0], 'pending');
    await play(cleo, lie(8));
    await pass(1);
    await rings(cleo);
    assert.deepEqual(await stateOf(cleo), ['stands', 'OPEN', null]);
  });

  it('ends with a call for help, which rings at once', async () => {
    const dora = await wearer();
    await play(dora, movesOn.motions);
    await pass(1);
    assert.deepEqual((await stateOf(dora))[0], 'moved_on');
    await app.call('POST', '/help', { token: dora.person.token });
    assert.deepEqual(await stateOf(dora), [null, 'OPEN', null]);
    await rings(dora);
  });

  it('goes on while somebody has claimed the fall, which then waits for them alone', async () => {
    const emil = await wearer();
    const beforeVerdict = movesOn.motions.length - 4;
    await play(emil, movesOn.motions.slice(0, beforeVerdict));
    const { id } = await onlyFall(emil);
    const claimed = await app.call('POST', `/falls/${id}/claim`, { token: nurse.token });
    assert.deepEqual([claimed.status, claimed.body.data.verification], [200, 'pending']);
    await play(emil, movesOn.motions.slice(beforeVerdict));
    await pass(1);
    assert.deepEqual(await stateOf(emil), ['moved_on', 'CLAIMED', null]);
    await pass(500);
    assert.deepEqual(await stateOf(emil), ['moved_on', 'CLAIMED', null]);
    const resolved = await app.call('POST', `/falls/${id}/resolve`, {
      token: nurse.token,
      body: { outcome: 'NO_HELP_NEEDED' },
    });
    assert.equal(resolved.body.data.response.outcome, 'NO_HELP_NEEDED');
  });

  it('is finished for a fall that was resolved before', async () => {
    const finn = await wearer();
    const beforeVerdict = movesOn.motions.length - 4;
    await play(finn, movesOn.motions.slice(0, beforeVerdict));
    const { id } = await onlyFall(finn);
    await app.call('POST', `/falls/${id}/ok`, { token: finn.person.token });
    await play(finn, movesOn.motions.slice(beforeVerdict));
    await pass(1);
    assert.deepEqual(await stateOf(finn), ['moved_on', 'RESOLVED', 'CANCELLED_BY_PATIENT']);
  });

  it('is switched off for a patient, a ward or the organisation: every fall rings', async () => {
    const gina = await wearer();
    const path = `/patients/${gina.person.id}/limits`;
    assert.equal((await put(path, { verify: false })).body.data.verify, false);
    await play(gina, fall());
    assert.deepEqual((await stateOf(gina))[0], null);
    await play(gina, walk(12));
    await pass(OK_WINDOW_S);
    await rings(gina);
    assert.equal((await put('/admin/limits', { verify: false })).body.data.verify, false);
    assert.equal((await put(path, { verify: null })).body.data.verify, false, 'inherited');
    assert.equal((await put('/admin/limits', { verify: null })).body.data.verify, true);
    assert.equal((await app.call('GET', path, { token: admin.token })).body.data.inherited, true);
    const own = { token: nurse.token, body: { verify: false } };
    assert.equal((await app.call('PUT', '/admin/limits', own)).status, 403);
    const made = await app.call('POST', '/wards', { token: admin.token, body: { name: 'East' } });
    const ward = `/wards/${made.body.data.id}/limits`;
    assert.deepEqual((await put(ward, { verify: false })).body.data, {
      verify: false,
      sensitivity: 'standard',
      deviceSilentMinutes: 30,
      own: { verify: false, sensitivity: null, deviceSilentMinutes: null },
      inherited: false,
    });
    assert.equal((await put(ward, { verify: false }, nurse)).status, 403);
    await put(`/patients/${gina.person.id}`, { wardId: made.body.data.id });
    assert.equal((await app.call('GET', path, { token: admin.token })).body.data.verify, false, "the ward's");
    assert.equal((await put(path, { verify: true })).body.data.verify, true, "before the ward's");
  });

  it('does not judge reports, and counts what moved on apart in reports', async () => {
    const hal = await wearer();
    await play(hal, movesOn.motions);
    await pass(1);
    await pass(TEN_MINUTES_S);
    const reported = await app.call('POST', '/falls', { token: hal.person.token, body: { confidence: 0.8 } });
    assert.equal(reported.status, 201);
    const falls = await fallsOf(hal);
    assert.deepEqual(
      falls.map(({ source, verification }) => [source, verification]),
      [
        ['REPORT', null],
        ['STREAM', 'moved_on'],
      ],
    );
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const period = `from=${dayOf(time - DAY_MS)}&to=${dayOf(time + DAY_MS)}`;
    const { body } = await app.call(
      'GET',
      `/reports/falls?${period}&groupBy=outcome&patientId=${hal.person.id}`,
      { token: admin.token },
    );
    const moved = body.data.rows.find(({ key }: Json) => key === 'MOVED_ON');
    assert.deepEqual([moved.falls, moved.movedOn, moved.timeToResolve.p50], [0, 1, null]);
    assert.deepEqual([body.data.total.falls, body.data.total.movedOn], [1, 1]);
  });

  it('stands if another sensor has noticed the fall, too', async () => {
    const ida = await wearer();
    await play(ida, movesOn.motions);
    await pass(1);
    assert.deepEqual((await stateOf(ida))[0], 'moved_on');
    const made = await app.call('POST', '/sensors', {
      token: admin.token,
      body: { name: 'Radar', patientId: ida.person.id },
    });
    const at = new Date(time).toISOString();
    const event = { sensorId: made.body.data.id, type: 'FALL', confidence: 0.6, at };
    const noticed = await app.call('POST', '/sensors/events', { token: admin.token, body: event });
    assert.equal(noticed.status, 201, JSON.stringify(noticed.body));
    assert.deepEqual((await stateOf(ida))[0], 'stands');
  });

  it('judges a backlog by the times of its readings', async () => {
    const [jon, kim] = [await wearer(), await wearer()];
    const hourAgo = time - HOUR_MS;
    const backlog = async ({ person, mac }: Wearer, motions: readonly Motion[]) => {
      const readings = motions.map((motion, i) => ({
        ...resting(mac, fieldsOf(motion)),
        recorded_at: new Date(hourAgo + 1000 * i).toISOString(),
      }));
      const client = await join(app, bySession(person));
      await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(readings), { qos: 1 });
      await client.endAsync();
    };
    await backlog(jon, [...walk(5), ...movesOn.motions]);
    await backlog(kim, [...walk(5), ...fall(), ...lie(8)]);
    assert.deepEqual([(await stateOf(jon))[0], (await stateOf(kim))[0]], ['pending', 'pending']);
    await pass(7);
    assert.deepEqual([(await stateOf(jon))[0], (await stateOf(kim))[0]], ['moved_on', 'stands']);
  });

  it('stands if it cannot be judged', async () => {
    const leo = await wearer();
    await play(leo, movesOn.motions.slice(0, movesOn.blowAt + VERIFY_AFTER_S));
    await sql(database.url, 'ALTER TABLE reading_signals RENAME TO reading_signals_away');
    await pass(2);
    await sql(database.url, 'ALTER TABLE reading_signals_away RENAME TO reading_signals');
    assert.deepEqual((await stateOf(leo))[0], 'stands');
  });
});
