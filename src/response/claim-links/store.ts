import type { Queryable } from '../../platform/database/database.ts';

interface ClaimLink {
  readonly fallId: string;
  readonly personId: string;
}

export const insertClaimLinks = (
  q: Queryable,
  links: readonly (ClaimLink & { readonly hash: Buffer })[],
  expiresAt: Date,
) =>
  q.run(
    `INSERT INTO claim_links (hash, fall_id, person_id, expires_at)
     SELECT l.hash, f.id, u.id, $4 FROM unnest($1::bytea[], $2::uuid[], $3::uuid[]) AS l (hash, fall_id, person_id)
       JOIN fall_events f ON f.id = l.fall_id JOIN people_public u ON u.id = l.person_id`,
    [
      links.map(({ hash }) => hash),
      links.map(({ fallId }) => fallId),
      links.map(({ personId }) => personId),
      expiresAt,
    ],
  );

/** For the page with the button; undefined when the link was used or has expired. */
export const findClaimLink = (q: Queryable, hash: Buffer, at: Date) =>
  q.row<ClaimLink>(
    `SELECT fall_id AS "fallId", person_id AS "personId" FROM claim_links
     WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [hash, at],
  );

/** A used link, for a caregiver who tapped twice. */
export const findUsedClaimLink = (q: Queryable, hash: Buffer) =>
  q.row<ClaimLink>(
    `SELECT fall_id AS "fallId", person_id AS "personId" FROM claim_links
     WHERE hash = $1 AND used_at IS NOT NULL`,
    [hash],
  );

/** Single use: of two concurrent calls, one succeeds. */
export const useClaimLink = (q: Queryable, hash: Buffer, at: Date) =>
  q.row<ClaimLink>(
    `UPDATE claim_links SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING fall_id AS "fallId", person_id AS "personId"`,
    [hash, at],
  );

/** Deletes at most `most` links that expired before a time. */
export const purgeClaimLinks = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM claim_links WHERE hash IN
       (SELECT hash FROM claim_links WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
