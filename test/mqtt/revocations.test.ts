import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type AuthenticationDeps, createAuthentication } from '../../src/accounts/login/authentication.ts';
import { type CredentialDeps, createCredentials } from '../../src/devices/mqtt/credentials.ts';
import { createRevocations } from '../../src/devices/mqtt/revocations.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { type Database, openDatabase, type Queryable } from '../../src/platform/database/database.ts';
import type { BrokerClient } from '../../src/platform/mqtt/broker.ts';
import { Connection } from '../../src/platform/mqtt/connections/connection.ts';
import { createConnections } from '../../src/platform/mqtt/connections/connections.ts';
import type { Identity } from '../../src/platform/mqtt/connections/credentials.ts';
import { PacketReader } from '../../src/platform/mqtt/packets/packet-reader.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('MQTT connections after missed cluster events', () => {
  let app: TestApp;
  let db: Database;
  let patient: Person;
  let caregiver: Person;
  let deactivated: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    patient = await signUp(app);
    caregiver = await signUp(app, 'CAREGIVER');
    deactivated = await signUp(app);
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  async function deviceWithToken(): Promise<{ macAddress: string; tokenHash: string }> {
    const mac = randomMac();
    await app.call('POST', '/device/sensor-stream', { token: patient.token, body: resting(mac) });
    const answer = await app.call('POST', `/device/${mac}/token`, { token: patient.token });
    const tokenHash = createHash('sha256').update(answer.body.data.token).digest('base64url');
    return { macAddress: mac, tokenHash };
  }

  async function sessionsOf(person: Person): Promise<string[]> {
    const rows = await sql(app.databaseUrl, 'SELECT id FROM sessions WHERE user_id = $1', [person.id]);
    return rows.map((row: { id: string }) => row.id);
  }

  it('close when their session, account or token is gone, and lose ended assignments, with a few queries', async () => {
    const device = await deviceWithToken();
    const [session = ''] = await sessionsOf(patient);
    await sql(app.databaseUrl, `UPDATE users SET status = 'inactive' WHERE id = $1`, [deactivated.id]);
    await assign(app, caregiver, patient);
    const revoked = '00000000-0000-4000-8000-000000000000';
    const expiresAt = Date.now() + 1e6;

    let queries = 0;
    const count = <T>(answer: T): T => {
      queries += 1;
      return answer;
    };
    const counted: Queryable = {
      rows: (text, values) => count(db.rows(text, values)),
      row: (text, values) => count(db.row(text, values)),
      column: (text, values) => count(db.column(text, values)),
      value: (text, values) => count(db.value(text, values)),
      run: (text, values) => count(db.run(text, values)),
    };
    const now = Date.now;
    const cluster = createMemoryCluster({ now, log: silentLog() });
    const connections = createConnections(cluster.relay);
    const authentication = createAuthentication({ db: counted } as unknown as AuthenticationDeps);
    const credentials = createCredentials({ db: counted, authentication } as unknown as CredentialDeps);
    const revocations = createRevocations({
      db: counted,
      cluster,
      connections,
      credentials,
      presence: { forget() {}, known: () => [], ownerOf: () => undefined },
      now,
      log: silentLog(),
    });

    let ids = 0;
    function connection(identity: Identity): Connection {
      const client = { id: String(ids++), close() {} } as unknown as BrokerClient;
      const made = new Connection(client, identity, '', new PacketReader(1024, () => false), now());
      connections.add(made);
      return made;
    }
    const role = 'PATIENT';
    const good = [
      connection({ userId: patient.id, role }),
      connection({ userId: patient.id, role, session: { id: session, expiresAt } }),
      connection({ userId: patient.id, role, device }),
    ];
    const carers = Array.from({ length: 20 }, () => connection({ userId: caregiver.id, role: 'CAREGIVER' }));
    for (const carer of carers) {
      carer.patients.add(patient.id);
      carer.patients.add(deactivated.id);
    }
    const bad = [
      connection({ userId: deactivated.id, role }),
      connection({ userId: patient.id, role, session: { id: revoked, expiresAt } }),
      connection({
        userId: patient.id,
        role,
        device: { ...device, tokenHash: Buffer.alloc(32).toString('base64url') },
      }),
      connection({ userId: patient.id, role, device: { ...device, macAddress: randomMac() } }),
    ];

    await cluster.broadcast(RESYNC, {});
    await eventually('the caregiver’s access has ended', () =>
      carers.every(({ patients }) => !patients.has(deactivated.id)),
    );
    assert.deepEqual(
      bad.map(({ ended }) => ended),
      bad.map(() => true),
    );
    for (const { ended } of [...good, ...carers]) assert.equal(ended, false);
    for (const { patients, careRevisions } of carers) {
      assert.deepEqual([...patients], [patient.id]);
      assert.equal(careRevisions, 1);
    }
    assert.ok(queries <= 4, `${queries} queries`);
    await revocations.close();
    await cluster.close();
  });
});
