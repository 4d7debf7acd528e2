import { isNoPathTest } from '../accounts/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Condition, given, type ListSource, list } from '../platform/database/list.ts';
import { pgNotify } from '../platform/database/pg-listener.ts';
import type { Page } from '../platform/schema/paging.ts';
import { newerOf, olderThan } from './rules.ts';
import type { UpdateState } from './vocabulary.ts';

/** Small enough to be held by many readers at once. */
export const PIECE_BYTES = 64 * 1024;

interface Part {
  readonly wardId: string | null;
  readonly share: number;
}

interface ImageFile {
  readonly id: string;
  readonly version: string;
  /** The wearables that it is for, by the model that they report; null: those that report none. */
  readonly model: string | null;
  readonly size: number;
  readonly sha256: string;
  readonly signature: string;
}

export interface Image extends ImageFile {
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly stoppedAt: Date | null;
  readonly rollout: readonly Part[];
  readonly states: Readonly<Record<UpdateState, number>>;
}

/** Of what changes the offers: one after the other, as two admins may at once. Before any row of them is locked. */
const OFFERS_LOCK = 0x7667_6677;
export const takeTurn = (q: Queryable) => q.run('SELECT pg_advisory_xact_lock($1)', [OFFERS_LOCK]);

const IMAGE = `i.id, i.version, i.model, i.size, i.sha256, i.signature, i.created_at AS "createdAt", i.created_by AS "createdBy",
  i.stopped_at AS "stoppedAt",
  coalesce((SELECT json_agg(json_build_object('wardId', r.ward_id, 'share', r.share) ORDER BY r.ward_id NULLS FIRST)
            FROM firmware_rollouts r WHERE r.image_id = i.id), '[]') AS rollout,
  (SELECT json_build_object(${(['offered', 'loading', 'installed', 'failed', 'rolled_back'] as const)
    .map((state) => `'${state}', count(*) FILTER (WHERE s.state = '${state}')`)
    .join(', ')}) FROM firmware_states s WHERE s.image_id = i.id) AS states`;

export const listImages = (q: Queryable) =>
  q.rows<Image>(`SELECT ${IMAGE} FROM firmware_images i ORDER BY i.created_at DESC, i.id`);

export const findImage = (q: Queryable, id: string) =>
  q.row<Image>(`SELECT ${IMAGE} FROM firmware_images i WHERE i.id = $1`, [id]);

export const findVersion = (q: Queryable, version: string, model: string | null) =>
  q.row<Image>(
    `SELECT ${IMAGE} FROM firmware_images i WHERE i.version = $1 AND i.model IS NOT DISTINCT FROM $2::text`,
    [version, model],
  );

export const putPiece = (q: Queryable, imageId: string, number: number, content: Buffer, at: Date) =>
  q.run('INSERT INTO firmware_pieces (image_id, number, content, created_at) VALUES ($1, $2, $3, $4)', [
    imageId,
    number,
    content,
    at,
  ]);

export const findPiece = (q: Queryable, imageId: string, number: number) =>
  q.value<Buffer>('SELECT content FROM firmware_pieces WHERE image_id = $1 AND number = $2', [
    imageId,
    number,
  ]);

export const deletePieces = (q: Queryable, imageId: string) =>
  q.run('DELETE FROM firmware_pieces WHERE image_id = $1', [imageId]);

