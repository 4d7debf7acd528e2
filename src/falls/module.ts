import type { Module } from '../platform/module.ts';
import { createFallMetrics } from './metrics.ts';
import { answersChannel } from './mqtt-schema.ts';
import { reportRoutes } from './reports/routes.ts';
import { retention } from './retention.ts';
import { adminFallRoutes } from './routes/admin.ts';
import { fallRoutes } from './routes/falls.ts';
import { incidentReportRoutes } from './routes/incident-reports.ts';
import { patientFallRoutes } from './routes/patient-falls.ts';
import { responseRoutes } from './routes/responses.ts';
import { testAlertRoutes } from './routes/test-alerts.ts';
import { exportSources } from './store/export.ts';

export const module = {
  name: 'falls',
  routes: [
    fallRoutes,
    responseRoutes,
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
