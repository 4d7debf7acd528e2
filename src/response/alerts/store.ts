import { SENSOR_SIGNS } from '../../notify/texts/content.ts';
import { inCareOf, isInCareTeam, isShown, type PatientsOf, shownFor } from '../../people/index.ts';
import { arrayText } from '../../platform/database/array-text.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Condition, countRows, type ListSource, list } from '../../platform/database/list.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import type { Page } from '../../platform/schema/paging.ts';
import { NO_RESPONSE } from '../shown-response.ts';
import { withResponses } from '../store/responses.ts';
import { type AlertType, fallAlertType, RESPONSE_STATE, RESPONSE_VERIFICATION } from '../vocabulary.ts';

export interface AlertRow {
  readonly id: string;
  readonly patientName: string;
  readonly type: string;
  readonly severity: string;
  readonly message: string;
  readonly timestamp: Date;
  readonly acknowledged: boolean;
  readonly outcome: string | null;
  readonly patientId: string;
  readonly patientRoom: string | null;
  readonly fallId: string | null;
  readonly deviceId: string | null;
  /** docs/response.md, "Test alerts". */
  readonly isTest: boolean;
}

interface FallToAlert {
  readonly fallId: string;
  readonly patientId: string;
  /** See careTeamsOf. */
  readonly caregiverIds: readonly string[];
  readonly type: AlertType;
  readonly level: FallLevel;
  readonly message: string;
  readonly at: Date;
  readonly now: Date;
}

export interface AlertChange {
  readonly id: string;
  readonly caregiverId: string;
  /** False when an existing alert rose in severity. */
  readonly isNew: boolean;
  readonly acknowledged: boolean;
}

interface NewAlert extends Pick<AlertRow, 'type' | 'severity' | 'message' | 'patientId' | 'deviceId'> {
  readonly recipientIds: readonly string[];
  /** When it happened; the time of the insertion if missing. */
  readonly happenedAt?: Date;
}

interface InsertedAlert extends Pick<AlertRow, 'id' | 'type' | 'deviceId'> {
  readonly caregiverId: string;
}

/** The fall and the people must be locked (sql/015). */
async function writeFallAlerts(q: Queryable, falls: readonly FallToAlert[], unless: string) {
  if (falls.every(({ caregiverIds }) => caregiverIds.length === 0)) return [];
  return q.rows<AlertChange & { fallId: string }>(
    `INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
     SELECT fall_id, caregiver_id, patient_id, type, level, message, at, now
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[])
         WITH ORDINALITY AS f (fall_id, patient_id, level, message, at, now, type, place)
       JOIN LATERAL (
         SELECT caregiver_id FROM unnest($8::int[], $9::uuid[]) AS c (place, caregiver_id) WHERE c.place = f.place
         -- Admins who were alerted because no caregiver could be reached.
         UNION SELECT a.caregiver_id FROM alerts a JOIN people_public u ON u.id = a.caregiver_id
               WHERE a.fall_id = f.fall_id AND u.role = 'ADMIN' AND u.status = 'active'
       ) c ON true
     ON CONFLICT (fall_id, caregiver_id) DO UPDATE
       SET severity = excluded.severity, message = excluded.message, created_at = excluded.created_at,
           updated_at = excluded.updated_at ${unless}
     RETURNING id, fall_id AS "fallId", caregiver_id AS "caregiverId", xmax = 0 AS "isNew",
               acknowledged_at IS NOT NULL AS acknowledged`,
    [
      falls.map((fall) => fall.fallId),
      falls.map((fall) => fall.patientId),
      falls.map((fall) => fall.level),
      falls.map((fall) => fall.message),
      falls.map((fall) => fall.at),
      falls.map((fall) => fall.now),
      falls.map((fall) => fall.type),
      arrayText(falls.flatMap(({ caregiverIds }, i) => caregiverIds.map(() => i + 1))),
      arrayText(falls.flatMap(({ caregiverIds }) => caregiverIds)),
    ],
  );
}

/** One alert per caregiver and event; its severity rises with the event. */
export const raiseFallAlerts = (q: Queryable, falls: readonly FallToAlert[]) =>
  writeFallAlerts(q, falls, 'WHERE alerts.severity <> excluded.severity');

