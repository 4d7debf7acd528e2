import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signalOf } from '../../src/overview/signal.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const LIMITS = { quietMs: 60_000, silentMs: 600_000 };
const seen = (secondsAgo: number | null, disabled = false) => ({
  disabled,
  lastSeen: secondsAgo === null ? null : new Date(NOON - 1000 * secondsAgo),
});
const stateOf = (...wearables: readonly ReturnType<typeof seen>[]) => signalOf(wearables, LIMITS, NOON).state;

describe('the signal of a resident', () => {
  it('is live, quiet and silent by the age of the newest reading', () => {
    assert.deepEqual(
      [0, 59, 60, 599, 600].map((age) => stateOf(seen(age))),
      ['live', 'live', 'quiet', 'quiet', 'silent'],
    );
    assert.deepEqual(signalOf([seen(75)], LIMITS, NOON).since, new Date(NOON - 75_000));
  });

  it('is that of the wearable with the newest reading, and never that of a disabled one', () => {
    assert.equal(stateOf(seen(700), seen(10), seen(null)), 'live');
    assert.equal(stateOf(seen(0, true), seen(90)), 'quiet');
    assert.equal(stateOf(seen(0, true)), 'none');
  });

  it('is silent before the first reading, and none without a wearable', () => {
    assert.deepEqual(signalOf([seen(null)], LIMITS, NOON), { state: 'silent', since: null });
    assert.deepEqual(signalOf([], LIMITS, NOON), { state: 'none', since: null });
  });

  it('is silent, not quiet, where caregivers are alerted sooner than the board greys', () => {
    assert.equal(signalOf([seen(70)], { quietMs: 3_600_000, silentMs: 60_000 }, NOON).state, 'silent');
  });
});

describe('the signal on boards', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let rosa: Person;
  let wardId: string;
  before(async () => {
    app = await startTestApp(
      { DEVICE_QUIET_SECONDS: '30', DEVICE_SILENT_MINUTES: '10', SESSION_DURATION: '48h' },
      { now: standingClock() },
    );
    admin = await logInAsAdmin(app);
    nurse = await signUp(app, 'CAREGIVER');
    rosa = await signUp(app);
    await assign(app, nurse, rosa);
    const made = await app.call('POST', '/wards', { token: admin.token, body: { name: 'East' } });
    wardId = made.body.data.id;
    await app.call('PUT', `/patients/${rosa.id}`, { token: admin.token, body: { wardId } });
  });
  after(() => app.close());

  const board = async (by = nurse): Promise<Json> =>
    (await app.call('GET', '/board', { token: by.token })).body.data;
  async function signal() {
    const { people, quietCount } = await board();
    return [people[0].signal.state, people[0].signal.since, quietCount];
  }

  it('follows the readings, the settings and the ward', async () => {
    assert.deepEqual(await signal(), ['none', null, 0]);
    await stream(app, rosa, resting(randomMac()));
    const since = (await board()).people[0].lastSeen;
    assert.deepEqual(await signal(), ['live', since, 0]);
    assert.equal((await board()).quietSeconds, 30);
    app.clock.advance(29_000);
    assert.deepEqual(await signal(), ['live', since, 0]);
    app.clock.advance(1_001);
    assert.deepEqual(await signal(), ['quiet', since, 1]);
    app.clock.advance(5 * 60_000);
    assert.deepEqual(await signal(), ['quiet', since, 1]);
    const body = { deviceSilentMinutes: 5 };
    await app.call('PUT', `/wards/${wardId}/limits`, { token: admin.token, body });
    assert.deepEqual(await signal(), ['silent', since, 1]);
    await app.call('PUT', `/patients/${rosa.id}/limits`, {
      token: admin.token,
      body: { deviceSilentMinutes: 9 },
    });
    assert.deepEqual(await signal(), ['quiet', since, 1]);
  });

  it('is not on the board of a stranger', async () => {
    const { people, quietCount } = await board(await signUp(app, 'CAREGIVER'));
    assert.deepEqual([people, quietCount], [[], 0]);
  });
});
