import Type from 'typebox';
import { signCheckIn } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Principal, stationOf } from '../../platform/http/principal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { fallPaths, type KeptCall } from '../fall/path.ts';
import { FallDetail } from '../fall/schema.ts';
import {
  AssistRequest,
  ClaimRequest,
  FallDelivery,
  HandOffRequest,
  ResolveRequest,
  TimelineEntry,
} from '../schema.ts';
import { deliveriesOf, timelineOf } from '../store/response-log.ts';
import type { Responses } from './responses.ts';

interface ResponseRouteDeps {
  readonly db: Database;
  readonly responses: Responses;
  readonly now: () => number;
}

/** docs/response.md, "Endpoints": from "I'm going" to the outcome. */
export function responseRoutes({ db, responses, now }: ResponseRouteDeps): readonly Route[] {
  const { forReaders, forResponders, forHelpers, forHolder, forWhoFell, detail, keepDetail } = fallPaths(db);
  const optionsOf = (call: KeptCall & { readonly principal: Principal }) => ({
    station: stationOf(call.principal),
    beforeCommit: keepDetail(call),
  });

  return [
    route({
      operation: 'claimFall',
      at: 'POST /falls/:id/claim',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      summary:
        'Claim a fall ("I\'m going"). A second claim by the same caregiver extends it. For assigned caregivers and admins.',
      target: forResponders,
      body: ClaimRequest,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, body, record } = call;
        await responses.claim(target, principal.userId, body, optionsOf(call));
        record({ action: 'response.claimed', message: 'Claimed a fall', subjectId: target.userId });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'assistFall',
      at: 'POST /falls/:id/assist',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      personal: true,
      summary:
        "Help with a fall of a patient who is not in the caller's care: the caregiver is in the care team until an hour after the fall is resolved. 409 for admins and the care team.",
      target: forHelpers,
      body: AssistRequest,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, body, record } = call;
        await responses.assist(target, principal.userId, body.reason || null, optionsOf(call));
        record({ action: 'response.assisted', message: 'Helps from another ward', subjectId: target.userId });
        recordHealthRead({ principal, record }, 'a fall, to help from another ward', target.userId);
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'releaseFall',
      at: 'POST /falls/:id/release',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      summary: 'Release a claim. Escalation resumes. For the caregiver who holds the claim, and admins.',
      target: forHolder,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, record } = call;
        await responses.release(target, principal.userId, optionsOf(call));
        record({ action: 'response.released', message: 'Released a fall', subjectId: target.userId });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'handOffFall',
      at: 'POST /falls/:id/hand-off',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      summary: 'Offer a claim to another caregiver of the patient, who accepts by claiming',
      target: forHolder,
      body: HandOffRequest,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, body, record } = call;
        await responses.handOff(target, principal.userId, body.caregiverId, optionsOf(call));
        record({
          action: 'response.offered',
          message: 'Offered a fall to another',
          subjectId: target.userId,
        });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'declineHandOff',
      at: 'POST /falls/:id/hand-off/decline',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      summary: 'Decline a claim that was offered to the caller. Its holder keeps it and is notified.',
      target: forResponders,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, record } = call;
        await responses.declineHandOff(target, principal.userId, optionsOf(call));
        record({
          action: 'response.declined',
          message: 'Declined to take over a fall',
          subjectId: target.userId,
        });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'resolveFall',
      at: 'POST /falls/:id/resolve',
      access: ['CAREGIVER', 'ADMIN'],
      limit: 'urgent',
      scope: 'respond',
      fromStation: true,
      summary: 'Resolve a fall with its outcome. Final. For assigned caregivers and admins.',
      target: forResponders,
      body: ResolveRequest,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, body, record } = call;
        await responses.resolve(target, principal.userId, body, optionsOf(call));
        record({ action: 'response.resolved', message: 'Resolved a fall', subjectId: target.userId });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'correctOutcome',
      at: 'PUT /falls/:id/outcome',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'respond',
      summary:
        'Correct the outcome of a resolved fall. The timeline keeps the former one; from 15 minutes after the resolution the change is an amendment. For assigned caregivers and admins.',
      target: forResponders,
      body: ResolveRequest,
      reply: success(FallDetail),
      async handle({ target, principal, body, record }) {
        const made = await responses.correct(target.id, principal.userId, body);
        if (made !== undefined)
          record({
            action: `response.${made}`,
            message: made === 'amended' ? 'Amended the outcome of a fall' : 'Corrected the outcome of a fall',
            subjectId: target.userId,
          });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'cancelFall',
      at: 'POST /falls/:id/ok',
      access: 'signed-in',
      limit: 'urgent',
      scope: 'ingest',
      personal: true,
      summary: 'Cancel a fall ("I\'m OK") by its wearer, while it is unclaimed. Not for an emergency.',
      target: forWhoFell,
      reply: success(FallDetail),
      async handle(call) {
        const { target, principal, record } = call;
        await signCheckIn(db, principal.userId, new Date(now()));
        await responses.cancel(target.id, principal.userId, { beforeCommit: keepDetail(call) });
        record({ action: 'response.cancelled', message: 'Said that they are OK', subjectId: target.userId });
        return { data: await detail(target) };
      },
    }),

    route({
      operation: 'getFallTimeline',
      at: 'GET /falls/:id/timeline',
      access: 'signed-in',
      summary: 'List the timeline of a fall, oldest first. For users who may read the fall.',
      target: forReaders,
      reply: success(Type.Array(TimelineEntry)),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the timeline of a fall', target.userId);
        return { data: await timelineOf(db, target.id) };
      },
    }),

    route({
      operation: 'listFallDeliveries',
      at: 'GET /falls/:id/deliveries',
      access: 'signed-in',
      summary:
        'List the notifications of people about a fall, oldest first, with what is known of them. For users who may read the fall.',
      target: forReaders,
      reply: success(Type.Array(FallDelivery)),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the notifications about a fall', target.userId);
        return { data: await deliveriesOf(db, target.id) };
      },
    }),
  ];
}