/**
 * As raiseFallAlerts, for people who do not look after the patient but must know: the admins, if the patient has no
 * caregivers.
 */
export const raiseFallAlertsFor = (
  q: Queryable,
  falls: readonly Omit<FallToAlert, 'caregiverIds'>[],
  personIds: readonly string[],
) =>
  writeFallAlerts(
    q,
    falls.map((fall) => ({ ...fall, caregiverIds: personIds })),
    '',
  );

/** Inserts one alert per recipient; the people must be locked (sql/015). */
export function insertAlerts(q: Queryable, alerts: readonly NewAlert[], at: Date) {
  const rows = alerts.flatMap(({ recipientIds, ...alert }) =>
    recipientIds.map((recipientId) => ({ ...alert, recipientId })),
  );
  return q.rows<InsertedAlert & { patientId: string }>(
    `INSERT INTO alerts (device_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
     SELECT r.*, $8
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) AS r
     RETURNING id, caregiver_id AS "caregiverId", patient_id AS "patientId", device_id AS "deviceId", type`,
    [
      rows.map((row) => row.deviceId),
      rows.map((row) => row.recipientId),
      rows.map((row) => row.patientId),
      rows.map((row) => row.type),
      rows.map((row) => row.severity),
      rows.map((row) => row.message),
      rows.map((row) => row.happenedAt ?? at),
      at,
    ],
  );
}

/** Acknowledges the alerts about wearables whose conditions are over. */
export const settleDeviceAlerts = (
  q: Queryable,
  over: readonly { readonly deviceId: string; readonly type: string }[],
  at: Date,
) =>
  q.rows<InsertedAlert & { deviceId: string }>(
    `UPDATE alerts a SET acknowledged_at = $3, updated_at = $3
     FROM unnest($1::uuid[], $2::text[]) AS r (device_id, type)
     WHERE a.device_id = r.device_id AND a.type = r.type AND a.acknowledged_at IS NULL
     RETURNING a.id, a.caregiver_id AS "caregiverId", a.device_id AS "deviceId", a.type`,
    [over.map((condition) => condition.deviceId), over.map((condition) => condition.type), at],
  );

const SOURCE: ListSource = {
  columns: `a.id, u.first_name || ' ' || u.last_name AS "patientName", a.type, a.severity, a.message,
    a.created_at AS timestamp, a.acknowledged_at IS NOT NULL AS acknowledged, a.outcome,
    a.patient_id AS "patientId", u.room AS "patientRoom", a.fall_id AS "fallId", coalesce(a.device_id, f.device_id) AS "deviceId",
    coalesce(f.is_test, false) AS "isTest"`,
  from: 'alerts a JOIN people_public u ON u.id = a.patient_id LEFT JOIN fall_events f ON f.id = a.fall_id',
  counted: 'alerts a',
  sortable: {
    timestamp: 'a.created_at',
    severity: 'a.severity',
    type: 'a.type',
    patientName: `u.first_name || ' ' || u.last_name`,
    acknowledged: '(a.acknowledged_at IS NOT NULL)',
    message: 'a.message',
    outcome: 'a.outcome',
    patientId: 'a.patient_id',
    patientRoom: 'u.room',
    fallId: 'a.fall_id',
    deviceId: 'coalesce(a.device_id, f.device_id)',
    isTest: 'coalesce(f.is_test, false)',
    response: RESPONSE_STATE,
    verification: RESPONSE_VERIFICATION,
  },
  time: 'a.created_at',
  id: 'a.id',
};

export const ALERT_SORTS = Object.keys(SOURCE.sortable);

const BY_STATUS: Readonly<Record<string, readonly Condition[]>> = {
  active: [['a.acknowledged_at IS NULL']],
  acknowledged: [['a.acknowledged_at IS NOT NULL']],
  all: [],
};

export async function listAlerts(q: Queryable, caregiverId: string, page: Page, status: string) {
  const { rows, pagination } = await list<AlertRow>(q, SOURCE, page, [
    ['a.caregiver_id = $?', caregiverId],
    [inCareOf('$?'), caregiverId],
    ...(BY_STATUS[status] ?? []),
  ]);
  return { rows: await withResponses(q, rows, ({ fallId }) => fallId), pagination };
}

