import type { Module } from '../platform/module.ts';
import { retention } from './retention.ts';
import { exportSources, profilePart } from './store/export.ts';

export const module = {
  name: 'people',
  retention,
  personalData: { profile: [profilePart], files: exportSources },
} as const satisfies Module<never>;
