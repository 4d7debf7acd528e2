import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

describe('the metrics of responses', () => {
  let app: TestApp;
  let receiver: Receiver;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    receiver = await startReceiver((response, { url }) =>
      response.writeHead(url === '/bad' ? 400 : 201).end(),
    );
    app = await startTestApp({ METRICS_PORT: '0', ALLOW_PRIVATE_TARGETS: 'true', LOG_LEVEL: 'silent' });
    patient = await signUp(app);
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
    await addChannel(app, caregiver, 'webpush', `${receiver.url}/good`);
    await addChannel(app, caregiver, 'webhook', `${receiver.url}/bad`);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webpush', 'webhook'] }],
      repeats: { everySeconds: 60, times: 0 },
    });
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });

  const text = async () => (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
  const figure = async (name: string): Promise<number> => {
    const line = (await text()).split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };
  const reaches = (name: string, value: number) =>
    eventually(`${name} is ${value}`, async () => (await figure(name)) === value);

  it('count first notifications, failures by channel, claims, open and unanswered responses', async () => {
    assert.equal(
      await figure('vigil_deliveries_total{channel="email",outcome="failed"}'),
      0,
      'present from the start',
    );
    const fall = async () =>
      (await app.call('POST', '/falls', { ...patient, body: { confidence: 0.95 } })).body.data.id;
    await fall();
    await reaches('vigil_first_notification_seconds_count', 1);
    assert.ok((await figure('vigil_first_notification_seconds_sum')) < 5);
    await reaches('vigil_deliveries_total{channel="webpush",outcome="delivered"}', 1);
    await reaches('vigil_deliveries_total{channel="webhook",outcome="failed"}', 1);
    app.clock.advance(6_000);
    await reaches('vigil_responses_unresolved', 1);
    await reaches('vigil_outbox_age_seconds', 0);
    app.clock.advance(61_000);
    await reaches('vigil_falls_unanswered_total', 1);

    const listed = await app.call('GET', '/caregivers/alerts', { ...caregiver });
    const before = await figure('vigil_claim_seconds_sum');
    const path = `/caregivers/alerts/${listed.body.data[0].id}/acknowledge`;
    for (let i = 0; i < 2; i++)
      assert.equal((await app.call('POST', path, { ...caregiver, body: {} })).status, 200);
    await reaches('vigil_claim_seconds_count', 1);
    assert.ok((await figure('vigil_claim_seconds_sum')) - before >= 67);
  });

  it('include all that the dashboard and the alert rules use', async () => {
    const there = await text();
    for (const file of ['grafana/dashboards/vigil.json', 'alerts.yml']) {
      const named =
        readFileSync(inProject('deploy', file), 'utf8').match(/\b(?:vigil|nodejs|process)_\w+/g) ?? [];
      for (const name of new Set(named.map((it) => it.replace(/_(bucket|count|sum)$/, '')))) {
        assert.ok(there.includes(name), `${name} of ${file}`);
      }
    }
  });
});