/** Unacknowledged alerts about wearables and floods of reports, newest first. Admins have those about floods. */
export async function openDeviceAlerts(q: Queryable, caregiverId: string, most: number) {
  const rows = await q.rows<AlertRow>(
    `SELECT ${SOURCE.columns} FROM ${SOURCE.from}
     WHERE a.caregiver_id = $1 AND a.fall_id IS NULL AND a.acknowledged_at IS NULL
       AND (${inCareOf('$1')} OR (SELECT role = 'ADMIN' FROM people_public WHERE id = $1))
     ORDER BY a.created_at DESC, a.id LIMIT $2`,
    [caregiverId, most],
  );
  return rows.map(({ outcome: _, ...alert }) => ({ ...alert, ...NO_RESPONSE }));
}

/**
 * The occurrences among alerts about wearables, and of other sensors, that no caregiver has acknowledged, newest first; each caregiver of the
 * care team has an own alert of it.
 */
export const unacknowledgedDeviceAlerts = (q: Queryable, of: PatientsOf, most: number) =>
  q.rows<
    Pick<
      AlertRow,
      'patientId' | 'patientName' | 'patientRoom' | 'type' | 'severity' | 'message' | 'timestamp'
    > & {
      deviceId: string | null;
      alerts: readonly { readonly id: string; readonly caregiverId: string }[];
    }
  >(
    `SELECT a.patient_id AS "patientId", u.first_name || ' ' || u.last_name AS "patientName", u.room AS "patientRoom",
            a.device_id AS "deviceId", a.type, a.severity, a.message, a.created_at AS timestamp,
            json_agg(json_build_object('id', a.id, 'caregiverId', a.caregiver_id)) AS alerts
     FROM alerts a JOIN people_public u ON u.id = a.patient_id
     WHERE a.fall_id IS NULL AND a.acknowledged_at IS NULL AND ${isShown(of, 'a.patient_id')}
       AND (a.device_id IS NOT NULL OR a.type = ANY($3))
       AND ${isInCareTeam('a.caregiver_id', 'a.patient_id')}
       AND NOT EXISTS (SELECT FROM alerts b WHERE b.patient_id = a.patient_id AND b.type = a.type
                       AND b.device_id IS NOT DISTINCT FROM a.device_id
                       AND b.created_at = a.created_at AND b.acknowledged_at IS NOT NULL)
     GROUP BY a.patient_id, "patientName", "patientRoom", a.device_id, a.type, a.severity, a.message, a.created_at
     ORDER BY a.created_at DESC, a.device_id LIMIT $2`,
    [shownFor(of), most, SENSOR_ALERTS],
  );

const SENSOR_ALERTS = SENSOR_SIGNS.map(fallAlertType);

/** Whether or not the caregiver still looks after the patient. */
export const findAlert = (q: Queryable, id: string) =>
  q.row<
    AlertRow & {
      caregiverId: string;
      acknowledgedAt: Date | null;
      acknowledgedBy: string | null;
    }
  >(
    `SELECT ${SOURCE.columns}, a.caregiver_id AS "caregiverId", a.acknowledged_at AS "acknowledgedAt", a.acknowledged_by AS "acknowledgedBy" FROM ${SOURCE.from} WHERE a.id = $1`,
    [id],
  );

