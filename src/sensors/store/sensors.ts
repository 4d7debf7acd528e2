import type { Ward } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Page } from '../../platform/schema/paging.ts';

export interface SensorRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string | null;
  readonly room: string | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
  readonly ward: Ward | null;
  readonly createdAt: Date;
  readonly lastEventAt: Date | null;
}

const SOURCE: ListSource = {
  columns: `s.id, s.name, s.kind, s.room, s.patient_id AS "patientId", p.first_name || ' ' || p.last_name AS "patientName",
    CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS ward,
    s.created_at AS "createdAt", s.last_event_at AS "lastEventAt"`,
  // A sensor follows its patient to another ward.
  from: `sensors s LEFT JOIN people_public p ON p.id = s.patient_id
    LEFT JOIN wards_public w ON w.id = CASE WHEN p.id IS NULL THEN s.ward_id ELSE p.ward_id END`,
  sortable: {
    name: 's.name',
    kind: 's.kind',
    room: 's.room',
    patientId: 's.patient_id',
    patientName: `p.first_name || ' ' || p.last_name`,
    ward: 'w.name',
    createdAt: 's.created_at',
    lastEventAt: 's.last_event_at',
  },
  time: 's.created_at',
  id: 's.id',
};

export const SENSOR_SORTS = Object.keys(SOURCE.sortable);

/** The sensors of some wards, or all. */
export const listSensors = (q: Queryable, wardIds: readonly string[] | 'all', page: Page) =>
  list<SensorRow>(q, SOURCE, page, wardIds === 'all' ? [] : [['w.id = ANY($?)', wardIds]]);

export const findSensor = (q: Queryable, id: string) =>
  q.row<SensorRow>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE s.id = $1`, [id]);

interface NewSensor {
  readonly name: string;
  readonly kind: string | null;
  readonly room: string | null;
  readonly patientId: string | null;
  readonly wardId: string | null;
}

export const insertSensor = (q: Queryable, { name, kind, room, patientId, wardId }: NewSensor, at: Date) =>
  q.row<{ id: string }>(
    `INSERT INTO sensors (name, kind, room, patient_id, ward_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
    [name, kind, room, patientId, wardId, at],
  );

export const deleteSensor = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM sensors WHERE id = $1', [id])) === 1;

/**
 * Serialises the events of a sensor across instances until the transaction ends. People come before it in the lock
 * order, because the deletion of a patient changes their sensors. False if it was removed.
 */
export const lockSensor = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.row('SELECT FROM sensors WHERE id = $1 FOR NO KEY UPDATE', [id])) !== undefined;

interface RoomPatient {
  readonly id: string;
  readonly room: string | null;
}

const ACTIVE_PATIENT = `u.role = 'PATIENT' AND u.status = 'active'`;

/** At most two: more make no difference. Null: in all wards. */
export const patientsInRoom = (q: Queryable, room: string, wardIds: readonly string[] | null) =>
  q.rows<RoomPatient>(
    `SELECT u.id, u.room FROM people_public u WHERE lower(btrim(u.room)) = lower(btrim($1)) AND ${ACTIVE_PATIENT}
       AND ($2::uuid[] IS NULL OR u.ward_id = ANY($2)) ORDER BY u.id LIMIT 2`,
    [room, wardIds],
  );

export const findActivePatient = (q: Queryable, id: string) =>
  q.row<RoomPatient>(`SELECT u.id, u.room FROM people_public u WHERE u.id = $1 AND ${ACTIVE_PATIENT}`, [id]);
