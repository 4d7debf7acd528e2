import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { connectLive, type LiveClient } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { pause } from '../helpers/quiet.ts';
import { APART_MS, randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { type CountingProxy, type RoundTrip, startCountingProxy } from '../helpers/round-trips.ts';

/** The reading's predecessor, the reading, and the transaction: locks, fall, response with alerts, events, commit. */
const MOST_FOR_A_FALL = 7;
/** The fall, the caller's care, the transaction (locks, change, commit), the answer, and the audit log beside it. */
const MOST_FOR_A_CLICK = 7;
/** With a session that this instance does not remember. */
const AUTHENTICATION = 1;
/** Most timers of the app are due within this time. */
const IDLE_MS = 2_000;
/** The others add round trips of their own now and then, never take any away. */
const TRIES = 10;

describe('round trips to the database', () => {
  let database: TestDatabase;
  let proxy: CountingProxy;
  let app: TestApp;
  let carer: Person;
  let socket: LiveClient;
  /** What the app sends when nothing happens: on a busy machine, it does so during every fall. */
  let idle: ReadonlySet<string>;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startCountingProxy(database.url);
    app = await startTestApp({ DATABASE_URL: proxy.url });
    carer = await signUp(app, 'CAREGIVER');
    socket = await connectLive(app, { token: carer.token });
    idle = new Set((await proxy.during(() => pause(IDLE_MS))).flat());
  });
  after(async () => {
    await socket.close();
    await app.close();
    await proxy.close();
    await database.drop();
  });

  /** A patient with a wearable whose next reading has no history. */
  async function wearer() {
    const person = await signUp(app, 'PATIENT');
    await assign(app, carer, person);
    const mac = randomMac();
    await stream(app, person, resting(mac));
    app.clock.advance(APART_MS);
    return { person, fall: () => stream(app, person, severe(mac)) };
  }

  async function fallen() {
    const { person, fall } = await wearer();
    await fall();
    return (await socket.find(({ type, data }) => type === 'alert' && data.patientId === person.id)).data;
  }

  async function assertAtMost(most: number, run: () => Promise<readonly RoundTrip[]>): Promise<void> {
    const counted = async () =>
      (await run()).filter((trip) => !trip.every((statement) => idle.has(statement)));
    let trips = await counted();
    for (let i = 1; i < TRIES && trips.length > most; i++) trips = await counted();
    assert.ok(trips.length <= most, listed(trips));
  }

  it(`a fall takes at most ${MOST_FOR_A_FALL}, from the reading to the alert on a socket`, async () => {
    await assertAtMost(MOST_FOR_A_FALL, async () => {
      const { fall } = await wearer();
      return proxy.during(() => Promise.all([socket.next('alert'), fall()]));
    });
  });

  for (const [what, pathOf] of [
    ['a claim', (alert: { fallId: string }) => `/falls/${alert.fallId}/claim`],
    ['an acknowledgement', (alert: { id: string }) => `/caregivers/alerts/${alert.id}/acknowledge`],
  ] as const)
    it(`${what} takes at most ${MOST_FOR_A_CLICK + AUTHENTICATION}, from the request to its answer`, async () => {
      await assertAtMost(MOST_FOR_A_CLICK + AUTHENTICATION, async () => {
        const path = pathOf(await fallen());
        return proxy.during(async () => {
          const { status } = await app.call('POST', path, { token: carer.token, body: {} });
          assert.equal(status, 200);
        });
      });
    });
});

const listed = (trips: readonly RoundTrip[]): string =>
  [`${trips.length} round trips:`, ...trips.map((trip) => `- ${trip.join('\n  + ')}`)].join('\n');
