import type { Module } from '../platform/module.ts';
import { fhirRoutes } from './routes.ts';

export const module = {
  name: 'fhir',
  routes: [fhirRoutes],
} as const satisfies Module<never>;
