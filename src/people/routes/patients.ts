import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { type CaregiversSee, maySeeHealthOf } from '../../accounts/permissions.ts';
import { changesEmail } from '../../accounts/routes/email-rule.ts';
import { removalRoute } from '../../accounts/routes/removal-route.ts';
import { listUsers, PATIENT_SORTS } from '../../accounts/store/user-lists.ts';
import type { User } from '../../accounts/user.ts';
import { deviceOf, deviceOverviewOf } from '../../devices/records.ts';
import { Device } from '../../devices/schema.ts';
import { deviceStatus } from '../../devices/status.ts';
import { fallsFilter, ListedFall } from '../../falls/schema.ts';
import { FALL_SORTS, listFallsOf } from '../../falls/store/falls.ts';
import type { PatientHealth } from '../../overview/patient-health.ts';
import { HealthSummary, PatientOverview } from '../../overview/patient-schema.ts';
import { healthSummaryOf } from '../../overview/wellbeing.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf, recordHealthRead } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { DAY_MS } from '../../platform/time.ts';
import { allowedAmong, patientsShownTo } from '../access.ts';
import { shownAmong } from '../care-team.ts';
import { listedPatientOf, patientOf } from '../records.ts';
import {
  CreatedPatient,
  ListedPatient,
  NewPatient,
  Patient,
  PatientChange,
  patientFilter,
} from '../schema/patients.ts';
import { assign, caregiversOf } from '../store/assignments.ts';
import { patientAt, patientInCareAt } from './patient-path.ts';

export interface PatientRouteDeps {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly health: PatientHealth;
  readonly caregiversSee: CaregiversSee;
  readonly now: () => number;
}

const OVERVIEW_FALLS = 50;

