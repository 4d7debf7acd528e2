import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';

const HOUR_MS = 3_600_000;

describe('a shift', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const inHours = (hours: number) => new Date(app.clock.now() + hours * HOUR_MS).toISOString();
  const start = ({ token }: Person, until: unknown) =>
    app.call('POST', '/caregivers/me/shift', { token, body: { until } });
  const end = ({ token }: Person) => app.call('DELETE', '/caregivers/me/shift', { token });
  const onDuty = async (person: Person): Promise<Json | undefined> =>
    (await app.call('GET', '/caregivers/on-duty', { token: admin.token })).body.data.find(
      ({ id }: Json) => id === person.id,
    );

  it('lasts until the given time, and a new one replaces it', async () => {
    const person = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Moss' });
    for (const until of [inHours(8), inHours(4), inHours(23.9)]) {
      const answer = await start(person, until);
      assert.equal(answer.status, 201);
      assert.deepEqual(answer.body.data, { id: person.id, name: 'Ann Moss', until, via: 'shift' });
      assert.deepEqual(await onDuty(person), { id: person.id, name: 'Ann Moss', until, via: 'shift' });
    }
  });

  it('must end in the future, at most 24 hours ahead', async () => {
    const person = await signUp(app, 'CAREGIVER');
    const bad = [inHours(-1), inHours(0), inHours(24.1), 'tomorrow', 17, undefined, '2026-03-01T12:00:60Z'];
    for (const until of bad) {
      const answer = await start(person, until);
      assert.equal(answer.status, 400, String(until));
      assert.deepEqual(Object.keys(answer.body.details), ['until']);
    }
    assert.equal(await onDuty(person), undefined);
  });

  it('ends when its owner ends it, and ending again answers 404', async () => {
    const person = await signUp(app, 'CAREGIVER');
    assert.equal((await end(person)).status, 404);
    await start(person, inHours(8));
    assert.equal((await end(person)).status, 200);
    assert.equal(await onDuty(person), undefined);
    assert.equal((await end(person)).status, 404);
  });

  it('expires by itself', async () => {
    const person = await signUp(app, 'CAREGIVER');
    await start(person, inHours(1));
    app.clock.advance(HOUR_MS + 1);
    assert.equal(await onDuty(person), undefined);
    assert.equal((await end(person)).status, 404);
  });
});
