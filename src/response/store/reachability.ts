import { type ChannelKind, IS_WORKING } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isOnDutySql } from '../duty.ts';
import type { Reachability } from '../reachability.ts';

export const countReachable = async (
  q: Queryable,
  kinds: readonly ChannelKind[],
  at: Date,
): Promise<Reachability> =>
  (await q.row<Reachability>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM users WHERE role = 'PATIENT' AND status = 'active' LIMIT 1) p) AS patients,
            count(*)::int AS caregivers, count(*) FILTER (WHERE reachable)::int AS "caregiversReachable",
            count(*) FILTER (WHERE on_duty)::int AS "onDuty",
            count(*) FILTER (WHERE on_duty AND reachable)::int AS "onDutyReachable"
     FROM (SELECT ${isOnDutySql('u.id', '$2')} AS on_duty,
                  EXISTS (SELECT FROM notification_channels c
                          WHERE c.user_id = u.id AND c.kind = ANY($1) AND ${IS_WORKING}) AS reachable
           FROM users u WHERE u.role = 'CAREGIVER' AND u.status = 'active') AS caregivers`,
    [kinds, at],
  )) as Reachability;
