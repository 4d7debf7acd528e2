import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { type LiveOptions, LiveSocket, type LiveState, type ServerFrame } from '../../client/live.ts';
import { createRest, type Rest } from '../../client/rest.ts';
import { openWire, type Wire } from '../../loadtest/machine/wire.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';

describe("the client's live socket", () => {
  let app: TestApp;
  let wire: Wire;
  let writer: Rest;
  let carer: Person;
  before(async () => {
    app = await startTestApp();
    wire = await openWire(app.app.ports.http);
    carer = await signUp(app, 'CAREGIVER');
    writer = createRest({ url: app.url, token: carer.token });
  });
  after(async () => {
    await wire.cut();
    await app.close();
  });

  async function patient(): Promise<Person> {
    const person = await signUp(app);
    await assign(app, carer, person);
    return person;
  }

  function listen(rest: Rest, url: string, more: Partial<LiveOptions> = {}) {
    const frames: ServerFrame[] = [];
    const states: LiveState['state'][] = [];
    const live = new LiveSocket({
      url,
      session: rest.session,
      WebSocket,
      onFrame: (frame) => frames.push(frame),
      onState: ({ state }) => states.push(state),
      ...more,
    });
    const messages = () => frames.flatMap((frame) => (frame.type === 'message' ? [frame.data.content] : []));
    return { live, states, messages, frames };
  }

  const say = async ({ id }: Person, ...contents: readonly string[]): Promise<void> => {
    for (const content of contents) {
      const answer = await writer.post('/messages', { body: { recipientId: id, content } });
      assert.ok(answer.ok);
    }
  };

  it('resumes after a network outage without missing or repeated events', async () => {
    const ada = await patient();
    const rest = createRest({ url: app.url, token: ada.token });
    const { live, states, messages } = listen(rest, `http://127.0.0.1:${wire.port}`);
    await eventually('the socket is live', () => live.state.state === 'live');
    await say(ada, 'one', 'two');
    await eventually('both messages have arrived', () => messages().length === 2);
    await wire.cut();
    await eventually('the socket is stale', () => live.state.state === 'stale');
    await say(ada, 'three', 'four');
    await wire.mend();
    live.wake();
    await eventually('the socket is live again', () => live.state.state === 'live');
    await say(ada, 'five');
    await eventually('all messages have arrived', () => messages().length >= 5);
    assert.deepEqual(messages(), ['one', 'two', 'three', 'four', 'five']);
    assert.deepEqual(states, ['live', 'stale', 'live']);
    const { lastEventId } = live;
    live.close();

    await say(ada, 'six');
    const later = listen(rest, app.url, { after: lastEventId });
    await eventually('the missed message has arrived', () => later.messages().length > 0);
    assert.deepEqual(later.messages(), ['six']);
    later.live.close();
  });

  it('resolves ask with the answer to a frame, or with undefined when the socket closes', async () => {
    const ada = await patient();
    const { live } = listen(createRest({ url: app.url, token: ada.token }), app.url);
    await eventually('the socket is live', () => live.state.state === 'live');
    assert.equal((await live.ask({ type: 'ping' }))?.type, 'pong');
    const answer = await live.ask({ type: 'subscribe', data: { patientId: ada.id } });
    assert.equal(answer?.type, 'subscribed');
    const pending = live.ask({ type: 'ping' });
    live.close();
    assert.equal(await pending, undefined);
  });

  it('reconnects in a renewed session when the old one ends, and ends when it cannot renew', async () => {
    const [ada, bob] = [await patient(), await patient()];
    const renewing: Rest = createRest({
      url: app.url,
      token: ada.token,
      renew: () => renewing.post('/auth/login', { body: { email: ada.email, password: PASSWORD } }),
    });
    const one = listen(renewing, app.url);
    const other = listen(createRest({ url: app.url, token: bob.token }), app.url);
    await eventually('both sockets are live', () =>
      [one, other].every(({ live }) => live.state.state === 'live'),
    );
    for (const { token } of [ada, bob]) await app.call('POST', '/auth/logout', { token });
    await eventually('the socket without renewal has ended', () => other.live.state.state === 'ended');
    await eventually('the socket reconnected', () => one.states.join() === 'live,stale,live');
    await say(ada, 'hello');
    await eventually('the message has arrived', () => one.messages().length === 1);
    assert.deepEqual(other.states, ['live', 'stale', 'ended']);
    one.live.close();
  });

  it('ends when it could never open, because a browser does not learn the reason', async () => {
    const { states, live } = listen(createRest({ url: app.url, token: 'nonsense' }), app.url);
    await eventually('the socket has ended', () => live.state.state === 'ended');
    assert.deepEqual(states, ['ended']);
  });
});