/** docs/contract.md, "People": patients. */
export function patientRoutes(deps: PatientRouteDeps): readonly Route[] {
  const { db, accounts, health, caregiversSee, now } = deps;
  const patient = (call: { params: Params }): Promise<User> => patientAt(db, call);
  const patientInCare = (call: { principal: Principal; params: Params }): Promise<User> =>
    patientInCareAt(db, call);

  async function profile(user: User) {
    const [caregivers, devices] = await Promise.all([caregiversOf(db, user.id), health.devicesOf(user.id)]);
    const summaries = devices.map((device) => {
      const { id, name } = device;
      return { id, name, status: deviceStatus(device, now()) };
    });
    return patientOf(user, { caregivers, devices: summaries });
  }

  return [
    route({
      operation: 'listPatients',
      method: 'GET',
      path: '/patients',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary:
        'All patients; health and private data only of those whom the caller cares for, and with CAREGIVERS_SEE=team no others',
      query: pageQuery(patientFilter, PATIENT_SORTS),
      status: 200,
      reply: page(ListedPatient),
      async handle({ principal, query, record }) {
        const filter = { role: 'PATIENT', status: query.status } as const;
        const shown = shownAmong(patientsShownTo(caregiversSee, principal), 'id');
        const { rows, pagination } = await listUsers(db, readPage(query), filter, shown);
        const ids = rows.map((row) => row.id);
        const visible = [...(await allowedAmong(db, maySeeHealthOf, principal, ids))];
        const states = await health.of(visible);
        const scores = new Map(visible.map((id, index) => [id, states[index]?.healthScore]));
        if (visible.length > 0) recordHealthRead({ principal, record }, 'the list of patients', visible);
        return { data: rows.map((row) => listedPatientOf(row, scores.get(row.id))), pagination };
      },
    }),

    route({
      operation: 'createPatient',
      method: 'POST',
      path: '/patients',
      access: ['CAREGIVER'],
      limit: 'global',
      summary: 'Open an account for a patient, who is then assigned to the caller',
      body: NewPatient,
      status: 201,
      reply: success(CreatedPatient),
      async handle({ principal, body, record }) {
        const { invite, ...person } = body;
        const { user, temporaryPassword } = await accounts.open(
          { ...person, role: 'PATIENT' },
          {
            invitedBy: invite ? principal.userId : undefined,
            within: (q, { id }) =>
              assign(q, {
                caregiverId: principal.userId,
                patientId: id,
                relationship: null,
                createdAt: new Date(now()),
              }),
          },
        );
        record({ action: 'account.created', message: 'Opened an account for a patient', subjectId: user.id });
        record({ action: 'care.assigned', message: 'Assigned their new patient', subjectId: user.id });
        return { data: { ...(await profile(user)), ...(temporaryPassword && { temporaryPassword }) } };
      },
    }),

    route({
      operation: 'getOwnPatientProfile',
      method: 'GET',
      path: '/patients/me',
      access: ['PATIENT'],
      limit: 'global',
      summary: 'Own profile, with caregivers and devices',
      status: 200,
      reply: success(Patient),
      async handle({ principal }) {
        const user = await patientAt(db, { params: { id: principal.userId } });
        return { data: await profile(user) };
      },
    }),

    route({
      operation: 'getPatient',
      method: 'GET',
      path: '/patients/:id',
      access: 'signed-in',
      limit: 'global',
      summary: 'A patient; for themselves, an assigned caregiver or an admin',
      target: patientInCare,
      status: 200,
      reply: success(Patient),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the profile of a patient', target.id);
        return { data: await profile(target) };
      },
    }),

    route({
      operation: 'updatePatient',
      method: 'PUT',
      path: '/patients/:id',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'Change a patient; null clears what may be empty',
      target: patientInCare,
      body: PatientChange,
      recentAuthentication: changesEmail,
      status: 200,
      reply: success(Patient),
      async handle({ target, body, principal, record }) {
        const user = await accounts.change(target.id, body, principal);
        record({ action: 'account.changed', message: changeOf('patient', body), subjectId: user.id });
        return { data: await profile(user) };
      },
    }),

    route({
      operation: 'getPatientOverview',
      method: 'GET',
      path: '/patients/:id/overview',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'A patient with their health, devices and newest falls, in one answer',
      target: patientInCare,
      status: 200,
      reply: success(PatientOverview),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the overview of a patient', target.id);
        const [patient, [state], { rows: falls, pagination }] = await Promise.all([
          profile(target),
          health.of([target.id]),
          listFallsOf(db, target.id, readPage({ limit: OVERVIEW_FALLS }), {}),
        ]);
        if (state === undefined) throw new NotFound('Patient');
        const devices = state.devices.map((device) => deviceOverviewOf(device, now()));
        const summary = healthSummaryOf(target.id, state);
        return { data: { patient, health: summary, devices, falls, totalFalls: pagination.total } };
      },
    }),

    removalRoute({
      operation: 'deletePatient',
      path: '/patients/:id',
      what: 'patient',
      target: patient,
      accounts,
    }),

    route({
      operation: 'listPatientFalls',
      method: 'GET',
      path: '/patients/:id/falls',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'Falls of a patient; of the last `days` only, if given',
      target: patientInCare,
      query: pageQuery(fallsFilter, FALL_SORTS),
      status: 200,
      reply: page(ListedFall),
      async handle({ target, query, principal, record }) {
        recordHealthRead({ principal, record }, 'the falls of a patient', target.id);
        const since = query.days ? new Date(now() - query.days * DAY_MS) : undefined;
        const filter = { since, status: query.status };
        const { rows, pagination } = await listFallsOf(db, target.id, readPage(query), filter);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'getPatientHealth',
      method: 'GET',
      path: '/patients/:id/health',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'Health summary of a patient',
      target: patientInCare,
      status: 200,
      reply: success(HealthSummary),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the health summary of a patient', target.id);
        const [state] = await health.of([target.id]);
        if (state === undefined) throw new NotFound('Patient');
        return { data: healthSummaryOf(target.id, state) };
      },
    }),

    route({
      operation: 'listPatientDevices',
      method: 'GET',
      path: '/patients/:id/devices',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'global',
      summary: 'Devices of a patient',
      target: patientInCare,
      status: 200,
      reply: success(Type.Array(Device)),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the devices of a patient', target.id);
        const devices = await health.devicesOf(target.id);
        return { data: devices.map((device) => deviceOf(device, now())) };
      },
    }),
  ];
}
