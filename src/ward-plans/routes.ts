import { requireLeadOf, requireMemberOf } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { pgNotify } from '../platform/database/pg-listener.ts';
import { Conflict, NotFound } from '../platform/errors.ts';
import type { Station } from '../platform/http/principal.ts';
import { type Route, route, stationRoute } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import { PICTURE_TYPES, pictureIn } from './picture.ts';
import { PLAN_BODY_BYTES, WardPlan, WardPlanChange } from './schema.ts';
import { changePlan, pictureOf, planOf } from './store.ts';

/** docs/home.md, "Floor plan". */
export function wardPlanRoutes({ db }: { readonly db: Database }): readonly Route[] {
  async function picture(wardId: string) {
    const file = await pictureOf(db, wardId);
    if (file === undefined) throw new NotFound('Picture');
    return { file };
  }

  /** A station of all wards shows no plan. */
  function wardOf({ wardId }: Station): string {
    if (wardId === null) throw new NotFound('Ward');
    return wardId;
  }

  return [
    route({
      operation: 'getWardPlan',
      at: 'GET /wards/:id/plan',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get the floor plan of a ward. For members and admins.',
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      reply: success(WardPlan),
      handle: async ({ target }) => ({ data: await planOf(db, target.id) }),
    }),

    route({
      operation: 'getWardPlanPicture',
      at: 'GET /wards/:id/plan/picture',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get the picture of a floor plan. For members and admins.',
      target: ({ principal, params }) => requireMemberOf(db, principal, params.id),
      file: PICTURE_TYPES,
      handle: ({ target }) => picture(target.id),
    }),

    route({
      operation: 'updateWardPlan',
      at: 'PUT /wards/:id/plan',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Change the floor plan of a ward. For admins and leads. 409 if it has changed since `revision`.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      body: WardPlanChange,
      bodyBytes: PLAN_BODY_BYTES,
      rules({ rooms = [], picture }) {
        const wrong = picture == null ? undefined : pictureIn(picture);
        return {
          ...(new Set(rooms.map(({ room }) => room.trim())).size < rooms.length && {
            rooms: 'must name each room once',
          }),
          ...(typeof wrong === 'string' && { picture: wrong }),
        };
      },
      reply: success(WardPlan),
      async handle({ target: { id, name }, body: { revision, rooms, picture }, record }) {
        const given = picture == null ? picture : pictureIn(picture);
        const change = {
          rooms: rooms?.map(({ room, ...place }) => ({ room: room.trim(), ...place })),
          picture: typeof given === 'string' ? undefined : given,
        };
        const plan = await db.transaction(async (q) => {
          const changed = await changePlan(q, id, revision, change);
          if (changed !== undefined) await pgNotify(q, 'vigil_plan', id);
          return changed;
        });
        if (plan === undefined)
          throw new Conflict('The floor plan has changed since it was read; nothing was saved', {
            code: 'PLAN_CHANGED',
          });
        record({ action: 'ward.plan', message: `Changed the floor plan of the ward ${name}` });
        return { data: plan };
      },
    }),

    stationRoute({
      operation: 'getStationPlan',
      at: 'GET /stations/me/plan',
      summary: 'Get the floor plan of the station’s ward. 404 for a station of all wards.',
      mayNotFind: true,
      reply: success(WardPlan),
      handle: async ({ principal }) => ({ data: await planOf(db, wardOf(principal)) }),
    }),

    stationRoute({
      operation: 'getStationPlanPicture',
      at: 'GET /stations/me/plan/picture',
      summary: 'Get the picture of the floor plan of the station’s ward.',
      mayNotFind: true,
      file: PICTURE_TYPES,
      handle: async ({ principal }) => picture(wardOf(principal)),
    }),
  ];
}
