import { namesAndRooms } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { alertsOfFall } from '../alerts/store.ts';
import { NO_RESPONSE } from '../shown-response.ts';
import { shownResponses } from '../store/responses.ts';
import { withWords } from './seen.ts';
import { stagesOf, UNKNOWN_STAGES } from './stages.ts';
import { type FallRow, findFall } from './store.ts';

type FallOfPatient = Pick<FallRow, 'id' | 'userId'>;

/** A fall as in `GET /falls/:id`, for every transport. */
export const fallRecord = (db: Database, fall: FallRow) =>
  db.onOneConnection(async (q) => recordOf(fall, await readBeside(q, fall)));

/** As fallRecord, with the present state of the fall; undefined if it was deleted. */
export const findFallRecord = (db: Database, fall: FallOfPatient) =>
  db.onOneConnection((q) => readFallRecord(q, fall));

export async function readFallRecord(q: Queryable, fall: FallOfPatient) {
  const [row, beside] = await Promise.all([findFall(q, fall.id), readBeside(q, fall)]);
  return row && recordOf(row, beside);
}

async function readBeside(q: Queryable, { id, userId }: FallOfPatient) {
  const [responses, patientOf, alerts, stages] = await Promise.all([
    shownResponses(q, [id]),
    namesAndRooms(q, [userId]),
    alertsOfFall(q, id),
    stagesOf(q, id),
  ]);
  return { ...patientOf(userId), ...(responses.get(id) ?? NO_RESPONSE), alerts, stages };
}

const recordOf = (
  { investigation: _, ...fall }: FallRow,
  { stages = UNKNOWN_STAGES, ...beside }: Awaited<ReturnType<typeof readBeside>>,
) => ({
  ...fall,
  assessment: withWords(fall.assessment),
  ...beside,
  stages: { impactAt: fall.createdAt, ...stages },
});

export type FallRecord = Awaited<ReturnType<typeof fallRecord>>;
