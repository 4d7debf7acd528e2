import { patientLedAt } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { changeOf } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { DEFAULT_POLICY } from './escalation.ts';
import {
  ascendingSteps,
  EscalationChange,
  EscalationPolicy,
  onlyPolicy,
  PatientEscalation,
} from './schema.ts';
import { deletePolicy, findPolicy, policyFor, setPolicy } from './store.ts';

interface EscalationRouteDeps {
  readonly db: Database;
  readonly now: () => number;
}

/**
 * docs/response.md, "Escalation policy": the policies of the organisation, of wards and of single patients. Responses
 * that have begun keep theirs.
 */
export function escalationRoutes({ db, now }: EscalationRouteDeps): readonly Route[] {
  const patient = (call: { readonly principal: Principal; readonly params: Params }) =>
    patientLedAt(db, call);
  const organisations = async () => (await findPolicy(db, null)) ?? DEFAULT_POLICY;

  return [
    route({
      operation: 'getEscalation',
      at: 'GET /admin/escalation',
      access: ['ADMIN'],
      summary: "Get the organisation's escalation policy",
      reply: success(EscalationPolicy),
      handle: async () => ({ data: await organisations() }),
    }),

    route({
      operation: 'updateEscalation',
      at: 'PUT /admin/escalation',
      access: ['ADMIN'],
      summary: "Update the organisation's escalation policy. Open falls keep the policy they started with.",
      body: EscalationChange,
      rules: ascendingSteps,
      reply: success(EscalationPolicy),
      async handle({ body, record }) {
        const policy = onlyPolicy({ ...(await organisations()), ...body });
        await setPolicy(db, null, policy, new Date(now()));
        record({
          action: 'escalation.changed',
          message: changeOf("the organisation's escalation policy", body),
        });
        return { data: policy };
      },
    }),

    route({
      operation: 'getPatientEscalation',
      at: 'GET /patients/:id/escalation',
      access: ['CAREGIVER', 'ADMIN'],
      summary: "Get a patient's escalation policy. `inherited` if it is the ward's or the organisation's.",
      target: patient,
      reply: success(PatientEscalation),
      async handle({ target: { id } }) {
        const own = await findPolicy(db, id);
        return { data: { ...(own ?? (await policyFor(db, id))), inherited: own === undefined } };
      },
    }),

    route({
      operation: 'updatePatientEscalation',
      at: 'PUT /patients/:id/escalation',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: "Set a patient's own escalation policy",
      target: patient,
      body: EscalationChange,
      rules: ascendingSteps,
      reply: success(PatientEscalation),
      async handle({ target: { id }, body, record }) {
        const policy = onlyPolicy({ ...(await policyFor(db, id)), ...body });
        await setPolicy(db, id, policy, new Date(now()));
        record({
          action: 'escalation.changed',
          message: changeOf("a patient's escalation policy", body),
          subjectId: id,
        });
        return { data: { ...policy, inherited: false } };
      },
    }),

    route({
      operation: 'deletePatientEscalation',
      at: 'DELETE /patients/:id/escalation',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Reset a patient to the escalation policy of the ward or the organisation',
      target: patient,
      reply: success(Confirmation),
      async handle({ target: { id }, record }) {
        if (!(await deletePolicy(db, id))) throw new NotFound("The patient's own escalation policy");
        record({
          action: 'escalation.changed',
          message: "Deleted a patient's escalation policy",
          subjectId: id,
        });
        return { data: { message: 'The policy of the ward or the organisation applies again' } };
      },
    }),
  ];
}
