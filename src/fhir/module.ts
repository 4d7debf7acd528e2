import type { Module } from '../platform/module.ts';
import { openNotifications } from './notification.ts';
import { fhirRoutes } from './routes.ts';

export const module = {
  name: 'fhir',
  routes: [fhirRoutes],
  open: openNotifications,
} as const satisfies Module<never>;
