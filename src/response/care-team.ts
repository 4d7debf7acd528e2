import { CARE_TEAMS, lastsSql } from '../people/vocabulary.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isAssistingSql } from './assist/store.ts';
import { isOnDutySql } from './roster/duty.ts';
import { takeRaiseTurns } from './store/responses.ts';
import type { StepTarget } from './vocabulary.ts';

interface TeamMember {
  readonly caregiverId: string;
  readonly patientId: string;
  /** Whether the caregiver's account is active. */
  readonly active: boolean;
}

/**
 * The care teams of some patients. Until the transaction ends, neither their care nor the accounts can end. The end of
 * care deletes its events (sql/008), so events written under this lock are found and deleted. Lock order: people before
 * care teams, as when an account is deleted (sql/031). Falls, alerts and conditions come after the patient (see
 * lockCareTeams), and before or after their caregivers.
 */
export async function lockCaregiversOf(
  q: Queryable,
  patientIds: readonly string[],
): Promise<readonly TeamMember[]> {
  const held = await q.column<string>(
    `SELECT id FROM people_public
     WHERE id IN (SELECT unnest($1::uuid[])
                  UNION SELECT caregiver_id FROM care_teams_public WHERE patient_id = ANY($1))
     ORDER BY id FOR KEY SHARE`,
    [patientIds],
  );
  // Leaves out care that began since: its caregivers are not locked.
  return q.rows<TeamMember>(
    `SELECT t.caregiver_id AS "caregiverId", t.patient_id AS "patientId", u.status = 'active' AS active
     FROM ${CARE_TEAMS} t JOIN people_public u ON u.id = t.caregiver_id
     WHERE t.patient_id = ANY($1) AND t.caregiver_id = ANY($2)
     ORDER BY t.caregiver_id, t.patient_id FOR KEY SHARE OF t`,
    [patientIds, held],
  );
}

/** The care team of a patient and the admins at the time of a step. */
export interface CareTeam {
  /** The whole care team, each caregiver once. */
  readonly all: readonly string[];
  readonly assigned: readonly string[];
  /** The members of the patient's ward, its leads included. */
  readonly ward: readonly string[];
  /** The leads of the patient's ward; the admins where no active caregiver leads it. */
  readonly wardLeads: readonly string[];
  /** The caregivers of the whole care team who are on duty. */
  readonly onDuty: readonly string[];
  readonly admins: readonly string[];
}

/**
 * Each recipient once. A fall of a patient without a care team goes to the admins. A step whose targets are nobody (a
 * `ward` step for a patient without a ward) goes to the whole care team.
 */
export function recipientsOf(targets: readonly StepTarget[], careTeam: CareTeam): string[] {
  const { all, admins } = careTeam;
  if (all.length === 0) return [...admins];
  const recipients = new Set(targets.flatMap((target) => targetedBy(target, careTeam)));
  return [...(recipients.size === 0 ? all : recipients)];
}

/** The people of one target, for a patient with a care team. */
export const targetedBy = (
  target: StepTarget,
  { all, assigned, ward, wardLeads, onDuty, admins }: CareTeam,
): readonly string[] =>
  ({
    on_duty: onDuty.length === 0 ? all : onDuty,
    assigned,
    ward,
    ward_leads: wardLeads,
    admins,
  })[target];

/** docs/response.md, "Escalation policy": without a care team, the admins. */
export const alertedOf = ({ all, admins }: CareTeam): readonly string[] => (all.length === 0 ? admins : all);

/**
 * Until the transaction ends, no person whom a change of these patients' responses may affect is deleted, and no care
 * of these patients ends. Lock order: people, care teams, falls, responses (sql/031), as when an account is deleted or
 * care ends (whose trigger reads claims). Each is locked in one order, so that no deadlock occurs.
 */
export async function lockCareTeams(q: Queryable, patientIds: readonly string[]): Promise<void> {
  await q.run(
    `WITH held AS (
       SELECT id FROM people_public WHERE id = ANY(array(
         SELECT unnest($1::uuid[])
         UNION SELECT caregiver_id FROM care_teams_public WHERE patient_id = ANY($1)
         UNION SELECT id FROM people_public WHERE role IN ('ADMIN', 'SERVICE')
         UNION SELECT unnest(array[claimed_by, offered_to]) FROM responses
               WHERE patient_id = ANY($1) AND state <> 'RESOLVED'
       )) ORDER BY id FOR KEY SHARE
     )
     -- All people first: the second part starts when the first has ended. Counted, because nobody reads the rows.
     SELECT count(*) FROM held
     UNION ALL
     SELECT count(*) FROM (
       SELECT caregiver_id FROM care_teams_public WHERE patient_id = ANY($1) AND caregiver_id = ANY(array(SELECT id FROM held))
       ORDER BY caregiver_id, patient_id FOR KEY SHARE) care`,
    [patientIds],
  );
}

