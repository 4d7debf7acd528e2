import type { CodeableConcept, Observation, ObservationComponent } from 'fhir/r4.js';
import { checkInMessage, fallMessage, helpMessage } from '../../notify/texts/alerts.ts';
import { type Fall, kindOf, observationStatus } from '../fall.ts';
import { FALL_CODES, FALL_LEVEL_CODES, type FallCode } from '../fall-codes.ts';
import {
  concept,
  fallCodes,
  fallLevels,
  identifierSystem,
  quantity,
  referenceTo,
  SNOMED,
} from '../systems.ts';

/** docs/fhir.md, "Observation of a fall". */
export function fallObservation(base: string, fall: Fall): Observation {
  const { id, level, deviceId, note, fellAt, begunAt } = fall;
  return {
    resourceType: 'Observation',
    id,
    meta: { lastUpdated: fall.updatedAt.toISOString() },
    identifier: [{ system: identifierSystem(base, 'fall'), value: id }],
    status: observationStatus(fall),
    category: [ACTIVITY],
    code: codeOf(base, fall),
    subject: referenceTo('Patient', fall.patientId, fall.patientName.trim()),
    effectiveDateTime: fellAt.toISOString(),
    issued: (begunAt ?? fellAt).toISOString(),
    ...performerOf(fall),
    valueCodeableConcept: concept({
      system: fallLevels(base),
      code: level,
      display: FALL_LEVEL_CODES[level],
    }),
    ...(note && { note: [{ text: note }] }),
    ...(deviceId && { device: referenceTo('Device', deviceId) }),
    component: componentsOf(base, fall),
  };
}

export const FALL_CODE = { system: SNOMED, code: '1912002', display: 'Fall' } as const;

const ACTIVITY = concept({
  system: 'http://terminology.hl7.org/CodeSystem/observation-category',
  code: 'activity',
  display: 'Activity',
});

function performerOf({ source, patientId, reporter }: Fall): Pick<Observation, 'performer'> {
  if (source === 'HELP_BUTTON' || reporter?.id === patientId)
    return { performer: [referenceTo('Patient', patientId)] };
  return reporter === null
    ? {}
    : { performer: [referenceTo('Practitioner', reporter.id, reporter.name.trim())] };
}

function codeOf(base: string, fall: Fall): CodeableConcept {
  const kind = kindOf(fall);
  return concept(kind === 'fall' ? FALL_CODE : ownCode(base, kind), messageOf(fall));
}

function messageOf({ source, sensorEvent, level, patientName, fellAt }: Fall): string {
  const name = patientName.trim();
  if (source === 'HELP_BUTTON') return helpMessage(name);
  if (source === 'CHECK_IN') return checkInMessage(name);
  // As it was said then, so without the minutes since.
  return fallMessage({ level, patientName: name, sensorEvent, at: fellAt }, fellAt.getTime());
}

export const ownCode = (base: string, code: FallCode) => ({
  system: fallCodes(base),
  code,
  display: FALL_CODES[code],
});

function componentsOf(base: string, fall: Fall): ObservationComponent[] {
  const { confidence, accel, source, outcome, verification, secondsToClaim } = fall;
  const code = (of: FallCode) => ({ code: concept(ownCode(base, of)) });
  return [
    { ...code('confidence'), valueQuantity: quantity(rounded(confidence, 3), '1') },
    ...(accel === null
      ? []
      : [
          {
            ...code('peak-acceleration'),
            valueQuantity: quantity(rounded(Math.hypot(...accel), 1), 'm/s2', 'm/s²'),
          },
        ]),
    { ...code('source'), valueCodeableConcept: concept(ownCode(base, source)) },
    ...(verification === null
      ? []
      : [{ ...code('verification'), valueCodeableConcept: concept(ownCode(base, verification)) }]),
    ...(outcome === null
      ? []
      : [{ ...code('outcome'), valueCodeableConcept: concept(ownCode(base, outcome)) }]),
    ...(secondsToClaim === null
      ? []
      : [{ ...code('seconds-to-claim'), valueQuantity: quantity(secondsToClaim, 's') }]),
  ];
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
