import { NEWEST_EMERGENCIES } from '../../live/index.ts';
import { CARE_TEAMS } from '../../people/index.ts';
import { arrayText } from '../../platform/database/array-text.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { announceReceipts } from '../receipts/store.ts';
import { NO_RESPONSE, type ShownResponse } from '../shown-response.ts';
import { shownResponses } from '../store/responses.ts';
import type { AlertRow } from './store.ts';

export interface AlertDelivery {
  readonly alertId: string;
  readonly at: Date;
}

/**
 * The delivery ledger: only the first time is kept. Other transactions update several alerts too, in orders of their
 * own; so an alert that one of them holds is left for last, and waited for without holding another. Otherwise a raised
 * alert could be lost to a deadlock with the ledger.
 */
export async function markDelivered(q: Queryable, deliveries: readonly AlertDelivery[]): Promise<void> {
  const held = await q.rows<{ id: string }>(
    `WITH free AS (SELECT id FROM alerts WHERE id = ANY($1) AND delivered_at IS NULL FOR NO KEY UPDATE SKIP LOCKED),
       marked AS (
         UPDATE alerts a SET delivered_at = d.at
         FROM (SELECT id, min(at) AS at FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, at) GROUP BY id) d
           JOIN free USING (id)
         WHERE a.id = d.id)
     SELECT id FROM alerts WHERE id = ANY($1) AND delivered_at IS NULL AND id NOT IN (SELECT id FROM free)`,
    [
      arrayText(deliveries.map((delivery) => delivery.alertId)),
      arrayText(deliveries.map((delivery) => delivery.at.toISOString())),
    ],
  );
  for (const { id } of held)
    await q.run('UPDATE alerts SET delivered_at = $2 WHERE id = $1 AND delivered_at IS NULL', [
      id,
      deliveries.find(({ alertId }) => alertId === id)?.at,
    ]);
}

interface SeenAlerts {
  readonly alertIds: readonly string[];
  /** The caregiver's alerts about these falls. */
  readonly fallIds: readonly string[];
}

/** SQL: what `seen` changes in the alerts that $4 lists, of the caregiver $1; $2: whether they are shown, $3: the time. */
const SEEN = `received_at = coalesce(received_at, $3), opened_at = CASE WHEN $2 THEN coalesce(opened_at, $3) ELSE opened_at END`;
const UNSEEN = `caregiver_id = $1 AND fall_id IS NOT NULL AND (received_at IS NULL OR $2 AND opened_at IS NULL)`;

/**
 * A client of the caregiver has the alerts, or shows them: the first time of each is kept. An alert that is held is left
 * for last, for the reason that markDelivered has.
 */
export async function markSeen(
  q: Queryable,
  caregiverId: string,
  { alertIds, fallIds }: SeenAlerts,
  isShown: boolean,
  at: Date,
): Promise<void> {
  const found = await q.rows<{ fallId: string; held: string | null }>(
    `WITH wanted AS MATERIALIZED (SELECT id, fall_id FROM alerts WHERE (id = ANY($4) OR fall_id = ANY($5)) AND ${UNSEEN}),
       free AS MATERIALIZED (SELECT id FROM alerts WHERE id = ANY(array(SELECT id FROM wanted)) FOR NO KEY UPDATE SKIP LOCKED),
       marked AS (UPDATE alerts SET ${SEEN} WHERE id = ANY(array(SELECT id FROM free)) AND ${UNSEEN} RETURNING fall_id)
     SELECT fall_id AS "fallId", NULL AS held FROM marked
     UNION ALL SELECT fall_id, id FROM wanted WHERE id NOT IN (SELECT id FROM free)`,
    [caregiverId, isShown, at, alertIds, fallIds],
  );
  for (const { held } of found)
    if (held !== null)
      await q.run(`UPDATE alerts SET ${SEEN} WHERE id = $4 AND ${UNSEEN}`, [caregiverId, isShown, at, held]);
  if (found.length > 0) await q.run(announceReceipts('$1'), [found.map(({ fallId }) => fallId)]);
}

/** An alert as the live socket shows it: the REST record and its subject. */
export interface LiveAlert extends Omit<AlertRow, 'outcome'>, ShownResponse {}