/** An alert as lists show it. */
export async function alertRecord(q: Queryable, id: string) {
  const rows = await q.rows<AlertRow>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE a.id = $1`, [id]);
  return (await withResponses(q, rows, ({ fallId }) => fallId))[0];
}

/** Idempotent: the first time is kept. */
export const acknowledgeAlert = (q: Queryable, id: string, by: string, at: Date) =>
  q.run(
    'UPDATE alerts SET acknowledged_at = $3, acknowledged_by = $2, updated_at = $3 WHERE id = $1 AND acknowledged_at IS NULL',
    [id, by, at],
  );

export interface FallAlert {
  readonly id: string;
  readonly caregiverId: string;
  readonly acknowledged: boolean;
}

export const fallAlerts = (q: Queryable, fallId: string) =>
  q.rows<FallAlert>(
    `SELECT id, caregiver_id AS "caregiverId", acknowledged_at IS NOT NULL AS acknowledged FROM alerts
     WHERE fall_id = $1 ORDER BY created_at, id`,
    [fallId],
  );

/** The alerts of some caregivers about one occurrence: a fall, a wearable's silence, or a flood of reports. */
export const alertsOfSameOccurrence = (q: Queryable, id: string, caregiverIds: readonly string[]) =>
  q.rows<{ id: string; caregiverId: string }>(
    `SELECT b.id, b.caregiver_id AS "caregiverId" FROM alerts a JOIN alerts b
       ON b.fall_id = a.fall_id OR (b.device_id = a.device_id AND b.type = a.type AND b.created_at = a.created_at)
         -- Null, so that no other alert is looked at, where it is about a fall or a wearable.
         OR (b.patient_id = CASE WHEN num_nonnulls(a.fall_id, a.device_id) = 0 THEN a.patient_id END
             AND b.type = a.type AND b.created_at = a.created_at)
     WHERE a.id = $1 AND b.caregiver_id = ANY($2)`,
    [id, caregiverIds],
  );

/** SQL: the number of a caregiver's active alerts. Takes an SQL expression. */
export const activeAlertsOf = (caregiver: string): string => `(SELECT count(*) FROM alerts a
  WHERE a.caregiver_id = ${caregiver} AND a.acknowledged_at IS NULL AND ${inCareOf(caregiver)}
    AND (a.fall_id IS NULL OR EXISTS (SELECT FROM real_falls f WHERE f.id = a.fall_id)))`;

/** docs/contract.md, "Alerts": the alerts of a fall's detail view. */
export const alertsOfFall = (q: Queryable, fallId: string) =>
  q.rows<{
    caregiverId: string;
    caregiverName: string;
    sent: boolean;
    acknowledged: boolean;
    timestamp: Date;
    deliveredAt: Date | null;
    receivedAt: Date | null;
    openedAt: Date | null;
    acknowledgedAt: Date | null;
    outcome: string | null;
  }>(
    `SELECT a.caregiver_id AS "caregiverId", u.first_name || ' ' || u.last_name AS "caregiverName", true AS sent,
            a.acknowledged_at IS NOT NULL AS acknowledged, a.created_at AS timestamp, a.delivered_at AS "deliveredAt",
            a.received_at AS "receivedAt", a.opened_at AS "openedAt",
            a.acknowledged_at AS "acknowledgedAt", a.outcome
     FROM alerts a JOIN people_public u ON u.id = a.caregiver_id WHERE a.fall_id = $1 ORDER BY a.created_at, a.id`,
    [fallId],
  );

/** SQL: whether a wearable still has the condition of an alert, which devices/ knows. Takes SQL expressions. */
export type IsLasting = (deviceId: string, type: string) => string;

/**
 * Created before $1 and over: not about an unresolved fall, nor about a wearable that is still silent or has a low
 * battery. The deletion must decide in one statement.
 */
const purgeable = (isLasting: IsLasting): string => `a.created_at < $1
  AND NOT EXISTS (SELECT FROM responses r WHERE r.fall_id = a.fall_id AND r.state <> 'RESOLVED')
  AND NOT ${isLasting('a.device_id', 'a.type')}`;

/** Deletes at most `most`, and none that another instance is deleting; returns the number deleted. */
export const purgeAlerts = (q: Queryable, isLasting: IsLasting, before: Date, most: number) =>
  q.run(
    `DELETE FROM alerts WHERE id IN (
       SELECT a.id FROM alerts a WHERE ${purgeable(isLasting)} ORDER BY a.created_at LIMIT $2 FOR UPDATE OF a SKIP LOCKED)`,
    [before, most],
  );

export const countPurgeableAlerts = (q: Queryable, isLasting: IsLasting, before: Date) =>
  countRows(q, `alerts a WHERE ${purgeable(isLasting)}`, [before]);
