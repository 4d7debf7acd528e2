import { findUser } from '../../accounts/index.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { type Account, patientResource, practitionerResource } from '../resources/person.ts';
import { findPractitioner, listPatients, listPractitioners } from '../store/people.ts';
import { baseOf, type FhirDeps, type Owned, type ResourceType } from './resource-type.ts';

export const patientType = (deps: FhirDeps): ResourceType => ({
  name: 'Patient',
  access: 'signed-in',
  rules: { parameters: ['identifier'] },
  async find(id) {
    const user = isUuid(id) ? await findUser(deps.db, id) : undefined;
    if (user?.role !== 'PATIENT') return undefined;
    return ownedPatient(baseOf(deps), user);
  },
  async search(viewer, request) {
    const base = baseOf(deps);
    const { rows, next } = await listPatients(deps.db, viewer, request, base);
    return { entries: rows.map((row) => ownedPatient(base, row)), next };
  },
});

export const practitionerType = (deps: FhirDeps): ResourceType => ({
  name: 'Practitioner',
  access: ['CAREGIVER', 'ADMIN'],
  rules: { parameters: [] },
  async find(id) {
    const account = isUuid(id) ? await findPractitioner(deps.db, id) : undefined;
    return account && ownedPractitioner(baseOf(deps), account);
  },
  async search(viewer, request) {
    const { rows, next } = await listPractitioners(deps.db, viewer, request);
    const base = baseOf(deps);
    return { entries: rows.map((row) => ownedPractitioner(base, row)), next };
  },
});

const ownedPatient = (base: string, patient: Account): Owned => ({
  resource: patientResource(base, patient),
  ownerId: patient.id,
  accessed: 'patient',
});

const ownedPractitioner = (base: string, practitioner: Account): Owned => ({
  resource: practitionerResource(base, practitioner),
  ownerId: practitioner.id,
  accessed: undefined,
});
