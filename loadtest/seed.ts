// Writes users with sessions and devices into the service's database: thousands of signups would take minutes of
// password hashing.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import pg from 'pg';
import { isNoPathTest } from '../src/accounts/vocabulary.ts';
import { JWT_SECRET } from './machine/service.ts';
import { doing } from './progress.ts';

export interface SeededDevice {
  readonly macAddress: string;
  readonly token: string;
  readonly userId: string;
  readonly email: string;
  /** Token for MQTT, if it has one; otherwise it uses the session of its owner. */
  readonly deviceToken?: string;
}

export const DEVICES_PER_USER = 10;
const DEVICE_TOKEN_BYTES = 32;

/** `first` is the number of the first device, for later calls that add more. */
export async function seedDevices(
  databaseUrl: string,
  count: number,
  first = 0,
  devicesPerUser = DEVICES_PER_USER,
): Promise<SeededDevice[]> {
  doing(`creating ${count} wearables`);
  const users = Array.from({ length: Math.ceil(count / devicesPerUser) }, () => ({
    id: randomUUID(),
    session: randomUUID(),
  }));
  const tokens = await Promise.all(users.map(({ id, session }) => signToken(id, session, 'PATIENT')));
  const devices = Array.from({ length: count }, (_, i) => {
    const owner = Math.floor(i / devicesPerUser);
    const userId = users[owner]?.id ?? '';
    return {
      macAddress: macOf(first + i),
      token: tokens[owner] ?? '',
      userId,
      email: `load-${userId}@example.org`,
    };
  });
  await withDatabase(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT id, 'load-' || id || '@example.org', 'none', 'Load', 'Test', 'PATIENT', now(), now() FROM unnest($1::uuid[]) AS id`,
      [users.map((user) => user.id)],
    );
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at)
       SELECT s, u, now(), now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[]) AS r (s, u)`,
      [users.map((user) => user.session), users.map((user) => user.id)],
    );
    await client.query(
      `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
       SELECT u, m, 'Load test', now(), now() FROM unnest($1::uuid[], $2::text[]) AS d (u, m)`,
      [devices.map((device) => device.userId), devices.map((device) => device.macAddress)],
    );
  });
  return devices;
}

/** Device tokens, as real wearables have. */
export async function withDeviceTokens(
  databaseUrl: string,
  devices: readonly SeededDevice[],
): Promise<SeededDevice[]> {
  const holders = devices.map((device) => ({
    ...device,
    deviceToken: randomBytes(DEVICE_TOKEN_BYTES).toString('base64url'),
  }));
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  await withDatabase(databaseUrl, (client) =>
    client.query(
      `INSERT INTO device_tokens (device_id, token_hash, created_at)
       SELECT d.id, t.hash, now() FROM unnest($1::text[], $2::bytea[]) AS t (mac, hash)
       JOIN devices d ON d.mac_address = t.mac`,
      [holders.map(({ macAddress }) => macAddress), holders.map(({ deviceToken }) => hashOf(deviceToken))],
    ),
  );
  return holders;
}

export const signToken = (userId: string, session: string, role: string): Promise<string> =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setJti(session)
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(new TextEncoder().encode(JWT_SECRET));

function macOf(number: number): string {
  const digits = (0x02_00_00_00_00_00 + number).toString(16).padStart(12, '0').toUpperCase();
  return digits.match(/../g)?.join(':') ?? '';
}

export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Number of readings, in all or since a time: counting millions takes a while. */
/** Without that of a path test. */
export const storedReadings = (databaseUrl: string, since = new Date(0)): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM sensor_readings WHERE recorded_at >= $1
         AND device_key IN (SELECT key FROM devices WHERE ${isNoPathTest('user_id')})`,
      [since],
    );
    return Number(rows[0]?.count);
  });
