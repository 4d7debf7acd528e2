import type { Module } from '../platform/module.ts';
import { profilePart } from './export.ts';
import { handOverRoutes } from './hand-over.ts';
import { openDirectory } from './open.ts';

export const module = {
  name: 'directory',
  routes: [handOverRoutes],
  open: openDirectory,
  personalData: { profile: [profilePart] },
} as const satisfies Module<never>;
