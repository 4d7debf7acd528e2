import type { Module } from '../platform/module.ts';
import { createOperationMetrics } from './metrics.ts';
import { openOperations } from './open.ts';
import { maintenanceRoute, statisticsRoute } from './routes/admin.ts';
import { healthRoutes } from './routes/health.ts';
import { securityTxt } from './security-txt.ts';
import { operationsRoute } from './wards/routes.ts';

export const module = {
  name: 'operations',
  routes: [statisticsRoute, maintenanceRoute, healthRoutes, operationsRoute],
  pages: [securityTxt],
  metrics: createOperationMetrics,
  open: openOperations,
} as const satisfies Module<never>;
