import type { NewEvent } from '../live/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { findQuestion } from './store.ts';

/** The question as it now is, for the care team and the admins, who must be locked. */
export async function eventsAbout(
  q: Queryable,
  questionId: string,
  { all, admins }: { readonly all: readonly string[]; readonly admins: readonly string[] },
): Promise<readonly NewEvent[]> {
  const data = await findQuestion(q, questionId);
  if (data === undefined) return [];
  return [...all, ...admins].map((recipientId) => ({
    recipientId,
    aboutId: data.patientId,
    type: 'morning.question',
    data,
  }));
}
