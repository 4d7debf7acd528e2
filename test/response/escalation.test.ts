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

  it('accept channel words of which nobody can have a channel yet', async () => {
    const steps = ALL.map((channel, i) => step({ afterSeconds: i, channels: [channel] }));
    assert.equal((await call('PUT', '/admin/escalation', { steps })).status, 200);
    await call('PUT', '/admin/escalation', DEFAULT);
    for (const kind of ['sms', 'call', 'pager']) {
      const made = await call('POST', '/profile/channels', { kind, number: '+4915112345678' });
      assert.deepEqual([made.status, Object.keys(made.body.details)], [400, ['kind']]);
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