/** Uploads that came to no end, because the service was killed. */
export const deleteUnfinished = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM firmware_pieces WHERE (image_id, number) IN (
       SELECT p.image_id, p.number FROM firmware_pieces p
       WHERE p.created_at < $1 AND NOT EXISTS (SELECT FROM firmware_images i WHERE i.id = p.image_id)
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/** Undefined if another image has the version; `full` if there are as many as are kept. */
export async function insertImage(
  q: Queryable,
  {
    id,
    version,
    model,
    size,
    sha256,
    signature,
    createdBy,
    at,
    most,
  }: ImageFile & {
    readonly createdBy: string;
    readonly at: Date;
    readonly most: number;
  },
): Promise<'inserted' | 'taken' | 'full'> {
  await takeTurn(q);
  if ((await findVersion(q, version, model)) !== undefined) return 'taken';
  const count = await q.value<number>('SELECT count(*) FROM firmware_images');
  if ((count ?? 0) >= most) return 'full';
  await q.run(
    `INSERT INTO firmware_images (id, version, size, sha256, signature, created_by, created_at, counted_from, model)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [id, version, size, sha256, signature, createdBy, at, model],
  );
  return 'inserted';
}

export async function deleteImage(q: Queryable, id: string): Promise<boolean> {
  await takeTurn(q);
  const deleted = await q.run('DELETE FROM firmware_images WHERE id = $1', [id]);
  await deletePieces(q, id);
  await pgNotify(q, 'vigil_firmware', OFFERS_CHANGED);
  return deleted > 0;
}

/** Whom the rollouts of image $1 choose: never a wearable of another model. */
const CHOSEN = `d.model IS NOT DISTINCT FROM (SELECT one.model FROM firmware_images one WHERE one.id = $1) AND EXISTS (SELECT FROM firmware_rollouts r JOIN people_public p ON p.id = d.user_id
  WHERE r.image_id = $1 AND (r.ward_id IS NULL OR r.ward_id = p.ward_id)
    AND firmware_place(d.id, r.image_id) < r.share)`;
/** Whose version image $1 replaces; a wearable that reports none is offered it. */
const OLDER = '(d.firmware_version IS NULL OR d.firmware_version = ANY($2::text[]))';

/** The notice that all offers may have changed; otherwise it names a wearable by its MAC address. */
export const OFFERS_CHANGED = 'offers';

/**
 * Brings the states up to date with readings, wards and rollouts. `deviceIds`: of these wearables alone, without waiting
 * for a turn.
 */
export async function settle(q: Queryable, at: Date, deviceIds?: readonly string[]): Promise<void> {
  if (deviceIds === undefined) await takeTurn(q);
  const images = await q.rows<{ id: string; version: string; isStopped: boolean }>(
    `SELECT id, version, stopped_at IS NOT NULL AS "isStopped" FROM firmware_images i
     WHERE EXISTS (SELECT FROM firmware_rollouts r WHERE r.image_id = i.id)`,
  );
  if (images.length === 0) return;
  const among = deviceIds ?? null;
  let changed = await q.run(
    `UPDATE firmware_states s SET state = 'installed', error = NULL, since = $1
     FROM firmware_images i, devices_public d
     WHERE i.id = s.image_id AND d.id = s.device_id AND s.state IN ('offered', 'loading', 'failed')
       AND ltrim(d.firmware_version, 'vV') = ltrim(i.version, 'vV') AND ($2::uuid[] IS NULL OR d.id = ANY($2))`,
    [at, among],
  );
  const reported = await q.column<string>(
    `SELECT DISTINCT firmware_version FROM devices_public
     WHERE firmware_version IS NOT NULL AND ($1::uuid[] IS NULL OR id = ANY($1))`,
    [among],
  );
  for (const { id, version, isStopped } of images) {
    const older = olderThan(version, reported);
    changed += await q.run(
      `DELETE FROM firmware_states s USING devices_public d
       WHERE s.image_id = $1 AND s.state = 'offered' AND d.id = s.device_id AND NOT (${CHOSEN} AND ${OLDER})
         AND ($3::uuid[] IS NULL OR d.id = ANY($3))`,
      [id, older, among],
    );
    if (isStopped) continue;
    changed += await q.run(
      `INSERT INTO firmware_states (image_id, device_id, state, since)
       SELECT $1, d.id, 'offered', $4 FROM devices_public d
       WHERE ${CHOSEN} AND ${OLDER} AND ${isNoPathTest('d.user_id')} AND ($3::uuid[] IS NULL OR d.id = ANY($3))
       ON CONFLICT DO NOTHING`,
      [id, older, among, at],
    );
  }
  if (changed > 0) await pgNotify(q, 'vigil_firmware', OFFERS_CHANGED);
}

interface NewRollout extends Part {
  readonly again: boolean;
}

/** False if the image is gone. */
export async function rollOut(
  q: Queryable,
  imageId: string,
  { wardId, share, again }: NewRollout,
  at: Date,
): Promise<boolean> {
  await takeTurn(q);
  const resumed = await q.run(
    `UPDATE firmware_images SET counted_from = CASE WHEN stopped_at IS NULL THEN counted_from ELSE $2 END, stopped_at = NULL
     WHERE id = $1`,
    [imageId, at],
  );
  if (resumed === 0) return false;
  await q.run(
    `INSERT INTO firmware_rollouts (image_id, ward_id, share, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (image_id, coalesce(ward_id, '00000000-0000-0000-0000-000000000000'))
     DO UPDATE SET share = excluded.share, updated_at = excluded.updated_at`,
    [imageId, wardId, share, at],
  );
  if (again)
    await q.run(
      `UPDATE firmware_states s SET state = 'offered', error = NULL, since = $2 FROM devices_public d
       WHERE s.image_id = $1 AND s.state IN ('failed', 'rolled_back') AND d.id = s.device_id
         AND ($3::uuid IS NULL OR EXISTS (SELECT FROM people_public p WHERE p.id = d.user_id AND p.ward_id = $3))`,
      [imageId, at, wardId],
    );
  await settle(q, at);
  await pgNotify(q, 'vigil_firmware', OFFERS_CHANGED);
  return true;
}

export interface Offer extends ImageFile {
  /** The wearer. */
  readonly userId: string;
}

/** The image that each of these wearables is offered, by its MAC address. */
export async function offersByMac(q: Queryable, macs: readonly string[]): Promise<Map<string, Offer>> {
  const rows = await q.rows<Offer & { readonly macAddress: string }>(
    `SELECT d.mac_address AS "macAddress", d.user_id AS "userId", i.id, i.version, i.model, i.size, i.sha256, i.signature
     FROM devices_public d JOIN firmware_states s ON s.device_id = d.id JOIN firmware_images i ON i.id = s.image_id
     WHERE d.mac_address = ANY($1) AND s.state IN ('offered', 'loading') AND i.stopped_at IS NULL`,
    [macs],
  );
  const offers = new Map<string, Offer>();
  for (const offer of rows) {
    const other = offers.get(offer.macAddress);
    offers.set(offer.macAddress, other === undefined ? offer : newerOf(other, offer));
  }
  return offers;
}

/** The newest version that each of these wearables is offered, by ID. */
export async function offeredVersions(q: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await q.rows<{ deviceId: string; version: string }>(
    `SELECT s.device_id AS "deviceId", i.version FROM firmware_states s JOIN firmware_images i ON i.id = s.image_id
     WHERE s.device_id = ANY($1) AND s.state IN ('offered', 'loading') AND i.stopped_at IS NULL`,
    [ids],
  );
  const versions = new Map<string, string>();
  for (const { deviceId, version } of rows)
    versions.set(deviceId, newerOf({ version }, { version: versions.get(deviceId) ?? version }).version);
  return versions;
}

/** Whether the wearable, or any of this owner's, may load the image. */
export const mayLoad = async (
  q: Queryable,
  imageId: string,
  { userId, deviceId }: { readonly userId: string; readonly deviceId: string | undefined },
): Promise<boolean> =>
  (await q.value<boolean>(
    `SELECT EXISTS (SELECT FROM firmware_states s JOIN devices_public d ON d.id = s.device_id
       JOIN firmware_images i ON i.id = s.image_id
       WHERE s.image_id = $1 AND d.user_id = $2 AND ($3::uuid IS NULL OR d.id = $3)
         AND s.state IN ('offered', 'loading') AND i.stopped_at IS NULL)`,
    [imageId, userId, deviceId ?? null],
  )) ?? false;

export const lockState = (q: Queryable, deviceId: string, version: string) =>
  q.row<{ imageId: string; version: string; state: UpdateState }>(
    `SELECT s.image_id AS "imageId", i.version, s.state FROM firmware_states s JOIN firmware_images i ON i.id = s.image_id
     WHERE s.device_id = $1 AND ltrim(i.version, 'vV') = ltrim($2, 'vV')
     ORDER BY s.state IN ('offered', 'loading') DESC, s.since DESC LIMIT 1 FOR UPDATE OF s`,
    [deviceId, version],
  );

export const setState = (
  q: Queryable,
  {
    imageId,
    deviceId,
    state,
    error,
    at,
  }: {
    readonly imageId: string;
    readonly deviceId: string;
    readonly state: UpdateState;
    readonly error: string | null;
    readonly at: Date;
  },
) =>
  q.run(
    'UPDATE firmware_states SET state = $3, error = $4, since = $5 WHERE image_id = $1 AND device_id = $2',
    [imageId, deviceId, state, error, at],
  );

/** How wearables have fared since the image was offered, or offered again after a stop. */
export const outcomesOf = (q: Queryable, imageId: string) =>
  q.row<{ version: string; failed: number; installed: number; isStopped: boolean }>(
    `SELECT i.version, i.stopped_at IS NOT NULL AS "isStopped",
       count(*) FILTER (WHERE s.state IN ('failed', 'rolled_back')) AS failed,
       count(*) FILTER (WHERE s.state = 'installed') AS installed
     FROM firmware_images i LEFT JOIN firmware_states s ON s.image_id = i.id AND s.since >= i.counted_from
     WHERE i.id = $1 GROUP BY i.id`,
    [imageId],
  );

/** False if it has stopped already. */
export const stop = async (q: Queryable, imageId: string, at: Date): Promise<boolean> =>
  (await q.run('UPDATE firmware_images SET stopped_at = $2 WHERE id = $1 AND stopped_at IS NULL', [
    imageId,
    at,
  ])) > 0;

/** Wearables report what they like. */
const MOST_VERSIONS = 100;

const DEVICES: ListSource = {
  columns: `d.id AS "deviceId", d.mac_address AS "macAddress", d.name,
    json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) AS wearer,
    s.state, s.since, s.error, d.firmware_version AS "firmwareVersion"`,
  from: `firmware_states s JOIN devices_public d ON d.id = s.device_id JOIN people_public p ON p.id = d.user_id`,
  sortable: { since: 's.since', state: 's.state', name: 'd.name' },
  time: 's.since',
  id: 'd.id',
};
export const DEVICE_SORTS = Object.keys(DEVICES.sortable);

interface StoredDevice {
  readonly deviceId: string;
  readonly wearer: { readonly id: string; readonly name: string };
}

export const listDevices = (
  q: Queryable,
  imageId: string,
  page: Page,
  state: UpdateState | null | undefined,
) =>
  list<StoredDevice>(q, DEVICES, page, [
    ['s.image_id = $?', imageId],
    ...given(state, (one): Condition => ['s.state = $?', one]),
  ]);

export const countStates = (q: Queryable) =>
  q.rows<{ state: UpdateState; count: number }>(
    'SELECT state, count(*) AS count FROM firmware_states GROUP BY state',
  );

/** The versions that wearables report; null for those that report none. */
export const countVersions = (q: Queryable) =>
  q.rows<{ version: string | null; model: string | null; devices: number }>(
    `SELECT firmware_version AS version, model, count(*) AS devices FROM devices_public
     WHERE ${isNoPathTest('user_id')} GROUP BY firmware_version, model
     ORDER BY count(*) DESC, firmware_version, model LIMIT ${MOST_VERSIONS}`,
  );

export const isWard = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.value<boolean>('SELECT EXISTS (SELECT FROM wards_public WHERE id = $1)', [id])) ?? false;
