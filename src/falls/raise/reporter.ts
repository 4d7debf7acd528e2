import { findResponder } from '../../people/index.ts';
import type { Person } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';

/** Within the transaction of a report: the care may have ended since the request's permissions were checked. */
export async function findReporter(q: Queryable, personId: string, patientId: string): Promise<Person> {
  const reporter = await findResponder(q, personId, patientId);
  if (reporter === undefined)
    throw new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' });
  return { id: reporter.id, name: reporter.name };
}
