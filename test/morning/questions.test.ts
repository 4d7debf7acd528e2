import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/platform/time.ts';
import { dayOf, instantOf } from '../../src/platform/zone.ts';
import { encodeSignal } from '../../src/readings/store/signals.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { connectLive } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { hardMovementBetween, type Second, sampledFieldsOf } from '../helpers/silent-fall.ts';
import { fallBetween, fallThatMovesOn, fieldsOf } from '../helpers/soft-fall.ts';
import { sql } from '../helpers/sql.ts';
import { lying, rawSignal, seededRandom, walking } from '../scoring/synthetic.ts';

const ZONE = 'Europe/Berlin';
const PUSH_KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

describe('morning questions', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let apps: readonly [TestApp, TestApp];
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let time = Date.now();
  const start = (more: Readonly<Record<string, string>> = {}) =>
    startTestApp(
      {
        DATABASE_URL: database.url,
        TIME_ZONE: ZONE,
        SESSION_DURATION: '700h',
        ALLOW_PRIVATE_TARGETS: 'true',
        ...more,
      },
      { now: () => time, clocks: { uptime: () => time } },
    );

  before(async () => {
    [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
    const first = await start();
    apps = [first, await start()];
    app = first;
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
    const body = { kind: 'webpush', endpoint: receiver.url, keys: PUSH_KEYS };
    assert.equal((await app.call('POST', '/profile/channels', { token: nurse.token, body })).status, 201);
  });
  after(async () => {
    await Promise.all(apps.map((one) => one.close()));
    await Promise.all([database.drop(), receiver.close()]);
  });
  /** 02:00 UTC of the next day. */
  beforeEach(async () => {
    time = (Math.floor(time / DAY_MS) + 1) * DAY_MS + 2 * HOUR_MS;
    await dueWorkDone();
  });

  const as = (by: Person, method: string, path: string, body?: object, at = app) =>
    at.call(method, path, { token: by.token, ...(body && { body }) });

  interface Wearer {
    readonly person: Person;
    readonly mac: string;
  }
  async function wearer(wardId: string | null = null, more: object = {}): Promise<Wearer> {
    const person = await signUp(app, 'PATIENT', more);
    await assign(app, nurse, person);
    if (wardId !== null)
      assert.equal((await as(admin, 'PUT', `/patients/${person.id}`, { wardId, room: '14' })).status, 200);
    return { person, mac: randomMac() };
  }
  const newWard = async (name: string): Promise<string> =>
    (await as(admin, 'POST', '/wards', { name })).body.data.id;

  const random = seededRandom(7);
  const hard = hardMovementBetween(0.42, 0.49);

  /** Some minutes at a reading every 15 seconds. */
  async function minutes({ person, mac }: Wearer, count: number, kind: 'walks' | 'lies'): Promise<void> {
    for (let i = 0; i < 4 * count; i++) {
      time += 15 * SECOND_MS;
      const motion = kind === 'walks' ? walking(random) : lying;
      await stream(app, person, resting(mac, { ...fieldsOf(motion), heart_rate: 71 }));
    }
  }
  async function moveHard({ person, mac }: Wearer, seconds: readonly Second[] = hard): Promise<void> {
    for (const second of seconds) {
      time += SECOND_MS;
      const fields = second.length > 1 ? sampledFieldsOf(second) : fieldsOf(second[0] ?? lying);
      await stream(app, person, resting(mac, fields));
    }
  }
  /** A night in which nobody saw that the wearer fell: the movement alerts nobody. */
  async function fallUnseen(of: Wearer, seconds: readonly Second[] = hard, still = 12): Promise<void> {
    await minutes(of, 2, 'walks');
    await moveHard(of, seconds);
    await isUnseen(of);
    await minutes(of, still, 'lies');
  }
  async function isUnseen({ person }: Wearer): Promise<void> {
    const { body } = await as(person, 'GET', '/falls');
    assert.deepEqual(
      body.data.map(({ status, response }: Json) => [status, response]),
      [['SUSPICIOUS', null]],
    );
  }
  /** To a time of this morning, in Berlin. */
  async function passTo(clock: string): Promise<void> {
    time = instantOf(dayOf(new Date(time), ZONE), clock, ZONE).getTime();
    await dueWorkDone();
  }
  const questions = async (by: Person = nurse): Promise<Json[]> =>
    (await as(by, 'GET', '/morning-questions?limit=100')).body.data;
  const questionsAbout = async ({ person }: Wearer, by: Person = nurse): Promise<Json[]> =>
    (await questions(by)).filter(({ patientId }) => patientId === person.id);
  const outcomeOf = async (fallId: string): Promise<string | null> =>
    (await sql(database.url, 'SELECT outcome FROM fall_events WHERE id = $1', [fallId]))[0]?.outcome;

  it('asks the ward once in the morning, on the board, the socket and the phones of its caregivers', async () => {
    const ward = await newWard('East');
    const edith = await wearer(ward);
    await fallUnseen(edith, hard, 20);
    await passTo('06:59');
    assert.deepEqual(await questionsAbout(edith), []);
    // Without Redis an instance tells its own sockets alone, and either of the two may ask.
    const sockets = await Promise.all(apps.map((one) => connectLive(one, nurse)));
    await passTo('07:00');
    const [question, ...others] = await questionsAbout(edith);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [question.patientRoom, question.ward.id, question.answer, question.answeredBy],
      ['14', ward, null, null],
    );
    assert.ok(question.stillMinutes >= 19 && question.stillMinutes <= 21, `${question.stillMinutes}`);
    const frame = await Promise.any(sockets.map((socket) => socket.next('morning.question')));
    assert.equal(frame.data.id, question.id);
    await Promise.all(sockets.map((socket) => socket.close()));
    const board = (await as(nurse, 'GET', '/board')).body.data;
    assert.deepEqual(
      board.morningQuestions.map(({ id }: Json) => id),
      [question.id],
    );
    assert.deepEqual(board.falls, []);
    await outboxSettled(app);
    const messages = await sql(
      database.url,
      `SELECT message, state FROM outbox WHERE message->>'type' = 'morning.question'`,
    );
    assert.deepEqual(
      messages.map(({ message, state }) => [message.type, message.patientId, state]),
      [['morning.question', edith.person.id, 'SENT']],
    );
    assert.deepEqual(Object.keys(messages[0].message.content).sort(), [
      'about',
      'patientName',
      'patientRoom',
    ]);
    assert.ok(receiver.received.length > 0);
    await passTo('09:00');
    assert.equal((await questionsAbout(edith)).length, 1);
  });

  it('asks about one resident of a ward, and about one without a ward', async () => {
    const ward = await newWard('West');
    const all = [await wearer(ward), await wearer(ward), await wearer(), await wearer()];
    for (const one of all) await fallUnseen(one);
    await passTo('07:00');
    const asked = await Promise.all(all.map(async (one) => (await questionsAbout(one)).length));
    assert.deepEqual([(asked[0] ?? 0) + (asked[1] ?? 0), (asked[2] ?? 0) + (asked[3] ?? 0)], [1, 1]);
  });

  it('needs the confidence of the sensitive level', async () => {
    const [below, above] = [await wearer(await newWard('Below')), await wearer(await newWard('Above'))];
    for (const [one, confidence] of [
      [below, 0.4],
      [above, 0.41],
    ] as const) {
      await fallUnseen(one);
      await sql(database.url, 'UPDATE fall_events SET confidence = $2 WHERE user_id = $1', [
        one.person.id,
        confidence,
      ]);
    }
    await passTo('07:00');
    assert.deepEqual([await questionsAbout(below), (await questionsAbout(above)).length], [[], 1]);
  });

  it('asks nothing about a wearer who walked on, was seen, is inactive, or sends no samples', async () => {
    const [walker, seen, inactive, plain] = [
      await wearer(await newWard('B')),
      await wearer(await newWard('C')),
      await wearer(await newWard('D')),
      await wearer(await newWard('E')),
    ];
    await minutes(walker, 2, 'walks');
    await moveHard(walker);
    await isUnseen(walker);
    await minutes(walker, 12, 'walks');
    await fallUnseen(seen);
    const reported = await as(seen.person, 'POST', '/falls', { confidence: 0.8 });
    assert.equal(reported.status, 201);
    await fallUnseen(inactive);
    await as(admin, 'PUT', `/admin/users/${inactive.person.id}`, { status: 'inactive' });
    await fallUnseen(
      plain,
      fallBetween(0.42, 0.49).map((motion) => [motion]),
    );
    await passTo('07:00');
    for (const [name, one] of Object.entries({ walker, seen, inactive, plain }))
      assert.deepEqual(await questionsAbout(one, admin), [], name);
  });

  it('asks about a fall whose wearer had moved on, if they then lay still for long', async () => {
    const ida = await wearer(await newWard('Moved on'));
    await minutes(ida, 2, 'walks');
    await moveHard(
      ida,
      fallThatMovesOn().motions.map((motion) => [motion]),
    );
    time += SECOND_MS;
    await dueWorkDone();
    await sql(
      database.url,
      `INSERT INTO reading_signals (device_key, recorded_at, signal)
       SELECT d.key, f.created_at, $2 FROM fall_events f JOIN devices d ON d.id = f.device_id WHERE f.user_id = $1`,
      [ida.person.id, encodeSignal({ samples: rawSignal([lying]), parts: undefined })],
    );
    await minutes(ida, 12, 'lies');
    await dueWorkDone();
    const [{ response }] = (await as(ida.person, 'GET', '/falls')).body.data;
    assert.deepEqual([response.state, response.outcome], ['RESOLVED', 'MOVED_ON']);
    await passTo('07:00');
    const [question] = await questionsAbout(ida);
    const path = `/morning-questions/${question.id}/answer`;
    assert.equal((await as(nurse, 'POST', path, { answer: 'had_fallen' })).status, 200);
    assert.equal(await outcomeOf(question.fallId), 'CONFIRMED');
  });

  it('takes one of two answers, which is the outcome of the event', async () => {
    const [fallen, well] = [await wearer(await newWard('F')), await wearer(await newWard('G'))];
    await fallUnseen(fallen);
    await fallUnseen(well);
    await passTo('07:00');
    const [question] = await questionsAbout(fallen);
    const path = `/morning-questions/${question.id}/answer`;
    const two = await Promise.all([
      as(nurse, 'POST', path, { answer: 'had_fallen' }),
      as(admin, 'POST', path, { answer: 'well' }, apps[1]),
    ]);
    const [won, lost] = two.toSorted((a, b) => a.status - b.status);
    assert.deepEqual([won?.status, lost?.status, lost?.body.code], [200, 409, 'ALREADY_ANSWERED']);
    const { answer, answeredBy } = won?.body.data ?? {};
    assert.equal(lost?.body.details.answeredBy, answeredBy.name);
    assert.equal(await outcomeOf(question.fallId), answer === 'well' ? 'FALSE_ALARM' : 'CONFIRMED');
    const winner = answeredBy.id === nurse.id ? nurse : admin;
    await sql(database.url, 'UPDATE fall_events SET outcome = NULL WHERE id = $1', [question.fallId]);
    assert.equal((await as(winner, 'POST', path, { answer })).status, 200, 'a repetition');
    assert.equal(await outcomeOf(question.fallId), null, 'which changes nothing');
    assert.deepEqual((await as(nurse, 'GET', '/board')).body.data.morningQuestions.length, 1);
    const [other] = await questionsAbout(well);
    const unsure = await as(nurse, 'POST', `/morning-questions/${other.id}/answer`, { answer: 'unknown' });
    assert.deepEqual([unsure.status, await outcomeOf(other.fallId)], [200, null]);
    const lines = (await as(admin, 'GET', '/admin/logs?limit=100')).body.data;
    const answers = lines.filter(
      ({ action, subjectId }: Json) =>
        action === 'morning-question.answered' &&
        [fallen, well].some(({ person }) => person.id === subjectId),
    );
    assert.equal(answers.length, 2, 'a repetition and a refusal change nothing');
  });

  it('teaches the detector about its wearer: a fall that alerted nobody counts, a harmless movement does not', async () => {
    const [fallen, well] = [await wearer(await newWard('I')), await wearer(await newWard('J'))];
    for (const one of [fallen, well]) await fallUnseen(one);
    await passTo('07:00');
    for (const [one, answer, counts] of [
      [fallen, 'had_fallen', [1, 0]],
      [well, 'well', [0, 0]],
    ] as const) {
      const [question] = await questionsAbout(one);
      assert.equal(
        (await as(nurse, 'POST', `/morning-questions/${question.id}/answer`, { answer })).status,
        200,
      );
      const { realFalls, falseAlarms } = (await as(nurse, 'GET', `/patients/${one.person.id}/detector`)).body
        .data;
      assert.deepEqual([realFalls, falseAlarms], counts, answer);
    }
  });

  it('is for the care team alone', async () => {
    const ward = await newWard('H');
    const [stranger, member] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    const memberPath = `/wards/${ward}/caregivers/${member.id}`;
    assert.equal((await as(admin, 'PUT', memberPath, {})).status, 200);
    const gus = await wearer(ward);
    await fallUnseen(gus);
    await passTo('07:00');
    const [question] = await questionsAbout(gus);
    const path = `/morning-questions/${question.id}/answer`;
    const body = { answer: 'well' };
    assert.deepEqual(await questions(stranger), []);
    assert.equal((await questions(member)).length, 1);
    assert.deepEqual(
      [(await as(stranger, 'POST', path, body)).status, (await as(gus.person, 'POST', path, body)).status],
      [403, 403],
    );
    assert.equal((await as(admin, 'DELETE', memberPath)).status, 200);
    assert.deepEqual(await questions(member), []);
    assert.deepEqual((await as(member, 'GET', '/board')).body.data.morningQuestions, []);
    assert.equal((await as(member, 'POST', path, body)).body.code, 'NOT_IN_CARE_TEAM');
    const events = await sql(
      database.url,
      `SELECT FROM live_events WHERE recipient_id = $1 AND type = 'morning.question'`,
      [member.id],
    );
    assert.equal(events.length, 0, 'the events of former members are deleted');
  });
});
