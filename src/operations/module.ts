import type { Module } from '../platform/module.ts';
import { createOperationMetrics } from './metrics.ts';
import { maintenanceRoute, statisticsRoute } from './routes/admin.ts';
import { healthRoutes } from './routes/health.ts';

export const module = {
  name: 'operations',
  routes: [statisticsRoute, maintenanceRoute, healthRoutes],
  metrics: createOperationMetrics,
} as const satisfies Module<never>;
