import type { Queryable } from '../platform/database/database.ts';
import { asJson } from '../platform/database/recordset.ts';
import type { Picture } from './picture.ts';

interface PlacedRoom {
  readonly room: string;
  readonly x: number;
  readonly y: number;
}

interface Plan {
  readonly revision: number;
  readonly rooms: readonly PlacedRoom[];
  readonly picture: Pick<Picture, 'tag' | 'width' | 'height'> | null;
}

const COLUMNS = `revision, rooms, CASE WHEN picture_tag IS NOT NULL
  THEN jsonb_build_object('tag', picture_tag, 'width', picture_width, 'height', picture_height) END AS picture`;

/** A ward without a plan has an empty one. */
export const planOf = async (q: Queryable, wardId: string): Promise<Plan> =>
  (await q.row<Plan>(`SELECT ${COLUMNS} FROM ward_plans WHERE ward_id = $1`, [wardId])) ?? {
    revision: 0,
    rooms: [],
    picture: null,
  };

/** Of these wards, those that have a plan. */
export const planRevisions = (q: Queryable, wardIds: readonly string[]) =>
  q.rows<{ wardId: string; revision: number }>(
    'SELECT ward_id AS "wardId", revision FROM ward_plans WHERE ward_id = ANY($1) AND revision > 0 ORDER BY ward_id',
    [wardIds],
  );

export const pictureOf = (q: Queryable, wardId: string) =>
  q.row<Pick<Picture, 'content' | 'mediaType' | 'tag'>>(
    `SELECT picture AS content, picture_type AS "mediaType", picture_tag AS tag
     FROM ward_plans WHERE ward_id = $1 AND picture IS NOT NULL`,
    [wardId],
  );

interface PlanChange {
  readonly rooms: readonly PlacedRoom[] | undefined;
  /** Null removes it. */
  readonly picture: Picture | null | undefined;
}

/** Of two changes of the same revision, one succeeds; undefined for the other one. */
export async function changePlan(
  q: Queryable,
  wardId: string,
  revision: number,
  { rooms, picture }: PlanChange,
): Promise<Plan | undefined> {
  if (revision === 0)
    await q.run(
      'INSERT INTO ward_plans (ward_id, revision) VALUES ($1, 0) ON CONFLICT (ward_id) DO NOTHING',
      [wardId],
    );
  const given = picture ?? undefined;
  return q.row<Plan>(
    `UPDATE ward_plans SET revision = revision + 1, rooms = coalesce($3, rooms)
       ${picture === undefined ? '' : ', picture = $4, picture_type = $5, picture_width = $6, picture_height = $7, picture_tag = $8'}
     WHERE ward_id = $1 AND revision = $2 RETURNING ${COLUMNS}`,
    [
      wardId,
      revision,
      rooms === undefined ? null : asJson(rooms),
      ...(picture === undefined
        ? []
        : [
            given?.content ?? null,
            given?.mediaType ?? null,
            given?.width ?? null,
            given?.height ?? null,
            given?.tag ?? null,
          ]),
    ],
  );
}
