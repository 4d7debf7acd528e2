import { namesAndRooms } from '../accounts/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { alertsOfFall, responsesOf } from '../response/index.ts';
import { withWords } from './seen.ts';
import { type FallRow, findFall } from './store/falls.ts';

type FallOfPatient = Pick<FallRow, 'id' | 'userId'>;

/** A fall as in `GET /falls/:id`, for every transport. */
export const fallRecord = (db: Database, fall: FallRow) =>
  db.onOneConnection(async (q) => recordOf(fall, await readBeside(q, fall)));

/** As fallRecord, with the present state of the fall; undefined if it was deleted. */
export const findFallRecord = (db: Database, fall: FallOfPatient) =>
  db.onOneConnection(async (q) => {
    const [row, beside] = await Promise.all([findFall(q, fall.id), readBeside(q, fall)]);
    return row && recordOf(row, beside);
  });

async function readBeside(q: Queryable, { id, userId }: FallOfPatient) {
  const [responses, patientOf, alerts] = await Promise.all([
    responsesOf(q, [id]),
    namesAndRooms(q, [userId]),
    alertsOfFall(q, id),
  ]);
  return { ...patientOf(userId), response: responses.get(id) ?? null, alerts };
}

const recordOf = (
  { investigation: _, ...fall }: FallRow,
  beside: Awaited<ReturnType<typeof readBeside>>,
) => ({ ...fall, assessment: withWords(fall.assessment), ...beside });

export type FallRecord = Awaited<ReturnType<typeof fallRecord>>;
