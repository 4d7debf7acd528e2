import type { Queryable } from '../../platform/database/database.ts';
import { type ListSource, list } from '../../platform/database/list.ts';
import type { Role, Station } from '../../platform/http/principal.ts';
import type { Page } from '../../platform/schema/paging.ts';
import type { Person } from '../person.ts';
import { CARE_TEAMS, lastsSql } from '../vocabulary.ts';

interface NewStation {
  readonly name: string;
  readonly wardId: string | null;
  readonly codeHash: Buffer;
  readonly codeExpiresAt: Date;
  readonly at: Date;
}

/** Undefined where another station has the same code at the moment. */
export const insertStation = async (
  q: Queryable,
  { name, wardId, codeHash, codeExpiresAt, at }: NewStation,
): Promise<string | undefined> => {
  // A code that nobody used is free again when it has expired.
  await q.run('UPDATE stations SET code_hash = NULL WHERE code_hash = $1 AND code_expires_at <= $2', [
    codeHash,
    at,
  ]);
  return q.value<string>(
    `INSERT INTO stations (name, ward_id, code_hash, code_expires_at, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (code_hash) WHERE code_hash IS NOT NULL DO NOTHING RETURNING id`,
    [name, wardId, codeHash, codeExpiresAt, at],
  );
};

/** Uses the code up: of two tablets at once, one is enrolled. */
export const useCode = (q: Queryable, codeHash: Buffer, tokenHash: Buffer, at: Date) =>
  q.row<Station>(
    `UPDATE stations SET code_hash = NULL, code_expires_at = NULL, token_hash = $2,
                         enrolled_at = $3, renewed_at = $3, seen_at = $3
     WHERE code_hash = $1 AND code_expires_at > $3 RETURNING id, name, ward_id AS "wardId"`,
    [codeHash, tokenHash, at],
  );

interface EnrolledStation extends Station {
  readonly renewedAt: Date;
}

export const findByToken = (q: Queryable, tokenHash: Buffer) =>
  q.row<EnrolledStation>(
    `SELECT id, name, ward_id AS "wardId", renewed_at AS "renewedAt" FROM stations WHERE token_hash = $1`,
    [tokenHash],
  );

export const renewCookie = (q: Queryable, tokenHash: Buffer, at: Date) =>
  q.run('UPDATE stations SET renewed_at = $2 WHERE token_hash = $1', [tokenHash, at]);

