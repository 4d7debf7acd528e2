import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live, until } from '../helpers/live.ts';
import { fill, numbers, upTo } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';

describe('slow readers', () => {
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

  /**
   * 60 MB: more than the kernel's buffers hold, even when they have grown with a reader that was fast at
   * first.
   */
  const LONG_LOG = 4_000;

  const say = (to: Person, content: string) =>
    app.call('POST', '/messages', { token: sender.token, body: { recipientId: to.id, content } });

  describe('a slow reader', () => {
    it('of live events is closed with 4408 and resumes without a loss', async () => {
      const who = await signUp(app);
      const client = await live(app, who);
      client.ws.pause();
      // 15 KB each, until they exceed the kernel's buffers, whatever their size: only then can the server
      // notice.
      const content = '✓'.repeat(5_000);
      let sent = 0;
      while ((await openSockets()) > 0 && sent < MAX_SENT) {
        await Promise.all(Array.from({ length: 50 }, () => say(who, content)));
        sent += 50;
        // Events that arrived out of order are replayed from the log; a replay allows 30 s without progress.
        app.clock.advance(31_000);
      }
      client.ws.resume();
      const { code } = await client.closed;
      assert.equal(code, 4408);
      const got = numbers(client.frames);
      assert.deepEqual(got, upTo(1, got.length), 'the received events are in order');
      assert.ok(got.length <= sent);
      const rest = await live(app, who, got.at(-1) ?? 0);
      await until(() => numbers(rest.frames).length === sent - got.length, 'the remaining events', 20_000);
      assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, sent));
      await rest.close();
    });

    it('of a replay is closed with 4408 after 30 s without progress', async () => {
      const who = await signUp(app);
      await fill(app, who, LONG_LOG, 5_000);
      const client = await live(app, who, 0);
      client.ws.pause();
      // The kernel's buffers fill first, however long that takes; then the socket accepts no more data.
      for (let tries = 0; tries < 100 && (await openSockets()) > 0; tries++) await app.pass(31_000);
      client.ws.resume();
      assert.equal((await client.closed).code, 4408);
      const got = numbers(client.frames);
      assert.ok(got.length < LONG_LOG, `${got.length} events before the socket closed`);
      const rest = await live(app, who, got.at(-1) ?? 0);
      await until(
        () => numbers(rest.frames).length === LONG_LOG - got.length,
        'the remaining events',
        20_000,
      );
      assert.deepEqual(numbers(rest.frames), upTo(got.length + 1, LONG_LOG));
      await rest.close();
    });

    it('that reads steadily receives a long replay completely', async () => {
      const who = await signUp(app);
      await fill(app, who, 1_500, 5_000);
      const client = await live(app, who, 0);
      // In total longer than the 30 s without progress.
      for (let i = 0; i < 20; i++) {
        client.ws.pause();
        const before = numbers(client.frames).length;
        await app.pass(5_000);
        client.ws.resume();
        await until(() => numbers(client.frames).length > Math.min(before, 1_499), 'more events');
      }
      await until(() => numbers(client.frames).length === 1_500, 'all', 20_000);
      assert.deepEqual(numbers(client.frames), upTo(1, 1_500));
      await client.close();
    });
  });
});
