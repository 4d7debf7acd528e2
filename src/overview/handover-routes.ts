import Type from 'typebox';
import type { EventLog, NewEvent } from '../live/index.ts';
import { requireMemberOf } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { Conflict, NotFound } from '../platform/errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import type { TestBookConfig } from '../test-book/settings.ts';
import { Handover, HandoverConfirmation, NewHandover } from './handover-schema.ts';
import * as store from './handover-store.ts';

interface HandoverRouteDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly config: TestBookConfig;
  readonly now: () => number;
}

/** docs/home.md, "Handover": for the members of the ward and the admins. */
export function handoverRoutes({ db, events, config, now }: HandoverRouteDeps): readonly Route[] {
  /** `change` runs with its recipients locked: the members and the admins, on their boards. */
  async function announced(
    wardId: string,
    change: (q: Queryable, at: Date) => Promise<void>,
  ): Promise<store.StoredHandover> {
    return events.transaction(async (q) => {
      const at = new Date(now());
      const staff = await store.lockStaffOf(q, wardId, at);
      await change(q, at);
      const handover = await store.findHandover(q, wardId);
      if (handover === undefined) throw new NotFound('Ward');
      const newEvents = staff.map(
        (recipientId): NewEvent => ({
          recipientId,
          aboutId: recipientId,
          type: 'handover',
          data: { wardId, by: handover.by, at: handover.at, confirmedBy: handover.confirmedBy },
        }),
      );
      return { result: handover, events: newEvents };
    });
  }

  return [
    route({
      operation: 'getHandover',
      at: 'GET /wards/:id/handover',
      access: ['CAREGIVER', 'ADMIN'],
      summary: "Get a ward's newest handover. Before the first one, only the summary of the present shift.",
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      reply: success(Handover),
      async handle({ target: { id } }) {
        const handover = await store.findHandover(db, id);
        if (handover !== undefined) return { data: handover };
        const summary = await store.summaryOf(db, id, new Date(now()), config);
        return { data: { note: null, by: null, at: null, confirmedBy: null, summary } };
      },
    }),

    route({
      operation: 'listHandovers',
      at: 'GET /wards/:id/handovers',
      access: ['CAREGIVER', 'ADMIN'],
      summary: "List a ward's handovers, newest first: the present one and at most 60 before it.",
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      reply: success(Type.Array(Handover)),
      handle: async ({ target: { id } }) => ({ data: await store.listHandovers(db, id) }),
    }),

    route({
      operation: 'createHandover',
      at: 'POST /wards/:id/handover',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Write the handover to the next shift. The one before is kept in the list; the service adds the summary.',
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      body: NewHandover,
      status: 201,
      reply: success(Handover),
      async handle({ target: ward, principal: { userId }, body: { note }, record }) {
        const handover = await announced(ward.id, async (q, at) => {
          const summary = await store.summaryOf(q, ward.id, at, config);
          if (!(await store.putHandover(q, ward.id, { note, byId: userId, at }, summary)))
            throw new NotFound('Ward');
        });
        record({ action: 'handover.written', message: `Wrote the handover of the ward ${ward.name}` });
        return { data: handover };
      },
    }),

    route({
      operation: 'confirmHandover',
      at: 'POST /wards/:id/handover/confirm',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Confirm the handover for the next shift. The boards of the ward no longer show it.',
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      body: HandoverConfirmation,
      reply: success(Handover),
      async handle({ target: ward, principal: { userId }, body, record }) {
        const read = typeof body.at !== 'string' ? null : new Date(body.at);
        const handover = await announced(ward.id, async (q, at) => {
          if (await store.confirmHandover(q, ward.id, { byId: userId, at, read })) return;
          if ((await store.findHandover(q, ward.id)) === undefined) throw new NotFound('Handover');
          throw (await store.isConfirmed(q, ward.id))
            ? new Conflict('The handover is confirmed already', { code: 'HANDOVER_CONFIRMED' })
            : new Conflict('Another handover has replaced this one. Read it first.', {
                code: 'HANDOVER_REPLACED',
              });
        });
        record({ action: 'handover.confirmed', message: `Confirmed the handover of the ward ${ward.name}` });
        return { data: handover };
      },
    }),
  ];
}
