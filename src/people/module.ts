import type { Module } from '../platform/module.ts';
import { openAbsenceEnds } from './absence/ends.ts';
import { absenceRoutes } from './absence/routes.ts';
import { checkInRoutes } from './check-in/routes.ts';
import { retention } from './retention.ts';
import { assignmentRoutes } from './routes/assignments.ts';
import { caregiverRoutes } from './routes/caregivers.ts';
import { messageRoutes } from './routes/messages.ts';
import { patientRoutes } from './routes/patients.ts';
import { stationRoutes } from './stations/routes.ts';
import { exportSources, profilePart } from './store/export.ts';
import { wardRoutes } from './wards/routes.ts';

export const module = {
  name: 'people',
  routes: [
    patientRoutes,
    caregiverRoutes,
    assignmentRoutes,
    wardRoutes,
    stationRoutes,
    checkInRoutes,
    absenceRoutes,
    messageRoutes,
  ],
  open: openAbsenceEnds,
  retention,
  personalData: { profile: [profilePart], files: exportSources },
} as const satisfies Module<never>;
