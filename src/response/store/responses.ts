import { isNoPathTest, servesSql } from '../../accounts/vocabulary.ts';
import type { SensorEvent } from '../../notify/texts/content.ts';
import { isInCareTeam, isShown, type PatientsOf, shownFor } from '../../people/index.ts';
import type { Person } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import { CLOCK_TOLERANCE_MS } from '../../platform/time.ts';
import type { EscalationPolicy } from '../escalation/schema.ts';
import { NO_RESPONSE, type ShownResponse, shownOf } from '../shown-response.ts';
import { dueAt, type Response, type ResponseOutcome, type ResponseState } from '../states.ts';
import type { FallSource, VerificationStatus } from '../vocabulary.ts';

/** A response with the fields of its fall that are needed to change it and to notify people. */
export interface FallResponse {
  readonly fallId: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  readonly level: FallLevel;
  readonly source: FallSource;
  /** The sensor's event that it began with; null for another source. */
  readonly sensorEvent: SensorEvent | null;
  readonly deviceId: string | null;
  /** Where the patient fell, as reported. */
  readonly location: string | null;
  readonly fellAt: Date;
  /** docs/response.md, "Test alerts". */
  readonly isTest: boolean;
  /** When the response began. */
  readonly begunAt: Date;
  /** False when the holder is inactive, or neither assigned nor an admin any more; true while unclaimed. */
  readonly holderMayCome: boolean;
  readonly offeredMayCome: boolean;
  /** When the admins were notified that no one can be reached. */
  readonly unreachableAt: Date | null;
  readonly response: Response;
}

interface Row extends Omit<FallResponse, 'response'> {
  readonly state: ResponseState;
  readonly policy: EscalationPolicy;
  readonly okUntil: Date | null;
  readonly claimedById: string | null;
  readonly claimedByName: string | null;
  readonly claimedAt: Date | null;
  readonly claimExpiresAt: Date | null;
  readonly unclaimedSince: Date | null;
  readonly etaMinutes: number | null;
  readonly offeredToId: string | null;
  readonly offeredToName: string | null;
  readonly escalationStartsAt: Date;
  readonly aheadMs: number;
  readonly step: number;
  readonly repeatsLeft: number | null;
  readonly lastStepAt: Date | null;
  readonly nextStepAt: Date | null;
  readonly helpPresses: number;
  readonly helpAt: Date | null;
  readonly helpNotified: readonly Person[] | null;
  readonly passedBy: readonly string[];
  readonly exhaustedAt: Date | null;
  readonly receiptsDueAt: Date | null;
  readonly verification: VerificationStatus | null;
  readonly verificationImpactAt: Date | null;
  readonly verificationDueAt: Date | null;
  readonly verificationLater: readonly Date[];
  readonly outcome: ResponseOutcome | null;
  readonly resolvedAt: Date | null;
  readonly resolvedById: string | null;
  readonly resolvedByName: string | null;
  readonly note: string | null;
}

const mayCome = (person: string): string =>
  `(${person}.id IS NULL OR ${person}.status = 'active' AND 
     (${person}.role = 'ADMIN' OR ${isInCareTeam(`${person}.id`, 'r.patient_id')}
       OR ${servesSql(`${person}.id`, 'r.patient_id')}))`;

/** The people who still have an account, in the order in which they were notified. */
const HELP_NOTIFIED = `CASE WHEN r.help_notified IS NOT NULL THEN coalesce((
  SELECT json_agg(json_build_object('id', t.id, 'name', rtrim(t.first_name || ' ' || t.last_name))
                  ORDER BY array_position(r.help_notified, t.id))
  FROM people_public t WHERE t.id = ANY(r.help_notified)), '[]') END`;

