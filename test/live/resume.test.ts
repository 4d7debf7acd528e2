import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive, live, until } from '../helpers/live.ts';
import { APPEND, fill, numbers, upTo } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { seeded } from '../helpers/seeded.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('the resumption of a live socket', () => {
  let app: TestApp;
  let sender: Person;
  before(async () => {
    app = await startTestApp();
    sender = await signUp(app);
  });
  after(() => app.close());

  const say = (to: Person, content: string) =>
    app.call('POST', '/messages', { token: sender.token, body: { recipientId: to.id, content } });

  describe('a live socket with ?after=', () => {
    it('replays missed events in order, before new ones', async () => {
      const who = await signUp(app);
      const first = await live(app, who);
      await say(who, 'one');
      const { id } = await first.next('message');
      await first.close();
      for (const word of ['two', 'three']) await say(who, word);
      const second = await live(app, who, id);
      assert.equal(second.welcome.data.lastEventId, id + 2);
      await say(who, 'four');
      await until(() => second.frames.length === 4, 'three messages');
      assert.deepEqual(second.frames.map((f) => f.data.content).slice(1), ['two', 'three', 'four']);
      assert.deepEqual(numbers(second.frames), [id + 1, id + 2, id + 3]);
      const whole = await live(app, who, 0);
      await until(() => numbers(whole.frames).length === 4, 'all four messages');
      const fresh = await live(app, who);
      await say(who, 'five');
      assert.equal((await fresh.next('message')).data.content, 'five');
      assert.equal(fresh.frames.length, 2, 'without ?after= the socket replays nothing');
      await Promise.all([second.close(), whole.close(), fresh.close()]);
    });

    it('replays thousands of events without gap or duplicate while new ones arrive', async () => {
      const who = await signUp(app);
      await fill(app, who, 5_000);
      const client = await connectLive(app, { token: who.token, after: 0 });
      const during = Array.from({ length: 20 }, (_, i) => say(who, `during ${i}`));
      await Promise.all(during);
      await until(() => numbers(client.frames).length >= 5_020, 'all events', 20_000);
      // A duplicate would arrive before the answer.
      await app.pass(31_000);
      await client.ask({ type: 'ping' });
      assert.deepEqual(numbers(client.frames), upTo(1, 5_020));
      await client.close();
    });

    it('loses no event when the client reconnects at random positions', async () => {
      const who = await signUp(app);
      await fill(app, who, 500);
      const random = seeded(500);
      let at = 0;
      const seen: number[] = [];
      while (at < 500) {
        const client = await live(app, who, at);
        const stop = at + 1 + Math.floor(random() * 120);
        await until(() => (numbers(client.frames).at(-1) ?? 0) >= Math.min(stop, 500), 'some');
        client.ws.terminate();
        const got = numbers(client.frames);
        seen.push(...got);
        at = got.at(-1) ?? at;
      }
      assert.deepEqual(seen, upTo(1, 500));
    });

    it('does not skip an event that was numbered earlier but committed later', async () => {
      const who = await signUp(app);
      const client = await live(app, who);
      const [slow, quick] = [new Client(app.databaseUrl), new Client(app.databaseUrl)];
      await Promise.all([slow.connect(), quick.connect()]);
      try {
        await slow.query('BEGIN');
        await slow.query(APPEND, [who.id, 1, 1]);
        await quick.query('BEGIN');
        const second = quick.query(APPEND, [who.id, 1, 2]);
        await eventually(
          'the second id waits until the first is committed',
          async () => (await lockWaits(app.databaseUrl)) === 1,
        );
        const during = await live(app, who, 0);
        assert.equal(during.welcome.data.lastEventId, 0);
        await slow.query('COMMIT');
        await second;
        await quick.query('COMMIT');
        await say(who, 'three');
        for (const socket of [client, during]) {
          await until(() => numbers(socket.frames).length === 3, 'three events');
          assert.deepEqual(numbers(socket.frames), [1, 2, 3]);
          await socket.close();
        }
      } finally {
        await Promise.all([slow.end(), quick.end()]);
      }
    });

    it('leaves no gap for a rolled-back transaction', async () => {
      const who = await signUp(app);
      await say(who, 'one');
      const client = new Client(app.databaseUrl);
      await client.connect();
      await client.query('BEGIN');
      await client.query(APPEND, [who.id, 3, 1]);
      await client.query('ROLLBACK');
      await client.end();
      await say(who, 'two');
      const socket = await live(app, who, 0);
      await until(() => numbers(socket.frames).length === 2, 'two events');
      assert.deepEqual(numbers(socket.frames), [1, 2]);
      await socket.close();
    });

    it('finds unannounced events within half a minute', async () => {
      const who = await signUp(app);
      const client = await live(app, who);
      await fill(app, who, 3);
      await client.ask({ type: 'ping' });
      assert.deepEqual(numbers(client.frames), []);
      await app.pass(31_000);
      await until(() => numbers(client.frames).length === 3, 'the periodic check');
      await client.close();
    });

    it('starts with the oldest event in the log when older ones are deleted', async () => {
      const who = await signUp(app);
      await fill(app, who, 10);
      await sql(app.databaseUrl, 'DELETE FROM live_events WHERE recipient_id = $1 AND id <= 7', [who.id]);
      const client = await live(app, who, 2);
      await until(() => numbers(client.frames).length === 3, 'the remaining events');
      await say(who, 'new');
      await client.next('message');
      await until(() => numbers(client.frames).length === 4, 'the new event');
      assert.deepEqual(numbers(client.frames), [8, 9, 10, 11]);
      await sql(app.databaseUrl, 'DELETE FROM live_events WHERE recipient_id = $1', [who.id]);
      const late = await live(app, who, 2);
      await late.ask({ type: 'ping' });
      await say(who, 'newer');
      assert.equal((await late.next('message')).id, 12);
      await Promise.all([client.close(), late.close()]);
    });
  });
});
