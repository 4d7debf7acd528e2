import type { Flag, Task } from 'fhir/r4.js';
import type { Condition } from '../../platform/database/list.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import type { Fall } from '../fall.ts';
import { ownCode } from '../resources/fall-observation.ts';
import { fallFlag } from '../resources/flag.ts';
import { responseTask } from '../resources/task.ts';
import { hasCode } from '../search/request.ts';
import { isDuring } from '../store/conditions.ts';
import { findFall, hasStatus, listFalls } from '../store/falls.ts';
import { TASK_STATUSES } from '../store/status-conditions.ts';
import { baseOf, type FhirDeps, type Owned, type ResourceType } from './resource-type.ts';

/** Falls from before there were responses have neither task nor flag. */
const HAS_RESPONSE: Condition = ['r.state IS NOT NULL'];

export const taskType = (deps: FhirDeps): ResourceType => ({
  name: 'Task',
  access: 'signed-in',
  rules: {
    parameters: ['patient', 'code', 'status'],
    statuses: { system: 'http://hl7.org/fhir/task-status', codes: Object.keys(TASK_STATUSES) },
  },
  find: (id) => findBy(deps, id, responseTask),
  async search(viewer, request) {
    const base = baseOf(deps);
    if (!hasCode(request.codes, ownCode(base, 'fall-response'))) return { entries: [], next: undefined };
    const conditions = [HAS_RESPONSE, ...hasStatus(request.statuses, TASK_STATUSES)];
    const { rows, next } = await listFalls(deps.db, viewer, request, conditions);
    const entries = rows.map((fall) => owned(fall, responseTask(base, fall)));
    return { entries, next };
  },
});

export const flagType = (deps: FhirDeps): ResourceType => ({
  name: 'Flag',
  access: 'signed-in',
  rules: { parameters: ['patient', 'date'] },
  find: (id) => findBy(deps, id, fallFlag),
  async search(viewer, request) {
    const base = baseOf(deps);
    const end = `coalesce(r.resolved_at, 'infinity')`;
    const conditions = [HAS_RESPONSE, ...isDuring(request.dates, 'r.created_at', end)];
    const { rows, next } = await listFalls(deps.db, viewer, request, conditions);
    const entries = rows.map((fall) => owned(fall, fallFlag(base, fall)));
    return { entries, next };
  },
});

async function findBy(deps: FhirDeps, id: string, map: typeof responseTask | typeof fallFlag) {
  const fall = isUuid(id) ? await findFall(deps.db, id) : undefined;
  if (fall === undefined || fall.state === null) return undefined;
  return owned(fall, map(baseOf(deps), fall));
}

const owned = (fall: Fall, resource: Task | Flag): Owned => ({
  resource,
  ownerId: fall.patientId,
  accessed: 'fall',
});
