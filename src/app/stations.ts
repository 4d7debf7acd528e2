import { findUser, type Organisation } from '../accounts/index.ts';
import { createStationAuthentication } from '../people/stations/authentication.ts';
import { createEnrolment } from '../people/stations/enrolment.ts';
import { watchStations } from '../people/stations/presence.ts';
import { findStation, peopleAt, stationsAmong, wardsOfPatients } from '../people/stations/store.ts';
import { createUnlock } from '../people/stations/unlock.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Station } from '../platform/http/principal.ts';
import { createStationNotices } from '../response/notices/station-notices.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface StationDeps {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly auth: Auth;
  readonly alerts: Alerts;
}

/** Tablets that the caregivers of a ward share: docs/home.md, "Stations". */
export function openStations(
  { log, now, closeLater }: Context,
  {
    storage: { db, notices: pg },
    cluster,
    organisation,
    auth: { pins, passwords },
    alerts: { events },
  }: StationDeps,
) {
  const notices = createStationNotices({ db, organisation, events, now });
  const presence = watchStations({ db, onLost: notices.lost, onFound: notices.over, now, log });
  closeLater('stations', () => presence.close());
  pg.on('vigil_station', (id) => {
    if (id === undefined) return;
    notices
      .over([id])
      .catch((error: unknown) =>
        log.error({ err: error }, 'stations: ending the notices of a station failed'),
      );
  });
  return {
    authentication: createStationAuthentication({ db, now }),
    enrolment: createEnrolment({ db, cluster, passwords, now }),
    unlock: createUnlock({
      db,
      cluster,
      pins,
      async onLocked({ station, personId, lockedMs }) {
        const user = await findUser(db, personId);
        if (user === undefined) return;
        await notices.pinLocked({
          station,
          person: { id: user.id, name: `${user.firstName} ${user.lastName}` },
          lockedMs,
        });
      },
      now,
    }),
    presence,
    directory: {
      stillEnrolled: (ids: readonly string[]) => stationsAmong(db, ids),
      wardsOf: (patientIds: readonly string[]) => wardsOfPatients(db, patientIds),
    },
    board: {
      peopleAt: (station: Station, at: Date) => peopleAt(db, station, at),
      wardOf: async ({ id }: Station) => (await findStation(db, id))?.ward ?? null,
    },
  };
}

export type Stations = ReturnType<typeof openStations>;
