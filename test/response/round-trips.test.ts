import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { connectLive, type LiveClient } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, severe, stream } from '../helpers/readings.ts';
import { type CountingProxy, type RoundTrip, startCountingProxy } from '../helpers/round-trips.ts';

/** Timers of the app add round trips of their own now and then; the best of a few runs has none. */
const RUNS = 5;
const MOST_FOR_A_FALL = 99;
const MOST_FOR_A_CLAIM = 99;

describe('round trips to the database', () => {
  let database: TestDatabase;
  let proxy: CountingProxy;
  let app: TestApp;
  let carer: Person;
  let socket: LiveClient;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startCountingProxy(database.url);
    app = await startTestApp({ DATABASE_URL: proxy.url });
    carer = await signUp(app, 'CAREGIVER');
    socket = await connectLive(app, { token: carer.token });
  });
  after(async () => {
    await socket.close();
    await app.close();
    await proxy.close();
    await database.drop();
  });

  async function patient(): Promise<Person> {
    const person = await signUp(app, 'PATIENT');
    await assign(app, carer, person);
    return person;
  }

  async function fewest(run: () => Promise<readonly RoundTrip[]>): Promise<readonly RoundTrip[]> {
    const runs: (readonly RoundTrip[])[] = [];
    for (let i = 0; i < RUNS; i++) runs.push(await run());
    return runs.reduce((best, trips) => (trips.length < best.length ? trips : best));
  }

  it(`a fall takes at most ${MOST_FOR_A_FALL}, from the reading to the alert on a socket`, async () => {
    const trips = await fewest(async () => {
      const person = await patient();
      return proxy.during(async () => {
        const alert = socket.next('alert');
        await Promise.all([alert, stream(app, person, severe(randomMac()))]);
      });
    });
    assert.ok(trips.length <= MOST_FOR_A_FALL, listed(trips));
    if (process.env.SHOW) console.log(listed(trips));
  });

  it(`a claim takes at most ${MOST_FOR_A_CLAIM}, from the request to its answer`, async () => {
    const trips = await fewest(async () => {
      const person = await patient();
      await stream(app, person, severe(randomMac()));
      const { fallId } = (await socket.find(({ type, data }) => type === 'alert' && data.patientId === person.id)).data;
      return proxy.during(async () => {
        const { status } = await app.call('POST', `/falls/${fallId}/claim`, { token: carer.token, body: {} });
        assert.equal(status, 200);
      });
    });
    assert.ok(trips.length <= MOST_FOR_A_CLAIM, listed(trips));
    if (process.env.SHOW) console.log(listed(trips));
  });
});

const listed = (trips: readonly RoundTrip[]): string =>
  [`${trips.length} round trips:`, ...trips.map((trip) => `- ${trip.join('\n  + ')}`)].join('\n');
