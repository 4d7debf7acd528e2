import type { Module } from '../platform/module.ts';
import { wardPlanRoutes } from './routes.ts';

export const module = {
  name: 'ward-plans',
  routes: [wardPlanRoutes],
} as const satisfies Module<never>;
