import type { Observation } from 'fhir/r4.js';
import { HOUR_MS } from '../../platform/time.ts';
import { concept, LOINC, quantity, referenceTo } from '../systems.ts';

/** The vital signs, by their part of an id. The first code is the one to search by. */
export const VITALS = {
  hr: {
    codes: [{ system: LOINC, code: '8867-4', display: 'Heart rate' }],
    unit: { code: '/min', name: 'beats/minute' },
  },
  spo2: {
    // The vital signs profile wants the second one, too.
    codes: [
      { system: LOINC, code: '59408-5', display: 'Oxygen saturation in Arterial blood by Pulse oximetry' },
      { system: LOINC, code: '2708-6', display: 'Oxygen saturation in Arterial blood' },
    ],
    unit: { code: '%', name: '%' },
  },
} as const;

export type VitalKind = keyof typeof VITALS;

export const VITAL_KINDS = Object.keys(VITALS) as VitalKind[];

/** The mean of a finished hour. */
export interface Vital {
  readonly patientId: string;
  readonly kind: VitalKind;
  readonly hour: Date;
  readonly value: number;
}

export type NamedVital = Omit<Vital, 'value'>;

/** `<patient>-hr-2026111707`: the hour in UTC. */
export const vitalId = ({ patientId, kind, hour }: NamedVital): string =>
  `${patientId}-${kind}-${hour.toISOString().slice(0, 13).replaceAll(/[-T]/g, '')}`;

const VITAL_ID = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(hr|spo2)-(\d{4})(\d\d)(\d\d)(\d\d)$/;

/** Undefined if it is no such id. */
export function readVitalId(id: string): NamedVital | undefined {
  const [, patientId, kind, year, month, day, clock] = VITAL_ID.exec(id) ?? [];
  if (patientId === undefined) return undefined;
  const hour = new Date(`${year}-${month}-${day}T${clock}:00:00Z`);
  const read = { patientId, kind: kind as VitalKind, hour };
  // A day or an hour that does not exist would be taken for another one.
  return Number.isNaN(hour.getTime()) || vitalId(read) !== id ? undefined : read;
}

const VITAL_SIGNS = concept({
  system: 'http://terminology.hl7.org/CodeSystem/observation-category',
  code: 'vital-signs',
  display: 'Vital Signs',
});

/** docs/fhir.md, "Observation of a vital sign". */
export function vitalObservation(vital: Vital): Observation {
  const { kind, hour, patientId, value } = vital;
  const { codes, unit } = VITALS[kind];
  const end = vitalEnd(vital).toISOString();
  return {
    resourceType: 'Observation',
    id: vitalId(vital),
    meta: { lastUpdated: end },
    status: 'final',
    category: [VITAL_SIGNS],
    code: { coding: [...codes] },
    subject: referenceTo('Patient', patientId),
    effectivePeriod: { start: hour.toISOString(), end },
    issued: end,
    valueQuantity: quantity(value, unit.code, unit.name),
  };
}

export const vitalEnd = ({ hour }: Pick<Vital, 'hour'>): Date => new Date(hour.getTime() + HOUR_MS);
