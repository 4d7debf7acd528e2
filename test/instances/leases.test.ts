import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, stream, violent } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';
import { type Instance, startInstance } from './instances.ts';

const TAKEN_OVER_MS = 5_000;
const FALLS = 3;

describe('messages in flight when kill -9 hits', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let receiver: Receiver;
  let patients: Person[];
  let hangs = true;
  const hanging = new Set<ServerResponse>();
  const instances = new Map<string, Instance>();
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    receiver = await startReceiver((response) => {
      if (hangs) hanging.add(response);
      else response.writeHead(201).end();
    });
  });
  afterEach(async () => {
    await killAll();
    instances.clear();
    for (const response of hanging) response.destroy();
    hanging.clear();
  });
  after(async () => {
    await redis?.stop();
    await receiver.close();
    await database.drop();
  });

  async function start(name: string): Promise<Instance> {
    const url = new URL(database.url);
    url.searchParams.set('application_name', name);
    const instance = await startInstance({
      DATABASE_URL: url.href,
      REDIS_URL: redis.url,
      OK_WINDOW_SECONDS: '0',
      ALLOW_PRIVATE_TARGETS: 'true',
    });
    instances.set(name, instance);
    return { ...instance, databaseUrl: database.url };
  }

  /** One patient per message: falls of one patient would form one episode. */
  async function createPeople(instance: Instance, kind: 'webhook' | 'ntfy' = 'webhook'): Promise<Person[]> {
    const caregiver = await signUp(instance, 'CAREGIVER');
    // Phones ring at once.
    await sql(database.url, 'INSERT INTO detection_limits (verify) VALUES (false) ON CONFLICT DO NOTHING');
    await addChannel(instance, caregiver, kind, receiver.url);
    await setPolicy(instance, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: [kind] }],
      repeats: { everySeconds: 3600, times: 0 },
    });
    const people = [];
    for (let i = 0; i < FALLS; i++) {
      const patient = await signUp(instance);
      await assign(instance, caregiver, patient);
      people.push(patient);
    }
    return people;
  }

  /** Resolves when every message has reached the receiver, which answers none of them. */
  async function fallAll(instance: Instance): Promise<string[]> {
    hangs = true;
    const ids: string[] = [];
    for (const patient of patients) ids.push(await fall(instance, patient));
    await eventually('all messages are in flight', () => ids.every((id) => times(id) === 1), 10_000);
    return ids;
  }

  async function fall(instance: Instance, patient: Person): Promise<string> {
    await stream(instance, patient, violent(randomMac()));
    const [row] = await sql(
      database.url,
      'SELECT id FROM fall_events WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
      [patient.id],
    );
    return row?.id ?? assert.fail();
  }

  const times = (fallId: string): number =>
    receiver.received.filter(({ body }) => body.toString().includes(fallId)).length;

  /** Raises some falls and returns the instance that sends their messages. */
  async function senderOf(fallIds: readonly string[]): Promise<{ name: string; ids: string[] }> {
    const [most] = await sql(
      database.url,
      `SELECT a.application_name AS name, array_agg(o.fall_id) AS ids FROM outbox o
         JOIN pg_locks l ON l.locktype = 'advisory' AND l.objid::int = o.leased_by AND l.granted
         JOIN pg_stat_activity a USING (pid)
       WHERE o.fall_id = ANY($1) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
      [fallIds],
    );
    return { name: most?.name ?? assert.fail(), ids: most.ids };
  }

  async function kill(name: string): Promise<void> {
    const { vigil } = instances.get(name) ?? assert.fail(name);
    hangs = false;
    vigil.signal('SIGKILL');
    await vigil.exited;
  }

  async function areSentOnceMore(fallIds: readonly string[], from: number): Promise<number> {
    const isSent = async () => {
      const rows = await sql(database.url, 'SELECT state FROM outbox WHERE fall_id = ANY($1)', [fallIds]);
      return rows.length === fallIds.length && rows.every(({ state }) => state === 'SENT');
    };
    await eventually('all messages are sent', isSent, TAKEN_OVER_MS);
    assert.deepEqual(
      fallIds.map(times),
      fallIds.map(() => 2),
      'none is lost, and each is repeated at most once',
    );
    return Date.now() - from;
  }

  it('are sent by the remaining instance within 5 s', async (t) => {
    const a = await start('one');
    await start('other');
    patients = await createPeople(a);
    const { name, ids } = await senderOf(await fallAll(a));
    const from = Date.now();
    await kill(name);
    t.diagnostic(`${await areSentOnceMore(ids, from)} ms after the kill`);
  });

  it('are sent by the same instance within 5 s of its restart', async (t) => {
    const alone = await start('alone');
    patients = await createPeople(alone);
    const ids = await fallAll(alone);
    assert.deepEqual((await senderOf(ids)).ids.sort(), ids.sort());
    await kill('alone');
    await start('again');
    t.diagnostic(`${await areSentOnceMore(ids, Date.now())} ms after the start`);
  });

  it('are sent after the restart as one message when they were waiting in a batch', async () => {
    const alone = await start('alone');
    patients = await createPeople(alone, 'ntfy');
    hangs = false;
    const ids: string[] = [];
    for (const patient of patients) ids.push(await fall(alone, patient));
    const held = async () =>
      (
        await sql(
          database.url,
          `SELECT fall_id AS id FROM outbox WHERE fall_id = ANY($1) AND state = 'PENDING' AND held_until > now()`,
          [ids],
        )
      ).map(({ id }) => id as string);
    await eventually(
      'the first is sent, the others wait in a batch',
      async () => (await held()).length === FALLS - 1,
    );
    const gathered = await held();
    await kill('alone');
    // Half a minute passes.
    await sql(database.url, 'UPDATE outbox SET held_until = now(), due_at = now() WHERE fall_id = ANY($1)', [
      gathered,
    ]);
    const before = receiver.received.length;
    await start('again');
    await eventually('the message is sent', () => receiver.received.length > before, 10_000);
    const { title } = JSON.parse(receiver.received.at(-1)?.body.toString() ?? '{}');
    assert.match(title, new RegExp(`^${FALLS - 1} alerts\\b`));
    await eventually('no message is left', async () => {
      const left = await sql(database.url, `SELECT FROM outbox WHERE fall_id = ANY($1) AND state <> 'SENT'`, [
        ids,
      ]);
      return left.length === 0;
    });
    assert.equal(receiver.received.length, before + 1);
  });
});
