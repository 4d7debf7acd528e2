import {
  afterCursor,
  type ExportSource,
  jsonRows,
  profileFields,
} from '../../platform/database/export-sources.ts';
import { ABSENCE_COLUMNS } from '../absence/store.ts';
import { CHECK_IN_COLUMNS } from '../check-in/store.ts';
import { CARE_TEAMS } from '../vocabulary.ts';
import { VIA } from './assignments.ts';

const fullName = (person: string): string => `${person}.first_name || ' ' || ${person}.last_name`;

const carePartners = (partner: 'caregiver' | 'patient', self: 'caregiver' | 'patient'): string =>
  `(SELECT json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'relationship', a.relationship,
            'via', ${VIA}, 'since', t.since) ORDER BY t.since, u.id)
    FROM ${CARE_TEAMS} t JOIN people_public u ON u.id = t.${partner}_id
      LEFT JOIN assignments a ON a.caregiver_id = t.caregiver_id AND a.patient_id = t.patient_id
    WHERE t.${self}_id = $1)`;

/** The user's caregivers and patients, the ward and the check-in of a patient, and the wards of a caregiver. */
export const profilePart = profileFields(
  `SELECT
     ${carePartners('caregiver', 'patient')} AS caregivers,
     ${carePartners('patient', 'caregiver')} AS patients,
     (SELECT json_build_object('id', w.id, 'name', w.name)
      FROM people_public u JOIN wards w ON w.id = u.ward_id WHERE u.id = $1) AS ward,
     (SELECT json_agg(json_build_object('id', w.id, 'name', w.name, 'lead', m.lead, 'until', m.until,
                                        'since', m.created_at) ORDER BY m.created_at)
      FROM current_ward_members m JOIN wards w ON w.id = m.ward_id WHERE m.caregiver_id = $1) AS wards,
     (SELECT row_to_json(own) FROM (SELECT ${CHECK_IN_COLUMNS} FROM check_ins c WHERE c.patient_id = $1) own) AS "checkIn"`,
);

export const exportSources: readonly ExportSource[] = [
  {
    file: 'absences.json',
    read: jsonRows(
      `SELECT a.began_at::text AS cursor, ${ABSENCE_COLUMNS}
       FROM (SELECT *, began_at AS created_at FROM absences) a WHERE a.patient_id = $1 AND ${afterCursor('a')}`,
    ),
  },
  {
    file: 'messages.json',
    read: jsonRows(
      `SELECT m.created_at::text AS cursor, m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.type,
              m.content, m.read_at AS "readAt", m.created_at AS "createdAt"
       FROM messages m WHERE (m.sender_id = $1 OR m.recipient_id = $1) AND ${afterCursor('m')}`,
    ),
  },
];
