import type { Module } from '../platform/module.ts';
import { incidentReportRoutes } from './incident-reports/routes.ts';
import { createFallMetrics } from './metrics.ts';
import { reportRoutes } from './reports/routes.ts';
import { retention } from './retention.ts';
import { adminFallRoutes } from './routes/admin.ts';
import { fallRoutes } from './routes/falls.ts';
import { patientFallRoutes } from './routes/patient-falls.ts';
import { exportSources } from './store/export.ts';
import { testAlertRoutes } from './test-alerts/routes.ts';
import { answersChannel } from './wearer-signals/mqtt-schema.ts';

export const module = {
  name: 'falls',
  routes: [
    fallRoutes,
    incidentReportRoutes,
    patientFallRoutes,
    adminFallRoutes,
    testAlertRoutes,
    reportRoutes,
  ],
  metrics: createFallMetrics,
  retention,
  personalData: { files: exportSources },
  mqttChannels: [answersChannel],
} as const satisfies Module<never>;
