import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type DatabasePair, startDatabasePair } from '../helpers/database-pair.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, readingsTopic } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { rowsOf } from '../mqtt/stored.ts';

const SETTINGS = { LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' };

describe('two PostgreSQL servers with replication', () => {
  let pair: DatabasePair;
  before(async () => {
    pair = await startDatabasePair();
  });
  after(() => pair.close());

  describe('a synchronous standby that is away', () => {
    let app: TestApp;
    /** Of another instance, which has nothing under way when the standby goes. */
    let other: TestApp;
    let ada: Person;
    let caregiver: Person;
    let fallId: string;
    before(async () => {
      await pair.setSynchronous(true);
      app = await startTestApp({ ...SETTINGS, DATABASE_URL: pair.url });
      other = await startTestApp({ ...SETTINGS, DATABASE_URL: pair.url });
      ada = await signUp(app);
      caregiver = await signUp(app, 'CAREGIVER');
      await assign({ databaseUrl: pair.primary.url }, caregiver, ada);
      fallId = (await app.call('POST', '/falls', { ...ada, body: { confidence: 0.95 } })).body.data.id;
    });
    after(async () => {
      await pair.standby.upstream.mend();
      await app.close();
      await other.close();
      await pair.setSynchronous(false);
    });

    const waitingCommits = () =>
      sql(pair.primary.url, `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`).then(
        ({ length }) => length,
      );

    it('is reported, nothing hangs, and what is resent is stored once when it is back', async () => {
      const [byHttp, byMqtt] = [randomMac(), randomMac()];
      const key = { 'Idempotency-Key': 'before the standby went' };
      for (const mac of [byHttp, byMqtt])
        await eventually(
          'a reading is stored',
          async () => (await send(app, ada, resting(mac))).status === 200,
        );
      await pair.standby.upstream.cut();

      const mqtt = await joinRaw(app, bySession(ada));
      const message = publishPacket(readingsTopic(byMqtt), resting(byMqtt, { uptime_ms: 7 }), {
        messageId: 7,
      });
      mqtt.send(message);
      const first = send(app, ada, resting(byHttp), key);
      const claim = app.call('POST', `/falls/${fallId}/claim`, { ...caregiver, body: { etaMinutes: 3 } });
      await eventually('commits wait', async () => (await waitingCommits()) > 0);
      for (const { status } of await Promise.all([first, claim])) assert.equal(status, 503);
      await mqtt.gone;
      const waiting = await waitingCommits();

      // Another instance learns it from its own writes, or from what it looks up.
      for (const instance of [app, other, app]) {
        const { status, body } = await send(instance, ada, resting(byHttp), key);
        assert.equal(status, 503, JSON.stringify(body));
        const again = await joinRaw(instance, bySession(ada)).catch(() => undefined);
        again?.send({ ...message, dup: true } as typeof message);
        await again?.gone;
      }
      await eventually('the refusal says why, and reading goes on', async () => {
        const claiming = app.call('POST', `/falls/${fallId}/claim`, {
          ...caregiver,
          body: { etaMinutes: 3 },
        });
        const [list, { status, body }] = await Promise.all([app.call('GET', '/falls', ada), claiming]);
        assert.equal(status, 503, JSON.stringify(body));
        return list.status === 200 && /standby of the database does not confirm/.test(body.error);
      });
      assert.ok((await waitingCommits()) < waiting + 10, 'no further commits pile up');
      await eventually('the health report says so', async () => {
        const { status, body } = await app.call('GET', '/health');
        return status === 503 && body.error === 'Nothing can be stored';
      });

      await pair.standby.upstream.mend();
      for (const instance of [other, app])
        await eventually(
          'the resent reading is acknowledged',
          async () => (await send(instance, ada, resting(byHttp), key)).status === 200,
        );
      await eventually('the resent message is acknowledged', async () => {
        const again = await joinRaw(app, bySession(ada)).catch(() => undefined);
        again?.send({ ...message, dup: true } as typeof message);
        const acknowledged = (await again?.next().catch(() => undefined))?.messageId === 7;
        again?.socket.destroy();
        return acknowledged;
      });
      const stored = { databaseUrl: pair.primary.url };
      assert.equal(await rowsOf(stored, byHttp), 2);
      assert.equal(await rowsOf(stored, byMqtt), 2);
      await eventually(
        'the service is healthy',
        async () => (await app.call('GET', '/health')).status === 200,
      );
      const claimed = await app.call('POST', `/falls/${fallId}/claim`, {
        ...caregiver,
        body: { etaMinutes: 3 },
      });
      assert.equal(claimed.status, 200);
    });

    it('is noticed by a service that has nothing to store', async () => {
      await pair.standby.upstream.cut();
      await eventually('commits wait', async () => (await waitingCommits()) > 0);
      await eventually(
        'the health report says so',
        async () => (await app.call('GET', '/health')).body.error === 'Nothing can be stored',
      );
      await pair.standby.upstream.mend();
      await eventually('the service is healthy', async () => {
        const { status } = await app.call('GET', '/health');
        return status === 200;
      });
    });
  });

  it('is warned of while commits wait for no standby, also when it is taken out during the run', async () => {
    await pair.setSynchronous(true);
    const lines: string[] = [];
    const note = (_: object, message: string) => void lines.push(message);
    const log = silentLog({ warn: note, info: note });
    const app = await startTestApp({ ...SETTINGS, DATABASE_URL: pair.url, METRICS_PORT: '0' }, { log });
    const single = await startTestApp({ ...SETTINGS, DATABASE_URL: pair.primary.url });
    const looked = () => Promise.all([app.pass(5_000), single.pass(5_000)]);
    const warnings = async (one: TestApp): Promise<string[]> => {
      const { body } = await one.call('GET', '/health');
      return body.data.details.warnings.map(({ code }: { code: string }) => code);
    };
    const alone = async () => {
      const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
      return /^vigil_database_alone (.*)$/m.exec(text)?.[1];
    };
    await looked();
    assert.ok(!(await warnings(app)).includes('NO_STANDBY'));
    assert.equal(await alone(), '0');

    await pair.setSynchronous(false);
    await looked();
    assert.ok((await warnings(app)).includes('NO_STANDBY'));
    assert.equal(await alone(), '1');
    assert.ok(!(await warnings(single)).includes('NO_STANDBY'), 'one host promises no failover');

    await pair.setSynchronous(true);
    await looked();
    assert.ok(!(await warnings(app)).includes('NO_STANDBY'));
    const about = lines.filter((line) => line.startsWith('database: commits'));
    assert.match(about[0] ?? '', /synchronous_standby_names is empty/);
    assert.deepEqual(about.slice(1), ['database: commits wait for a standby again']);
    await app.close();
    await single.close();
    await pair.setSynchronous(false);
  });
});
