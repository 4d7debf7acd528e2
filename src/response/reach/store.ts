import type { ChannelKind, NotificationChannel } from '../../notify/index.ts';
import { lastsSql } from '../../people/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { dutySql, isOnDutySql } from '../roster/duty.ts';
import type { DutyVia } from '../vocabulary.ts';
import type { Reachability } from './reachability.ts';

export const countReachable = async (
  q: Queryable,
  kinds: readonly ChannelKind[],
  at: Date,
): Promise<Reachability> =>
  (await q.row<Reachability>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM people_public WHERE role = 'PATIENT' AND status = 'active' LIMIT 1) p) AS patients,
            count(*)::int AS caregivers, count(*) FILTER (WHERE reachable)::int AS "caregiversReachable",
            count(*) FILTER (WHERE on_duty)::int AS "onDuty",
            count(*) FILTER (WHERE on_duty AND reachable)::int AS "onDutyReachable"
     FROM (SELECT ${isOnDutySql('u.id', '$2')} AS on_duty,
                  EXISTS (SELECT FROM channels_public c
                          WHERE c.user_id = u.id AND c.kind = ANY($1) AND c.is_working) AS reachable
           FROM people_public u WHERE u.role = 'CAREGIVER' AND u.status = 'active') AS caregivers`,
    [kinds, at],
  )) as Reachability;

interface Reached {
  readonly id: string;
  readonly name: string;
  readonly role: 'CAREGIVER' | 'ADMIN';
  readonly onDutyUntil: Date | null;
  readonly via: DutyVia | null;
}

/** Active caregivers and admins by name; with a ward, its members. Those on duty come first. */
export const peopleToReach = (q: Queryable, wardId: string | null, at: Date) =>
  q.rows<Reached>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role, d.until AS "onDutyUntil", d.via
     FROM people_public u
       LEFT JOIN (SELECT caregiver_id, max(until) AS until, min(via) AS via FROM ${dutySql('$2')} AS duty
                  GROUP BY caregiver_id) d ON d.caregiver_id = u.id AND u.role = 'CAREGIVER'
     WHERE u.status = 'active' AND u.role IN ('CAREGIVER', 'ADMIN')
       AND ($1::uuid IS NULL OR EXISTS (SELECT FROM ward_members_public m
             WHERE m.ward_id = $1 AND m.caregiver_id = u.id AND ${lastsSql('m', '$2')}))
     ORDER BY d.until IS NULL, u.role DESC, u.last_name, u.first_name, u.id`,
    [wardId, at],
  );

/** The active patients for whom a policy counts: those of a ward or of the organisation without a nearer policy. */
export const patientsOfPolicy = (
  q: Queryable,
  { wardId, patientId }: { readonly wardId: string | null; readonly patientId: string | null },
) =>
  q.column<string>(
    `SELECT p.id FROM people_public p
       WHERE p.role = 'PATIENT' AND p.status = 'active'
         AND ($2::uuid IS NULL OR p.id = $2)
         AND ($2::uuid IS NOT NULL OR NOT EXISTS (SELECT FROM escalation_policies e WHERE e.patient_id = p.id))
         AND ($1::uuid IS NULL OR p.ward_id = $1)
         AND ($1::uuid IS NOT NULL OR $2::uuid IS NOT NULL
              OR NOT EXISTS (SELECT FROM ward_escalation_policies w WHERE w.ward_id = p.ward_id))`,
    [wardId, patientId],
  );

/** What others may know of a person's channel: not its target. */
interface ChannelStatus extends Pick<NotificationChannel, 'userId' | 'kind' | 'verifiedAt' | 'disabledAt'> {
  /** Whether the last message failed. */
  readonly failed: boolean;
  readonly testedAt: Date | null;
  readonly ringsOnSilent: boolean | null;
  readonly lastAcceptedAt: Date | null;
  readonly lastReceivedAt: Date | null;
  /** It gives receipts, if its kind does, and the last three messages that were accepted have none. */
  readonly lacksReceipts: boolean;
}

/** A message about several falls is one. */
const RECEIPTS = `
  SELECT max(accepted_at) AS last_accepted_at, max(received_at) AS last_received_at,
         count(*) FILTER (WHERE place <= 3 AND received_at IS NULL) = 3 AS lacks_receipts
  FROM (SELECT max(accepted_at) AS accepted_at, max(received_at) AS received_at,
               row_number() OVER (ORDER BY max(accepted_at) DESC) AS place
        FROM receipts_public WHERE channel_id = c.id AND accepted_at IS NOT NULL GROUP BY message_id) AS messages`;

export const channelStatusesOf = (q: Queryable, userIds: readonly string[]) =>
  q.rows<ChannelStatus>(
    `SELECT c.user_id AS "userId", c.kind, c.verified_at AS "verifiedAt", c.disabled_at AS "disabledAt",
            c.last_error IS NOT NULL AS failed, c.tested_at AS "testedAt",
            c.rings_on_silent AS "ringsOnSilent", r.last_accepted_at AS "lastAcceptedAt",
            r.last_received_at AS "lastReceivedAt", r.lacks_receipts AND c.gives_receipts AS "lacksReceipts"
     FROM channels_public c CROSS JOIN LATERAL (${RECEIPTS}) r
     WHERE c.user_id = ANY($1) ORDER BY c.user_id, c.created_at, c.id`,
    [userIds],
  );

/** The given people who have a working channel that rings on silent. */
export const ringingAmong = async (
  q: Queryable,
  userIds: readonly string[],
  kinds: readonly ChannelKind[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await q.column<string>(
      `SELECT DISTINCT user_id FROM channels_public
       WHERE user_id = ANY($1) AND kind = ANY($2) AND is_working AND rings_on_silent`,
      [userIds, kinds],
    ),
  );
