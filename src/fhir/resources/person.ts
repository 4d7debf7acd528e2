import type { ContactPoint, HumanName, Patient, Practitioner } from 'fhir/r4.js';
import { concept, identifierSystem } from '../systems.ts';

/** An account, as the store reads it. */
export interface Account {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly status: 'active' | 'inactive';
  readonly dateOfBirth: string | null;
  readonly emergencyContact: string | null;
  readonly room: string | null;
  readonly externalId: string | null;
  readonly specialization: string | null;
  readonly updatedAt: Date;
}

/** docs/fhir.md, "Patient". */
export const patientResource = (base: string, patient: Account): Patient => ({
  resourceType: 'Patient',
  ...common(base, 'patient', patient, patient.externalId),
  ...(patient.dateOfBirth && { birthDate: patient.dateOfBirth }),
  ...(patient.room && { address: [{ use: 'home', text: patient.room }] }),
  ...(patient.emergencyContact && {
    contact: [
      {
        relationship: [EMERGENCY_CONTACT],
        telecom: [{ system: 'phone', value: patient.emergencyContact }],
      },
    ],
  }),
});

/** docs/fhir.md, "Practitioner". */
export const practitionerResource = (base: string, practitioner: Account): Practitioner => ({
  resourceType: 'Practitioner',
  ...common(base, 'practitioner', practitioner),
  ...(practitioner.specialization && {
    qualification: [{ code: { text: practitioner.specialization } }],
  }),
});

const EMERGENCY_CONTACT = concept({
  system: 'http://terminology.hl7.org/CodeSystem/v2-0131',
  code: 'C',
  display: 'Emergency Contact',
});

function common(
  base: string,
  of: 'patient' | 'practitioner',
  account: Account,
  externalId: string | null = null,
) {
  const [name, telecom] = [nameOf(account), telecomOf(account)];
  return {
    id: account.id,
    meta: { lastUpdated: account.updatedAt.toISOString() },
    identifier: [
      { system: identifierSystem(base, of), value: account.id },
      ...(externalId === null ? [] : [{ system: identifierSystem(base, 'external-id'), value: externalId }]),
    ],
    active: account.status === 'active',
    ...(name && { name: [name] }),
    ...(telecom.length > 0 && { telecom }),
  };
}

/** An element must not be empty, so a part that is missing is left out. */
function nameOf({ firstName, lastName }: Account): HumanName | undefined {
  const given = firstName.split(/\s+/).filter(Boolean);
  const family = lastName.trim();
  const text = [...given, family].filter(Boolean).join(' ');
  if (text === '') return undefined;
  return { text, ...(family && { family }), ...(given.length > 0 && { given }) };
}

const telecomOf = ({ phone, email }: Account): ContactPoint[] => [
  ...(phone ? [{ system: 'phone' as const, value: phone }] : []),
  // docs/contract.md, "Accounts without an e-mail address": a stand-in reaches nobody.
  ...(email.endsWith('.invalid') ? [] : [{ system: 'email' as const, value: email }]),
];
