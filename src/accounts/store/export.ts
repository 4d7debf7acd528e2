// Everything that is held about one person, in pages: each is a question of its own, so that whoever downloads slowly
// holds neither a connection nor a transaction.

import type { Queryable } from '../../platform/database/database.ts';
import { READING_COLUMNS } from '../../readings/store/encoding.ts';

const PAGE_SIZE = 500;
/** With samples a reading may have seven kilobytes of text. */
const READINGS_PER_PAGE = 2_000;

type Row = Readonly<Record<string, unknown>>;
type Pages = AsyncGenerator<readonly Row[]>;

/** `sql` takes the person, and the time and id behind which it goes on; its rows say theirs as `cursor` and `id`. */
async function* pages(q: Queryable, sql: string, userId: string): Pages {
  let [cursor, id]: unknown[] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await q.rows<Row>(`${sql} LIMIT ${PAGE_SIZE}`, [userId, cursor, id]);
    if (rows.length > 0) yield rows.map(({ cursor: _, ...row }) => row);
    if (rows.length < PAGE_SIZE) return;
    ({ cursor, id } = rows.at(-1) ?? {});
  }
}

const after = (table: string): string =>
  `(${table}.created_at, ${table}.id) > ($2::timestamptz, $3::uuid) ORDER BY ${table}.created_at, ${table}.id`;

const NAME = (person: string): string => `${person}.first_name || ' ' || ${person}.last_name`;

/** With who came, and all that was done about it. */
export const fallPages = (q: Queryable, userId: string): Pages =>
  pages(
    q,
    `SELECT f.created_at::text AS cursor, f.id, f.source, f.device_id AS "deviceId", f.confidence, f.status, f.location,
            f.witnessed, f.injuries, f.sensor_data AS "sensorData", f.assessment, f.responded_at AS "respondedAt",
            f.outcome AS feedback, f.investigation, f.created_at AS "createdAt",
            (SELECT json_build_object('state', r.state, 'outcome', r.outcome, 'resolvedAt', r.resolved_at, 'note', r.note)
             FROM responses r WHERE r.fall_id = f.id) AS response,
            (SELECT json_agg(json_build_object('at', l.at, 'type', l.type, 'by', ${NAME('b')}, 'person', ${NAME('p')},
                                               'details', l.details) ORDER BY l.id)
             FROM response_log l LEFT JOIN users b ON b.id = l.by_id LEFT JOIN users p ON p.id = l.person_id
             WHERE l.fall_id = f.id) AS timeline
     FROM fall_events f WHERE f.user_id = $1 AND ${after('f')}`,
    userId,
  );

/** About the person; of those for them as a caregiver, only that there was one: the rest is somebody else's health. */
export const alertPages = (q: Queryable, userId: string): Pages =>
  pages(
    q,
    `SELECT a.created_at::text AS cursor, a.id, CASE WHEN a.patient_id = $1 THEN 'about you' ELSE 'for you' END AS kind,
            a.type, a.severity, CASE WHEN a.patient_id = $1 THEN a.message END AS message,
            a.fall_id AS "fallId", a.device_id AS "deviceId", a.caregiver_id AS "caregiverId",
            a.delivered_at AS "deliveredAt", a.acknowledged_at AS "acknowledgedAt",
            a.acknowledged_by AS "acknowledgedBy", a.outcome, a.created_at AS "createdAt"
     FROM alerts a WHERE (a.patient_id = $1 OR a.caregiver_id = $1) AND ${after('a')}`,
    userId,
  );

export const messagePages = (q: Queryable, userId: string): Pages =>
  pages(
    q,
    `SELECT m.created_at::text AS cursor, m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.type,
            m.content, m.read_at AS "readAt", m.created_at AS "createdAt"
     FROM messages m WHERE (m.sender_id = $1 OR m.recipient_id = $1) AND ${after('m')}`,
    userId,
  );

