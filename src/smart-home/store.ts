import { deviceStatus, devicesOf } from '../devices/index.ts';
import { wornBy } from '../devices/vocabulary.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { DeviceRegistry } from '../readings/index.ts';
import type { Resident, ResidentFall } from './resident.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly room: string | null;
  readonly fall: (Omit<ResidentFall, Times> & Record<Times, string | null>) | null;
}

type Times = 'fellAt' | 'claimedAt' | 'resolvedAt';

/** The residents who may be shown, each with the fall that matters most. */
export async function sharedResidents(
  q: Queryable,
  registry: Pick<DeviceRegistry, 'newest'>,
  now: number,
): Promise<readonly Resident[]> {
  const rows = await q.rows<Row>(
    `SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.room,
            (SELECT json_build_object('level', f.status, 'source', f.source, 'state', r.state, 'outcome', r.outcome,
                                      'fellAt', f.created_at, 'claimedAt', r.claimed_at, 'resolvedAt', r.resolved_at)
             FROM responses_public r JOIN real_falls f ON f.id = r.fall_id
             WHERE r.patient_id = u.id
             ORDER BY r.state = 'RESOLVED', r.state = 'CLAIMED', f.created_at DESC LIMIT 1) AS fall
     FROM people_public u WHERE u.share_with_home AND u.role = 'PATIENT' AND u.status = 'active' ORDER BY u.id`,
  );
  const devices = await devicesOf(
    q,
    rows.map(({ id }) => id),
  );
  const devicesByOwner = groupedBy(await registry.newest(devices), ({ userId }) => userId);
  return rows.map(({ fall, ...person }) => {
    const worn = wornBy(devicesByOwner(person.id));
    return {
      ...person,
      fall: fall && {
        ...fall,
        fellAt: new Date(fall.fellAt ?? 0),
        claimedAt: fall.claimedAt === null ? null : new Date(fall.claimedAt),
        resolvedAt: fall.resolvedAt === null ? null : new Date(fall.resolvedAt),
      },
      wearable:
        worn === undefined ? null : { status: deviceStatus(worn, now), batteryLevel: worn.batteryLevel },
    };
  });
}

/** The newest fall of a shared resident that nobody has claimed. */
export const fallToClaim = (q: Queryable, patientId: string) =>
  q.value<string>(
    `SELECT r.fall_id AS "fallId" FROM responses_public r
         JOIN real_falls f ON f.id = r.fall_id
         JOIN people_public u ON u.id = r.patient_id
       WHERE r.patient_id = $1 AND u.share_with_home AND r.state IN ('CHECKING', 'OPEN')
       ORDER BY f.created_at DESC LIMIT 1`,
    [patientId],
  );

/** Before the first message about them, so that they can be removed whatever happens then. */
export async function rememberAnnounced(q: Queryable, patientIds: readonly string[]): Promise<void> {
  if (patientIds.length > 0)
    await q.run(
      'INSERT INTO smart_home_residents (patient_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING',
      [patientIds],
    );
}

export const announcedBefore = (q: Queryable) =>
  q.column<string>('SELECT patient_id AS id FROM smart_home_residents');

export const forgetAnnounced = (q: Queryable, patientIds: readonly string[]): Promise<number> =>
  q.run('DELETE FROM smart_home_residents WHERE patient_id = ANY($1)', [patientIds]);