const SELECT = `
  SELECT r.fall_id AS "fallId", r.patient_id AS "patientId", p.first_name || ' ' || p.last_name AS "patientName",
         p.room AS "patientRoom", f.status AS level, f.source, f.sensor->>'event' AS "sensorEvent", f.device_id AS "deviceId", f.location,
         f.created_at AS "fellAt", f.is_test AS "isTest",
         r.created_at AS "begunAt",
         ${mayCome('c')} AS "holderMayCome", ${mayCome('o')} AS "offeredMayCome",
         r.unreachable_at AS "unreachableAt", r.state, r.policy, r.ok_until AS "okUntil",
         c.id AS "claimedById", rtrim(c.first_name || ' ' || c.last_name) AS "claimedByName", r.claimed_at AS "claimedAt",
         r.claim_expires_at AS "claimExpiresAt", r.unclaimed_since AS "unclaimedSince", r.eta_minutes AS "etaMinutes",
         o.id AS "offeredToId", o.first_name || ' ' || o.last_name AS "offeredToName",
         r.escalation_starts_at AS "escalationStartsAt", r.escalation_ahead_ms AS "aheadMs", r.step, r.repeats_left AS "repeatsLeft",
         r.last_step_at AS "lastStepAt", r.next_step_at AS "nextStepAt",
         r.help_presses AS "helpPresses", r.help_at AS "helpAt", ${HELP_NOTIFIED} AS "helpNotified", r.passed_by AS "passedBy", r.exhausted_at AS "exhaustedAt", r.receipts_due_at AS "receiptsDueAt",
         r.verification, r.verification_impact_at AS "verificationImpactAt", r.verification_due_at AS "verificationDueAt",
         r.verification_later AS "verificationLater",
         r.outcome, r.resolved_at AS "resolvedAt",
         v.id AS "resolvedById", rtrim(v.first_name || ' ' || v.last_name) AS "resolvedByName", r.note
  FROM responses r
    JOIN fall_events f ON f.id = r.fall_id
    JOIN people_public p ON p.id = r.patient_id
    LEFT JOIN people_public c ON c.id = r.claimed_by
    LEFT JOIN people_public o ON o.id = r.offered_to
    LEFT JOIN people_public v ON v.id = r.resolved_by`;

const personOf = (id: string | null, name: string | null): Person | null =>
  id === null || name === null ? null : { id, name };

const fromRow = (row: Row): FallResponse => ({
  fallId: row.fallId,
  patientId: row.patientId,
  patientName: row.patientName,
  patientRoom: row.patientRoom,
  level: row.level,
  source: row.source,
  sensorEvent: row.sensorEvent,
  deviceId: row.deviceId,
  location: row.location,
  fellAt: row.fellAt,
  isTest: row.isTest,
  begunAt: row.begunAt,
  holderMayCome: row.holderMayCome,
  offeredMayCome: row.offeredMayCome,
  unreachableAt: row.unreachableAt,
  response: {
    state: row.state,
    policy: row.policy,
    escalation: {
      startsAt: row.escalationStartsAt,
      aheadMs: row.aheadMs,
      step: row.step,
      repeatsLeft: row.repeatsLeft,
      lastAt: row.lastStepAt,
      exhaustedAt: row.exhaustedAt,
      receiptsDueAt: row.receiptsDueAt,
    },
    okUntil: row.okUntil,
    claimedBy: personOf(row.claimedById, row.claimedByName),
    claimedAt: row.claimedAt,
    claimExpiresAt: row.claimExpiresAt,
    unclaimedSince: row.unclaimedSince,
    etaMinutes: row.etaMinutes,
    offeredTo: personOf(row.offeredToId, row.offeredToName),
    nextStepAt: row.nextStepAt,
    helpPresses: row.helpPresses,
    helpAt: row.helpAt,
    helpNotified: row.helpNotified,
    passedBy: row.passedBy,
    verification:
      row.verification === null || row.verificationImpactAt === null
        ? null
        : {
            status: row.verification,
            impactAt: row.verificationImpactAt,
            later: row.verificationLater,
            dueAt: row.verificationDueAt,
          },
    outcome: row.outcome,
    resolvedAt: row.resolvedAt,
    resolvedBy: personOf(row.resolvedById, row.resolvedByName),
    note: row.note,
  },
});

