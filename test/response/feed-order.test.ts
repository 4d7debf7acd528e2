import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { addFeed } from './channels-of.ts';

describe('the events of a fall to a webhook of the organisation', () => {
  let app: TestApp;
  let receiver: Receiver;
  let admin: Person;
  let behave: (response: ServerResponse, request: number) => void;
  let requests = 0;
  const accept = (response: ServerResponse) => void response.writeHead(201).end();
  before(async () => {
    receiver = await startReceiver((response) => {
      requests += 1;
      behave(response, requests);
    });
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true', LOG_LEVEL: 'error' });
    admin = await logInAsAdmin(app);
    await addFeed(app, `${receiver.url}/feed`, ['fall.raised', 'response.changed']);
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(() => {
    behave = accept;
    requests = 0;
  });

  const fall = async (): Promise<string> => {
    const patient = await signUp(app);
    return (await app.call('POST', '/help', { token: patient.token })).body.data.id;
  };
  const close = async (id: string) => {
    for (const [action, body] of [
      ['claim', {}],
      ['resolve', { outcome: 'HELPED' }],
    ] as const)
      assert.equal(
        (await app.call('POST', `/falls/${id}/${action}`, { token: admin.token, body })).status,
        200,
      );
  };
  /** The events of a fall in the order of arrival: the type of the first, the states of the others. */
  const eventsOf = (id: string): readonly string[] =>
    receiver.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter(({ data }) => data.fallId === id)
      .map(({ type, data }) => (type === 'fall.raised' ? type : data.response.state));

  it('arrive in their order, although the webhook is slow; other falls do not wait', async () => {
    let answer = () => {};
    behave = (response, request) => {
      if (request > 1) return accept(response);
      answer = () => accept(response);
    };
    const first = await fall();
    await eventually('the first event is under way', () => eventsOf(first).length === 1);
    await close(first);
    const second = await fall();
    await eventually('the other fall arrives', () => eventsOf(second).length === 1);
    assert.deepEqual(eventsOf(first), ['fall.raised']);
    answer();
    await eventually('the rest arrives', () => eventsOf(first).length === 3);
    assert.deepEqual(eventsOf(first), ['fall.raised', 'CLAIMED', 'RESOLVED']);
    await close(second);
    await outboxSettled(app);
  });

  it('follow an event that fails and is tried again, and one that is given up', async () => {
    for (const [status, expected] of [
      [503, ['fall.raised', 'fall.raised', 'CLAIMED', 'RESOLVED']],
      [400, ['fall.raised', 'CLAIMED', 'RESOLVED']],
    ] as const) {
      requests = 0;
      behave = (response, request) => {
        if (request === 1) response.writeHead(status).end();
        else accept(response);
      };
      const id = await fall();
      await eventually('the first try', () => eventsOf(id).length === 1);
      await close(id);
      await app.pass(3_000);
      await eventually('every event has arrived', () => eventsOf(id).length >= expected.length);
      await outboxSettled(app);
      assert.deepEqual(eventsOf(id), expected);
    }
  });
});
