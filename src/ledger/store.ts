import { isNoPathTest } from '../accounts/vocabulary.ts';
import type { Queryable } from '../platform/database/database.ts';
import { HOUR_MS } from '../platform/time.ts';
import type { ShadowSuspicion, Worn } from '../readings/vocabulary.ts';
import type { VerificationVerdict } from '../response/vocabulary.ts';
import type { ShadowAlert, ShadowReading } from './shadow-alerts.ts';

/** The version in use, and that of the shadow. */
export interface Detectors {
  readonly version: string;
  readonly shadow: string | null;
}

/** Adds hours to the ward in which the wearer lives now. */
export async function addHours(
  q: Queryable,
  worn: readonly Worn[],
  { version, shadow }: Detectors,
): Promise<void> {
  if (worn.length === 0) return;
  const values = [
    worn.map(({ deviceKey }) => deviceKey),
    worn.map(({ hour }) => new Date(hour * HOUR_MS)),
    worn.map(({ messageKind }) => messageKind),
    worn.map(({ gyro }) => gyro),
    worn.map(({ pressure }) => pressure),
    worn.map(({ ms }) => ms),
  ];
  const of = `unnest($1::int[], $2::timestamptz[], $3::text[], $4::boolean[], $5::boolean[], $6::float8[])
    AS w (key, hour, message_kind, gyro, pressure, ms) JOIN devices_public d ON d.key = w.key
      AND ${isNoPathTest('d.user_id')}`;
  await q.run(
    `INSERT INTO ledger_wearables (device_id, message_kind, gyro, pressure)
     SELECT DISTINCT ON (d.id) d.id, w.message_kind, w.gyro, w.pressure FROM ${of} ORDER BY d.id, w.hour DESC, w.ms DESC
     ON CONFLICT (device_id) DO UPDATE SET message_kind = excluded.message_kind, gyro = excluded.gyro, pressure = excluded.pressure
     WHERE (ledger_wearables.message_kind, ledger_wearables.gyro, ledger_wearables.pressure)
       IS DISTINCT FROM (excluded.message_kind, excluded.gyro, excluded.pressure)`,
    values,
  );
  await q.run(
    `INSERT INTO ledger_hours (month, ward_id, detector, is_shadow, message_kind, gyro, pressure, worn_ms, since, until)
     SELECT ${MONTH_OF('w.hour')}, p.ward_id, v.detector, v.is_shadow, w.message_kind, w.gyro, w.pressure, sum(w.ms), min(w.hour),
            max(w.hour) + interval '1 hour'
     FROM ${of} JOIN people_public p ON p.id = d.user_id,
       (VALUES ($7::text, false), ($8::text, true)) AS v (detector, is_shadow)
     WHERE v.detector IS NOT NULL
     GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
     ON CONFLICT (month, ward_id, detector, is_shadow, message_kind, gyro, pressure) DO UPDATE
     SET worn_ms = ledger_hours.worn_ms + excluded.worn_ms, since = least(ledger_hours.since, excluded.since),
         until = greatest(ledger_hours.until, excluded.until)`,
    [...values, version, shadow],
  );
}

/** Of UTC: the database's list of time zones may be older than that of the organisation's. */
const MONTH_OF = (time: string): string => `date_trunc('month', ${time} AT TIME ZONE 'UTC')::date`;

/** What a wearable sends, as far as known. */
const SENDING = `coalesce(w.message_kind, f.assessment->>'messageKind') AS message_kind,
  coalesce(w.gyro, jsonb_typeof(f.sensor_data->'gyro') = 'array', false) AS gyro, coalesce(w.pressure, false) AS pressure`;

/**
 * Copies the detector's falls of a period, with what has become of them; those from before the ward's first hour in the ledger
 * are left out, so that alerts and hours are of the same time.
 */
export const copyAlerts = (q: Queryable, from: Date, to: Date): Promise<number> =>
  q.run(
    `WITH raised AS (
       SELECT f.id AS fall_id, f.created_at AS at, p.ward_id, f.assessment->>'detector' AS detector, ${SENDING},
              f.assessment->>'level' AS level, r.verification,
              coalesce(j.judged, CASE WHEN r.outcome = 'CANCELLED_BY_PATIENT' THEN 'cancelled' END) AS outcome,
              f.assessment->>'decidedBy' IS NOT DISTINCT FROM 'silence' AS by_silence
       FROM real_falls f JOIN responses_public r ON r.fall_id = f.id JOIN people_public p ON p.id = f.user_id
         JOIN judgements_public j ON j.fall_id = f.id LEFT JOIN ledger_wearables w ON w.device_id = f.device_id
       WHERE f.source = 'STREAM' AND f.created_at >= $1 AND f.created_at < $2
         AND f.assessment->>'detector' IS NOT NULL AND f.assessment->>'level' IN ('POTENTIAL', 'HIGH', 'CONFIRMED')
     )
     INSERT INTO ledger_alerts AS l (fall_id, at, ward_id, detector, message_kind, gyro, pressure, level, verification, outcome,
                                     by_silence)
     SELECT n.* FROM raised n LEFT JOIN ledger_alerts known ON known.fall_id = n.fall_id
     WHERE (known.at, known.level, known.verification, known.outcome) IS DISTINCT FROM (n.at, n.level, n.verification, n.outcome)
       AND (known.fall_id IS NOT NULL OR EXISTS (
         SELECT FROM ledger_hours h WHERE h.ward_id IS NOT DISTINCT FROM n.ward_id AND h.since <= n.at))
     ORDER BY n.fall_id
     ON CONFLICT (fall_id) DO UPDATE
     SET at = excluded.at, level = excluded.level, verification = excluded.verification, outcome = excluded.outcome`,
    [from, to],
  );

