import type { Task } from 'fhir/r4.js';
import { type Fall, taskStatus } from '../fall.ts';
import { concept, identifierSystem, referenceTo } from '../systems.ts';
import { ownCode } from './fall-observation.ts';

const PRIORITIES = { POTENTIAL: 'urgent', HIGH: 'asap', CONFIRMED: 'stat' } as const;

/** docs/fhir.md, "Task". */
export function responseTask(base: string, fall: Fall): Task {
  const { id, level, state, claimedAt, claimExpiresAt, resolvedAt, helpPresses } = fall;
  return {
    resourceType: 'Task',
    id,
    meta: { lastUpdated: fall.updatedAt.toISOString() },
    identifier: [{ system: identifierSystem(base, 'fall'), value: id }],
    status: taskStatus(fall),
    ...(state && { businessStatus: { text: state } }),
    intent: 'order',
    priority: PRIORITIES[level],
    code: concept(ownCode(base, 'fall-response')),
    focus: referenceTo('Observation', id),
    for: referenceTo('Patient', fall.patientId, fall.patientName.trim()),
    ...(claimedAt && {
      executionPeriod: {
        start: claimedAt.toISOString(),
        ...(resolvedAt && { end: laterOf(claimedAt, resolvedAt) }),
      },
    }),
    authoredOn: (fall.begunAt ?? fall.fellAt).toISOString(),
    lastModified: fall.updatedAt.toISOString(),
    ...ownerOf(fall),
    ...(claimExpiresAt && { restriction: { period: { end: claimExpiresAt.toISOString() } } }),
    ...(helpPresses && {
      input: [{ type: concept(ownCode(base, 'help-presses')), valueInteger: helpPresses }],
    }),
  };
}

function ownerOf({ claimedBy, claimedByName }: Fall): Pick<Task, 'owner'> {
  const name = claimedByName.trim();
  if (claimedBy !== null) return { owner: referenceTo('Practitioner', claimedBy, name) };
  return name === '' ? {} : { owner: { display: name } };
}

/** A period must not end before it starts, even if the clock was set back. */
const laterOf = (one: Date, other: Date): string => (one > other ? one : other).toISOString();
