import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { takeAuditHead } from '../../src/accounts/audit/chain-store.ts';
import { createAuditTrail } from '../../src/accounts/audit/store.ts';
import { publishAuditHead } from '../../src/notify/webhooks/audit-head.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { silentLog } from '../helpers/silent-log.ts';

describe('the head of the audit log', () => {
  const NOON = Date.parse('2026-11-18T12:00:00Z');
  const closing: (() => Promise<void>)[] = [];
  after(async () => {
    for (const close of closing) await close();
  });

  it('is logged once a day by one of several instances, also after a wrong clock', async () => {
    let now = NOON;
    const logged: Json[] = [];
    const database = await createTestDatabase();
    const log = silentLog({ info: (fields, message) => void logged.push({ ...fields, message }) });
    const dbs = [1, 2].map(() => openDatabase({ url: database.url, log: silentLog() }));
    closing.push(...dbs.map((db) => () => db.close()), () => database.drop());
    const closeLater = (_name: string, close: () => Promise<void>) => void closing.unshift(close);
    for (const db of dbs) publishAuditHead({ db, takeAuditHead, closeLater, now: () => now, log });
    const pass = async (ms: number): Promise<number> => {
      now += ms;
      await dueWorkDone();
      return logged.length;
    };

    assert.equal(await pass(MINUTE_MS), 0, 'there is no entry yet');
    const trail = createAuditTrail({ db: dbs[0] ?? assert.fail(), now: () => now, log });
    await trail.recordAuditLine({ action: 'login', message: 'a' });
    const { hash } = (await dbs[0]?.row<{ hash: Buffer }>('SELECT hash FROM audit_log')) ?? assert.fail();
    assert.equal(await pass(MINUTE_MS), 1);
    assert.deepEqual(logged, [{ number: 1, hash: hash.toString('hex'), message: 'audit: head' }]);
    assert.equal(await pass(11 * HOUR_MS), 1, 'before midnight');
    assert.equal(await pass(HOUR_MS), 2);
    assert.equal(await pass(300 * DAY_MS), 3);
    await pass(-300 * DAY_MS);
    assert.equal(await pass(MINUTE_MS), 4);
    assert.equal(await pass(MINUTE_MS), 4);
  });

  it('goes to webhooks that subscribe to it', async () => {
    const receiver = await startReceiver();
    const app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' }, { now: () => NOON });
    closing.push(
      () => app.close(),
      () => receiver.close(),
    );
    const { token } = await logInAsAdmin(app);
    for (const events of [['audit.head'], ['fall.raised']])
      await app.call('POST', '/admin/webhooks', { token, body: { url: receiver.url, events } });
    const { data: entries } = (await app.call('GET', '/admin/logs', { token })).body;
    await app.pass(MINUTE_MS);
    await eventually('the head has arrived', () => receiver.received.length > 0);
    await app.pass(HOUR_MS);
    assert.equal(receiver.received.length, 1);
    const { type, timestamp, data } = JSON.parse(receiver.received[0]?.body.toString() ?? '');
    assert.deepEqual([type, timestamp], ['audit.head', new Date(NOON + MINUTE_MS).toISOString()]);
    assert.deepEqual([data.number, data.hash], [entries.length, entries[0].hash]);
  });
});