export const addShadowReadings = (
  q: Queryable,
  suspicions: readonly ShadowSuspicion[],
  detector: string,
  now: Date,
): Promise<number> =>
  q.run(
    `INSERT INTO shadow_readings (device_id, recorded_at, impact_at, confidence, is_by_network, detector, stored_at)
     SELECT d.id, r.recorded_at, r.impact_at, r.confidence, r.is_by_network, $6, $7
     FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::float8[], $5::boolean[])
       AS r (key, recorded_at, impact_at, confidence, is_by_network) JOIN devices_public d ON d.key = r.key
         AND ${isNoPathTest('d.user_id')}
     ORDER BY d.id, r.recorded_at ON CONFLICT DO NOTHING`,
    [
      suspicions.map(({ deviceKey }) => deviceKey),
      suspicions.map(({ timeMs }) => new Date(timeMs)),
      suspicions.map(({ impactMs }) => new Date(impactMs)),
      suspicions.map(({ confidence }) => confidence),
      suspicions.map(({ isByNetwork }) => isByNetwork),
      detector,
      now,
    ],
  );

/**
 * Takes the readings of some wearables of which none was stored since `before`, in the order of time; of another shadow only if
 * nobody took them for a day. Without those of an alert that is known already, because a backlog was sent twice.
 */
export const takeShadowReadings = (
  q: Queryable,
  {
    before,
    ofOthersBefore,
    detector,
  }: { readonly before: Date; readonly ofOthersBefore: Date; readonly detector: string | null },
): Promise<readonly ShadowReading[]> =>
  q.rows<ShadowReading>(
    `WITH quiet AS (
       SELECT device_id, detector FROM shadow_readings GROUP BY 1, 2
       HAVING max(stored_at) <= CASE WHEN detector = $3 THEN $1::timestamptz ELSE $2::timestamptz END
       ORDER BY max(stored_at), 1, 2 LIMIT ${WEARABLES_AT_ONCE}
     ), held AS (
       SELECT s.* FROM shadow_readings s JOIN quiet USING (device_id, detector)
       ORDER BY s.device_id, s.detector, s.recorded_at FOR UPDATE OF s
     ), taken AS (
       DELETE FROM shadow_readings s USING held h
       WHERE (s.device_id, s.recorded_at, s.detector) = (h.device_id, h.recorded_at, h.detector) RETURNING s.*
     )
     SELECT t.device_id AS "deviceId", d.user_id AS "patientId", t.detector, t.recorded_at AS "recordedAt",
            t.impact_at AS "impactAt", t.confidence, t.is_by_network AS "isByNetwork",
            EXISTS (
              SELECT FROM shadow_alerts a WHERE a.device_id = t.device_id AND a.detector = t.detector
                AND t.recorded_at BETWEEN a.started_at AND a.last_at) AS "isKnown"
     FROM taken t JOIN devices_public d ON d.id = t.device_id
     ORDER BY t.device_id, t.detector, t.recorded_at`,
    [before, ofOthersBefore, detector],
  );

/** A judgement takes a millisecond or two of the thread that receives readings. */
const WEARABLES_AT_ONCE = 10;

export interface JudgedShadowAlert extends ShadowAlert {
  readonly id: string;
  readonly verification: VerificationVerdict | null;
}

/** With the detector's fall of the same wearable at that time. */
export const insertShadowAlerts = (
  q: Queryable,
  alerts: readonly JudgedShadowAlert[],
  gapMs: number,
): Promise<number> =>
  q.run(
    `INSERT INTO shadow_alerts (id, device_id, started_at, last_at, at, ward_id, detector, message_kind, gyro, pressure, level,
                                verification, fall_id)
     SELECT a.id, a.device_id, a.started_at, a.last_at, a.at, p.ward_id, a.detector, coalesce(w.message_kind, 'reading'),
            coalesce(w.gyro, false), coalesce(w.pressure, false), a.level, a.verification,
            (SELECT f.id FROM real_falls f
             WHERE f.device_id = a.device_id AND f.source = 'STREAM' AND f.status <> 'SUSPICIOUS'
               AND coalesce(f.started_at, f.created_at) <= a.last_at + $9 * interval '1 ms'
               AND f.last_suspicious_at >= a.started_at - $9 * interval '1 ms'
             ORDER BY f.created_at LIMIT 1)
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[])
       AS a (id, device_id, started_at, last_at, at, detector, level, verification)
       JOIN devices_public d ON d.id = a.device_id JOIN people_public p ON p.id = d.user_id
       LEFT JOIN ledger_wearables w ON w.device_id = a.device_id`,
    [
      alerts.map(({ id }) => id),
      alerts.map(({ deviceId }) => deviceId),
      alerts.map(({ startedAt }) => startedAt),
      alerts.map(({ lastAt }) => lastAt),
      alerts.map(({ at }) => at),
      alerts.map(({ detector }) => detector),
      alerts.map(({ level }) => level),
      alerts.map(({ verification }) => verification),
      gapMs,
    ],
  );