/** What else is kept of an account: who looks after whom, where they are reached, where they are logged in. */
export const accountParts = (q: Queryable, userId: string) =>
  q.row<Row>(
    `SELECT
       (SELECT json_agg(json_build_object('id', u.id, 'name', ${NAME('u')}, 'relationship', a.relationship,
                                          'since', a.created_at) ORDER BY a.created_at)
        FROM assignments a JOIN users u ON u.id = a.caregiver_id WHERE a.patient_id = $1) AS caregivers,
       (SELECT json_agg(json_build_object('id', u.id, 'name', ${NAME('u')}, 'relationship', a.relationship,
                                          'since', a.created_at) ORDER BY a.created_at)
        FROM assignments a JOIN users u ON u.id = a.patient_id WHERE a.caregiver_id = $1) AS patients,
       (SELECT json_agg(json_build_object('id', c.id, 'kind', c.kind, 'target', c.target - 'secret' - 'token' - 'keys',
                                          'minSeverity', c.min_severity, 'quietHours', c.quiet_hours,
                                          'verifiedAt', c.verified_at, 'createdAt', c.created_at) ORDER BY c.created_at)
        FROM notification_channels c WHERE c.user_id = $1) AS channels,
       (SELECT json_agg(json_build_object('id', s.id, 'createdAt', s.created_at, 'lastUsedAt', s.last_used_at,
                                          'expiresAt', s.expires_at, 'endedAt', s.revoked_at, 'ip', s.ip,
                                          'userAgent', s.user_agent) ORDER BY s.created_at)
        FROM sessions s WHERE s.user_id = $1) AS sessions,
       (SELECT json_agg(json_build_object('network', n.network, 'lastLoginAt', n.last_login_at) ORDER BY n.last_login_at)
        FROM login_networks n WHERE n.user_id = $1) AS "loginNetworks",
       (SELECT json_build_object('confirmedAt', t.confirmed_at) FROM second_factors t
        WHERE t.user_id = $1) AS "secondFactor",
       (SELECT json_build_object('until', h.until) FROM shifts h WHERE h.caregiver_id = $1) AS shift,
       (SELECT p.policy FROM escalation_policies p WHERE p.patient_id = $1) AS escalation`,
    [userId],
  );

export interface WornDevice {
  readonly key: number;
  readonly id: string | null;
  readonly macAddress: string;
  readonly name: string;
  /** Null while it is theirs. */
  readonly wornUntil: Date | null;
}

/** Those that somebody wears, and those that they wore before others did. */
export const wornDevices = (q: Queryable, userId: string) =>
  q.rows<WornDevice & Row>(
    `SELECT key, id, mac_address AS "macAddress", name, NULL::timestamptz AS "wornUntil", disabled,
            last_seen AS "lastSeen", battery_level AS "batteryLevel", signal_strength AS "signalStrength",
            heart_rate AS "heartRate", spo2, firmware_version AS "firmwareVersion", created_at AS "createdAt",
            (SELECT json_agg(json_build_object('at', l.at, 'type', l.type, 'message', l.message) ORDER BY l.id)
             FROM device_logs l WHERE l.device_id = d.id AND l.at >= coalesce(d.worn_since, '-infinity')) AS log
     FROM devices d WHERE user_id = $1
     UNION ALL
     SELECT device_key, device_id, mac_address, name, until, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM worn_before WHERE user_id = $1`,
    [userId],
  );

const UTC = `to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const OWN_COLUMNS = READING_COLUMNS.map(([column]) => column).filter((column) => column !== 'device_key');
const asText = (column: string): string => {
  if (column === 'recorded_at') return UTC;
  return column === 'samples' ? `coalesce(encode(samples, 'hex'), '')` : `coalesce(${column}::text, '')`;
};

export const READINGS_CSV_HEADER = `device_id,mac_address,${OWN_COLUMNS.join(',')}\n`;

const WINDOW = '1 hour';

/**
 * Lines of readings.csv of one device. Written by the database: millions of rows as objects would hold up everything
 * else. By windows of time, each begun at the next reading there is: without them a planner that takes the readings of
 * a device for few would sort all of them anew for every page.
 */
export async function* readingLines(q: Queryable, device: WornDevice): AsyncGenerator<string> {
  let last = '-infinity';
  for (;;) {
    const next = await q.row<{ at: string | null }>(
      `SELECT min(recorded_at)::text AS at FROM sensor_readings
       WHERE device_key = $1 AND recorded_at > $2::timestamptz`,
      [device.key, last],
    );
    if (next === undefined || next.at === null) return;
    const page = await q.row<{ lines: string | null; last: string }>(
      `SELECT string_agg(line, E'\\n' ORDER BY recorded_at) AS lines, max(recorded_at)::text AS last
       FROM (SELECT recorded_at, concat_ws(',', $3::text, $4::text, ${OWN_COLUMNS.map(asText).join(', ')}) AS line
             FROM sensor_readings WHERE device_key = $1 AND recorded_at >= $2::timestamptz
               AND recorded_at < $2::timestamptz + interval '${WINDOW}'
             ORDER BY recorded_at LIMIT ${READINGS_PER_PAGE}) AS page`,
      [device.key, next.at, device.id ?? '', device.macAddress],
    );
    // They may have been erased in the meantime.
    if (page === undefined || page.lines === null) return;
    yield `${page.lines}\n`;
    last = page.last;
  }
}
