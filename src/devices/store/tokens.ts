import type { Queryable } from '../../platform/database/database.ts';
import type { Role } from '../../platform/http/principal.ts';

/** A token for a device, and the access token with which it is made; null for a session. */
export interface NewDeviceToken {
  readonly hash: Buffer;
  readonly madeByToken: string | null;
  readonly at: Date;
}

/** A device has one token at a time: a new token replaces the old one. */
export const replaceDeviceToken = (
  q: Queryable,
  deviceId: string,
  { hash, madeByToken, at }: NewDeviceToken,
) =>
  q.run(
    `INSERT INTO device_tokens (device_id, token_hash, made_by_token, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (device_id) DO UPDATE SET token_hash = excluded.token_hash, made_by_token = excluded.made_by_token,
       created_at = excluded.created_at`,
    [deviceId, hash, madeByToken, at],
  );

/** The oldest first. */
export const deviceTokensMadeWith = (q: Queryable, tokenIds: readonly string[]) =>
  q.rows<{
    readonly tokenId: string;
    readonly id: string;
    readonly ownerId: string;
    readonly macAddress: string;
    readonly name: string;
    readonly createdAt: Date;
  }>(
    `SELECT t.made_by_token AS "tokenId", d.id, d.user_id AS "ownerId", d.mac_address AS "macAddress", d.name,
            t.created_at AS "createdAt"
     FROM device_tokens t JOIN devices d ON d.id = t.device_id WHERE t.made_by_token = ANY($1) ORDER BY t.created_at, d.id`,
    [tokenIds],
  );

export const deleteDeviceTokens = (q: Queryable, deviceIds: readonly string[], madeByToken: string) =>
  q.run('DELETE FROM device_tokens WHERE device_id = ANY($1) AND made_by_token = $2', [
    deviceIds,
    madeByToken,
  ]);

interface TokenHolder {
  readonly hash: Buffer;
  readonly userId: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
}

/** Devices that have a token, by MAC. */
export async function findTokenHolders(
  q: Queryable,
  macAddresses: readonly string[],
): Promise<ReadonlyMap<string, TokenHolder>> {
  const rows = await q.rows<TokenHolder & { readonly macAddress: string }>(
    `SELECT d.mac_address AS "macAddress", t.token_hash AS hash, u.id AS "userId", u.role, u.status
     FROM devices d JOIN device_tokens t ON t.device_id = d.id JOIN people_public u ON u.id = d.user_id
     WHERE d.mac_address = ANY($1)`,
    [macAddresses],
  );
  return new Map(rows.map((row) => [row.macAddress, row]));
}

interface TokenDevice {
  readonly id: string;
  readonly macAddress: string;
  readonly name: string;
  readonly userId: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
}

/** Devices by the hash of their token, in hexadecimal. */
export async function findDevicesByToken(
  q: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TokenDevice>> {
  const rows = await q.rows<TokenDevice & { readonly hash: string }>(
    `SELECT encode(t.token_hash, 'hex') AS hash, d.id, d.mac_address AS "macAddress", d.name, u.id AS "userId", u.role, u.status
     FROM device_tokens t JOIN devices d ON d.id = t.device_id JOIN people_public u ON u.id = d.user_id
     WHERE t.token_hash = ANY(array(SELECT decode(h, 'hex') FROM unnest($1::text[]) AS h))`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.hash, row]));
}

/** The number of a new live socket of the device; undefined if the token is no longer its own, or its owner is not active. */
export const claimSocket = (q: Queryable, deviceId: string, tokenHash: string) =>
  q.value<number>(
    `UPDATE device_tokens t SET socket = socket + 1 FROM devices d JOIN people_public u ON u.id = d.user_id
     WHERE t.device_id = $1 AND t.token_hash = decode($2, 'hex') AND d.id = t.device_id AND u.status = 'active'
     RETURNING t.socket`,
    [deviceId, tokenHash],
  );

/** What entitles a device to a live socket. */
interface SocketHolder {
  readonly userId: string;
  /** In hexadecimal. */
  readonly tokenHash: string;
  readonly number: number;
}

/** By device; devices without a token, or of owners who are not active, are missing. */
export async function socketHolders(
  q: Queryable,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, SocketHolder>> {
  const rows = await q.rows<SocketHolder & { readonly deviceId: string }>(
    `SELECT d.id AS "deviceId", d.user_id AS "userId", encode(t.token_hash, 'hex') AS "tokenHash", t.socket AS number
     FROM devices d JOIN device_tokens t ON t.device_id = d.id JOIN people_public u ON u.id = d.user_id
     WHERE d.id = ANY($1) AND u.status = 'active'`,
    [deviceIds],
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}