/** What one detector did with one kind of wearable, in a ward and a month. */
export interface LedgerRow {
  /** Such as 2026-11. */
  readonly month: string;
  readonly wardId: string | null;
  readonly detector: string;
  readonly isShadow: boolean;
  readonly messageKind: 'reading' | 'samples';
  readonly gyro: boolean;
  readonly pressure: boolean;
  readonly hours: number;
  readonly potential: number;
  readonly high: number;
  readonly confirmed: number;
  readonly stands: number;
  readonly movedOn: number;
  readonly notVerified: number;
  readonly realFalls: number;
  readonly falseAlarms: number;
  readonly cancelled: number;
  /** Null where it is not a shadow. */
  readonly missedByShadow: number | null;
}

const GROUP = ['month', 'ward_id', 'detector', 'is_shadow', 'message_kind', 'gyro', 'pressure'];
const of = (table: string, ...columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ');

const NO_WARD = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** A row for each alert: its group, then what it counts as. `o` is the alert with the outcome. */
const alertsOf = (isShadow: boolean, tables: string): string =>
  `SELECT ${MONTH_OF('a.at')} AS month, a.ward_id, a.detector, ${isShadow} AS is_shadow, ${of('a', 'message_kind', 'gyro', 'pressure')},
          0::float8 AS worn_ms, a.level, coalesce(a.verification, 'pending') AS verification, o.outcome, 0 AS missed
   FROM ${tables} WHERE a.at >= $1 AND ($2::uuid IS NULL OR a.ward_id = $2)`;

/** From the first of the month on; of one ward, or of all. */
export const ledgerRows = (
  q: Queryable,
  { from, wardId }: { readonly from: Date; readonly wardId: string | null },
): Promise<readonly LedgerRow[]> =>
  q.rows<LedgerRow>(
    `WITH hours AS (
       SELECT * FROM ledger_hours WHERE month >= $1 AND ($2::uuid IS NULL OR ward_id = $2)
     ), entries AS (
       SELECT ${of('h', ...GROUP)}, h.worn_ms, NULL AS level, NULL AS verification, NULL AS outcome, 0 AS missed FROM hours h
       UNION ALL ${alertsOf(false, 'ledger_alerts a JOIN ledger_alerts o ON o.fall_id = a.fall_id')}
       UNION ALL ${alertsOf(true, 'shadow_alerts a LEFT JOIN ledger_alerts o ON o.fall_id = a.fall_id')}
       UNION ALL
       SELECT ${of('h', ...GROUP)}, 0, NULL, NULL, NULL, 1
       FROM hours h JOIN ledger_alerts a
         ON (a.message_kind, a.gyro, a.pressure, ${MONTH_OF('a.at')}) = (h.message_kind, h.gyro, h.pressure, h.month)
         AND coalesce(a.ward_id, ${NO_WARD}) = coalesce(h.ward_id, ${NO_WARD}) AND a.at BETWEEN h.since AND h.until
       WHERE h.is_shadow AND a.outcome = 'real' AND NOT a.by_silence AND a.at >= $1
         AND NOT EXISTS (SELECT FROM shadow_alerts s WHERE s.fall_id = a.fall_id AND s.detector = h.detector)
     )
     SELECT to_char(e.month, 'YYYY-MM') AS month, e.ward_id AS "wardId", e.detector, e.is_shadow AS "isShadow",
            e.message_kind AS "messageKind", e.gyro, e.pressure, sum(e.worn_ms) / 3600000 AS hours,
            count(*) FILTER (WHERE e.level = 'POTENTIAL')::int AS potential,
            count(*) FILTER (WHERE e.level = 'HIGH')::int AS high,
            count(*) FILTER (WHERE e.level = 'CONFIRMED')::int AS confirmed,
            count(*) FILTER (WHERE e.verification = 'stands')::int AS stands,
            count(*) FILTER (WHERE e.verification = 'moved_on')::int AS "movedOn",
            count(*) FILTER (WHERE e.verification = 'pending')::int AS "notVerified",
            count(*) FILTER (WHERE e.outcome = 'real')::int AS "realFalls",
            count(*) FILTER (WHERE e.outcome = 'false')::int AS "falseAlarms",
            count(*) FILTER (WHERE e.outcome = 'cancelled')::int AS cancelled,
            CASE WHEN e.is_shadow THEN sum(e.missed)::int END AS "missedByShadow"
     FROM entries e GROUP BY ${of('e', ...GROUP)}
     ORDER BY e.month DESC, e.ward_id NULLS LAST, e.is_shadow, e.detector, e.message_kind, e.gyro, e.pressure`,
    [from, wardId],
  );
