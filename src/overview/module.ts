import type { Module } from '../platform/module.ts';
import { boardRoutes } from './board-routes.ts';
import { chargingRoute } from './charging-route.ts';
import { falseAlarmsRoute } from './false-alarms.ts';
import { handoverRoutes } from './handover-routes.ts';
import { overviewServerFrames } from './handover-schema.ts';
import { handoverProfile } from './handover-store.ts';
import { nightRoute } from './night-routes.ts';
import { patientHealthRoute, patientOverviewRoute } from './patient-routes.ts';
import { retention } from './retention.ts';
import { setupRoute } from './setup-route.ts';
import { stationBoardRoute } from './station-board.ts';

export const module = {
  name: 'overview',
  routes: [
    boardRoutes,
    stationBoardRoute,
    patientOverviewRoute,
    patientHealthRoute,
    handoverRoutes,
    nightRoute,
    setupRoute,
    chargingRoute,
    falseAlarmsRoute,
  ],
  retention,
  personalData: { profile: [handoverProfile] },
  frames: { server: overviewServerFrames },
} as const satisfies Module<never>;
