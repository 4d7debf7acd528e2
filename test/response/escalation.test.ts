import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const ALL = ['webpush', 'email', 'ntfy', 'webhook', 'sms', 'call', 'pager'];
const DEFAULT = {
  steps: [
    { afterSeconds: 0, targets: ['on_duty'], channels: ['webpush', 'ntfy', 'sms'] },
    { afterSeconds: 60, targets: ['assigned', 'ward'], channels: ALL },
    { afterSeconds: 180, targets: ['assigned', 'ward', 'ward_leads', 'admins'], channels: ALL },
  ],
  repeats: { everySeconds: 180, times: null },
};
const OTHER = {
  steps: [
    { afterSeconds: 0, targets: ['assigned'], channels: ['ntfy'] },
    { afterSeconds: 30, targets: ['admins'], channels: ['email'] },
  ],
  repeats: { everySeconds: 1, times: 0 },
};

describe('the escalation policy endpoints', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: admin.token, body });
  const step = (change: object) => ({ ...DEFAULT.steps[0], ...change });

  it('answer with the default policy until an admin sets another', async () => {
    assert.deepEqual((await call('GET', '/admin/escalation')).body.data, DEFAULT);
    const changed = await call('PUT', '/admin/escalation', { ...OTHER, more: 1 });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body.data, OTHER);
    assert.deepEqual((await call('GET', '/admin/escalation')).body.data, OTHER);
  });

  it('change the steps or the repeats alone, and refuse an empty change', async () => {
    await call('PUT', '/admin/escalation', DEFAULT);
    const repeats = { everySeconds: 3600, times: 20 };
    assert.deepEqual((await call('PUT', '/admin/escalation', { repeats })).body.data, {
      ...DEFAULT,
      repeats,
    });
    for (const empty of [{}, { more: 1 }, undefined])
      assert.equal((await call('PUT', '/admin/escalation', empty)).status, 400);
    await call('PUT', '/admin/escalation', DEFAULT);
  });

  it('name each field that is out of bounds', async () => {
    const first = step({ afterSeconds: 60 });
    const bad: [body: object, places: string[]][] = [
      [{ steps: [] }, ['steps']],
      [{ steps: 'soon' }, ['steps']],
      [{ steps: Array.from({ length: 11 }, (_, i) => step({ afterSeconds: i })) }, ['steps']],
      [{ steps: [step({ afterSeconds: -1 })] }, ['steps.0.afterSeconds']],
      [{ steps: [step({ afterSeconds: 86_401 })] }, ['steps.0.afterSeconds']],
      [{ steps: [step({ afterSeconds: 0.5 })] }, ['steps.0.afterSeconds']],
      [{ steps: [first, first] }, ['steps.1.afterSeconds']],
      [{ steps: [first, step({ afterSeconds: 30 })] }, ['steps.1.afterSeconds']],
      [{ steps: [step({ targets: [] })] }, ['steps.0.targets']],
      [{ steps: [step({ targets: ['everybody'] })] }, ['steps.0.targets']],
      [{ steps: [step({}), step({ afterSeconds: 1, channels: [] })] }, ['steps.1.channels']],
      [{ steps: [step({ channels: ['pigeon'] })] }, ['steps.0.channels']],
      [{ steps: [{}] }, ['steps.0.afterSeconds', 'steps.0.channels', 'steps.0.targets']],
      [{ steps: [step({}), 'soon'] }, ['steps.1']],
      [{ repeats: { everySeconds: 0, times: 1 } }, ['repeats.everySeconds']],
      [{ repeats: { everySeconds: 3601, times: -1 } }, ['repeats.everySeconds', 'repeats.times']],
      [{ repeats: { everySeconds: 1, times: 21 } }, ['repeats.times']],
      [{ repeats: {} }, ['repeats.everySeconds', 'repeats.times']],
      [{ repeats: { everySeconds: 0, times: null } }, ['repeats.everySeconds']],
      [{ repeats: { everySeconds: 1, times: 'ever' } }, ['repeats.times']],
      [{ steps: [step({ targets: 1 })], repeats: 7 }, ['repeats', 'steps.0.targets']],
    ];
    const patient = await signUp(app);
    for (const [body, places] of bad) {
      for (const path of ['/admin/escalation', `/patients/${patient.id}/escalation`]) {
        const answer = await call('PUT', path, body);
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.deepEqual(Object.keys(answer.body.details).sort(), places, JSON.stringify(body));
      }
    }
  });

  it('accept channels whose gateway is not configured', async () => {
    const steps = ALL.map((channel, i) => step({ afterSeconds: i, channels: [channel] }));
    assert.equal((await call('PUT', '/admin/escalation', { steps })).status, 200);
    await call('PUT', '/admin/escalation', DEFAULT);
    for (const kind of ['sms', 'call']) {
      const made = await call('POST', '/profile/channels', { kind, number: '+4915112345678' });
      assert.deepEqual([made.status, made.body.code], [409, 'NOT_CONFIGURED']);
    }
  });

  it('let a patient have their own policy or inherit the organisation’s', async () => {
    const { id } = await signUp(app);
    const path = `/patients/${id}/escalation`;
    await call('PUT', '/admin/escalation', DEFAULT);
    assert.deepEqual((await call('GET', path)).body.data, { ...DEFAULT, inherited: true });
    assert.equal((await call('DELETE', path)).status, 404);
    const own = await call('PUT', path, { steps: OTHER.steps });
    assert.deepEqual(own.body.data, { ...DEFAULT, steps: OTHER.steps, inherited: false });
    assert.deepEqual((await call('GET', path)).body.data, own.body.data);
    assert.deepEqual((await call('GET', '/admin/escalation')).body.data, DEFAULT);
    assert.equal((await call('DELETE', path)).status, 200);
    assert.deepEqual((await call('GET', path)).body.data, { ...DEFAULT, inherited: true });
    const caregiver = await signUp(app, 'CAREGIVER');
    assert.equal((await call('GET', `/patients/${caregiver.id}/escalation`)).status, 404);
  });

  it('keep the policy of an open fall when the policy changes later', async () => {
    const patient = await signUp(app);
    const path = `/patients/${patient.id}/escalation`;
    await call('PUT', path, OTHER);
    const fall = await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } });
    await call('DELETE', path);
    const [response] = await sql(app.databaseUrl, 'SELECT policy FROM responses WHERE fall_id = $1', [
      fall.body.data.id,
    ]);
    assert.deepEqual(response.policy, OTHER);
  });

  describe('of a ward', () => {
    let ward: string;
    let lead: Person;
    let patient: Person;
    before(async () => {
      ward = (await call('POST', '/wards', { name: 'Ground floor' })).body.data.id;
      [lead, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
      await call('PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
      await call('PUT', `/patients/${patient.id}`, { wardId: ward });
      await call('PUT', '/admin/escalation', DEFAULT);
    });

    const as = (person: Person, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: person.token, body });
    const policyOf = async (path: string) => (await call('GET', path)).body.data;
    const NEAR = { ...OTHER, repeats: { everySeconds: 30, times: null } };

    it('replace the whole policy: steps are required, repeats have a default', async () => {
      const path = `/wards/${ward}/escalation`;
      assert.deepEqual(await policyOf(path), { ...DEFAULT, inherited: true });
      assert.equal((await call('DELETE', path)).status, 404);
      for (const [body, places] of [
        [{ repeats: NEAR.repeats }, ['steps']],
        [{}, ['steps']],
        [undefined, undefined],
        [{ steps: null }, ['steps']],
        [{ steps: NEAR.steps, repeats: { everySeconds: 1, times: 21 } }, ['repeats.times']],
        [{ steps: [step({}), step({})] }, ['steps.1.afterSeconds']],
      ] as const) {
        const answer = await as(lead, 'PUT', path, body);
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.deepEqual(answer.body.details && Object.keys(answer.body.details), places);
      }
      assert.deepEqual((await as(lead, 'PUT', path, NEAR)).body.data, { ...NEAR, inherited: false });
      const { steps } = OTHER;
      const replaced = { steps, repeats: DEFAULT.repeats, inherited: false };
      assert.deepEqual((await as(lead, 'PUT', path, { steps })).body.data, replaced);
      assert.deepEqual(await policyOf(path), replaced);
      assert.equal((await as(lead, 'DELETE', path)).status, 200);
    });

    it('apply to its patients unless they have their own, which the lead may set', async () => {
      const own = `/patients/${patient.id}/escalation`;
      await as(lead, 'PUT', `/wards/${ward}/escalation`, NEAR);
      assert.deepEqual((await as(lead, 'GET', own)).body.data, { ...NEAR, inherited: true });
      const set = await as(lead, 'PUT', own, { repeats: { everySeconds: 7, times: 0 } });
      assert.deepEqual(set.body.data, { ...NEAR, repeats: { everySeconds: 7, times: 0 }, inherited: false });
      assert.equal((await as(lead, 'DELETE', own)).status, 200);
      const stranger = await signUp(app);
      const refused = await as(lead, 'PUT', `/patients/${stranger.id}/escalation`, NEAR);
      assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_WARD_LEAD']);
    });

    it('stay with an open fall of a patient who moves, and end with the ward', async () => {
      const fall = await as(patient, 'POST', '/falls', { confidence: 0.8 });
      await call('PUT', `/patients/${patient.id}`, { wardId: null });
      const [response] = await sql(app.databaseUrl, 'SELECT policy FROM responses WHERE fall_id = $1', [
        fall.body.data.id,
      ]);
      assert.deepEqual(response.policy, NEAR);
      assert.deepEqual(await policyOf(`/patients/${patient.id}/escalation`), {
        ...DEFAULT,
        inherited: true,
      });
      assert.equal((await call('DELETE', `/wards/${ward}`)).status, 200);
      assert.equal((await call('GET', `/wards/${ward}/escalation`)).status, 404);
      assert.equal((await call('PUT', `/wards/${ward}/escalation`, NEAR)).status, 404);
      assert.deepEqual(await sql(app.databaseUrl, 'SELECT FROM ward_escalation_policies'), []);
    });
  });

  it('audit every change', async () => {
    const { id } = await signUp(app);
    const path = `/patients/${id}/escalation`;
    await call('PUT', '/admin/escalation', DEFAULT);
    await call('PUT', path, OTHER);
    await call('DELETE', path);
    const { data } = (await call('GET', '/admin/logs?limit=3')).body;
    assert.deepEqual(
      data.map((line: Json) => line.action),
      ['escalation.changed', 'escalation.changed', 'escalation.changed'],
    );
  });
});