interface Emergency {
  /** When the alert reached its present severity. */
  readonly raisedAt: Date;
  readonly alert: LiveAlert;
}

/** The emergencies to repeat to one caregiver. */
export interface Emergencies {
  readonly caregiverId: string;
  readonly newest: readonly Emergency[];
  /** Number of all emergencies. */
  readonly count: number;
}

/**
 * The fall's response decides, not this person's acknowledgement: after a claim was released or has expired no one is
 * on the way, even if a caregiver has acknowledged. Starts from unresolved responses, so that the number of alerts does
 * not matter.
 */
const openEmergencies = (responses: string): string => `
  SELECT a.*, f.device_id AS fall_device_id, f.is_test
  FROM ${responses}
    JOIN fall_events f ON f.id = r.fall_id AND f.status = 'CONFIRMED'
    JOIN alerts a ON a.fall_id = r.fall_id AND a.caregiver_id = c.id
  WHERE r.state <> 'RESOLVED' AND r.state <> 'CLAIMED'`;

const OF_CAREGIVER = openEmergencies(
  `${CARE_TEAMS} s JOIN responses r ON s.caregiver_id = c.id AND r.patient_id = s.patient_id AND NOT c.is_admin`,
);

const OF_ADMIN = `${openEmergencies('responses r')} AND c.is_admin`;

/** Falls from before responses existed: open until acknowledged. */
const OLD_EMERGENCIES = `
  SELECT a.*, f.device_id, f.is_test
  FROM alerts a
    JOIN fall_events f ON f.id = a.fall_id AND f.responded_at IS NULL
    JOIN ${CARE_TEAMS} s ON s.caregiver_id = a.caregiver_id AND s.patient_id = a.patient_id
  WHERE a.caregiver_id = c.id AND a.severity = 'CONFIRMED' AND a.type = 'FALL_DETECTED' AND a.acknowledged_at IS NULL
    AND NOT EXISTS (SELECT FROM responses r WHERE r.fall_id = a.fall_id)`;

/** CONFIRMED falls without a claim, for the given people who were alerted and may still respond. */
export async function emergenciesOf(q: Queryable, caregiverIds: readonly string[]): Promise<Emergencies[]> {
  const rows = await q.rows<
    Omit<LiveAlert, keyof ShownResponse> & {
      caregiverId: string;
      raisedAt: Date;
      count: number;
      fallId: string;
    }
  >(
    `SELECT e.* FROM (SELECT id, role = 'ADMIN' AS is_admin FROM people_public WHERE id = ANY($1)) c CROSS JOIN LATERAL (
       SELECT a.caregiver_id AS "caregiverId", a.updated_at AS "raisedAt", count(*) OVER ()::int AS count, a.id,
              u.first_name || ' ' || u.last_name AS "patientName", a.type, a.severity, a.message,
              a.created_at AS timestamp, a.acknowledged_at IS NOT NULL AS acknowledged, a.patient_id AS "patientId",
              u.room AS "patientRoom", a.fall_id AS "fallId", a.fall_device_id AS "deviceId", a.is_test AS "isTest"
       FROM (${OF_CAREGIVER} UNION ALL ${OF_ADMIN} UNION ALL ${OLD_EMERGENCIES}) a JOIN people_public u ON u.id = a.patient_id
       ORDER BY a.created_at DESC LIMIT ${NEWEST_EMERGENCIES}
     ) e`,
    [caregiverIds],
  );
  const responses = await shownResponses(q, [...new Set(rows.map(({ fallId }) => fallId))]);
  const byCaregiver = new Map<string, { caregiverId: string; newest: Emergency[]; count: number }>();
  for (const { caregiverId, raisedAt, count, ...alert } of rows) {
    const emergencies = byCaregiver.get(caregiverId) ?? { caregiverId, newest: [], count };
    const shown = responses.get(alert.fallId) ?? NO_RESPONSE;
    emergencies.newest.push({ raisedAt, alert: { ...alert, ...shown } });
    byCaregiver.set(caregiverId, emergencies);
  }
  return [...byCaregiver.values()];
}
