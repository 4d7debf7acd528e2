import type { CodeableConcept, Coding, Quantity, Reference } from 'fhir/r4.js';

export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';
const UCUM = 'http://unitsofmeasure.org';

/** Addresses below the interface's own, `<PUBLIC_URL>/fhir`. */
export const fallCodes = (base: string): string => `${base}/CodeSystem/fall-code`;
export const fallLevels = (base: string): string => `${base}/CodeSystem/fall-level`;
type IdentifierName = 'fall' | 'patient' | 'practitioner' | 'mac-address' | 'external-id';

export const identifierSystem = (base: string, of: IdentifierName): string => `${base}/${of}`;

type TypeName = 'Patient' | 'Practitioner' | 'Device' | 'Observation';

export const referenceTo = (type: TypeName, id: string, display?: string): Reference => ({
  reference: `${type}/${id}`,
  ...(display && { display }),
});

export const concept = (coding: Coding, text?: string): CodeableConcept => ({
  coding: [coding],
  ...(text && { text }),
});

/** A quantity with a unit of UCUM. */
export const quantity = (value: number, code: string, unit = code): Quantity => ({
  value,
  unit,
  system: UCUM,
  code,
});
