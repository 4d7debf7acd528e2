import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EVALUATION } from '../../src/falls/reports/evaluation.ts';
import { confidenceFor } from '../../src/response/limits/sensitivity.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { fallBetween, fieldsOf } from '../helpers/soft-fall.ts';
import type { Motion } from '../scoring/synthetic.ts';

describe('the rule of sensitivity', () => {
  it('moves the threshold, keeps the order, and changes neither CONFIRMED nor NO_FALL', () => {
    assert.ok(confidenceFor('fewer', 0.64) <= 0.5 && confidenceFor('fewer', 0.66) > 0.5);
    assert.ok(confidenceFor('more', 0.39) <= 0.5 && confidenceFor('more', 0.41) > 0.5);
    for (const unchanged of [0.1, 0.3, 0.9, 1]) {
      assert.equal(confidenceFor('fewer', unchanged), unchanged);
      assert.equal(confidenceFor('more', unchanged), unchanged);
    }
    const confidences = Array.from({ length: 59 }, (_, i) => 0.31 + i / 100);
    for (const sensitivity of ['fewer', 'more'] as const) {
      const chosen = confidences.map((confidence) => confidenceFor(sensitivity, confidence));
      assert.deepEqual(
        chosen,
        chosen.toSorted((a, b) => a - b),
      );
      assert.ok(chosen.every((confidence) => confidence > 0.3 && confidence < 0.9));
    }
    assert.equal(confidenceFor('standard', 0.4321), 0.4321);
  });
});

describe('the sensitivity of a patient', () => {
  let app: TestApp;
  let nurse: Person;
  let admin: Person;
  before(async () => {
    app = await startTestApp({}, { now: standingClock() });
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const call = async (by: Person, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await app.call(method, path, { token: by.token, ...(body && { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  async function wearer(sensitivity: string): Promise<Person> {
    const person = await signUp(app);
    await assign(app, nurse, person);
    await call(admin, 'PUT', `/patients/${person.id}/limits`, { sensitivity });
    return person;
  }
  async function play(person: Person, motions: readonly Motion[]): Promise<Json> {
    const mac = randomMac();
    for (const motion of motions) {
      app.clock.advance(1000);
      await stream(app, person, resting(mac, fieldsOf(motion)));
    }
    const [fall, ...others] = await call(person, 'GET', '/falls');
    assert.deepEqual(others, []);
    return fall;
  }
  const unsure = fallBetween(0.52, 0.62);
  const suspicious = fallBetween(0.42, 0.49);

  it('decides which detected falls alert, and the record says so', async () => {
    const fewer = await play(await wearer('fewer'), unsure);
    assert.deepEqual([fewer.status, fewer.response], ['SUSPICIOUS', null]);
    const detail = await call(admin, 'GET', `/falls/${fewer.id}`);
    assert.equal(detail.assessment.chosen.sensitivity, 'fewer');
    assert.ok(detail.assessment.chosen.detectorConfidence > 0.5);
    assert.equal((await play(await wearer('standard'), unsure)).status, 'POTENTIAL');
    assert.equal((await play(await wearer('standard'), suspicious)).status, 'SUSPICIOUS');
    const more = await play(await wearer('more'), suspicious);
    assert.deepEqual([more.status, more.response.state], ['POTENTIAL', 'CHECKING']);
  });

  it('never affects hard falls, reports and calls for help', async () => {
    const person = await wearer('fewer');
    await stream(app, person, severe(randomMac()));
    assert.equal((await call(person, 'GET', '/falls'))[0].status, 'HIGH');
    app.clock.advance(1000);
    await call(person, 'POST', '/falls', { confidence: 0.55 });
    assert.equal((await call(person, 'GET', '/falls'))[0].status, 'POTENTIAL');
    app.clock.advance(1000);
    await call(person, 'POST', '/help');
    assert.equal((await call(person, 'GET', '/falls'))[0].status, 'CONFIRMED');
  });

  it('is replayed with the falls of the last 30 days and their outcomes', async () => {
    const person = await wearer('fewer');
    const resolve = async (outcome: string) => {
      const [{ id }] = await call(person, 'GET', '/falls');
      await call(nurse, 'POST', `/falls/${id}/resolve`, { outcome });
    };
    const mac = randomMac();
    const send = async (motions: readonly Motion[]) => {
      for (const motion of motions) {
        app.clock.advance(1000);
        await stream(app, person, resting(mac, fieldsOf(motion)));
      }
    };
    await send(unsure);
    app.clock.advance(10 * 60_000);
    await call(admin, 'PUT', `/patients/${person.id}/limits`, { sensitivity: 'standard' });
    await send(unsure);
    await resolve('FALSE_ALARM');
    app.clock.advance(10 * 60_000);
    await send(fallBetween(0.78, 0.88));
    await resolve('HELPED');
    const { days, choices } = await call(nurse, 'GET', `/reports/sensitivity?patientId=${person.id}`);
    assert.deepEqual(
      [days, choices.map(({ sensitivity, rung }: Json) => [sensitivity, rung])],
      [
        30,
        [
          ['fewer', 1],
          ['standard', 3],
          ['more', 3],
        ],
      ],
    );
    const [fewer] = choices;
    assert.deepEqual(
      [fewer.realFalls, fewer.falseAlarms],
      [
        { rung: 1, all: 1 },
        { rung: 0, all: 1 },
      ],
    );
    assert.deepEqual(fewer.evaluation, EVALUATION.choices.fewer);
    const stranger = await signUp(app, 'CAREGIVER');
    const refused = await app.call('GET', `/reports/sensitivity?patientId=${person.id}`, stranger);
    assert.equal(refused.status, 403);
    assert.equal((await app.call('GET', '/reports/sensitivity', nurse)).status, 403);
  });
});