/** The responses of falls that have one, for lists and messages. */
export async function shownResponses(
  q: Queryable,
  fallIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnType<typeof shownOf>>> {
  if (fallIds.length === 0) return new Map();
  const rows = await q.rows<Row>(`${SELECT} WHERE r.fall_id = ANY($1)`, [fallIds]);
  return new Map(rows.map((row) => [row.fallId, shownOf(fromRow(row).response)]));
}

/** As shownResponses, without verification. */
export const responsesOf = async (q: Queryable, fallIds: readonly string[]) =>
  new Map([...(await shownResponses(q, fallIds))].map(([fallId, { response }]) => [fallId, response]));

/** Adds the fall's response and verification to each record, with one query for all of them. */
export async function withResponses<Row extends object>(
  q: Queryable,
  records: readonly Row[],
  fallOf: (record: Row) => string | null,
): Promise<readonly (Row & ShownResponse)[]> {
  const responses = await shownResponses(q, [...new Set(records.map(fallOf).filter((id) => id !== null))]);
  return records.map((record) => ({ ...record, ...(responses.get(fallOf(record) ?? '') ?? NO_RESPONSE) }));
}

/**
 * As lockResponses, for the unresolved ones with one of these verifications; where impacts are given, only if their own is not
 * later.
 */
export const lockResponsesIn = async (
  q: Queryable,
  falls: readonly { readonly fallId: string; readonly impactAt?: Date }[],
  statuses: readonly VerificationStatus[],
): Promise<readonly FallResponse[]> => {
  const held = await q.column<string>(
    `SELECT r.fall_id FROM responses r JOIN unnest($1::uuid[], $2::timestamptz[]) AS s (fall_id, impact_at) USING (fall_id)
     WHERE r.verification = ANY($3) AND r.state <> 'RESOLVED' AND (s.impact_at IS NULL
       OR s.impact_at > greatest(r.verification_impact_at, r.verification_later[cardinality(r.verification_later)]))
     ORDER BY r.fall_id FOR UPDATE OF r`,
    [falls.map(({ fallId }) => fallId), falls.map(({ impactAt }) => impactAt ?? null), statuses],
  );
  return held.length === 0 ? [] : lockResponses(q, held);
};

/** The current response, without a lock. */
export async function findResponse(q: Queryable, fallId: string): Promise<FallResponse | undefined> {
  const row = await q.row<Row>(`${SELECT} WHERE r.fall_id = $1`, [fallId]);
  return row && fromRow(row);
}

/** The same for some falls, oldest first. */
export const responsesTo = async (
  q: Queryable,
  fallIds: readonly string[],
): Promise<readonly FallResponse[]> =>
  fallIds.length === 0
    ? []
    : (await q.rows<Row>(`${SELECT} WHERE r.fall_id = ANY($1) ORDER BY r.created_at`, [fallIds])).map(
        fromRow,
      );

/**
 * Locks the responses of some falls until the transaction ends, and returns those that exist. The caller must have
 * locked the falls (see lockFalls). Reads in a statement of its own: one that waits for a lock sees the other tables as
 * they were before it waited.
 */
export async function lockResponses(
  q: Queryable,
  fallIds: readonly string[],
): Promise<readonly FallResponse[]> {
  const [, rows] = await Promise.all([
    q.run('SELECT FROM responses WHERE fall_id = ANY($1) ORDER BY fall_id FOR UPDATE', [fallIds]),
    q.rows<Row>(`${SELECT} WHERE r.fall_id = ANY($1) ORDER BY r.fall_id`, [fallIds]),
  ]);
  return rows.map(fromRow);
}

/** As lockResponses, for one fall. */
export const lockResponse = async (q: Queryable, fallId: string): Promise<FallResponse | undefined> =>
  (await lockResponses(q, [fallId]))[0];

/** Reads the patient without a lock: the care team must be locked before the fall. */
export const patientOfFall = async (q: Queryable, fallId: string): Promise<string | undefined> =>
  (await q.row<{ userId: string }>('SELECT user_id AS "userId" FROM fall_events WHERE id = $1', [fallId]))
    ?.userId;

/**
 * Locks falls for a change, before their responses: others that raise, claim or respond to the same falls wait. Returns
 * the number of those that exist.
 */
export const lockFalls = (q: Queryable, fallIds: readonly string[]): Promise<number> =>
  q.run('SELECT FROM fall_events WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [fallIds]);

/** Due at $1, or affected by a clock that was set back: see followClock. */
const DUE = `r.due_at IS NOT NULL AND (r.due_at <= $1 OR greatest(r.created_at, r.last_step_at, r.claimed_at, r.help_at, r.unclaimed_since,
  CASE WHEN r.state = 'OPEN' THEN r.escalation_starts_at END) > $1::timestamptz + interval '${CLOCK_TOLERANCE_MS} ms')`;

/** Due responses without some of them, oldest first, not locked yet. */
export const dueResponses = (q: Queryable, at: Date, most: number, without: readonly string[]) =>
  q.rows<{ fallId: string; patientId: string }>(
    `SELECT r.fall_id AS "fallId", r.patient_id AS "patientId" FROM responses r
     WHERE ${DUE} AND r.fall_id <> ALL($3) ORDER BY r.due_at LIMIT $2`,
    [at, most, without],
  );

/** The responses of these falls that wait for receipts. */
export const responsesAwaitingReceipts = (q: Queryable, fallIds: readonly string[]) =>
  q.rows<{ fallId: string; patientId: string }>(
    `SELECT fall_id AS "fallId", patient_id AS "patientId" FROM responses
     WHERE fall_id = ANY($1) AND state = 'OPEN' AND receipts_due_at IS NOT NULL`,
    [fallIds],
  );

/**
 * The responses that are still due, or wait for receipts, and whose falls no other transaction holds: each goes to one instance only. Locks and
 * reads in statements of their own, as lockResponses does.
 */
export const lockDueResponses = async (
  q: Queryable,
  fallIds: readonly string[],
  at: Date,
): Promise<readonly FallResponse[]> => {
  const free = await q.column<string>(
    `SELECT f.id FROM fall_events f WHERE f.id = ANY($1) ORDER BY f.id FOR NO KEY UPDATE SKIP LOCKED`,
    [fallIds],
  );
  const [held, rows] = await Promise.all([
    q.rows<{ fallId: string }>(
      `SELECT r.fall_id AS "fallId" FROM responses r WHERE (${DUE} OR r.receipts_due_at IS NOT NULL) AND r.fall_id = ANY($2)
       ORDER BY r.fall_id FOR UPDATE SKIP LOCKED`,
      [at, free],
    ),
    q.rows<Row>(`${SELECT} WHERE r.fall_id = ANY($1) ORDER BY r.fall_id`, [free]),
  ]);
  const isHeld = new Set(held.map(({ fallId }) => fallId));
  return rows.filter(({ fallId }) => isHeld.has(fallId)).map(fromRow);
};

/** The claims that some people hold. */
export const claimsOf = async (q: Queryable, personIds: readonly string[]) =>
  q.rows<{ fallId: string; patientId: string; holderId: string }>(
    `SELECT fall_id AS "fallId", patient_id AS "patientId", claimed_by AS "holderId" FROM responses
     WHERE claimed_by = ANY($1) AND state = 'CLAIMED' ORDER BY fall_id`,
    [personIds],
  );

export const nextDueAt = async (q: Queryable): Promise<Date | null> =>
  (await q.row<{ at: Date | null }>('SELECT min(due_at) AS at FROM responses WHERE due_at IS NOT NULL'))
    ?.at ?? null;

/** For the metrics. */
export const countUnresolved = async (q: Queryable) =>
  (await q.row<{ unresolved: number; unansweredSince: Date | null }>(
    `SELECT count(*)::int AS unresolved, min(r.escalation_starts_at) FILTER (
       WHERE r.state = 'OPEN' AND r.verification IS DISTINCT FROM 'moved_on') AS "unansweredSince"
     FROM responses r JOIN real_falls f ON f.id = r.fall_id WHERE r.state <> 'RESOLVED'`,
  )) ?? { unresolved: 0, unansweredSince: null };

/** Unresolved falls, and falls whose wearer has said since `okSince` that they are OK. */
export const openFallIds = (q: Queryable, of: PatientsOf, okSince: Date, most: number) =>
  q.column<string>(
    // Unresolved ones first, newest first. Each part has its own limit, so that PostgreSQL reads it from an index.
    `(SELECT fall_id AS id, 0 AS place, created_at FROM responses r
        WHERE state <> 'RESOLVED' AND ${isShown(of, 'r.patient_id')} AND ${isNoPathTest('r.patient_id')}
        ORDER BY created_at DESC LIMIT $3)
       UNION ALL
       (SELECT fall_id, 1, created_at FROM responses r
        WHERE outcome = 'CANCELLED_BY_PATIENT' AND resolved_at >= $2 AND ${isShown(of, 'r.patient_id')}
        ORDER BY resolved_at DESC LIMIT $3)
       ORDER BY place, created_at DESC LIMIT $3`,
    [shownFor(of), okSince, most],
  );

/** A patient's newest unresolved fall. A call for help is none of a test. */
export const newestUnresolved = (q: Queryable, patientId: string) =>
  q.row<{ fallId: string }>(
    `SELECT r.fall_id AS "fallId" FROM responses r JOIN real_falls f ON f.id = r.fall_id
     WHERE r.patient_id = $1 AND r.state <> 'RESOLVED' ORDER BY r.created_at DESC LIMIT 1`,
    [patientId],
  );

/** The same for some patients, of falls since a time: the ids of falls by patient. */
export async function newestUnresolvedOf(
  q: Queryable,
  patientIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await q.rows<{ patientId: string; fallId: string }>(
    `SELECT p.id AS "patientId", n.fall_id AS "fallId" FROM unnest($1::uuid[]) AS p (id), LATERAL (
       SELECT r.fall_id FROM responses r JOIN real_falls f ON f.id = r.fall_id
       WHERE r.patient_id = p.id AND r.state <> 'RESOLVED' AND r.created_at >= $2
       ORDER BY r.created_at DESC LIMIT 1) n`,
    [patientIds, since],
  );
  return new Map(rows.map(({ patientId, fallId }) => [patientId, fallId]));
}

/** As newestUnresolved, locked for a change; a fall that is being resolved at that moment is skipped. */
export async function lockNewestUnresolved(
  q: Queryable,
  patientId: string,
): Promise<FallResponse | undefined> {
  for (;;) {
    const newest = await newestUnresolved(q, patientId);
    if (newest === undefined) return undefined;
    await lockFalls(q, [newest.fallId]);
    const held = await lockResponse(q, newest.fallId);
    if (held !== undefined && held.response.state !== 'RESOLVED') return held;
  }
}

/** The fall after which the patient last said that they are OK; undefined if that was before `since`. */
export const lastCancelled = (q: Queryable, patientId: string, since: Date) =>
  q.row<{ fallId: string }>(
    `SELECT r.fall_id AS "fallId" FROM responses r JOIN real_falls f ON f.id = r.fall_id
     WHERE r.patient_id = $1 AND r.outcome = 'CANCELLED_BY_PATIENT' AND r.resolved_at >= $2
     ORDER BY r.resolved_at DESC LIMIT 1`,
    [patientId, since],
  );

const RAISE_LOCK = 0x76676c68;

/** Holds the turn of these patients until the transaction ends: see lockForRaise. */
export const takeRaiseTurns = (q: Queryable, patientIds: readonly string[]) =>
  q.run(
    `SELECT pg_advisory_xact_lock($1, key)
     FROM (SELECT DISTINCT hashtext(id) AS key FROM unnest($2::text[]) AS id ORDER BY key) AS turns`,
    [RAISE_LOCK, patientIds],
  );

const COLUMNS = `state, policy, ok_until, claimed_by, claimed_at, claim_expires_at, unclaimed_since, eta_minutes, offered_to,
  escalation_starts_at, escalation_ahead_ms, step, repeats_left, last_step_at, next_step_at, help_presses, help_at, help_notified, passed_by, exhausted_at, receipts_due_at, verification,
  verification_impact_at, verification_due_at, verification_later, outcome, resolved_at, resolved_by, note, due_at`;

const TYPED = `fall_id uuid, state text, policy jsonb, ok_until timestamptz, claimed_by uuid, claimed_at timestamptz,
  claim_expires_at timestamptz, unclaimed_since timestamptz, eta_minutes smallint, offered_to uuid, escalation_starts_at timestamptz, escalation_ahead_ms int, step smallint,
  repeats_left smallint, last_step_at timestamptz, next_step_at timestamptz, help_presses int,
  help_at timestamptz, help_notified uuid[], passed_by uuid[], exhausted_at timestamptz, receipts_due_at timestamptz, verification text, verification_impact_at timestamptz,
  verification_due_at timestamptz, verification_later timestamptz[], outcome text,
  resolved_at timestamptz, resolved_by uuid, note text, due_at timestamptz`;

const toRow = (fallId: string, { escalation, ...response }: Response) => ({
  fall_id: fallId,
  state: response.state,
  policy: response.policy,
  ok_until: response.okUntil,
  claimed_by: response.claimedBy?.id ?? null,
  claimed_at: response.claimedAt,
  claim_expires_at: response.claimExpiresAt,
  unclaimed_since: response.unclaimedSince,
  eta_minutes: response.etaMinutes,
  offered_to: response.offeredTo?.id ?? null,
  escalation_starts_at: escalation.startsAt,
  escalation_ahead_ms: escalation.aheadMs,
  step: escalation.step,
  repeats_left: escalation.repeatsLeft,
  last_step_at: escalation.lastAt,
  next_step_at: response.nextStepAt,
  help_presses: response.helpPresses,
  help_at: response.helpAt,
  help_notified: response.helpNotified?.map(({ id }) => id) ?? null,
  passed_by: response.passedBy,
  exhausted_at: escalation.exhaustedAt,
  receipts_due_at: escalation.receiptsDueAt,
  verification: response.verification?.status ?? null,
  verification_impact_at: response.verification?.impactAt ?? null,
  verification_due_at: response.verification?.dueAt ?? null,
  verification_later: response.verification?.later ?? [],
  outcome: response.outcome,
  resolved_at: response.resolvedAt,
  resolved_by: response.resolvedBy?.id ?? null,
  note: response.note,
  due_at: dueAt({ escalation, ...response }),
});

/** As the triggers that end care set it (sql/009). */
const ABANDONED_DUE_AT = new Date(0);

interface NewResponse {
  readonly fallId: string;
  readonly patientId: string;
  readonly response: Response;
}

/** Must be the first responses to their falls, which the transaction has locked. */
export async function insertResponses(
  q: Queryable,
  responses: readonly NewResponse[],
  at: Date,
): Promise<void> {
  if (responses.length === 0) return;
  await q.run(
    `INSERT INTO responses (fall_id, patient_id, created_at, ${COLUMNS})
     SELECT fall_id, patient_id, $2, ${COLUMNS} FROM jsonb_to_recordset($1::jsonb) AS r (patient_id uuid, ${TYPED})`,
    [
      asRecordset(
        responses.map(({ fallId, patientId, response }) => ({
          patient_id: patientId,
          ...toRow(fallId, response),
        })),
      ),
      at,
    ],
  );
}

/** A response, and whether its claim or offer belongs to a person who may no longer respond. */
interface ChangedResponse {
  readonly fallId: string;
  readonly response: Response;
  readonly isAbandoned: boolean;
}

/** Saves responses that this transaction has locked. An abandoned one stays due at once, for the escalator to end it. */
export async function saveResponses(q: Queryable, responses: readonly ChangedResponse[]): Promise<void> {
  if (responses.length === 0) return;
  await q.run(
    `UPDATE responses r SET (${COLUMNS}) = (${COLUMNS.replaceAll(/\w+/g, 'n.$&')})
     FROM jsonb_to_recordset($1::jsonb) AS n (${TYPED}) WHERE r.fall_id = n.fall_id AND r.fall_id = ANY($2)`,
    // The ids are passed in addition, because the planner estimates a recordset at a hundred rows and would read the
    // whole table.
    [
      asRecordset(
        responses.map(({ fallId, response, isAbandoned }) => ({
          ...toRow(fallId, response),
          ...(isAbandoned && { due_at: ABANDONED_DUE_AT }),
        })),
      ),
      responses.map(({ fallId }) => fallId),
    ],
  );
}

/** The clock was set back: responses that began in the future begin now. */
export async function beginNoLaterThan(q: Queryable, fallIds: readonly string[], at: Date): Promise<void> {
  if (fallIds.length === 0) return;
  await q.run('UPDATE responses SET created_at = least(created_at, $2) WHERE fall_id = ANY($1)', [
    fallIds,
    at,
  ]);
}

export const markUnreachable = (q: Queryable, fallIds: readonly string[], at: Date) =>
  q.run('UPDATE responses SET unreachable_at = $2 WHERE fall_id = ANY($1)', [fallIds, at]);
