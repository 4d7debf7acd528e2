import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type PhoneGateway, type Placed, signatureOf, startPhoneGateway } from '../helpers/phone-gateway.ts';
import { sql } from '../helpers/sql.ts';
import { type Instance, startInstance } from '../instances/instances.ts';
import { killAll } from '../process/child.ts';
import { setPolicy } from '../response/channels-of.ts';

const PATIENCE_MS = 30_000;
const GATE = 0x70686f6e;
const PUBLIC_URL = 'http://vigil.test';
const FALLS = 4;

/** Stages of a message, each known by the table that is written next. */
const STAGES = [
  { table: 'phone_hooks', where: 'before the gateway gets it', mostTimes: 1 },
  { table: 'delivery_attempts', where: 'between sending and recording', mostTimes: 2 },
] as const;

const KINDS = [
  { kind: 'sms', name: 'an SMS' },
  { kind: 'call', name: 'a call' },
] as const;

describe('a phone message when kill -9 hits', () => {
  let database: TestDatabase;
  let gateway: PhoneGateway;
  let gate: Client;
  let vigil: Instance;
  let numbers = 0;
  before(async () => {
    [database, gateway] = await Promise.all([createTestDatabase(), startPhoneGateway()]);
    gate = new Client({ connectionString: database.url });
    await gate.connect();
    await gate.query(
      `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_advisory_xact_lock_shared(${GATE}, TG_ARGV[0]::int);
         RETURN NULL;
       END $$`,
    );
    for (const [number, { table }] of STAGES.entries())
      await gate.query(
        `CREATE TRIGGER gate BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate(${number})`,
      );
    vigil = await start();
  });
  beforeEach(() => {
    gateway.placed.length = 0;
  });
  after(async () => {
    await killAll();
    await gate.end();
    await gateway.close();
    await database.drop();
  });

  const start = () =>
    startInstance({
      DATABASE_URL: database.url,
      SMS_GATEWAY_URL: gateway.url,
      VOICE_GATEWAY_URL: gateway.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      PUBLIC_URL,
    });

  async function kill(): Promise<void> {
    vigil.vigil.signal('SIGKILL');
    await vigil.vigil.exited;
  }

  interface Told {
    readonly fallId: string;
    readonly number: string;
    readonly caregiver: Person;
  }

  /** Its own people: a second message to one channel would be grouped with others. */
  async function fall(kind: 'sms' | 'call'): Promise<Told> {
    numbers += 1;
    const number = `+4915100000${String(numbers).padStart(3, '0')}`;
    const [patient, caregiver] = [await signUp(vigil), await signUp(vigil, 'CAREGIVER')];
    await assign(vigil, caregiver, patient);
    await sql(
      database.url,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       VALUES ($1, $2, $3, 'POTENTIAL', now(), now())`,
      [caregiver.id, kind, JSON.stringify({ number })],
    );
    const { body } = await vigil.call('POST', '/help', { token: patient.token });
    return { fallId: body.data.id, number, caregiver };
  }

  const placedTo = (number: string): readonly Placed[] =>
    gateway.placed.filter(({ fields }) => fields.To === number);
  const statesOf = async (falls: readonly Told[]): Promise<readonly string[]> =>
    (
      await sql(database.url, 'SELECT state FROM outbox WHERE fall_id = ANY($1)', [
        falls.map(({ fallId }) => fallId),
      ])
    ).map(({ state }) => state);
  const allSent = (falls: readonly Told[]) =>
    eventually(
      'every message is sent and recorded',
      async () => {
        const states = await statesOf(falls);
        return states.length === falls.length && states.every((state) => state === 'SENT');
      },
      PATIENCE_MS,
    );
  const isWaiting = async (): Promise<boolean> =>
    (
      await sql(
        database.url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND wait_event = 'advisory' AND query LIKE 'INSERT%'`,
      )
    ).length > 0;
  const close = (stage: number) => gate.query('SELECT pg_advisory_lock($1, $2)', [GATE, stage]);
  const open = (stage: number) => gate.query('SELECT pg_advisory_unlock($1, $2)', [GATE, stage]);

  for (const { kind, name } of KINDS) {
    for (const [stage, { where, mostTimes }] of STAGES.entries()) {
      it(`${name} ${where} arrives after the next start, ${mostTimes === 1 ? 'once' : 'at most twice'}`, async () => {
        await setPolicy(vigil, {
          steps: [{ afterSeconds: 0, targets: ['assigned'], channels: [kind] }],
          repeats: { everySeconds: 3600, times: 0 },
        });
        await close(stage);
        const falls: Told[] = [];
        for (let i = 0; i < FALLS; i += 1) falls.push(await fall(kind));
        const beforeKill = mostTimes === 1 ? 0 : FALLS;
        await eventually(
          'the messages are at this stage',
          async () => gateway.placed.length >= beforeKill && (await isWaiting()),
          PATIENCE_MS,
        );
        await kill();
        await open(stage);
        assert.equal(gateway.placed.length, beforeKill);
        vigil = await start();
        await allSent(falls);
        for (const { number } of falls) {
          const times = placedTo(number).length;
          assert.ok(times >= 1 && times <= mostTimes, `${number}: ${times} times`);
        }
        const uses = await sql(
          database.url,
          'SELECT FROM phone_uses WHERE kind = $1 AND person_id = ANY($2)',
          [kind, falls.map(({ caregiver }) => caregiver.id)],
        );
        assert.ok(uses.length >= gateway.placed.length, 'the caps count everything that was sent');
      });
    }
  }

  it('a call that was placed before still takes the key of the person, and its second call says so', async () => {
    await setPolicy(vigil, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['call'] }],
      repeats: { everySeconds: 3600, times: 0 },
    });
    const recording = STAGES.length - 1;
    await close(recording);
    const told = await fall('call');
    await eventually(
      'the call is placed and not recorded',
      async () => placedTo(told.number).length === 1 && (await isWaiting()),
      PATIENCE_MS,
    );
    await kill();
    await open(recording);
    vigil = await start();
    await allSent([told]);
    const [first, second] = placedTo(told.number);
    assert.ok(first && second);
    const hook = (placed: Placed, event: string, fields: Readonly<Record<string, string>>) => {
      const signed = `${placed.fields.Url}${event}`;
      const url = signed.replace(PUBLIC_URL, `http://127.0.0.1:${vigil.app.ports.http}`);
      return gateway.post(url, fields, signatureOf(signed, fields));
    };
    const answer = { CallStatus: 'in-progress', AnsweredBy: 'human' };
    assert.match((await hook(first, '', answer)).xml, /<Gather/);
    assert.match((await hook(first, '&event=key', { Digits: '1' })).xml, /taken over/);
    assert.match((await hook(second, '', answer)).xml, /taken over/);
    const [response] = await sql(database.url, 'SELECT claimed_by FROM responses WHERE fall_id = $1', [
      told.fallId,
    ]);
    assert.equal(response?.claimed_by, told.caregiver.id);
  });
});
