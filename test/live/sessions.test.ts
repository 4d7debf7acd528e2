import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live, until } from '../helpers/live.ts';
import { logIn, logInAsAdmin, PASSWORD, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('sessions of live sockets', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  describe('a live socket closes with 4401', () => {
    it('when its session is logged out; other sockets stay open', async () => {
      const who = await signUp(app);
      const other = await logIn(app, { email: who.email, password: PASSWORD });
      const [a, b, kept] = await Promise.all([live(app, who), live(app, who), live(app, other)]);
      await app.call('POST', '/auth/logout', { token: who.token });
      assert.equal((await a.closed).code, 4401);
      assert.equal((await b.closed).code, 4401);
      assert.equal((await kept.ask({ type: 'ping' })).type, 'pong');
      await kept.close();
    });

    it('when the password changes, except the socket of the session that changed it', async () => {
      const who = await signUp(app);
      const other = await logIn(app, { email: who.email, password: PASSWORD });
      const [mine, theirs] = await Promise.all([live(app, who), live(app, other)]);
      const body = { currentPassword: PASSWORD, newPassword: 'Other!456', confirmPassword: 'Other!456' };
      assert.equal((await app.call('POST', '/profile/password', { token: who.token, body })).status, 200);
      assert.equal((await theirs.closed).code, 4401);
      assert.equal((await mine.ask({ type: 'ping' })).type, 'pong');
      await mine.close();
    });

    it('when the account is deactivated or deleted', async () => {
      const admin = await logInAsAdmin(app);
      const [one, two] = [await signUp(app), await signUp(app)];
      const [a, b] = await Promise.all([live(app, one), live(app, two)]);
      const body = { status: 'inactive' };
      assert.equal(
        (await app.call('PUT', `/admin/users/${one.id}`, { token: admin.token, body })).status,
        200,
      );
      assert.equal((await a.closed).code, 4401);
      const gone = await app.call('DELETE', '/profile/me', {
        token: two.token,
        body: { confirmation: true },
      });
      assert.equal(gone.status, 200);
      assert.equal((await b.closed).code, 4401);
    });

    it('within half a minute when its session is revoked directly in the database', async () => {
      const who = await signUp(app);
      const client = await live(app, who);
      await sql(app.databaseUrl, 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [who.id]);
      app.clock.advance(31_000);
      assert.equal((await client.closed).code, 4401);
    });

    it('when its session expires', async () => {
      const short = await startTestApp({ SESSION_DURATION: '15m' });
      try {
        const client = await live(short, await signUp(short));
        short.clock.advance(14 * 60_000);
        assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
        short.clock.advance(2 * 60_000);
        assert.equal((await client.closed).code, 4401);
      } finally {
        await short.close();
      }
    });

    it('even when the session ends while the socket opens', async () => {
      for (let i = 0; i < 5; i++) {
        const who = await signUp(app);
        const opening = live(app, who).then(
          (client) => client.closed,
          () => ({ code: 4401 }),
        );
        await app.call('POST', '/auth/logout', { token: who.token });
        assert.equal((await opening).code, 4401);
      }
    });
  });

  describe('a live socket receives session.ending', () => {
    const MINUTE_MS = 60_000;
    const atOf = (frame: { data: { at: string } }) => Date.parse(frame.data.at);

    it('ten minutes before the end of its session, and again after a renewal', async () => {
      const hourly = await startTestApp({ SESSION_DURATION: '1h' });
      try {
        const who = await signUp(hourly);
        const client = await live(hourly, who);
        const end = Date.parse(client.welcome.data.sessionEndsAt);
        assert.ok(Math.abs(end - hourly.clock.now() - 60 * MINUTE_MS) < 5_000);
        hourly.clock.advance(49 * MINUTE_MS);
        await client.ask({ type: 'ping' });
        assert.equal(
          client.frames.some(({ type }) => type === 'session.ending'),
          false,
        );
        hourly.clock.advance(MINUTE_MS);
        assert.equal(atOf(await client.next('session.ending')), end);

        const renewed = await hourly.call('POST', '/auth/renew', { token: who.token });
        const newEnd = Date.parse(renewed.body.data.expiresAt);
        hourly.clock.advance(30 * MINUTE_MS);
        assert.equal(
          (await client.ask({ type: 'ping' })).type,
          'pong',
          'the socket stays open after the renewal',
        );
        hourly.clock.advance(20 * MINUTE_MS);
        assert.equal(atOf(await client.next('session.ending')), newEnd);
        assert.equal(client.frames.filter(({ type }) => type === 'session.ending').length, 2);
        hourly.clock.advance(10 * MINUTE_MS);
        assert.equal((await client.closed).code, 4401);
      } finally {
        await hourly.close();
      }
    });

    it('at half time of a shorter session, and at once on a socket that opens later', async () => {
      const short = await startTestApp({ SESSION_DURATION: '4m' });
      try {
        const who = await signUp(short);
        const client = await live(short, who);
        short.clock.advance(1.9 * MINUTE_MS);
        await client.ask({ type: 'ping' });
        assert.equal(
          client.frames.some(({ type }) => type === 'session.ending'),
          false,
        );
        short.clock.advance(0.1 * MINUTE_MS);
        await client.next('session.ending');
        const late = await live(short, who);
        await late.next('session.ending');
        await Promise.all([client.close(), late.close()]);
      } finally {
        await short.close();
      }
    });

    it('at the renewed time when another instance renewed the session in the database', async () => {
      const one = await startTestApp({ SESSION_DURATION: '1h' });
      const two = await startTestApp({ SESSION_DURATION: '1h', DATABASE_URL: one.databaseUrl });
      try {
        const who = await signUp(one);
        const client = await live(one, who);
        for (const { clock } of [one, two]) clock.advance(30 * MINUTE_MS);
        assert.equal((await two.call('POST', '/auth/renew', { token: who.token })).status, 200);
        one.clock.advance(40 * MINUTE_MS);
        assert.equal((await client.ask({ type: 'ping' })).type, 'pong');
        one.clock.advance(15 * MINUTE_MS);
        await client.next('session.ending');
        one.clock.advance(6 * MINUTE_MS);
        assert.equal((await client.closed).code, 4401);
      } finally {
        await two.close();
        await one.close();
      }
    });
  });

  describe('a shutdown', () => {
    it('answers readings in flight, then closes every socket with 1001', async () => {
      const own = await startTestApp();
      try {
        const who = await signUp(own);
        const clients = await Promise.all(Array.from({ length: 20 }, () => live(own, who)));
        const [wearable] = clients;
        assert.ok(wearable);
        const macs = Array.from({ length: 5 }, randomMac);
        for (const mac of macs) await wearable.ask({ type: 'reading', data: resting(mac) });
        own.clock.advance(2_000);
        for (const [i, mac] of macs.entries()) wearable.send({ type: 'reading', ref: i, data: resting(mac) });
        await wearable.ask({ type: 'ping' });
        const closing = own.app.close();
        for (const client of clients) assert.equal((await client.closed).code, 1001);
        await closing;
        await until(
          () => wearable.frames.filter((f) => f.type === 'assessment').length === 10,
          'all answers',
        );
      } finally {
        await own.close();
      }
    });
  });
});
