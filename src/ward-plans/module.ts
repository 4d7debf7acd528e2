import type { Module } from '../platform/module.ts';
import { wardPlanRoutes } from './routes.ts';
import { planServerFrames } from './schema.ts';

export const module = {
  name: 'ward-plans',
  routes: [wardPlanRoutes],
  frames: { server: planServerFrames },
} as const satisfies Module<never>;
