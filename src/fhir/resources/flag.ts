import type { Flag } from 'fhir/r4.js';
import { type Fall, flagStatus } from '../fall.ts';
import { concept, identifierSystem, referenceTo } from '../systems.ts';
import { ownCode } from './fall-observation.ts';

/** docs/fhir.md, "Flag": on the patient while the response to a fall is not resolved. */
export function fallFlag(base: string, fall: Fall): Flag {
  const { id, begunAt, fellAt, resolvedAt } = fall;
  const start = begunAt ?? fellAt;
  return {
    resourceType: 'Flag',
    id,
    meta: { lastUpdated: fall.updatedAt.toISOString() },
    identifier: [{ system: identifierSystem(base, 'fall'), value: id }],
    status: flagStatus(fall),
    category: [
      concept({
        system: 'http://terminology.hl7.org/CodeSystem/flag-category',
        code: 'safety',
        display: 'Safety',
      }),
    ],
    code: concept(ownCode(base, 'fall-alert')),
    subject: referenceTo('Patient', fall.patientId, fall.patientName.trim()),
    period: {
      start: start.toISOString(),
      ...(resolvedAt && { end: (resolvedAt > start ? resolvedAt : start).toISOString() }),
    },
  };
}
