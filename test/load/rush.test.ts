import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { createTokens } from '../../src/accounts/login/tokens.ts';
import { hashOfSecretToken, newSecretToken } from '../../src/platform/secret-token.ts';
import { HOUR_MS } from '../../src/platform/time.ts';
import { JWT_SECRET, startTestApp, type TestApp } from '../helpers/app.ts';
import { TIMEOUT_MS } from '../helpers/eventually.ts';
import { connectLive } from '../helpers/live.ts';
import { randomMac } from '../helpers/readings.ts';
import { connectPacket, rawClient } from '../mqtt/raw.ts';

const SOCKETS = 1_000;
const WEARABLES = 1_000;
/** Longer than the timeout for a database connection. */
const BUSY_MS = 6_000;
const WEARABLES_PER_PERSON = 50;

describe('a rush of connections', () => {
  let app: TestApp;
  let database: Client;
  before(async () => {
    // As in production: connections that are opened during the rush may time out on a busy machine.
    app = await startTestApp({}, { warmsUp: true });
    database = new Client({ connectionString: app.databaseUrl });
    await database.connect();
  });
  after(async () => {
    await database.end();
    await app.close();
  });

  async function makePeople(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await database.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT id, id || '@example.org', 'none', 'A', 'Person', 'PATIENT', now(), now() FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    return ids;
  }

  async function openSessions(userIds: readonly string[]): Promise<string[]> {
    const sessions = userIds.map((userId) => ({ id: randomUUID(), userId }));
    await database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at)
       SELECT s, u, now(), now() + interval '1 hour' FROM unnest($1::uuid[], $2::uuid[]) AS r (s, u)`,
      [sessions.map(({ id }) => id), userIds],
    );
    const tokens = await createTokens(JWT_SECRET, Date.now);
    const claims = {
      role: 'PATIENT',
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + HOUR_MS),
    } as const;
    return Promise.all(sessions.map(({ id, userId }) => tokens.sign({ ...claims, userId, sessionId: id })));
  }

  async function makeWearables(userIds: readonly string[], count: number) {
    const wearables = Array.from({ length: count }, (_, i) => ({
      mac: randomMac(),
      token: newSecretToken(),
      userId: userIds[i % userIds.length],
    }));
    await database.query(
      `WITH made AS (
         INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
         SELECT u, m, 'Rush', now(), now() FROM unnest($1::uuid[], $2::text[]) AS d (u, m) RETURNING id, mac_address
       )
       INSERT INTO device_tokens (device_id, token_hash, created_at)
       SELECT made.id, t.hash, now() FROM made JOIN unnest($2::text[], $3::bytea[]) AS t (mac, hash) ON t.mac = mac_address`,
      [
        wearables.map(({ userId }) => userId),
        wearables.map(({ mac }) => mac),
        wearables.map(({ token }) => hashOfSecretToken(token)),
      ],
    );
    return wearables;
  }

  it(`has no refusals: ${SOCKETS} live sockets and ${WEARABLES} wearables wait while the database is busy`, async () => {
    const tokens = await openSessions(await makePeople(SOCKETS));
    const owners = await makePeople(WEARABLES / WEARABLES_PER_PERSON);
    const wearables = await makeWearables(owners, WEARABLES);

    await database.query('BEGIN');
    await database.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    // The database itself ends it: a timer of a slow machine would fire late, and statements would time out.
    const busy = database.query(`SELECT pg_sleep(${BUSY_MS / 1_000}); ROLLBACK`);
    const sockets = tokens.map((token) => connectLive(app, { token }));
    const clients = wearables.map(({ mac, token }) => {
      const client = rawClient(app);
      client.send(connectPacket({ username: mac, password: token }, { clientId: mac }));
      return client;
    });
    const opened = Promise.allSettled(sockets);
    const answered = Promise.allSettled(clients.map((client) => client.next(TIMEOUT_MS)));
    await busy;

    const welcomes = await opened;
    const answers = await answered;
    const welcomed = welcomes.filter(({ status }) => status === 'fulfilled');
    const admitted = answers.filter(
      (one) => one.status === 'fulfilled' && one.value.cmd === 'connack' && one.value.returnCode === 0,
    );
    for (const one of welcomes) if (one.status === 'fulfilled') one.value.ws.terminate();
    for (const { socket } of clients) socket.destroy();
    assert.equal(welcomed.length, SOCKETS);
    assert.equal(admitted.length, WEARABLES);
  });
});
