import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { hasTurn } from '../path/turn.ts';

interface Part {
  readonly name: string;
  readonly stage: string;
  readonly reason: RegExp;
  break(): Promise<unknown>;
  mend(): Promise<unknown>;
}

describe('a path test names the part that is broken', () => {
  let app: TestApp;
  let admin: Person;
  const threads = new Set<Worker>();
  let threadsCrash = false;
  const seen = (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
    if (threadsCrash) setImmediate(() => void thread.terminate());
  };
  before(async () => {
    process.on('worker', seen);
    app = await startTestApp(
      { PATH_TEST_MINUTES: '5', LOG_LEVEL: 'silent', SCORING_THREADS: '2' },
      { warmsUp: true },
    );
    admin = await logInAsAdmin(app);
    await hasTurn(app);
    await app.pass(11 * SECOND_MS);
  });
  after(async () => {
    await app.close();
    process.off('worker', seen);
  });

  const run = (text: string) => sql(app.databaseUrl, text);
  const path = async (): Promise<Json> => (await app.call('GET', '/admin/path', admin)).body.data;

  /** Every write of this kind fails. */
  const refuses = (table: string, when: string) => ({
    break: () =>
      run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it is broken'; END $$;
           CREATE TRIGGER refuse BEFORE ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`),
    mend: () => run('DROP FUNCTION refuse CASCADE'),
  });

  /** A listener of this process. */
  const closes = (isIt: (address: AddressInfo) => boolean) => {
    let closed: { readonly server: Server; readonly address: AddressInfo } | undefined;
    return {
      async break() {
        for (const server of listeners()) {
          const address = server.address() as AddressInfo;
          if (!isIt(address)) continue;
          server.close();
          closed = { server, address };
        }
        assert.ok(closed, 'no such listener');
      },
      async mend() {
        const { server, address } = closed ?? assert.fail('it was not closed');
        server.listen(address.port, address.address);
        await once(server, 'listening');
      },
    };
  };
  const ownPorts = (): readonly unknown[] => Object.values(app.app.ports);

  const PARTS: readonly Part[] = [
    {
      name: 'the MQTT listener',
      stage: 'published',
      reason: /ECONNREFUSED/,
      ...closes(({ port }) => port === app.app.ports.mqtt),
    },
    {
      name: 'the store of readings',
      stage: 'acknowledged',
      reason: /closed/,
      ...refuses('sensor_readings', 'INSERT'),
    },
    // A reading is acknowledged when its fall and the response to it are stored.
    { name: 'the responses', stage: 'acknowledged', reason: /closed/, ...refuses('responses', 'INSERT') },
    { name: 'the escalation', stage: 'queued', reason: /within 10 s/, ...refuses('outbox', 'INSERT') },
    {
      name: 'the receiver',
      stage: 'delivered',
      reason: /ECONNREFUSED|connection/,
      ...closes(({ port, address }) => address === '127.0.0.1' && !ownPorts().includes(port)),
    },
    {
      name: 'the record of deliveries',
      stage: 'received',
      reason: /within 10 s/,
      ...refuses('delivery_attempts', 'INSERT'),
    },
  ];

  it('and none while all work', async () => {
    const { ok, failing } = await path();
    assert.deepEqual([ok, failing], [true, null]);
  });

  for (const { name, stage, reason, ...part } of PARTS)
    it(`${name}, as ${stage}, and no more when it is mended`, async () => {
      await part.break();
      try {
        await app.pass(5 * MINUTE_MS);
        const { failing } = await path();
        assert.equal(failing?.stage, stage, JSON.stringify(failing));
        assert.match(failing.reason, reason);
      } finally {
        await part.mend();
      }
      await app.pass(16 * SECOND_MS);
      const { ok, failing } = await path();
      assert.deepEqual([ok, failing], [true, null], JSON.stringify(failing));
    });

  it('and none when scoring threads crash, because readings are then scored without them', async () => {
    assert.ok(threads.size > 0);
    threadsCrash = true;
    await Promise.all([...threads].map((thread) => thread.terminate()));
    await app.pass(5 * MINUTE_MS);
    const { ok, failing } = await path();
    threadsCrash = false;
    assert.deepEqual([ok, failing], [true, null], JSON.stringify(failing));
  });
});

const listeners = (): readonly Server[] =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((handle): handle is Server => handle instanceof Server && handle.listening);
