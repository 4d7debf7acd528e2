import type { Module } from '../platform/module.ts';
import { openMorning } from './open.ts';
import { morningRoutes } from './routes.ts';
import { morningServerFrames } from './schema.ts';
import { exportSources } from './store.ts';

export const module = {
  name: 'morning',
  open: openMorning,
  routes: [morningRoutes],
  personalData: { files: exportSources },
  frames: { server: morningServerFrames },
} as const satisfies Module<never>;
