import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startCatchUp } from '../../src/accounts/audit/chain.ts';
import { createAuditTrail, purgeAuditTrail } from '../../src/accounts/audit/store.ts';
import { describeVerdict, verifyAuditChain } from '../../src/accounts/audit/verify.ts';
import { backUp } from '../../src/operations/backup/backup.ts';
import { openBackup, restore } from '../../src/operations/backup/restore.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { AuditEntry, AuditTrail } from '../../src/platform/http/audit.ts';
import { DAY_MS } from '../../src/platform/time.ts';
import { createOldDatabase } from '../database/older-schema.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('the chain of the audit log', () => {
  const log = silentLog();
  const NOON = Date.parse('2026-11-18T12:00:00Z');
  let time: number;
  let database: TestDatabase;
  let db: Database;
  let trail: AuditTrail;
  const opened: Database[] = [];
  beforeEach(async () => {
    time = NOON;
    database = await createTestDatabase();
    db = open();
    trail = trailOn(db);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await database.drop();
  });

  function open(): Database {
    const one = openDatabase({ url: database.url, log });
    opened.push(one);
    return one;
  }
  const trailOn = (one: Database): AuditTrail => createAuditTrail({ db: one, now: () => time, log });
  const run = (statement: string, values: unknown[] = []) => sql(database.url, statement, values);

  /** Each entry is a second later than the one before. */
  async function record(...messages: string[]): Promise<void> {
    for (const message of messages) {
      time += 1_000;
      await trail.recordAuditLine({ action: 'login', message });
    }
  }

  async function verdict(knownHash?: string): Promise<string> {
    const known = knownHash === undefined ? undefined : Buffer.from(knownHash, 'hex');
    return describeVerdict(await verifyAuditChain(db, known), known).text;
  }
  const firstLine = async (): Promise<string> => (await verdict()).split('\n')[0] ?? '';
  const at = (seconds: number): string => new Date(NOON + seconds * 1_000).toISOString().replace('Z', '000Z');
  const headHash = async (): Promise<string> =>
    (await run(`SELECT encode(hash, 'hex') AS hash FROM audit_chain WHERE place = 'head'`))[0].hash;

  it('is intact from the first entry to the last', async () => {
    assert.equal(await firstLine(), 'intact: 0 entries');
    await record('a', 'b', 'c');
    assert.equal(await firstLine(), `intact: 3 entries, from ${at(1)} to ${at(3)}`);
    assert.match(await verdict(), new RegExp(`^head: ${await headHash()}$`, 'm'));
  });

  it('has the hashes that the documentation describes', async () => {
    const actorId = randomUUID();
    await record('a');
    await trail.recordAuditLine({
      action: 'station.used',
      message: 'Grüße "\u0001\u2028"',
      outcome: 'refused',
      actorId: actorId.toUpperCase(),
      station: { name: 'Ward', id: actorId },
    });
    const sha256 = (...parts: (string | Buffer)[]) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const first = sha256(
      Buffer.alloc(32),
      `{"action":"login","at":"${at(1)}","level":"info","message":"a","number":1,"outcome":"done"}`,
    );
    const second = sha256(
      first,
      `{"action":"station.used","actorId":"${actorId}","at":"${at(1)}","level":"warning","message":"Grüße \\"\\u0001\u2028\\"",` +
        `"number":2,"outcome":"refused","station":{"id":"${actorId}","name":"Ward"}}`,
    );
    assert.deepEqual(
      (await run('SELECT hash FROM audit_log ORDER BY id')).map(({ hash }) => hash),
      [first, second],
    );
  });

  it('covers what is stored, whatever the text', async () => {
    const strange = ['', '\ud800 alone', '\\ud800', '💚', 'a\u0000b', '\u007f\u009f', '"\\/\b\f\n\r\t'];
    const entries = strange.map(
      (message): AuditEntry => ({
        action: 'login',
        message,
        requestId: message,
        ip: message,
        token: { id: message, name: message },
        subjectIds: [randomUUID().toUpperCase(), randomUUID()],
      }),
    );
    await Promise.all(entries.map((entry) => trail.recordAuditLine(entry)));
    // PostgreSQL stores no text with a zero byte; that entry is dropped, and leaves no gap.
    assert.match(await firstLine(), new RegExp(`^intact: ${strange.length - 1} entries`));
  });

  describe('names the first entry that does not fit', () => {
    beforeEach(() => record('a', 'b', 'c', 'd', 'e', 'f'));

    const ATTACKS: Readonly<Record<string, readonly [attack: string, verdict: string]>> = {
      'whose message was changed': [
        `UPDATE audit_log SET message = 'x' WHERE id >= 3`,
        `entry 3 of ${at(3)} was changed`,
      ],
      'whose time was changed by a microsecond': [
        `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE id = 3`,
        `entry 3 of ${at(3).replace('000Z', '001Z')} was changed`,
      ],
      'that got an actor': [
        `UPDATE audit_log SET actor_id = gen_random_uuid() WHERE id = 3`,
        `entry 3 of ${at(3)} was changed`,
      ],
      'whose hash was changed': [
        `UPDATE audit_log SET hash = sha256('x') WHERE id = 3`,
        `entry 3 of ${at(3)} was changed`,
      ],
      'whose number was changed': [
        'UPDATE audit_log SET number = 4 WHERE id = 3',
        `entry 3 of ${at(3)} was changed`,
      ],
      'that was removed': [
        'DELETE FROM audit_log WHERE id = 3',
        `entry 3 was removed, after entry 2 of ${at(2)}, before entry 4 of ${at(4)}`,
      ],
      'of several that were removed': [
        'DELETE FROM audit_log WHERE id IN (3, 4)',
        `2 entries were removed, from entry 3 on, after entry 2 of ${at(2)}, before entry 5 of ${at(5)}`,
      ],
      'that was removed at the beginning': [
        'DELETE FROM audit_log WHERE id = 1',
        `entry was removed, before entry 2 of ${at(2)}`,
      ],
      'that was removed at the end': [
        'DELETE FROM audit_log WHERE id >= 5',
        `2 entries were removed, after entry 4 of ${at(4)}`,
      ],
      'that was removed, and the others renumbered': [
        `DELETE FROM audit_log WHERE id = 3; UPDATE audit_log SET number = number - 1 WHERE id > 3`,
        `entry 4 of ${at(4)} was changed`,
      ],
      'that was inserted at the end': [
        `INSERT INTO audit_log (at, level, action, outcome, message) VALUES ('${at(9)}', 'info', 'login', 'done', 'x')`,
        `entry 7 of ${at(9)} was inserted`,
      ],
      'that was inserted with a place of its own': [
        `INSERT INTO audit_log (at, level, action, outcome, message, number, hash)
         VALUES ('${at(9)}', 'info', 'login', 'done', 'x', 7, sha256('x'))`,
        `entry 7 of ${at(9)} was inserted`,
      ],
      'that was inserted in a place that is taken': [
        `UPDATE audit_log SET id = id + 100 WHERE id >= 3;
         INSERT INTO audit_log (id, at, level, action, outcome, message, number, hash) OVERRIDING SYSTEM VALUE
         VALUES (3, '${at(9)}', 'info', 'login', 'done', 'x', 3, sha256('x'))`,
        `entry 3 of ${at(9)} was inserted`,
      ],
      'that was copied': [
        `INSERT INTO audit_log (at, level, action, outcome, message, number, hash)
         SELECT at, level, action, outcome, message, number, hash FROM audit_log WHERE id = 2`,
        `entry 7 of ${at(2)} was inserted`,
      ],
      'that was moved to the end': [
        'UPDATE audit_log SET id = 50 WHERE id = 3',
        `entry 50 of ${at(3)} was moved`,
      ],
      'of two that were swapped': [
        `UPDATE audit_log SET id = CASE id WHEN 3 THEN 105 ELSE 103 END WHERE id IN (3, 5);
         UPDATE audit_log SET id = id - 100 WHERE id > 100`,
        `entry 5 of ${at(3)} was moved`,
      ],
      'of two whose contents were swapped': [
        `UPDATE audit_log a SET (at, message) = (SELECT at, message FROM audit_log b WHERE b.id = 8 - a.id)
         WHERE id IN (3, 5)`,
        `entry 3 of ${at(5)} was changed`,
      ],
    };
    for (const [name, [attack, expected]] of Object.entries(ATTACKS))
      it(name, async () => {
        await run('ALTER TABLE audit_log ALTER id SET GENERATED BY DEFAULT');
        await run(attack);
        assert.equal(await firstLine(), `broken: ${expected}`);
      });

    it('that was inserted with the right hash, before the genuine one', async () => {
      const forger = trailOn(db);
      await run(`CREATE TABLE genuine AS SELECT * FROM audit_log WHERE id >= 3`);
      await run(`CREATE TABLE ends AS SELECT * FROM audit_chain`);
      await run('DELETE FROM audit_log WHERE id >= 3');
      await run(
        `UPDATE audit_chain c SET number = 2, hash = a.hash FROM audit_log a WHERE a.id = 2 AND place = 'head'`,
      );
      await forger.recordAuditLine({ action: 'login', message: 'forged' });
      await run('ALTER TABLE audit_log ALTER id SET GENERATED BY DEFAULT');
      await run('UPDATE audit_log SET id = 3 WHERE id > 3');
      await run(`INSERT INTO audit_log SELECT id + 10, at, level, action, outcome, message, actor_id, subject_id, ip, request_id,
                 subject_ids, station, token, number, hash FROM genuine`);
      await run(
        `UPDATE audit_chain c SET number = e.number, hash = e.hash FROM ends e WHERE e.place = c.place`,
      );
      assert.equal(await firstLine(), `broken: entry 3 of ${at(6)} was inserted`);
    });

    it('but not that the whole chain was written again, unless it knows a hash of the former one', async () => {
      const published = await headHash();
      await run('DELETE FROM audit_log WHERE id >= 5');
      await run(
        `UPDATE audit_chain c SET number = 4, hash = a.hash FROM audit_log a WHERE a.id = 4 AND place = 'head'`,
      );
      await record('forged');
      assert.match(await verdict(), /^intact: 5 entries/);
      assert.equal(await verdict(published), `broken: no entry has the hash ${published}`);
      assert.match(await verdict(await headHash()), /^intact/);
    });
  });

  it('never forks, with fifty writers on two instances', async () => {
    const other = open();
    const writers = Array.from({ length: 50 }, (_, n) => trailOn(n % 2 === 0 ? db : other));
    const PER_WRITER = 20;
    await Promise.all(
      writers.flatMap((writer, n) =>
        Array.from({ length: PER_WRITER }, (_, i) =>
          writer.recordAuditLine({ action: 'login', message: `${n} ${i}` }),
        ),
      ),
    );
    assert.match(await firstLine(), /^intact: 1000 entries/);
    const rows = await run('SELECT message FROM audit_log ORDER BY id');
    for (const [n] of writers.entries())
      assert.deepEqual(
        rows
          .map(({ message }) => message.split(' '))
          .filter(([writer]) => writer === String(n))
          .map(([, i]) => Number(i)),
        Array.from({ length: PER_WRITER }, (_, i) => i),
        'entries of one instance keep their order',
      );
  });

  describe('after the upgrade of an earlier version', () => {
    /** As the migration leaves them. */
    async function insertOlder(count: number): Promise<void> {
      await run(
        `INSERT INTO audit_log (at, level, action, outcome, message)
         SELECT $1::timestamptz - i * interval '1 second', 'info', 'login', 'done', i::text FROM generate_series($2::int, 1, -1) i`,
        [new Date(NOON), count],
      );
      await run(`UPDATE audit_chain SET unchained_after = 0 WHERE place = 'head'`);
    }
    const isDone = async (): Promise<boolean> =>
      (await run(`SELECT unchained_after FROM audit_chain WHERE place = 'head'`))[0].unchained_after === null;

    it('chains the older entries first, by two instances at once, while new ones are stored', async () => {
      await insertOlder(3_000);
      assert.equal(await firstLine(), 'intact: 0 entries; 3000 more wait to be chained after the upgrade');
      const other = open();
      const chaining = [db, other].map((one) => startCatchUp({ db: one, log }));
      const trails = [trail, trailOn(other)];
      let recorded = 0;
      while (!(await isDone())) {
        await Promise.all(trails.map((one) => one.recordAuditLine({ action: 'login', message: 'new' })));
        recorded += trails.length;
      }
      await Promise.all(chaining.map((one) => one.close()));
      await record('last');
      assert.ok(recorded > 2, 'entries were stored meanwhile');
      assert.match(
        await firstLine(),
        new RegExp(`^intact: ${3_000 + recorded + 1} entries, from .* to ${at(1)}$`),
      );
    });

    it('goes on where a killed instance stopped', async () => {
      await insertOlder(2_000);
      const first = startCatchUp({ db, log });
      await eventually(
        'some are chained',
        async () => (await run('SELECT FROM audit_log WHERE number = 1')).length === 1,
      );
      await first.close();
      assert.equal(await isDone(), false);
      assert.match(await firstLine(), /^intact: \d+ entries, from .* more wait to be chained/);
      const second = startCatchUp({ db, log });
      await eventually('all are chained', isDone);
      await second.close();
      assert.match(await firstLine(), /^intact: 2000 entries/);
    });

    it('deletes none that wait to be chained', async () => {
      await insertOlder(10);
      assert.equal(await purgeAuditTrail(1)(db, new Date(NOON + DAY_MS), 100), 0);
    });
  });

  describe('in a backup', () => {
    let restored: TestDatabase;
    let folder: string;
    beforeEach(async () => {
      restored = await createEmptyDatabase();
      folder = await mkdtemp(join(tmpdir(), 'vigil-audit-'));
    });
    afterEach(async () => {
      await rm(folder, { recursive: true });
      await restored.drop();
    });

    /** Restores a backup, and returns a new instance's database. */
    async function restoreFrom(url: string): Promise<Database> {
      const file = join(folder, 'vigil.backup');
      const { signal } = new AbortController();
      const accepting = { countAccounts: async () => 0, accept: async () => {} };
      await backUp({ url, file, secrets: {}, ...accepting, now: Date.now, signal });
      const backup = await openBackup(file);
      await restore({ url: restored.url, backup, replace: false, log, signal, committed: async () => {} });
      backup.close();
      const one = openDatabase({ url: restored.url, log });
      opened.push(one);
      return one;
    }
    const verdictOf = async (one: Database): Promise<string> =>
      describeVerdict(await verifyAuditChain(one), undefined).text;

    it('goes on from its head', async () => {
      await record('a', 'b');
      const one = await restoreFrom(database.url);
      await trailOn(one).recordAuditLine({ action: 'login', message: 'after' });
      assert.match(await verdictOf(one), /^intact: 3 entries/);
    });

    it('of an earlier version is chained after the restore', async () => {
      const old = await createEmptyDatabase();
      await createOldDatabase(old.url, { upTo: [8], receiver: 'http://127.0.0.1:9' });
      const [{ count }] = await sql(old.url, 'SELECT count(*)::int FROM audit_log');
      const one = await restoreFrom(old.url);
      await old.drop();
      await trailOn(one).recordAuditLine({ action: 'login', message: 'after' });
      assert.match(await verdictOf(one), new RegExp(`^intact: 0 entries; ${count + 1} more wait`));
      const chaining = startCatchUp({ db: one, log });
      const isIntact = new RegExp(`^intact: ${count + 1} entries, from`);
      await eventually('all are chained', async () => isIntact.test(await verdictOf(one)));
      await chaining.close();
    });
  });

  describe('with retention', () => {
    const KEPT_DAYS = 30;
    const purge = (most = 5_000) => purgeAuditTrail(KEPT_DAYS)(db, new Date(time - KEPT_DAYS * DAY_MS), most);
    async function recordDays(days: number): Promise<void> {
      for (let day = 0; day < days; day++) {
        await record('a', 'b');
        time += DAY_MS - 2_000;
      }
    }

    it('keeps whole days, and the hash with which the deleted ones ended', async () => {
      await recordDays(KEPT_DAYS + 3);
      const [second] = await run('SELECT hash FROM audit_log WHERE id = 4');
      assert.equal(await purge(), 6);
      assert.match(
        await firstLine(),
        new RegExp(`^intact: ${2 * KEPT_DAYS} entries, from ${at(3 * 86_400 + 1)}`),
      );
      assert.equal(
        await verdict(second.hash.toString('hex')),
        `broken: no entry has the hash ${second.hash.toString('hex')}`,
      );
      await run('DELETE FROM audit_log WHERE id = 7');
      assert.match(await firstLine(), /^broken: entry was removed, before entry 8/);
    });

    it('continues in batches, by two instances at once', async () => {
      await recordDays(KEPT_DAYS + 10);
      let deleted = 0;
      while (deleted < 20) deleted += (await Promise.all([purge(3), purge(3)])).reduce((a, b) => a + b);
      assert.equal(deleted, 20);
      assert.equal(await purge(3), 0);
      assert.match(await firstLine(), new RegExp(`^intact: ${2 * KEPT_DAYS} entries`));
    });

    it('deletes all entries, and the chain goes on', async () => {
      await recordDays(1);
      time += 40 * DAY_MS;
      assert.equal(await purge(), 2);
      assert.equal(await firstLine(), 'intact: 0 entries');
      await record('c');
      assert.match(await firstLine(), /^intact: 1 entries/);
    });

    it('does not keep entries for one that a wrong clock dated in the future, nor lose any for one in the past', async () => {
      await record('a');
      const right = time;
      time += 5_000 * DAY_MS;
      await record('future');
      time = right;
      await record('b');
      time += 20 * DAY_MS;
      await record('c');
      const later = time;
      time = 0;
      await record('past');
      time = later + 15 * DAY_MS;
      assert.equal(await purge(), 3);
      assert.match(await firstLine(), /^intact: 2 entries/);
    });
  });
});
