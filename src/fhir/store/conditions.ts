import type { Viewer } from '../../accounts/permissions.ts';
import { patientsShownTo, shownAmong } from '../../people/index.ts';
import type { Condition } from '../../platform/database/list.ts';
import { given } from '../../platform/database/list.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { boundsOf, type InstantFilter } from '../search/instants.ts';

/** The patients of whom the viewer may see health data; `patient` is an SQL expression. */
export const visibleTo = (viewer: Viewer, patient: string): Condition[] =>
  viewer.role === 'PATIENT'
    ? [[`${patient} = $?`, viewer.userId]]
    : shownAmong(patientsShownTo('team', viewer), patient);

/** A condition for a time. */
export function isAt(filters: readonly InstantFilter[], time: string): Condition[] {
  const { since, before } = boundsOf(filters);
  return [
    ...given(since, (at): Condition => [`${time} >= $?`, at]),
    ...given(before, (at): Condition => [`${time} < $?`, at]),
  ];
}

/** A condition for a period: `eq` wants it within the value, the other prefixes compare the end that matters. */
export const isDuring = (filters: readonly InstantFilter[], start: string, end: string): Condition[] =>
  filters.map((filter) => periodCondition(filter, start, end));

function periodCondition({ prefix, from, until }: InstantFilter, start: string, end: string): Condition {
  switch (prefix) {
    case 'eq':
      return [`${start} >= $? AND ${end} <= $?`, from, until];
    case 'ge':
      return [`${end} > $?`, from];
    case 'gt':
      return [`${end} > $?`, until];
    case 'le':
      return [`${start} < $?`, until];
    case 'lt':
      return [`${start} < $?`, from];
  }
}

/** An id that is no UUID is that of no record. */
export const hasId = (ids: readonly string[] | undefined, column: string): Condition[] =>
  given(ids, (some): Condition => [`${column} = ANY($?::uuid[])`, some.filter(isUuid)]);