/**
 * Until the transaction ends, the account is neither deactivated nor given another role. Comes before all locks of rows: a
 * deactivation goes on to the person's claims.
 */
export const lockStanding = (q: Queryable, personId: string) =>
  q.run('SELECT FROM people_public WHERE id = $1 FOR SHARE', [personId]);

/**
 * Locks for a transaction that records, joins or raises falls of these patients; take it before any other lock. All
 * such transactions take turns for each patient, across instances: they first look whether there is a fall to join or
 * to raise, and none of them may change that between the look and the write. So a level only rises (docs/contract.md,
 * "Episodes"), and a call for help is never a second fall. Patients are locked in one order.
 * `claimant`: the person for whom the transaction may claim.
 */
export async function lockForRaise(
  q: Queryable,
  patientIds: readonly string[],
  claimant?: string,
): Promise<void> {
  await Promise.all([
    takeRaiseTurns(q, patientIds),
    claimant === undefined ? undefined : lockStanding(q, claimant),
    lockCareTeams(q, patientIds),
  ]);
}

interface CareRow {
  readonly patientId: string;
  readonly caregiverId: string;
  readonly isAssigned: boolean;
  readonly isMember: boolean;
  readonly isLead: boolean;
  readonly isOnDuty: boolean;
}

/**
 * The care teams of some patients, and the admins; active accounts only. Events written to them must not outlive their
 * care (sql/008), so all of them are locked: most by lockCareTeams before. Care that began since is locked without
 * waiting, to keep the lock order. A membership whose time is over gives no care, even before its row is deleted.
 */
export const careTeamsOf = (
  q: Queryable,
  patientIds: readonly string[],
  at: Date,
): Promise<(patientId: string) => CareTeam> => readCareTeams(q, patientIds, at, 'FOR KEY SHARE');

/** As `careTeamsOf`, to look at: nothing is written for these people, so nothing is locked. */
export const currentCareTeamsOf = (
  q: Queryable,
  patientIds: readonly string[],
  at: Date,
): Promise<(patientId: string) => CareTeam> => readCareTeams(q, patientIds, at, undefined);

async function readCareTeams(
  q: Queryable,
  patientIds: readonly string[],
  at: Date,
  lock: 'FOR KEY SHARE' | undefined,
): Promise<(patientId: string) => CareTeam> {
  const [care, admins] = await Promise.all([
    q.rows<CareRow>(
      `SELECT t.patient_id AS "patientId", t.caregiver_id AS "caregiverId", t.assigned AS "isAssigned",
              m.caregiver_id IS NOT NULL AS "isMember", coalesce(m.lead, false) AS "isLead",
              ${isOnDutySql('t.caregiver_id', '$2')} AS "isOnDuty"
       FROM care_teams_public t
         JOIN people_public u ON u.id = t.caregiver_id AND u.status = 'active'
         JOIN people_public p ON p.id = t.patient_id
         LEFT JOIN ward_members_public m ON m.ward_id = p.ward_id AND m.caregiver_id = t.caregiver_id
           AND ${lastsSql('m', '$2')}
       WHERE t.patient_id = ANY($1) AND (t.assigned OR m.caregiver_id IS NOT NULL
         OR (t.assisting AND ${isAssistingSql('t.caregiver_id', 't.patient_id', '$2')}))
       ORDER BY t.since, t.caregiver_id ${lock ? `${lock} OF t, u SKIP LOCKED` : ''}`,
      [patientIds, at],
    ),
    q.rows<{ id: string }>(
      `SELECT id FROM people_public WHERE role = 'ADMIN' AND status = 'active' ORDER BY id ${lock ? `${lock} SKIP LOCKED` : ''}`,
    ),
  ]);
  const careOf = groupedBy(care, (row) => row.patientId);
  const adminIds = admins.map((row) => row.id);
  return (patientId) => {
    const own = careOf(patientId);
    const idsOf = (isIn: (row: CareRow) => boolean) => own.filter(isIn).map((row) => row.caregiverId);
    const leads = idsOf((row) => row.isLead);
    return {
      all: idsOf(() => true),
      assigned: idsOf((row) => row.isAssigned),
      ward: idsOf((row) => row.isMember),
      wardLeads: leads.length === 0 ? adminIds : leads,
      onDuty: idsOf((row) => row.isOnDuty),
      admins: adminIds,
    };
  };
}
