import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live, until } from '../helpers/live.ts';
import { fill, numbers, upTo } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';

describe('live/slow-reader', () => {
  let app: TestApp;
  let sender: Person;
  let openSockets: () => Promise<number>;
  before(async () => {
    app = await startTestApp({ METRICS_PORT: '0' });
    openSockets = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
      return Number(/^vigil_live_sockets (\d+)/m.exec(metrics)?.[1]);
    };
    sender = await signUp(app);
  });
  after(() => app.close());

  const MAX_SENT = 4_000;

  /** 60 MB: more than the kernel's buffers hold, even when they have grown with a reader that was quick at first. */
  const LONG_LOG = 4_000;

  const say = (to: Person, content: string) =>
    app.call('POST', '/messages', { token: sender.token, body: { recipientId: to.id, content } });

  describe('a slow reader', () => {
    it('of live events is cut off with 4408 and resumes without a loss', async () => {
      const who = await signUp(app);
      const client = await live(app, who);
      client.ws.pause();
      // 15 KB each, until there are more than the kernel's buffers hold, whatever their size: only then can the server notice.
      const content = '✓'.repeat(5_000);
      let sent = 0;
      while ((await openSockets()) > 0 && sent < MAX_SENT) {
        await Promise.all(Array.from({ length: 50 }, () => say(who, content)));
        sent += 50;
        // Announcements that overtook each other are caught up with by a replay, which has patience: 30 s of it.
        app.clock.advance(31_000);
      }
      client.ws.resume();
      const { code } = await client.closed;
      assert.equal(code, 4408);
      const got = numbers(client.frames);
      assert.deepEqual(got, upTo(1, got.length), 'what came, came in order');
      assert.ok(got.length <= sent);
      const rest = await live(app, who, got.at(-1) ?? 0);
      await until(() => numbers(rest.frames).length === sent - got.length, 'the rest', 20_000);
      assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, sent));
      await rest.close();
    });

    it('of a replay holds nothing up, and is cut off when it takes nothing for 30 s', async () => {
      const who = await signUp(app);
      await fill(app, who, LONG_LOG, 5_000);
      const client = await live(app, who, 0);
      client.ws.pause();
      // The kernel's buffers fill first, however long that takes; then nothing is taken any more.
      for (let tries = 0; tries < 100 && (await openSockets()) > 0; tries++) await app.pass(31_000);
      client.ws.resume();
      assert.equal((await client.closed).code, 4408);
      const got = numbers(client.frames);
      assert.ok(got.length < LONG_LOG, `${got.length} of them before the cut`);
      const rest = await live(app, who, got.at(-1) ?? 0);
      await until(() => numbers(rest.frames).length === LONG_LOG - got.length, 'the rest', 20_000);
      assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, LONG_LOG));
      await rest.close();
    });

    it('that reads steadily gets a long replay whole', async () => {
      const who = await signUp(app);
      await fill(app, who, 1_500, 5_000);
      const client = await live(app, who, 0);
      // Longer in all than a reader may take nothing.
      for (let i = 0; i < 20; i++) {
        client.ws.pause();
        const before = numbers(client.frames).length;
        await app.pass(5_000);
        client.ws.resume();
        await until(() => numbers(client.frames).length > Math.min(before, 1_499), 'some more');
      }
      await until(() => numbers(client.frames).length === 1_500, 'all', 20_000);
      assert.deepEqual(numbers(client.frames), upTo(1, 1_500));
      await client.close();
    });
  });
});
