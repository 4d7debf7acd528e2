import {
  afterCursor,
  type ExportSource,
  jsonRows,
  profileFields,
} from '../../platform/database/export-sources.ts';

const fullName = (person: string): string => `${person}.first_name || ' ' || ${person}.last_name`;

/** The user's caregivers and patients. */
export const profilePart = profileFields(
  `SELECT
     (SELECT json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'relationship', a.relationship,
                                        'since', a.created_at) ORDER BY a.created_at)
      FROM assignments a JOIN users u ON u.id = a.caregiver_id WHERE a.patient_id = $1) AS caregivers,
     (SELECT json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'relationship', a.relationship,
                                        'since', a.created_at) ORDER BY a.created_at)
      FROM assignments a JOIN users u ON u.id = a.patient_id WHERE a.caregiver_id = $1) AS patients`,
);

export const exportSources: readonly ExportSource[] = [
  {
    file: 'messages.json',
    read: jsonRows(
      `SELECT m.created_at::text AS cursor, m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.type,
              m.content, m.read_at AS "readAt", m.created_at AS "createdAt"
       FROM messages m WHERE (m.sender_id = $1 OR m.recipient_id = $1) AND ${afterCursor('m')}`,
    ),
  },
];
