import {
  afterCursor,
  type ExportSource,
  jsonRows,
  profileFields,
} from '../../platform/database/export-sources.ts';

const fullName = (person: string): string => `rtrim(${person}.first_name || ' ' || ${person}.last_name)`;

/** The shift, the duty and the swaps of rosters, the escalation policy and the limits of detected falls. */
export const profilePart = profileFields(
  `SELECT
     (SELECT json_build_object('until', h.until) FROM shifts h WHERE h.caregiver_id = $1) AS shift,
     (SELECT json_agg(json_build_object('wardId', d.ward_id, 'start', d.starts_at, 'end', d.ends_at, 'endedAt', d.ended_at)
                      ORDER BY d.starts_at) FROM roster_duty d WHERE d.caregiver_id = $1) AS "rosterDuty",
     (SELECT json_agg(json_build_object('wardId', x.ward_id, 'date', x.day, 'caregiverId', x.caregiver_id,
                                        'replacedBy', x.replaced_by, 'added', x.added,
                                        'createdAt', x.created_at) ORDER BY x.day, x.place)
      FROM roster_exceptions x WHERE $1 IN (x.caregiver_id, x.replaced_by)) AS "rosterExceptions",
     (SELECT json_agg(json_build_object('wardId', w.ward_id, 'date', w.day, 'caregiverId', w.caregiver_id,
                                        'replacedBy', w.replaced_by, 'state', w.state, 'createdAt', w.created_at,
                                        'answeredAt', w.answered_at) ORDER BY w.created_at)
      FROM roster_swaps w WHERE $1 IN (w.caregiver_id, w.replaced_by)) AS "rosterSwaps",
     (SELECT p.policy FROM escalation_policies p WHERE p.patient_id = $1) AS escalation,
     (SELECT json_build_object('verify', l.verify, 'sensitivity', l.sensitivity) FROM detection_limits l
      WHERE l.patient_id = $1) AS "detectionLimits"`,
);

export const exportSources: readonly ExportSource[] = [
  {
    file: 'alerts.json',
    // For alerts to the person as a caregiver, only that there was one: the message is about another person's health.
    read: jsonRows(
      `SELECT a.created_at::text AS cursor, a.id, CASE WHEN a.patient_id = $1 THEN 'about you' ELSE 'for you' END AS kind,
              a.type, a.severity, CASE WHEN a.patient_id = $1 THEN a.message END AS message,
              a.fall_id AS "fallId", a.device_id AS "deviceId", a.caregiver_id AS "caregiverId",
              a.delivered_at AS "deliveredAt", a.acknowledged_at AS "acknowledgedAt",
              a.acknowledged_by AS "acknowledgedBy", a.outcome, a.created_at AS "createdAt"
       FROM alerts a WHERE (a.patient_id = $1 OR a.caregiver_id = $1)
         AND (a.fall_id IS NULL OR EXISTS (SELECT FROM real_falls f WHERE f.id = a.fall_id)) AND ${afterCursor('a')}`,
    ),
  },
];

/** SQL: the response to a fall, as JSON. Takes an SQL expression. */
export const responseJson = (fall: string): string =>
  `(SELECT json_build_object('state', r.state, 'outcome', r.outcome, 'resolvedAt', r.resolved_at, 'note', r.note,
                            'helpPresses', r.help_presses, 'verification', r.verification)
    FROM responses r WHERE r.fall_id = ${fall})`;

/** SQL: the timeline of a fall, as JSON. Takes an SQL expression. */
export const timelineJson = (fall: string): string =>
  `(SELECT json_agg(json_build_object('at', l.at, 'type', l.type, 'by', ${fullName('b')}, 'person', ${fullName('p')},
                                      'details', l.details) ORDER BY l.id)
    FROM response_log l LEFT JOIN people_public b ON b.id = l.by_id LEFT JOIN people_public p ON p.id = l.person_id
    WHERE l.fall_id = ${fall})`;