/** The given stations that still exist. */
export const stationsAmong = async (
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Station>> => {
  const rows = await q.rows<Station>(
    'SELECT id, name, ward_id AS "wardId" FROM stations WHERE id = ANY($1)',
    [ids],
  );
  return new Map(rows.map((station) => [station.id, station]));
};

const SOURCE: ListSource = {
  columns: `s.id, s.name, s.created_at AS "createdAt", s.enrolled_at AS "enrolledAt", s.seen_at AS "lastSeen",
    s.lost_at AS "lostAt", s.code_expires_at AS "codeExpiresAt",
    CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS ward`,
  from: 'stations s LEFT JOIN wards w ON w.id = s.ward_id',
  counted: 'stations s',
  sortable: {
    name: 's.name',
    ward: 'w.name',
    createdAt: 's.created_at',
    enrolledAt: 's.enrolled_at',
    lastSeen: 's.seen_at',
  },
  time: 's.created_at',
  id: 's.id',
};

export const STATION_SORTS = Object.keys(SOURCE.sortable);

export interface StationRow {
  readonly id: string;
  readonly name: string;
  readonly ward: Person | null;
  readonly createdAt: Date;
  readonly codeExpiresAt: Date | null;
  readonly enrolledAt: Date | null;
  readonly lastSeen: Date | null;
  readonly lostAt: Date | null;
}

/** The stations of some wards, or all. */
export const listStations = (q: Queryable, wardIds: readonly string[] | 'all', page: Page) =>
  list<StationRow>(q, SOURCE, page, wardIds === 'all' ? [] : [['s.ward_id = ANY($?)', wardIds]]);

export const findStation = (q: Queryable, id: string) =>
  q.row<StationRow>(`SELECT ${SOURCE.columns} FROM ${SOURCE.from} WHERE s.id = $1`, [id]);

export const deleteStation = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM stations WHERE id = $1', [id])) === 1;

/** A condition on `users u`: the person may unlock a station of the ward $1, or of all wards if it is null, at $2. */
const MAY_UNLOCK = `u.status = 'active' AND u.role <> 'PATIENT' AND CASE WHEN $1::uuid IS NULL
    THEN u.role = 'ADMIN' OR EXISTS (SELECT FROM ward_members m WHERE m.caregiver_id = u.id AND ${lastsSql('m', '$2')})
      OR EXISTS (SELECT FROM ${CARE_TEAMS} t WHERE t.caregiver_id = u.id)
    ELSE EXISTS (SELECT FROM ward_members m
                 WHERE m.ward_id = $1 AND m.caregiver_id = u.id AND ${lastsSql('m', '$2')}) END`;

const MOST_PEOPLE = 500;

/** Those whose names a station offers, by name. */
export const peopleAt = (q: Queryable, { wardId }: Station, at: Date) =>
  q.rows<Person>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM people_public u WHERE ${MAY_UNLOCK}
     ORDER BY u.first_name, u.last_name, u.id LIMIT ${MOST_PEOPLE}`,
    [wardId, at],
  );

export const mayUnlock = async (
  q: Queryable,
  { wardId }: Station,
  personId: string,
  at: Date,
): Promise<boolean> =>
  (await q.row(`SELECT FROM people_public u WHERE u.id = $3 AND ${MAY_UNLOCK}`, [wardId, at, personId])) !==
  undefined;

interface NewUnlock {
  readonly stationId: string;
  readonly personId: string;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

export const insertUnlock = (q: Queryable, { stationId, personId, tokenHash, expiresAt }: NewUnlock) =>
  q.run(
    'INSERT INTO station_unlocks (station_id, person_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)',
    [stationId, personId, tokenHash, expiresAt],
  );

/** Who unlocked this station with this token, if they still may. */
export const findUnlock = (q: Queryable, { id, wardId }: Station, tokenHash: Buffer, at: Date) =>
  q.row<{ id: string; personId: string; role: Role; expiresAt: Date }>(
    `SELECT o.id, o.person_id AS "personId", u.role, o.expires_at AS "expiresAt"
     FROM station_unlocks o JOIN people_public u ON u.id = o.person_id
     WHERE o.token_hash = $3 AND o.station_id = $4 AND o.expires_at > $2 AND ${MAY_UNLOCK}`,
    [wardId, at, tokenHash, id],
  );

/** Deletes at most `most`. */
export const purgeUnlocks = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM station_unlocks WHERE id IN
       (SELECT id FROM station_unlocks WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );

/** The given people who are patients of the wards. */
export const patientsOfWardsAmong = async (
  q: Queryable,
  wardIds: readonly string[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  return new Set(
    await q.column<string>('SELECT id FROM people_public WHERE ward_id = ANY($1) AND id = ANY($2)', [
      wardIds,
      ids,
    ]),
  );
};

/** The wards of the given patients; a patient without one is there with null. */
export const wardsOfPatients = async (
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await q.rows<{ id: string; wardId: string | null }>(
    'SELECT id, ward_id AS "wardId" FROM people_public WHERE id = ANY($1)',
    [ids],
  );
  return new Map(rows.map(({ id, wardId }) => [id, wardId]));
};

/** These stations are connected now. Returns those that were lost. */
export const markSeen = async (q: Queryable, ids: readonly string[], at: Date): Promise<readonly string[]> =>
  (
    await q.rows<{ id: string; wasLost: boolean }>(
      `WITH held AS (SELECT id, lost_at FROM stations WHERE id = ANY($1) ORDER BY id FOR UPDATE)
       UPDATE stations s SET seen_at = $2, lost_at = NULL FROM held WHERE s.id = held.id
       RETURNING s.id, held.lost_at IS NOT NULL AS "wasLost"`,
      [ids, at],
    )
  ).flatMap(({ id, wasLost }) => (wasLost ? [id] : []));

/** Marks stations that have not been connected since; each is returned to one instance, once. */
export const markLost = (q: Queryable, since: Date, at: Date, most: number) =>
  q.rows<Station & { seenAt: Date }>(
    `UPDATE stations s SET lost_at = $2 WHERE s.id IN (
       SELECT id FROM stations WHERE enrolled_at IS NOT NULL AND lost_at IS NULL AND seen_at <= $1
       ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING s.id, s.name, s.ward_id AS "wardId", s.seen_at AS "seenAt"`,
    [since, at, most],
  );
