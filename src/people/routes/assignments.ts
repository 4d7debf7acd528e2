import { patientsAmong } from '../../accounts/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { isOrphan } from '../../platform/database/errors.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { isUuid } from '../../platform/http/path-id.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { type Page, pageOf, pageQuery, readPage } from '../../platform/schema/paging.ts';
import { type AssignedPatientRow, assignedPatientOf } from '../assigned-patients.ts';
import { announceEnds, endedBy } from '../care-ends.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { Assignment, NewAssignment } from '../schema/caregivers.ts';
import { AssignedPatient } from '../schema/patients.ts';
import * as store from '../store/assignments.ts';
import { caregiverPaths } from './caregiver-path.ts';

interface AssignmentRouteDeps {
  readonly db: Database;
  readonly facts: PatientFacts;
  readonly cluster: Cluster;
  readonly now: () => number;
}

type Summary = ReturnType<typeof assignedPatientOf>;

/** Sort keys that are computed, not stored; a missing time sorts as the newest, as in every list. */
const COMPUTED_SORTS: Readonly<Record<string, (patient: Summary) => number>> = {
  healthScore: (patient) => patient.healthScore,
  lastActive: (patient) => patient.lastActive?.getTime() ?? Number.POSITIVE_INFINITY,
  devices: (patient) => patient.devices,
  recentFalls: (patient) => patient.recentFalls,
};

/** docs/contract.md, "Roles and access": assignments of caregivers to patients. */
export function assignmentRoutes({ db, facts, cluster, now }: AssignmentRouteDeps): readonly Route[] {
  const { caregiver, selfOrForAdmin } = caregiverPaths(db);

  async function summaries(patients: readonly AssignedPatientRow[]): Promise<Summary[]> {
    const states = await facts.of(patients.map((patient) => patient.id));
    return patients.flatMap((patient, index) => {
      const state = states[index];
      return state === undefined ? [] : [assignedPatientOf(patient, state)];
    });
  }

  async function listSummaries(caregiverId: string, request: Page) {
    const sortKey = COMPUTED_SORTS[request.sort ?? ''];
    if (sortKey !== undefined)
      return pageOf(await summaries(await store.allAssignedPatients(db, caregiverId)), request, sortKey);
    const { rows, pagination } = await store.listAssignedPatients(db, caregiverId, request);
    return { rows: await summaries(rows), pagination };
  }

  return [
    route({
      operation: 'listAssignedPatients',
      at: 'GET /caregivers/:id/patients',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List patients in the care of a caregiver. For that caregiver or an admin.',
      target: selfOrForAdmin,
      query: pageQuery({}, [...store.ASSIGNED_SORTS, ...Object.keys(COMPUTED_SORTS)]),
      reply: page(AssignedPatient),
      async handle({ target, query, principal, record }) {
        const { rows, pagination } = await listSummaries(target.id, readPage(query));
        const shown = rows.map(({ id }) => id);
        recordHealthRead({ principal, record }, 'the patients of a caregiver', shown);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'assignPatient',
      at: 'POST /caregivers/:id/patients',
      access: ['ADMIN'],
      scope: 'manage',
      summary: 'Assign a patient to a caregiver',
      target: caregiver,
      body: NewAssignment,
      status: 201,
      reply: success(Assignment),
      async handle({ target, body, record }) {
        const assignment = {
          caregiverId: target.id,
          patientId: body.patientId.toLowerCase(),
          relationship: body.relationship ?? null,
          createdAt: new Date(now()),
        };
        if ((await patientsAmong(db, [assignment.patientId])).length === 0) throw new NotFound('Patient');
        const isNew = await store.assign(db, assignment).catch((error: unknown) => {
          throw isOrphan(error) ? new NotFound('Patient') : error;
        });
        if (!isNew)
          throw new Conflict('This patient is already assigned to this caregiver', {
            code: 'ALREADY_ASSIGNED',
          });
        const subjectId = assignment.patientId;
        record({ action: 'care.assigned', message: `Assigned a patient to ${target.id}`, subjectId });
        return { data: assignment };
      },
    }),

    route({
      operation: 'unassignPatient',
      at: 'DELETE /caregivers/:id/patients/:patientId',
      access: ['ADMIN'],
      scope: 'manage',
      summary: 'Remove a patient from a caregiver',
      target: caregiver,
      reply: success(Confirmation),
      async handle({ target, params: { patientId = '' }, record }) {
        if (!isUuid(patientId)) throw new NotFound('Assignment');
        const ended = await db.transaction((q) =>
          endedBy(q, [target.id], async () => {
            if (!(await store.unassign(q, target.id, patientId))) throw new NotFound('Assignment');
          }),
        );
        await announceEnds(cluster, ended);
        record({
          action: 'care.ended',
          message: `Unassigned a patient from ${target.id}`,
          subjectId: patientId.toLowerCase(),
        });
        return { data: { message: 'The patient is unassigned' } };
      },
    }),
  ];
}
