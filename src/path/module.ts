import type { Module } from '../platform/module.ts';
import { openPath } from './open.ts';
import { retention } from './retention.ts';
import { pathRoute } from './routes.ts';

export const module = {
  name: 'path',
  routes: [pathRoute],
  open: openPath,
  retention,
} as const satisfies Module<never>;
