import type { Module } from '../platform/module.ts';
import { retention } from './retention.ts';
import { testBookRoutes } from './routes.ts';
import { testProfile } from './store.ts';

export const module = {
  name: 'test-book',
  routes: [testBookRoutes],
  retention,
  personalData: { profile: [testProfile] },
} as const satisfies Module<never>;
