import {
  type Accounts,
  changesEmail,
  listUsers,
  removalRoute,
  setShareWithHome,
} from '../../accounts/index.ts';
import { type CaregiversSee, maySeeHealthOf } from '../../accounts/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Condition, given } from '../../platform/database/list.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { changeOf, recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { allowedAmong, patientsShownTo } from '../access.ts';
import { shownAmong } from '../care-team.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { patientProfile } from '../patient-profile.ts';
import { listedPatientOf } from '../records.ts';
import * as schema from '../schema/patients.ts';
import { assign } from '../store/assignments.ts';
import type { Wards } from '../wards/wards.ts';
import { patientAt, patientInCareAt, patientToChangeAt } from './patient-path.ts';

interface PatientRouteDeps {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly facts: PatientFacts;
  readonly config: { readonly caregiversSee: CaregiversSee };
  readonly wards: Pick<Wards, 'admit' | 'move'>;
  readonly now: () => number;
}

/** Leaves out fields that only some callers may see: the order would reveal them. */
const PATIENT_SORTS = ['email', 'firstName', 'lastName', 'status'];

/** docs/contract.md, "People": patients. */
export const patientRoutes = (deps: PatientRouteDeps): readonly Route[] => [
  listRoute(deps),
  createRoute(deps),
  createAsAdminRoute(deps),
  ownProfileRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  removeRoute(deps),
];

const listRoute = ({ db, facts, config: { caregiversSee } }: PatientRouteDeps): Route =>
  route({
    operation: 'listPatients',
    at: 'GET /patients',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      "List patients. Health and private data only for patients in the caller's care; with CAREGIVERS_SEE=team no other patients.",
    query: pageQuery(schema.patientFilter, PATIENT_SORTS),
    reply: page(schema.ListedPatient),
    async handle({ principal, query, record }) {
      const filter = { role: 'PATIENT', status: query.status } as const;
      // A ward is private data, so the filter must not tell who else is in it.
      const see = query.wardId ? 'team' : caregiversSee;
      const shown = [
        ...shownAmong(patientsShownTo(see, principal), 'id'),
        ...given(query.wardId, (wardId): Condition => ['ward_id = $?', wardId]),
      ];
      const { rows, pagination } = await listUsers(db, readPage(query), filter, shown);
      const ids = rows.map((row) => row.id);
      const visible = [...(await allowedAmong(db, maySeeHealthOf, principal, ids))];
      const states = await facts.of(visible);
      const scores = new Map(visible.map((id, index) => [id, states[index]?.healthScore]));
      if (visible.length > 0) recordHealthRead({ principal, record }, 'the list of patients', visible);
      return { data: rows.map((row) => listedPatientOf(row, scores.get(row.id))), pagination };
    },
  });

const createRoute = ({ db, accounts, facts, wards, now }: PatientRouteDeps): Route =>
  route({
    operation: 'createPatient',
    at: 'POST /patients',
    access: ['CAREGIVER'],
    scope: 'manage',
    summary: 'Create a patient account and assign the patient to the caller',
    body: schema.NewPatient,
    status: 201,
    reply: success(schema.CreatedPatient),
    async handle({ principal, body, record }) {
      const { invite, wardId, ...person } = body;
      const { user, temporaryPassword } = await accounts.open(
        { ...person, role: 'PATIENT' },
        {
          invitedBy: invite ? principal.userId : undefined,
          async within(q, { id }) {
            if (wardId) await wards.admit(q, principal, id, wardId.toLowerCase());
            await assign(q, {
              caregiverId: principal.userId,
              patientId: id,
              relationship: null,
              createdAt: new Date(now()),
            });
          },
        },
      );
      record({ action: 'account.created', message: 'Opened an account for a patient', subjectId: user.id });
      record({ action: 'care.assigned', message: 'Assigned their new patient', subjectId: user.id });
      return {
        data: {
          ...(await patientProfile(db, facts, { ...user, wardId: wardId?.toLowerCase() ?? null })),
          ...(temporaryPassword && { temporaryPassword }),
        },
      };
    },
  });

const createAsAdminRoute = ({ db, accounts, facts, wards }: PatientRouteDeps): Route =>
  route({
    operation: 'createResident',
    at: 'POST /admin/patients',
    access: ['ADMIN'],
    summary: 'Create a patient account, also without an e-mail address. Assigns no caregiver.',
    body: schema.NewResident,
    status: 201,
    reply: success(schema.CreatedPatient),
    async handle({ principal, body, record }) {
      const { invite, wardId, ...person } = body;
      if (invite && !person.email) throw new InvalidInput({ email: 'is required for an invitation' });
      const ward = wardId?.toLowerCase() ?? null;
      const { user, temporaryPassword } = await accounts.open(
        { ...person, role: 'PATIENT' },
        {
          invitedBy: invite ? principal.userId : undefined,
          within: async (q, { id }) => (ward === null ? undefined : wards.admit(q, principal, id, ward)),
        },
      );
      record({ action: 'account.created', message: 'Opened an account for a patient', subjectId: user.id });
      return {
        data: {
          ...(await patientProfile(db, facts, { ...user, wardId: ward })),
          ...(temporaryPassword && { temporaryPassword }),
        },
      };
    },
  });

const ownProfileRoute = ({ db, facts }: PatientRouteDeps): Route =>
  route({
    operation: 'getOwnPatientProfile',
    at: 'GET /patients/me',
    access: ['PATIENT'],
    summary: 'Get your profile, with caregivers and devices',
    reply: success(schema.Patient),
    async handle({ principal }) {
      const user = await patientAt(db, { params: { id: principal.userId } });
      return { data: await patientProfile(db, facts, user) };
    },
  });

const getRoute = ({ db, facts }: PatientRouteDeps): Route =>
  route({
    operation: 'getPatient',
    at: 'GET /patients/:id',
    access: 'signed-in',
    summary: 'Get a patient. For the patient, the care team or an admin.',
    target: (call) => patientInCareAt(db, call),
    reply: success(schema.Patient),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the profile of a patient', target.id);
      return { data: await patientProfile(db, facts, target) };
    },
  });

const updateRoute = ({ db, accounts, facts, wards }: PatientRouteDeps): Route =>
  route({
    operation: 'updatePatient',
    at: 'PUT /patients/:id',
    access: ['CAREGIVER', 'ADMIN'],
    scope: 'manage',
    summary:
      'Update a patient. Null clears optional fields. The ward: for admins and leads of both wards; to none: for admins.',
    target: (call) => patientToChangeAt(db, call),
    body: schema.PatientChange,
    recentAuthentication: changesEmail,
    reply: success(schema.Patient),
    async handle({ target, body, principal, record }) {
      const { wardId, shareWithHome, ...change } = body;
      const user = await accounts.change(target.id, change, principal, async (q) => {
        if (shareWithHome !== undefined) await setShareWithHome(q, target.id, shareWithHome);
        return wardId === undefined
          ? undefined
          : wards.move(q, principal, target.id, wardId?.toLowerCase() ?? null);
      });
      record({ action: 'account.changed', message: changeOf('a patient', body), subjectId: user.id });
      return { data: await patientProfile(db, facts, user) };
    },
  });

const removeRoute = ({ db, accounts }: PatientRouteDeps): Route =>
  removalRoute({
    operation: 'deletePatient',
    scope: 'manage',
    path: '/patients/:id',
    what: 'patient',
    target: (call) => patientAt(db, call),
    accounts,
  });
