import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRevocations } from '../../src/devices/mqtt/revocations.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createConnections } from '../../src/platform/mqtt/connections/connections.ts';
import { createPresence } from '../../src/platform/mqtt/presence.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const [MOVED, GONE, KEPT] = ['AA:BB:CC:00:00:01', 'AA:BB:CC:00:00:02', 'AA:BB:CC:00:00:03'] as const;

it('after a failover the owners of wearables are compared with the database', async () => {
  const database = await createTestDatabase();
  const log = silentLog();
  const now = Date.now;
  const db = openDatabase({ url: database.url, log });
  const cluster = createMemoryCluster({ now, log });
  const connections = createConnections(cluster.relay);
  const presence = createPresence({
    publish() {},
    publishLocally() {},
    presenceSet: cluster.presence,
    listenedDevices: () => [MOVED, GONE, KEPT],
    onGone() {},
    now,
    log,
  });
  const revocations = createRevocations({
    db,
    cluster,
    connections,
    credentials: { stillValidAmong: async (identities) => new Set(identities) },
    presence,
    now,
    log,
  });
  const [owner] = await sql(
    database.url,
    `INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
     VALUES ('owner@example.org', 'x', 'Ada', 'Jones', 'PATIENT', now(), now()) RETURNING id`,
  );
  await sql(
    database.url,
    `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
     SELECT $1, mac, 'one', now(), now() FROM unnest($2::text[]) AS mac`,
    [owner.id, [MOVED, KEPT]],
  );
  const former = '00000000-0000-4000-8000-000000000001';
  presence.setOwner(MOVED, former);
  presence.setOwner(GONE, former);
  presence.setOwner(KEPT, owner.id);
  cluster.resync();
  await eventually('the former owner is forgotten', () =>
    [MOVED, GONE].every((mac) => presence.ownerOf(mac) === undefined),
  );
  assert.equal(presence.ownerOf(KEPT), owner.id);
  await presence.disconnectAll();
  await revocations.close();
  await cluster.close();
  await db.close();
  await database.drop();
});
