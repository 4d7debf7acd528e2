import { tokenLastsSql } from '../../accounts/vocabulary.ts';
import { lastsSql } from '../../people/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { SecretPage } from '../../platform/stored-secrets.ts';

/** Whose feed, and of what: a ward, or the person's own slots (null). */
export interface FeedOwner {
  readonly personId: string;
  readonly wardId: string | null;
  /** The access token that asked for it and that it ends with; null for the person's own address. */
  readonly tokenId: string | null;
}

export const findFeed = (q: Queryable, { personId, wardId, tokenId }: FeedOwner) =>
  q.row<{ id: string; token: string }>(
    `SELECT id, token FROM calendar_feeds
     WHERE person_id = $1 AND ward_id IS NOT DISTINCT FROM $2 AND token_id IS NOT DISTINCT FROM $3`,
    [personId, wardId, tokenId],
  );

/** A new address replaces the former one. */
export const putFeed = (
  q: Queryable,
  { personId, wardId, tokenId }: FeedOwner,
  { id, hash, token }: { readonly id: string; readonly hash: Buffer; readonly token: string },
  at: Date,
) =>
  q.run(
    `INSERT INTO calendar_feeds (id, person_id, ward_id, hash, token, created_at, token_id)
     VALUES ($3, $1, $2, $4, $5, $6, $7)
     ON CONFLICT (person_id, ward_id, token_id) DO UPDATE SET id = excluded.id, hash = excluded.hash, token = excluded.token,
       created_at = excluded.created_at`,
    [personId, wardId, id, hash, token, at, tokenId],
  );

/** As putFeed, unless another call was faster. */
export const addFeed = (
  q: Queryable,
  { personId, wardId, tokenId }: FeedOwner,
  { id, hash, token }: { readonly id: string; readonly hash: Buffer; readonly token: string },
  at: Date,
) =>
  q.run(
    `INSERT INTO calendar_feeds (id, person_id, ward_id, hash, token, created_at, token_id)
     VALUES ($3, $1, $2, $4, $5, $6, $7)
     ON CONFLICT (person_id, ward_id, token_id) DO NOTHING`,
    [personId, wardId, id, hash, token, at, tokenId],
  );

/**
 * The feed of an address, while its owner may read it: an active caregiver, and for a ward a member or an admin. The
 * triggers of sql/032 delete it when that ends; a membership or an access token whose time is over may still have its row.
 */
export const feedByHash = (q: Queryable, hash: Buffer, at: Date) =>
  q.row<
    Omit<FeedOwner, 'tokenId'> & {
      readonly personName: string;
      readonly wardName: string | null;
      readonly language: Language | null;
    }
  >(
    `SELECT f.person_id AS "personId", f.ward_id AS "wardId", u.first_name || ' ' || u.last_name AS "personName",
            w.name AS "wardName", u.language
     FROM calendar_feeds f JOIN people_public u ON u.id = f.person_id AND u.status = 'active'
       LEFT JOIN wards_public w ON w.id = f.ward_id
       LEFT JOIN ward_members_public m ON m.ward_id = f.ward_id AND m.caregiver_id = u.id AND ${lastsSql('m', '$2')}
     WHERE f.hash = $1 AND (f.token_id IS NULL OR ${tokenLastsSql('f.token_id', '$2')})
       AND (u.role = 'CAREGIVER' AND (f.ward_id IS NULL OR m.caregiver_id IS NOT NULL)
         OR u.role = 'ADMIN' AND f.ward_id IS NOT NULL)`,
    [hash, at],
  );

export const placeOfToken = (id: string): string => `calendar_feeds/${id}/token`;

const feeds: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; stored: string }>(
    'SELECT id, token AS stored FROM calendar_feeds WHERE id > $1 ORDER BY id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, stored }) => {
    const place = placeOfToken(id);
    return {
      id,
      secrets: [{ stored, place }],
      replace: async (q, change) =>
        (await q.run('UPDATE calendar_feeds SET token = $3 WHERE id = $1 AND token = $2', [
          id,
          stored,
          change(stored, place),
        ])) === 1,
    };
  });
};

/** The tables of this module that hold credentials. */
export const sealedSecrets: readonly SecretPage[] = [feeds];
