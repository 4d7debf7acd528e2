import { lastsSql } from '../../people/vocabulary.ts';

/**
 * SQL: the rows that put somebody on duty at a time, by a shift that they started or by the roster of a ward, as
 * (caregiver_id, until, via). A roster counts for members of its ward, unless they ended the slot early
 * (docs/home.md, "Rosters"). Takes SQL expressions.
 */
export const dutySql = (at: string): string =>
  `(SELECT caregiver_id, until, 'shift' AS via FROM shifts WHERE until > ${at}
    UNION ALL
    SELECT r.caregiver_id, r.ends_at, 'roster' FROM roster_duty r
      JOIN ward_members_public rm ON rm.ward_id = r.ward_id AND rm.caregiver_id = r.caregiver_id
    WHERE r.starts_at <= ${at} AND r.ends_at > ${at} AND r.ended_at IS NULL AND ${lastsSql('rm', at)})`;

/** SQL: whether a caregiver is on duty at a time. Takes SQL expressions. */
export const isOnDutySql = (caregiver: string, at: string): string =>
  `EXISTS (SELECT FROM ${dutySql(at)} AS duty WHERE duty.caregiver_id = ${caregiver})`;
