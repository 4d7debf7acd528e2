import { namesAndRooms } from '../accounts/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { alertsOfFall, responsesOf } from '../response/index.ts';
import { withWords } from './seen.ts';
import type { FallRow } from './store/falls.ts';

/** A fall as in `GET /falls/:id`, for every transport. */
export async function fallRecord(q: Queryable, { investigation: _, ...fall }: FallRow) {
  const response = (await responsesOf(q, [fall.id])).get(fall.id) ?? null;
  const patient = (await namesAndRooms(q, [fall.userId]))(fall.userId);
  const assessment = withWords(fall.assessment);
  return { ...fall, assessment, ...patient, response, alerts: await alertsOfFall(q, fall.id) };
}

export type FallRecord = Awaited<ReturnType<typeof fallRecord>>;
