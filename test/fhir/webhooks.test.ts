import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { assertValid, type FhirApp, startFhirApp } from './fhir-app.ts';

const EVENTS = ['fall.raised', 'fall.updated', 'response.changed', 'device.status'];
const MINUTE = 60_000;

describe('webhooks with the format fhir', () => {
  let fhir: FhirApp;
  let receiver: Receiver;
  let status = 200;
  let admin: Person;
  let cara: Person;
  let pat: Person;
  let webhook: Json;
  before(async () => {
    receiver = await startReceiver((response) => response.writeHead(status).end());
    fhir = await startFhirApp({ ALLOW_PRIVATE_TARGETS: 'true' });
    admin = await logInAsAdmin(fhir.app);
    cara = await signUp(fhir.app, 'CAREGIVER');
    pat = await signUp(fhir.app);
    await assign(fhir.app, cara, pat);
    webhook = await add({ format: 'fhir' });
  });
  after(async () => {
    await fhir.close();
    await receiver.close();
  });

  const as = (who: Person, method: string, path: string, body?: unknown) =>
    fhir.app.call(method, path, { token: who.token, body });
  async function add(more: object): Promise<Json> {
    const body = { url: `${receiver.url}/fhir`, events: EVENTS, ...more };
    const answer = await as(admin, 'POST', '/admin/webhooks', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  }
  /** What has arrived since the last call, each verified and valid. */
  let seen = 0;
  async function arrived(): Promise<Json[]> {
    await outboxSettled(fhir.app);
    const requests = receiver.received.slice(seen);
    seen = receiver.received.length;
    return requests.map(({ headers, body }) => {
      assert.equal(headers['content-type'], 'application/fhir+json');
      new Webhook(webhook.secret).verify(body.toString(), headers as Record<string, string>);
      const bundle = JSON.parse(body.toString());
      assertValid(bundle);
      assert.equal(bundle.type, 'history');
      assert.equal(bundle.id, headers['webhook-id']);
      for (const { request, response, fullUrl } of bundle.entry) assert.ok(request && response && fullUrl);
      return bundle;
    });
  }
  const statusOf = ({ entry: [{ resource }] }: Json): Json =>
    Object.fromEntries(
      resource.parameter.map(({ name, part, ...value }: Json) => [
        name,
        part
          ? Object.fromEntries(part.map(({ name: inner, ...one }: Json) => [inner, Object.values(one)[0]]))
          : Object.values(value)[0],
      ]),
    );

  it('show their format, and refuse others', async () => {
    assert.equal(webhook.format, 'fhir');
    const plain = await add({});
    assert.equal(plain.format, null);
    const listed = (await as(admin, 'GET', '/admin/webhooks')).body.data;
    assert.deepEqual(
      listed.map(({ format }: Json) => format),
      ['fhir', null],
    );
    await as(admin, 'DELETE', `/admin/webhooks/${plain.id}`);
    for (const format of ['hl7', 'FHIR', '', 7]) {
      const body = { url: receiver.url, events: EVENTS, format };
      const answer = await as(admin, 'POST', '/admin/webhooks', body);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body.details), ['format']);
    }
  });

  it('get a notification bundle with Observation and Task for each event, numbered', async () => {
    const { id } = (await as(pat, 'POST', '/falls', { confidence: 0.8 })).body.data;
    await as(cara, 'POST', `/falls/${id}/claim`, {});
    await as(cara, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
    const bundles = await arrived();
    assert.equal(bundles.length, 3);
    for (const [index, bundle] of bundles
      .toSorted(
        (a, b) =>
          a.timestamp.localeCompare(b.timestamp) || statusOf(a).topic.localeCompare(statusOf(b).topic),
      )
      .entries()) {
      const [parameters, observation, task, ...rest] = bundle.entry.map(({ resource }: Json) => resource);
      assert.deepEqual(
        [parameters.resourceType, observation.resourceType, task.resourceType, rest.length],
        ['Parameters', 'Observation', 'Task', 0],
      );
      assert.deepEqual([observation.id, task.id], [id, id]);
      const said = statusOf(bundle);
      const { 'notification-event': event } = said;
      assert.deepEqual(
        [said.subscription.reference, said.status, said.type],
        [`${fhir.base}/Subscription/${webhook.id}`, 'active', 'event-notification'],
      );
      assert.equal(event.focus.reference, `${fhir.base}/Observation/${id}`);
      assert.equal(event['additional-context'].reference, `${fhir.base}/Task/${id}`);
      assert.equal(event.timestamp, bundle.timestamp);
      assert.equal(said['events-since-subscription-start'], event['event-number']);
      assert.equal(
        bundle.entry[1].request.method,
        said.topic.endsWith('fall.raised') ? 'POST' : 'PUT',
        String(index),
      );
    }
    const numbers = bundles.map((bundle) => statusOf(bundle)['notification-event']['event-number']);
    assert.deepEqual(numbers.toSorted(), ['1', '2', '3']);
  });

  it('get the same id and number again after a failure, and no gap', async () => {
    status = 500;
    const { id } = (await as(pat, 'POST', '/falls', { confidence: 0.8 })).body.data;
    await eventually('a first attempt', () => receiver.received.length > seen);
    status = 200;
    await fhir.app.pass(MINUTE);
    const bundles = (await arrived()).filter(
      (bundle) => statusOf(bundle).topic.endsWith('fall.raised') && bundle.entry[1].resource.id === id,
    );
    assert.ok(bundles.length >= 2);
    assert.equal(new Set(bundles.map((bundle) => bundle.id)).size, 1);
    const numbers = new Set(bundles.map((one) => statusOf(one)['notification-event']['event-number']));
    assert.equal(numbers.size, 1);
  });

  it('get a Device for its status, and a handshake for a test', async () => {
    await stream(fhir.app, pat, resting(randomMac()));
    const [device] = (await as(pat, 'GET', '/patients/me')).body.data.devices;
    await arrived();
    await as(admin, 'POST', `/admin/devices/${device.id}/disable`);
    const [bundle] = await arrived();
    assert.equal(bundle.entry[1].resource.status, 'inactive');
    assert.equal(statusOf(bundle)['notification-event'].focus.reference, `${fhir.base}/Device/${device.id}`);
    const tested = await as(admin, 'POST', `/admin/webhooks/${webhook.id}/test`);
    assert.equal(tested.body.data.delivered, true);
    const [handshake] = await arrived();
    assert.equal(statusOf(handshake).type, 'handshake');
    assert.equal(handshake.entry.length, 1);
  });

  it('get an event without resources for a fall that is not in FHIR', async () => {
    await arrived();
    await as(cara, 'POST', '/falls', { confidence: 0.8 });
    const [bundle] = await arrived();
    assert.equal(bundle.entry.length, 1);
    assert.equal(statusOf(bundle)['notification-event'].focus, undefined);
    assert.equal(statusOf(bundle).type, 'event-notification');
  });
});
