import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { callApi, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { live } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import { killAll, startVigil, stop } from './child.ts';

/** docs/operations.md, "A fall in the log". */
describe('the log of a fall', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(killAll);
  after(() => database.drop());

  it('has a line when it is raised, notified, claimed and resolved, and no personal data', async () => {
    const vigil = startVigil({
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret for tests that is long enough',
    });
    const url = await vigil.started;
    const app: Pick<TestApp, 'url' | 'call' | 'databaseUrl'> = {
      url,
      databaseUrl: database.url,
      call: (method, path, options) => callApi(url, method, path, options),
    };
    const names = { firstName: 'Wilhelmina', lastName: 'Sonderling' };
    const caregiver = await signUp(app, 'CAREGIVER', names);
    const patient = await signUp(app, 'PATIENT', names);
    await assign(app, caregiver, patient);
    const socket = await live(app, caregiver);

    const report = { token: patient.token, body: { confidence: 1, location: 'bathroom' } };
    const { id } = (await app.call('POST', '/falls', report)).body.data;
    await vigil.prints('fall: notified');
    await app.call('POST', `/falls/${id}/claim`, { token: caregiver.token, body: {} });
    await app.call('POST', `/falls/${id}/release`, { token: caregiver.token });
    await app.call('POST', `/falls/${id}/claim`, { token: caregiver.token, body: {} });
    const resolution = { outcome: 'HELPED', note: 'fine again' };
    await app.call('POST', `/falls/${id}/resolve`, { token: caregiver.token, body: resolution });
    socket.ws.close();
    await stop(vigil);

    const lines = vigil
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"fall: '))
      .map((line): { level: number; fallId: string; msg: string } => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['raised', 'notified', 'claimed', 'open again', 'claimed', 'resolved'].map((word) => `fall: ${word}`),
    );
    for (const line of lines) assert.deepEqual([line.level, line.fallId], [30, id]);
    for (const secret of ['Wilhelmina', 'Sonderling', 'bathroom', 'fine again', patient.email, patient.id])
      assert.ok(!vigil.stdout().includes(secret), secret);
  });
});
