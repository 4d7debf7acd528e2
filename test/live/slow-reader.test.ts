import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live, until } from '../helpers/live.ts';
import { fill, numbers, upTo } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';

let app: TestApp;
let sender: Person;
before(async () => {
  app = await startTestApp();
  sender = await signUp(app);
});
after(() => app.close());

const say = (to: Person, content: string) =>
  app.call('POST', '/messages', { token: sender.token, body: { recipientId: to.id, content } });

describe('a slow reader', () => {
  it('of live events is cut off with 4408 and resumes without a loss', async () => {
    const who = await signUp(app);
    const client = await live(app, who);
    client.ws.pause();
    // 15 KB each. More than the kernel's buffers (some 4 MB) and ours hold: only then can the server notice.
    const content = '✓'.repeat(5_000);
    const sent = 500;
    for (let round = 0; round < sent / 50; round++) {
      await Promise.all(Array.from({ length: 50 }, () => say(who, content)));
    }
    client.ws.resume();
    const { code } = await client.closed;
    assert.equal(code, 4408);
    const got = numbers(client.frames);
    assert.deepEqual(got, upTo(1, got.length), 'what came, came in order');
    assert.ok(got.length < sent);
    const rest = await live(app, who, got.at(-1) ?? 0);
    await until(() => numbers(rest.frames).length === sent - got.length, 'the rest', 20_000);
    assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, sent));
    await rest.close();
  });

  it('of a replay holds nothing up, and is cut off when it takes nothing for 30 s', async () => {
    const who = await signUp(app);
    await fill(app, who, 2_500, 5_000);
    const client = await live(app, who, 0);
    client.ws.pause();
    await delay(1_500);
    app.clock.advance(31_000);
    await delay(1_500);
    client.ws.resume();
    assert.equal((await client.closed).code, 4408);
    const got = numbers(client.frames);
    assert.ok(got.length < 2_500, `${got.length} of 2500 before the cut`);
    const rest = await live(app, who, got.at(-1) ?? 0);
    await until(() => numbers(rest.frames).length === 2_500 - got.length, 'the rest', 20_000);
    assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, 2_500));
    await rest.close();
  });

  it('that reads steadily gets a long replay whole', async () => {
    const who = await signUp(app);
    await fill(app, who, 1_500, 5_000);
    const client = await live(app, who, 0);
    for (let i = 0; i < 20; i++) {
      client.ws.pause();
      await delay(20);
      client.ws.resume();
      await delay(20);
    }
    await until(() => numbers(client.frames).length === 1_500, 'all', 20_000);
    assert.deepEqual(numbers(client.frames), upTo(1, 1_500));
    await client.close();
  });
});
