import type { Queryable } from '../../platform/database/database.ts';
import type { Role } from '../../platform/http/principal.ts';

/** A device has one token at a time: a new token replaces the old one. */
export const replaceDeviceToken = (q: Queryable, deviceId: string, hash: Buffer, now: Date) =>
  q.run(
    `INSERT INTO device_tokens (device_id, token_hash, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (device_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
    [deviceId, hash, now],
  );

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
     FROM devices d JOIN device_tokens t ON t.device_id = d.id JOIN users u ON u.id = d.user_id
     WHERE d.mac_address = ANY($1)`,
    [macAddresses],
  );
  return new Map(rows.map((row) => [row.macAddress, row]));
}
