import type { Database } from '../../platform/database/database.ts';
import { AppError, NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { openRoute, type Route, route, stationRoute } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import * as schema from '../schema/stations.ts';
import { notWardLead, requireLeadOf } from '../wards/access.ts';
import { wardsLedBy } from '../wards/store.ts';
import type { Enrolment } from './enrolment.ts';
import { isConnected } from './rules.ts';
import { deleteStation, findStation, listStations, STATION_SORTS, type StationRow } from './store.ts';
import type { createUnlock } from './unlock.ts';

interface StationRouteDeps {
  readonly db: Database;
  readonly stations: {
    readonly enrolment: Enrolment;
    readonly unlock: ReturnType<typeof createUnlock>;
  };
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** docs/home.md, "Stations"; the board is in overview/. */
export function stationRoutes({ db, stations, publicUrl, now }: StationRouteDeps): readonly Route[] {
  const { enrolment, unlock } = stations;
  const recordOf = ({ codeExpiresAt: _, ...station }: StationRow) => ({
    ...station,
    enrolled: station.enrolledAt !== null,
    connected: isConnected(station.lastSeen, now()),
  });

  return [
    route({
      operation: 'createStation',
      at: 'POST /stations',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Create a station and its enrolment code. For admins and leads of the ward.',
      body: schema.NewStation,
      status: 201,
      reply: success(schema.StationWithCode),
      async handle({ principal, body, record }) {
        await requireStationsOf(db, principal, body.wardId ?? null);
        const { id, code } = await enrolment.offer({ name: body.name, wardId: body.wardId ?? null });
        const station = await findStation(db, id);
        if (station === undefined) throw new NotFound('Station');
        record({ action: 'station.created', message: `Created the station ${body.name}` });
        const url = `${publicUrl()}/station#code=${code}`;
        return { data: { ...recordOf(station), code, codeExpiresAt: station.codeExpiresAt, url } };
      },
    }),

    route({
      operation: 'listStations',
      at: 'GET /stations',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List stations: all for admins, those of their wards for leads',
      query: pageQuery({}, STATION_SORTS),
      reply: page(schema.StationRecord),
      async handle({ principal, query }) {
        const wards = await wardsOf(principal);
        if (wards.length === 0) throw notWardLead();
        const { rows, pagination } = await listStations(db, wards, readPage(query));
        return { data: rows.map(recordOf), pagination };
      },
    }),

    route({
      operation: 'deleteStation',
      at: 'DELETE /stations/:id',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Remove a station. Its cookie and its live sockets end at once.',
      async target({ principal, params }) {
        const station = await found('Station', params.id, (id) => findStation(db, id));
        await requireStationsOf(db, principal, station.ward?.id ?? null);
        return station;
      },
      reply: success(Confirmation),
      async handle({ target: { id, name }, record }) {
        if (!(await deleteStation(db, id))) throw new NotFound('Station');
        record({ level: 'warning', action: 'station.removed', message: `Removed the station ${name}` });
        return { data: { message: 'The station is removed' } };
      },
    }),

    openRoute({
      operation: 'enrolStation',
      at: 'POST /stations/enrol',
      limit: 'enrolment',
      summary: 'Enrol the calling tablet with the code of a station. Sets the cookie `station_token`.',
      body: schema.EnrolRequest,
      setsStationCookie: true,
      reply: success(schema.OwnStation),
      async handle({ body, client, record }) {
        const line = { action: 'station.enrolled', level: 'warning' } as const;
        try {
          const { station, token } = await enrolment.enrol(body.code, client.ip);
          record({ ...line, message: 'Enrolled a tablet', station: { id: station.id, name: station.name } });
          return { data: await ownRecord(station.id), stationCookie: token };
        } catch (error) {
          if (error instanceof AppError) record({ ...line, outcome: 'refused', message: error.message });
          throw error;
        }
      },
    }),

    stationRoute({
      operation: 'getOwnStation',
      at: 'GET /stations/me',
      summary: 'Get the station itself. Renews its cookie.',
      setsStationCookie: true,
      reply: success(schema.OwnStation),
      handle: async ({ principal }) => ({ data: await ownRecord(principal.id) }),
    }),

    stationRoute({
      operation: 'unlockStation',
      at: 'POST /stations/me/unlock',
      limit: 'pins',
      summary: 'Unlock the station with the PIN of a caregiver of its ward. Returns a token for 60 seconds.',
      body: schema.UnlockRequest,
      reply: success(schema.UnlockedStation),
      async handle({ principal, body, record }) {
        const line = { action: 'station.unlocked', subjectId: body.caregiverId } as const;
        try {
          const unlocked = await unlock(principal, body.caregiverId, body.pin);
          record({ ...line, actorId: body.caregiverId, message: 'Unlocked a station' });
          return { data: unlocked };
        } catch (error) {
          if (error instanceof AppError) record({ ...line, outcome: 'refused', message: error.message });
          throw error;
        }
      },
    }),
  ];

  async function wardsOf({ role, userId, service }: Principal): Promise<readonly string[] | 'all'> {
    if (role === 'ADMIN') return 'all';
    return service?.wardIds ?? wardsLedBy(db, userId);
  }

  async function ownRecord(stationId: string) {
    const station = await findStation(db, stationId);
    if (station === undefined) throw new NotFound('Station');
    const { id, name, ward } = station;
    return { id, name, ward };
  }
}

/** A station without a ward shows all of them, so it is for admins alone. */
async function requireStationsOf(db: Database, principal: Principal, wardId: string | null): Promise<void> {
  if (wardId !== null) await requireLeadOf(db, principal, wardId);
  else if (principal.role !== 'ADMIN') throw notWardLead();
}
