import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, send, violent } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';
import { type Instance, startInstance } from './instances.ts';

const PATIENCE_MS = 20_000;
const GATE = 0x6b696c6c;

/** The stages of a fall from its reading to its message, each known by the table it is about to write. */
const POINTS = [
  {
    table: 'fall_events',
    where: 'after its reading is stored and before the fall is recorded',
    maxNotified: 1,
  },
  { table: 'outbox', where: 'after the fall and before its escalation step', maxNotified: 1 },
  { table: 'claim_links', where: 'after the step and before its message is sent', maxNotified: 1 },
  {
    table: 'delivery_attempts',
    where: 'after the message is sent and before the attempt is recorded',
    maxNotified: 2,
  },
] as const;

describe('a fall in progress when kill -9 hits', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let receiver: Receiver;
  let gate: Client;
  let patient: Person;
  const instances = new Map<string, Instance>();
  let started = 0;
  before(async () => {
    [database, redis, receiver] = await Promise.all([createTestDatabase(), startRedis(), startReceiver()]);
    gate = new Client({ connectionString: database.url });
    await gate.connect();
    await gate.query(
      `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_advisory_xact_lock_shared(${GATE}, TG_ARGV[0]::int);
         RETURN NULL;
       END $$`,
    );
    for (const [number, { table }] of POINTS.entries()) {
      await gate.query(
        `CREATE TRIGGER gate BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate(${number})`,
      );
    }
    await startTwo();
    const [a] = instances.values();
    assert.ok(a);
    await setPolicy(a, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['ntfy'] }],
      repeats: { everySeconds: 3600, times: 0 },
    });
  });
  after(async () => {
    await killAll();
    await gate.end();
    await redis?.stop();
    await receiver.close();
    await database.drop();
  });

  /** New people for each fall: a second message to one channel would be delayed and batched with others. */
  async function createPeople(): Promise<void> {
    const [instance = assert.fail()] = instances.values();
    patient = await signUp(instance);
    const caregiver = await signUp(instance, 'CAREGIVER');
    await assign(instance, caregiver, patient);
    await addChannel(instance, caregiver, 'ntfy', receiver.url);
  }

  async function startTwo(): Promise<void> {
    const names = [1, 2].map(() => `instance-${++started}`);
    await Promise.all(
      names.map(async (name) => {
        const url = new URL(database.url);
        url.searchParams.set('application_name', name);
        const instance = await startInstance({
          DATABASE_URL: url.href,
          REDIS_URL: redis.url,
          OK_WINDOW_SECONDS: '0',
          ALLOW_PRIVATE_TARGETS: 'true',
        });
        instances.set(name, { ...instance, databaseUrl: database.url });
      }),
    );
  }

  async function whoWaits(): Promise<string> {
    let name: string | undefined;
    await eventually(
      'an instance has reached the stage',
      async () => {
        const waiting = await sql(
          database.url,
          `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND wait_event = 'advisory' AND application_name LIKE 'instance-%'`,
        );
        name = waiting[0]?.name;
        return name !== undefined;
      },
      PATIENCE_MS,
    );
    return name ?? assert.fail();
  }

  async function kill(name: string): Promise<void> {
    const { vigil } = instances.get(name) ?? assert.fail(name);
    instances.delete(name);
    vigil.signal('SIGKILL');
    await vigil.exited;
  }

  /** As a wearable does: it resends to any instance until it gets an answer. */
  async function sendReadings(mac: string, isDone: () => boolean): Promise<void> {
    const isAnswered = async () => {
      for (const instance of [...instances.values()]) {
        const answer = await send(instance, patient, violent(mac), { 'Idempotency-Key': mac }).catch(
          () => undefined,
        );
        if (answer?.status === 200) return true;
      }
      return isDone();
    };
    await eventually('an instance answers', isAnswered, PATIENCE_MS);
  }

  const fallsOf = async (mac: string) =>
    (
      await sql(
        database.url,
        `SELECT f.id, (SELECT count(*)::int FROM response_log WHERE fall_id = f.id AND type = 'step') AS steps,
           array(SELECT state FROM outbox WHERE fall_id = f.id) AS messages
         FROM fall_events f JOIN devices d ON d.id = f.device_id WHERE d.mac_address = $1`,
        [mac],
      )
    ).map(({ id, steps, messages }) => ({ id: id as string, steps, messages }));
  const isNotified = ([fall]: Awaited<ReturnType<typeof fallsOf>>): boolean => fall?.messages[0] === 'SENT';
  const told = (fallId: string) =>
    receiver.received.filter(({ body }) => body.toString().includes(fallId)).length;

  for (const [number, { where, maxNotified }] of POINTS.entries()) {
    it(`${where} still reaches its caregiver, by the other instance or by the next ones when all are dead`, async () => {
      for (const alive of [1, 0]) {
        const mac = randomMac();
        await createPeople();
        let isDone = false;
        await gate.query('SELECT pg_advisory_lock($1, $2)', [GATE, number]);
        const wearable = sendReadings(mac, () => isDone);
        const victim = await whoWaits();
        await kill(victim);
        assert.equal(instances.size, alive);
        await gate.query('SELECT pg_advisory_unlock($1, $2)', [GATE, number]);
        if (alive === 0) await startTwo();
        try {
          await eventually(
            'the caregiver is notified',
            async () => isNotified(await fallsOf(mac)),
            PATIENCE_MS,
          );
        } finally {
          isDone = true;
        }
        await wearable;
        const falls = await fallsOf(mac);
        assert.deepEqual(
          falls.map(({ steps, messages }) => ({ steps, messages })),
          [{ steps: 1, messages: ['SENT'] }],
        );
        const times = told(falls[0]?.id ?? '-');
        assert.ok(times >= 1 && times <= maxNotified, `notified ${times} times`);
      }
    });
  }
});
