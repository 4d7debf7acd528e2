import { requireLeadOf } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import { DEFAULT_POLICY } from './escalation.ts';
import { ascendingSteps, NewWardEscalation, onlyPolicy, WardEscalation } from './schema.ts';
import { deleteWardPolicy, findPolicy, findWardPolicy, setWardPolicy } from './store.ts';

interface WardEscalationRouteDeps {
  readonly db: Database;
  readonly now: () => number;
}

/** docs/home.md, "Escalation": the policies of wards, for admins and the leads of the ward. */
export const wardEscalationRoutes = ({ db, now }: WardEscalationRouteDeps): readonly Route[] => [
  route({
    operation: 'getWardEscalation',
    at: 'GET /wards/:id/escalation',
    access: ['CAREGIVER', 'ADMIN'],
    summary: "Get a ward's escalation policy. `inherited` if it is the organisation's.",
    target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
    reply: success(WardEscalation),
    async handle({ target: { id } }) {
      const own = await findWardPolicy(db, id);
      const policy = own ?? (await findPolicy(db, null)) ?? DEFAULT_POLICY;
      return { data: { ...policy, inherited: own === undefined } };
    },
  }),

  route({
    operation: 'replaceWardEscalation',
    at: 'PUT /wards/:id/escalation',
    access: ['CAREGIVER', 'ADMIN'],
    scope: 'manage',
    summary:
      "Replace a ward's escalation policy. Without `repeats`, the last step repeats as in the default policy. Open falls keep the policy they started with.",
    target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
    body: NewWardEscalation,
    rules: ascendingSteps,
    reply: success(WardEscalation),
    async handle({ target: ward, body: { steps, repeats }, record }) {
      const policy = onlyPolicy({ steps, repeats: repeats ?? DEFAULT_POLICY.repeats });
      if (!(await setWardPolicy(db, ward.id, policy, new Date(now())))) throw new NotFound('Ward');
      record({
        action: 'escalation.changed',
        message: `Replaced the escalation policy of the ward ${ward.name}`,
      });
      return { data: { ...policy, inherited: false } };
    },
  }),

  route({
    operation: 'deleteWardEscalation',
    at: 'DELETE /wards/:id/escalation',
    access: ['CAREGIVER', 'ADMIN'],
    scope: 'manage',
    summary: "Reset a ward to the organisation's escalation policy",
    target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
    reply: success(Confirmation),
    async handle({ target: ward, record }) {
      if (!(await deleteWardPolicy(db, ward.id))) throw new NotFound("The ward's own escalation policy");
      record({
        action: 'escalation.changed',
        message: `Deleted the escalation policy of the ward ${ward.name}`,
      });
      return { data: { message: "The organisation's policy applies again" } };
    },
  }),
];
